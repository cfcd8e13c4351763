"""The days under which conversations are listed, and what tells those of one title apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QCoreApplication, QDate, QLocale

from gui.texts.messages import clock
from gui.texts.names import agent_label, file_of

if TYPE_CHECKING:
    from app.domain.conversations import Conversation


def headings(
    rows: Iterable[Conversation], now: datetime, locale: QLocale, *, needing: int = 0
) -> list[str]:
    """Return what stands above each row, in the list's order; empty within a group.

    `now` has a zone: days are those of it. The first `needing` rows wait for the person.
    """
    found, last = [], ""
    names: dict[date, str] = {}  # rows of one day stand under one heading
    pinned = QCoreApplication.translate("DateGroups", "Pinned")
    needs_you = QCoreApplication.translate("DateGroups", "Needs you (%n)", "", needing)
    for row, conversation in enumerate(rows):
        day = conversation.updated_at.astimezone(now.tzinfo).date()
        if day not in names:
            names[day] = _group(day, now.date(), locale)
        name = pinned if conversation.pinned else names[day]
        name = needs_you if row < needing else name
        found.append("" if name == last else name)
        last = name
    return found


def _group(day: date, today: date, locale: QLocale) -> str:
    translate = QCoreApplication.translate
    into_week = (today.isoweekday() - locale.firstDayOfWeek().value) % 7
    if day >= today:
        return translate("DateGroups", "Today")
    if day == today - timedelta(days=1):
        return translate("DateGroups", "Yesterday")
    if day >= today - timedelta(days=into_week):
        return translate("DateGroups", "This week")
    if (day.year, day.month) == (today.year, today.month):
        return translate("DateGroups", "This month")
    month = locale.standaloneMonthName(day.month)
    name = month[:1].upper() + month[1:]
    if day.year == today.year:
        return name
    words = translate("DateGroups", "{month} {year}")
    return words.replace("{month}", name).replace("{year}", str(day.year))


def name_of(conversation: Conversation) -> str:
    """Return what a conversation is called: by its table until something is asked of that, ""
    while it is only drafted.
    """
    begun = conversation.entries or file_of(conversation.agent)
    return conversation.title or (agent_label(conversation.agent) if begun else "")


def title_of(conversation: Conversation) -> str:
    """Return the title as it is shown: one that was only drafted has none yet."""
    new = QCoreApplication.translate("ConversationModel", "New conversation")
    return name_of(conversation) or new


class Apart(NamedTuple):
    """What a conversation is told apart by from those of its title; empty where that is alike.

    `number` is there where nothing else is: which of them it is, from the second on.
    """

    agent: str = ""
    day: datetime | None = None
    clock: datetime | None = None
    number: int = 0

    def words(self, locale: QLocale, *, dated: bool = False) -> str:
        """Return it in words: who answers, when it was begun; without the day where that stands
        beside it (`dated`).
        """
        days = QLocale.FormatType.ShortFormat
        day = None if dated or self.day is None else QDate(*self.day.timetuple()[:3])
        said = [
            agent_label(self.agent) if self.agent else "",
            locale.toString(day, days) if day is not None else "",
            clock(self.clock, locale) if self.clock is not None else "",
            str(self.number) if self.number else "",
        ]
        return ", ".join(filter(None, said))


def told_apart(conversations: Iterable[Conversation]) -> dict[str, Apart]:
    """Return what tells those of one title apart, by context id: who answers, then the day, then
    the time when they were begun, and a number only where all of that is alike.
    """
    titled: dict[str, list[Conversation]] = {}
    for one in conversations:
        if name := name_of(one):
            titled.setdefault(name.casefold(), []).append(one)
    found: dict[str, Apart] = {}
    for alike in titled.values():
        if len(alike) > 1:
            _tell_apart(alike, Apart(), 0, found)
    return found


def _tell_apart(
    alike: Sequence[Conversation], said: Apart, step: int, found: dict[str, Apart]
) -> None:
    """Part conversations by the first thing that differs among them, each part by the next."""
    if len(alike) == 1 or step == len(_STEPS):
        ordered = sorted(alike, key=lambda c: (c.created_at, c.context_id))
        for number, one in enumerate(ordered, start=1):
            found[one.context_id] = said._replace(number=number if number > 1 else 0)
        return
    parts: dict[Apart, list[Conversation]] = {}
    for one in alike:
        parts.setdefault(_STEPS[step](said, one), []).append(one)
    for more, part in parts.items():
        _tell_apart(part, more if len(parts) > 1 else said, step + 1, found)


def _minute(one: Conversation) -> datetime:
    return one.created_at.astimezone().replace(second=0, microsecond=0)


_STEPS: Sequence[Callable[[Apart, Conversation], Apart]] = (
    lambda said, one: said._replace(agent=one.agent),
    lambda said, one: said._replace(day=_minute(one).replace(hour=0, minute=0)),
    lambda said, one: said._replace(clock=_minute(one)),
)
