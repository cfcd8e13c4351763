"""A frame in words: what is counted, of which lines, by what."""

from datetime import timedelta

from agents.answering.text.language import Language
from agents.logs.answers.sentences import say
from agents.logs.question.frame import LogFrame


def labels(frame: LogFrame, language: Language) -> list[tuple[str, str]]:
    """Return the pieces of a frame: a key, and how it reads."""
    found = [("level", say(language, "label_level", name=level)) for level in frame.levels]
    found += [("concept", say(language, f"concept_{concept}")) for concept in frame.concepts]
    texts = [*frame.contains, *([" / ".join(frame.either)] if frame.either else [])]
    found += [("contains", say(language, "label_contains", text=text)) for text in texts]
    for column, value in frame.equals:
        name = say(language, f"column_{column}")
        found.append((column, say(language, "label_equals", column=name, name=value)))
    for low, high in frame.statuses:
        key = "label_status" if low == high else "label_status_range"
        found.append(("status", say(language, key, low=low, high=high)))
    found += _times(frame, language)
    if frame.group_by is not None:
        name = say(language, f"column_{frame.group_by}")
        found.append(("group_by", say(language, "label_group", column=name)))
    if frame.limit is not None:
        found.append(("limit", say(language, "label_limit", number=str(frame.limit))))
    return found


def filters(frame: LogFrame, language: Language) -> str:
    """Return in words which lines are meant, or "" for all."""
    narrowed = frame.model_copy(update={"group_by": None, "limit": None})
    return ", ".join(text for _, text in labels(narrowed, language))


def of(frame: LogFrame, language: Language) -> str:
    """Return the filters as they stand in a sentence, or ""."""
    what = filters(frame, language)
    return say(language, "of", what=what) if what else ""


def title(frame: LogFrame, language: Language) -> str:
    """Return a frame in one line."""
    return ", ".join(text for _, text in labels(frame, language)) or say(language, "label_all")


def clock(minutes: int) -> str:
    """Return minutes of the day as a clock time."""
    return f"{minutes // 60:02}:{minutes % 60:02}"


def _times(frame: LogFrame, language: Language) -> list[tuple[str, str]]:
    found = []
    since, until = frame.since, frame.until
    whole = since is not None and since.time() == since.min.time()
    if since is not None and until is not None and whole and until - since == timedelta(days=1):
        found.append(("period", say(language, "label_day", time=since.date())))
    else:
        if since is not None:
            found.append(("period", say(language, "label_since", time=since)))
        if until is not None:
            found.append(("period", say(language, "label_until", time=until)))
    if frame.hours is not None:
        begin, end = (clock(minutes) for minutes in frame.hours)
        found.append(("hours", say(language, "label_hours", begin=begin, end=end)))
    return found
