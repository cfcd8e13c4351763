"""A frame is fitted to the log it is asked of: what the log lacks is said, never guessed away."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from agents.logs.lines.profile import LogFacts
from agents.logs.question.frame import COLUMNS, CONCEPTS, GRAINS, LogFrame

_ACCOUNTS = ("address", "host", "user")
_WORD_OF_LEVEL = {"warning": "warn", "critical": "fatal"}
_ERROR_STATUS = {"error": (400, 599), "critical": (500, 599)}

Said = tuple[str, dict[str, Any]]


class Settled(NamedTuple):
    """The frame as it can be asked, the phrase of each concept, and what must be said of it."""

    frame: LogFrame
    phrases: dict[str, str]
    notes: tuple[Said, ...] = ()
    problem: Said | None = None


def settle(frame: LogFrame, facts: LogFacts) -> Settled:
    """Fit a frame to a log; blocks."""
    notes: list[Said] = []
    frame = _logins(frame, facts, notes)
    frame = _hosts(frame, facts, notes)
    frame = _levels(frame, facts, notes)
    frame = _requests(frame, facts, notes)
    phrases = {concept: _phrase(concept, facts, notes) for concept in frame.concepts}
    if any(facts.lines_with(text) for text in phrases.values()):
        repeated = facts.lines_with("message repeated ")
        if repeated and any("password" in text for text in phrases.values()):
            notes.append(("note_repeated", {"count": repeated}))
    wanted = [column for column in (frame.group_by, frame.distinct) if column in COLUMNS]
    wanted += ["status"] if frame.statuses else []
    missing = next((column for column in wanted if not facts.has(str(column))), None)
    if missing is not None:
        return Settled(frame, phrases, tuple(notes), ("no_column", {"column": missing}))
    timed = frame.since or frame.until or frame.hours or frame.group_by in GRAINS
    if (timed or frame.shown in ("when", "gaps")) and not facts.has("time"):
        return Settled(frame, phrases, tuple(notes), ("no_time", {}))
    return Settled(frame, phrases, tuple(notes))


def _logins(frame: LogFrame, facts: LogFacts, notes: list[Said]) -> LogFrame:
    """In a log of logins, who failed is who failed to log in."""
    if "failed" not in frame.concepts or "auth_failed" in frame.concepts:
        return frame
    if frame.group_by not in _ACCOUNTS and frame.distinct not in _ACCOUNTS:
        return frame
    if not facts.phrases("auth_failed"):
        return frame
    notes.append(("note_failed_logins", {}))
    concepts = tuple("auth_failed" if one == "failed" else one for one in frame.concepts)
    return frame.model_copy(update={"concepts": concepts})


def _hosts(frame: LogFrame, facts: LogFacts, notes: list[Said]) -> LogFrame:
    asked = "host" in (frame.group_by, frame.distinct)
    if not asked or facts.several("host") or not facts.has("address"):
        return frame
    if facts.has("host") and not frame.concepts:
        return frame  # whatever wrote the lines is asked for, not who was there
    host = facts.only("host")
    if host is not None:
        notes.append(("note_hosts_are_addresses", {"host": host}))
    return frame.model_copy(
        update={
            "group_by": "address" if frame.group_by == "host" else frame.group_by,
            "distinct": "address" if frame.distinct == "host" else frame.distinct,
        }
    )


def _levels(frame: LogFrame, facts: LogFacts, notes: list[Said]) -> LogFrame:
    if not frame.levels or facts.has("level"):
        return frame
    if frame.statuses:
        return frame.model_copy(update={"levels": ()})  # "404 errors" are 404s
    if facts.has("status") and all(level in _ERROR_STATUS for level in frame.levels):
        ranges = tuple(_ERROR_STATUS[level] for level in frame.levels)
        low = min(begin for begin, _ in ranges)
        notes.append(("note_no_levels_status", {"low": low}))
        return frame.model_copy(update={"levels": (), "statuses": ranges})
    words = [_WORD_OF_LEVEL.get(level, level) for level in frame.levels]
    notes += [("note_no_levels_text", {"word": word}) for word in words]
    if len(words) > 1:
        return frame.model_copy(update={"levels": (), "either": tuple(words)})
    return frame.model_copy(update={"levels": (), "contains": (*frame.contains, *words)})


def _requests(frame: LogFrame, facts: LogFacts, notes: list[Said]) -> LogFrame:
    """In a log of requests, those that failed are told by their status."""
    if "failed" not in frame.concepts or frame.statuses or not facts.has("status"):
        return frame
    low, _ = span = _ERROR_STATUS["error"]
    notes.append(("note_no_levels_status", {"low": low}))
    concepts = tuple(one for one in frame.concepts if one != "failed")
    return frame.model_copy(update={"concepts": concepts, "statuses": (span,)})


def _phrase(concept: str, facts: LogFacts, notes: list[Said]) -> str:
    """Return the text that stands for a concept in this log, and tell of the others."""
    found = facts.phrases(concept)
    if not found:
        notes.append(("note_phrase_none", {"phrases": CONCEPTS[concept]}))
        return CONCEPTS[concept][0]
    first, *others = _without_parts(found)
    notes.append(("note_phrase", {"phrase": first, "others": {o: found[o] for o in others}}))
    return first


def _without_parts(found: Mapping[str, int]) -> list[str]:
    """Return the phrases, or first the one that several others are kinds of, without those.

    “accepted ” stands for “accepted password” and “accepted publickey” if nothing else is.
    """
    for whole in found:
        parts = [one for one in found if one != whole and whole in one]
        if len(parts) > 1 and found[whole] == sum(found[one] for one in parts):
            return [whole, *(one for one in found if one != whole and one not in parts)]
    return list(found)
