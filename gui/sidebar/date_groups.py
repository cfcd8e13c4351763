"""The days under which conversations are listed: today, yesterday, this week, months."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale

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


def numbered(conversations: Iterable[Conversation]) -> dict[str, int]:
    """Return which of those of one title each is, from the second on, by context id.

    The oldest has the bare title; one without a title has no number.
    """
    met: dict[str, int] = {}
    found: dict[str, int] = {}
    for one in sorted(conversations, key=lambda c: (c.created_at, c.context_id)):
        key = one.title.casefold()
        if key:
            met[key] = met.get(key, 0) + 1
            if met[key] > 1:
                found[one.context_id] = met[key]
    return found
