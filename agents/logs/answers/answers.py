"""Answers in words and tables; every number in them is a cell of the result or of the question."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from agents.answering.engine import Row
from agents.answering.grounding import Facts, without_inline_code
from agents.answering.text.language import Language, integer
from agents.answering.text.markdown import as_text, bullets, paragraphs
from agents.logs.answers.labels import clock, labels, of
from agents.logs.answers.query import shown_time
from agents.logs.answers.sentences import say
from agents.logs.question.frame import GRAINS, LogFrame

_MOST_ROWS = 10
_LONGEST_LINE = 400


class Written(NamedTuple):
    """The answer, its one-line form, and how each row of the result is called."""

    text: str
    headline: str
    names: tuple[str, ...]


def fence(text: str) -> str:
    """Return lines of a log as they are, as code: nothing in them is markup."""
    shown = "\n".join(line[:_LONGEST_LINE] for line in text.splitlines())
    shown = "".join(c if c.isprintable() or c in "\n\t" else "\ufffd" for c in shown)
    ticks = "```"
    while ticks in shown:
        ticks += "`"
    return f"{ticks}\n{shown}\n{ticks}"


def length(seconds: int, language: Language) -> str:
    """Return a length of time in words."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    parts = {"hours": hours, "minutes": minutes, "seconds": rest}
    said = [say(language, f"duration_{unit}", n=n) for unit, n in parts.items() if n]
    return " ".join(said) or say(language, "duration_seconds", n="0")


def write(
    frame: LogFrame, rows: Sequence[Row], language: Language, notes: Sequence[str], facts: Facts
) -> Written:
    """Write the answer of a frame; raises `Ungrounded` for a number that is nowhere in the result.

    `facts` already knows what the notes may say.
    """
    allow(frame, rows, language, facts)
    what = of(frame, language)
    match frame.shown:
        case "lines":
            body, headline = _lines(rows, language, what)
        case "first" | "last" if len(rows) > 1:
            body, headline = _lines(sorted(rows, key=lambda row: _int(row[0])), language, what)
        case "first" | "last":
            body, headline = _one_line(frame, rows, language, what)
        case "when":
            body, headline = _when(rows, language, what)
        case "gaps":
            body, headline = _gaps(rows, language, what, facts)
        case _:
            body, headline = _counted(frame, rows, language, what)
    prose = paragraphs(body, "\n".join(f"> {note}" for note in notes))
    facts.check(without_inline_code(_without_code(prose)))
    return Written(prose, headline, row_names(frame, rows))


def allow(frame: LogFrame, rows: Sequence[Row], language: Language, facts: Facts) -> None:
    """Let the numbers of a result and of its question be said."""
    for row in rows:
        for cell in row:
            if isinstance(cell, int):
                facts.count(cell)
            elif isinstance(cell, str):
                allow_text(cell, facts)
    facts.count(len(rows), max(0, len(rows) - _MOST_ROWS))
    facts.name(*(text for _, text in labels(frame, language)))
    if frame.hours is not None:
        facts.name(*(clock(minutes) for minutes in frame.hours))


def allow_text(text: str, facts: Facts) -> None:
    """Let a value be said, and if it is a moment, the moment at any grain.

    A short number is a numeral and no name: as a name it would hide parts of other numbers.
    """
    if text.isdigit() and len(text) <= 3:
        facts.count(int(text))
        return
    facts.name(text, *(shown_time(text, grain) for grain in GRAINS if len(text) >= 16))


