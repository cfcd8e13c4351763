"""How a fact that is remembered is told in the window: whom it is for, since when, from where."""

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from app.domain.memories import Memory
from gui.record_words import plain_signs, speaker
from gui.two_lines import Line

_SHORT = 60

TitleOf = Callable[[str], str]


def fact_line(memory: Memory, title_of: TitleOf, now: datetime) -> Line:
    """Return the row of a fact."""
    holds = memory.holds(now)
    ended = "" if holds else validity_words(memory)
    about = [ended, *scope_words(memory, title_of)]
    return Line(
        title=plain_signs(memory.text),
        detail=" · ".join(filter(None, about)),
        aside=day_words(memory.valid_from),
        icon="" if holds else "stopped",
    )


def scope_words(memory: Memory, title_of: TitleOf) -> list[str]:
    """Return whom and what a fact holds for; one that holds everywhere says so."""
    translate = QCoreApplication.translate
    found = []
    if memory.everybodys:
        found.append(translate("Memory", "For everybody at the service"))
    if memory.agent_id:
        words = translate("Memory", "Only with {agent}")
        found.append(words.replace("{agent}", speaker(memory.agent_id)))
    if memory.conversation_id:
        words = translate("Memory", "Only in “{title}”")
        found.append(words.replace("{title}", short(title_of(memory.conversation_id))))
    return found or [translate("Memory", "In all conversations, with every agent")]


def validity_words(memory: Memory) -> str:
    """Return when a fact holds."""
    translate = QCoreApplication.translate
    since = day_words(memory.valid_from)
    if memory.valid_to is None:
        return translate("Memory", "Holds since {since}").replace("{since}", since)
    words = translate("Memory", "Held from {since} to {until}")
    return words.replace("{since}", since).replace("{until}", day_words(memory.valid_to))


def remembered_words(memory: Memory) -> str:
    """Return what is said after a message had a fact remembered."""
    words = QCoreApplication.translate("Memory", "Remembered: “{fact}”")
    return words.replace("{fact}", short(memory.text))


def forgotten_words(memories: tuple[Memory, ...]) -> str:
    """Return what is said after facts were forgotten."""
    words = QCoreApplication.translate("Memory", "Forgotten: “{fact}”")
    return words.replace("{fact}", "; ".join(short(memory.text) for memory in memories))


def day_words(at: datetime) -> str:
    """Return a day in the locale and the time zone of the person."""
    local = QDateTime.fromMSecsSinceEpoch(int(at.timestamp() * 1000))
    return QLocale().toString(local.date(), QLocale.FormatType.ShortFormat)


def short(text: str) -> str:
    """Return the beginning of a text on one line, without signs that turn it."""
    line = " ".join(plain_signs(text).split())
    return line if len(line) <= _SHORT else line[: _SHORT - 1].rstrip() + "…"
