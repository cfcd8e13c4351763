"""How lines, moments and lengths of time are written in an overview."""

from collections.abc import Sequence
from typing import NamedTuple

from agents.answering.grounding import Facts
from agents.answering.text.language import Language
from agents.logs.answers.sentences import say

_LONGEST_LINE = 400
_LENGTHS = {"minute": 16, "hour": 13, "day": 10, "month": 7}


class WrittenLogAnswer(NamedTuple):
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
    """Return a length of time in words; of one of days, nothing below hours."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    parts = {"days": days, "hours": hours}
    if not days:
        parts |= {"minutes": minutes, "seconds": rest}
    said = [say(language, f"duration_{unit}", n=n) for unit, n in parts.items() if n]
    return " ".join(said) or say(language, "duration_seconds", n="0")


def shown_time(value: str, grain: str) -> str:
    """Return a moment of a grain as people read it: "2015-05-17 10:00"."""
    text = value[: _LENGTHS.get(grain, 19)]
    return f"{text}:00" if grain == "hour" else text


def allow_text(text: str, facts: Facts) -> None:
    """Let a value be said, and if it is a moment, the moment at any grain.

    A short number is a numeral and no name: as a name it would hide parts of other numbers.
    """
    if text.isdigit() and len(text) <= 3:
        facts.count(int(text))
        return
    facts.name(text, *(shown_time(text, grain) for grain in _LENGTHS if len(text) >= 16))


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table; the last column is of numbers."""
    marks = ["---"] * (len(heads) - 1) + ["---:"]
    lines = [heads, marks, *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)