def row_names(frame: LogFrame, rows: Sequence[Row]) -> tuple[str, ...]:
    """Return what each row of a result is called."""
    if frame.group_by in GRAINS:
        return tuple(shown_time(str(row[0]), frame.group_by) for row in rows)
    return tuple(str(row[0]) for row in rows)


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table; the last column is of numbers."""
    marks = ["---"] * (len(heads) - 1) + ["---:"]
    lines = [heads, marks, *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def _without_code(text: str) -> str:
    """Return the text without its blocks of code, which quote lines of the log as they are."""
    kept, inside = [], ""
    for line in text.split("\n"):
        ticks = line[: len(line) - len(line.lstrip("`"))]
        if len(ticks) >= 3 and (not inside or line == inside):
            inside = "" if inside else ticks
        elif not inside:
            kept.append(line)
    return "\n".join(kept)


def _noun(count: int, language: Language) -> str:
    return say(language, "line_one" if count == 1 else "lines")


def _counted(
    frame: LogFrame, rows: Sequence[Row], language: Language, what: str
) -> tuple[str, str]:
    if frame.group_by is None:
        count = _int(rows[0][0])
        headline = say(language, "headline_count", count=count, noun=_noun(count, language))
        if frame.distinct is not None:
            column = say(language, f"column_{frame.distinct}")
            return say(language, "distinct", count=count, column=column, what=what), headline
        if count == 0:
            return say(language, "none", what=what), headline
        noun = _noun(count, language)
        return say(language, "count", count=count, noun=noun, what=what), headline
    column = say(language, f"column_{frame.group_by}")
    if not rows:
        none = say(language, "none", what=what)
        return none, none.replace("*", "")
    names = row_names(frame, rows)
    top = max(range(len(rows)), key=lambda index: _int(rows[index][1]))
    if frame.group_by in GRAINS and frame.order is None:
        key = "time_head" if len(rows) > 1 else "time_head_one"
        head = say(language, key, column=column, what=what, groups=len(rows),
                   name=names[top], count=_int(rows[top][1]))  # fmt: skip
        ranked = sorted(range(len(rows)), key=lambda index: -_int(rows[index][1]))
        shown = sorted(ranked[:_MOST_ROWS])
    else:
        key = "group_head_least" if frame.order == "least" else "group_head"
        count = _int(rows[0][1])
        head = say(language, key, column=column, what=what, name=as_text(names[0]), count=count,
                   noun=_noun(count, language))  # fmt: skip
        shown = list(range(min(len(rows), _MOST_ROWS)))
    cells = [[as_text(names[i]), integer(_int(rows[i][1]), language)] for i in shown]
    more = len(rows) - len(shown)
    return paragraphs(
        head,
        table([column, say(language, "column_count")], cells) if len(rows) > 1 else "",
        say(language, "more", count=more) if more else "",
    ), head.replace("*", "")


def _lines(rows: Sequence[Row], language: Language, what: str) -> tuple[str, str]:
    if not rows:
        none = say(language, "none", what=what)
        return none, none.replace("*", "")
    noun = _noun(len(rows), language)
    head = say(language, "shown_lines", count=len(rows), noun=noun, what=what)
    return paragraphs(head, fence("\n".join(f"{row[0]}: {row[2]}" for row in rows))), head


def _one_line(
    frame: LogFrame, rows: Sequence[Row], language: Language, what: str
) -> tuple[str, str]:
    if not rows:
        none = say(language, "none", what=what)
        return none, none.replace("*", "")
    line, moment, text = rows[0]
    at = say(language, "at", time=moment) if moment else ""
    number = integer(_int(line), language)
    head = say(language, frame.shown, line=number, at=at, what=what)
    return paragraphs(head, fence(str(text))), head.rstrip(":")


def _when(rows: Sequence[Row], language: Language, what: str) -> tuple[str, str]:
    first, last, count = rows[0]
    if not count:
        none = say(language, "none", what=what)
        return none, none.replace("*", "")
    noun = _noun(_int(count), language)
    said = say(language, "when", count=_int(count), noun=noun, what=what, first=first, last=last)
    return said, said.replace("*", "")


def _gaps(rows: Sequence[Row], language: Language, what: str, facts: Facts) -> tuple[str, str]:
    if not rows:
        return (none := say(language, "gaps_none")), none
    items = []
    for start, end, seconds in rows:
        text = length(_int(seconds), language)
        facts.name(text)
        items.append(say(language, "gap", start=start, end=end, length=text))
    return paragraphs(say(language, "gaps", what=what), bullets(items)), items[0]


def _int(cell: Any) -> int:
    assert isinstance(cell, int)
    return cell
