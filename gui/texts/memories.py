"""How a fact that is remembered is told in the window: whom it is for, since when, from where."""

from collections.abc import Callable
from datetime import datetime, timedelta

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from app.domain.memories import Memory
from gui.texts.names import speaker
from gui.texts.plain import plain_signs
from gui.widgets.two_line_delegate import Line

_SHORT = 60

_BEFORE_AN_END = timedelta(milliseconds=1)

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
    until = day_words(last_moment(memory.valid_to))
    words = translate("Memory", "From {since} to {until}")
    return words.replace("{since}", since).replace("{until}", until)


def field_words(field: str, value: str, title_of: TitleOf) -> str:
    """Return what a field of a fact says, which JSON has as this text (empty for none)."""
    translate = QCoreApplication.translate
    match field:
        case "agent_id" if not value:
            return translate("Memory", "With every agent")
        case "agent_id":
            return speaker(value)
        case "conversation_id" if not value:
            return translate("Memory", "In all conversations")
        case "conversation_id":
            return title_of(value) or translate("Sync", "A conversation")
        case "valid_from":
            return day_words(datetime.fromisoformat(value))
        case "valid_to" if not value:
            return translate("Memory", "Without an end")
        case "valid_to":
            words = translate("Memory", "Until the end of {day}")
            return words.replace("{day}", day_words(last_moment(datetime.fromisoformat(value))))
        case "importance":
            return QLocale().toString(float(value))
        case _:
            return value


def last_moment(end: datetime) -> datetime:
    """Return the last moment before an end, whose day is the one to be shown."""
    return end - _BEFORE_AN_END


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
