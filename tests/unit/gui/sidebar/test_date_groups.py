"""Conversations stand under the days and months of the person, in the person's words."""

from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from PySide6.QtCore import QLocale

from app.domain.conversations import Conversation
from gui.sidebar.date_groups import headings, told_apart

ZONE = timezone(timedelta(hours=9))
NOW = datetime(2026, 11, 27, 0, 30, tzinfo=ZONE)
"""A Friday, half an hour after midnight in Seoul; the day before in UTC."""


def listed(*moments: datetime, **more: Any) -> list[Conversation]:
    return [
        Conversation(context_id=str(at), created_at=moment, updated_at=moment, **more)
        for at, moment in enumerate(moments)
    ]


def test_days_are_those_of_the_person() -> None:
    local = [
        NOW + timedelta(days=1),
        NOW - timedelta(minutes=20),
        NOW - timedelta(minutes=40),
        NOW - timedelta(days=2),
        NOW - timedelta(days=6),
        NOW - timedelta(days=30),
        NOW - timedelta(days=31),
        NOW - timedelta(days=400),
    ]
    rows = listed(*(moment.astimezone(tz=None) for moment in local))
    assert headings(rows, NOW, QLocale("en_US")) == [
        "Today", "", "Yesterday", "This week", "This month", "October", "", "October 2025",
    ]  # fmt: skip


@pytest.mark.parametrize(("language", "sunday"), [("en_US", "This week"), ("es_ES", "This month")])
def test_a_week_begins_where_the_person_begins_it(language: str, sunday: str) -> None:
    [found] = headings(listed(datetime(2026, 11, 22, tzinfo=ZONE)), NOW, QLocale(language))
    assert found == sunday


def test_what_is_pinned_stands_under_no_day() -> None:
    assert headings(listed(NOW, NOW, pinned=True), NOW, QLocale("en_US")) == ["Pinned", ""]


def test_those_of_one_title_are_told_apart_by_what_differs_before_a_number(qapp: Any) -> None:
    noon = datetime(2026, 11, 27, 12, tzinfo=ZONE).astimezone()
    at = (noon, noon + timedelta(minutes=5), noon + timedelta(minutes=5, seconds=1))
    rows = listed(*at, noon - timedelta(days=3), title="Sales")
    rows += [rows[0].model_copy(update={"context_id": "x", "agent": "chat", "title": "sales"})]
    said = {key: one.words(QLocale("en_GB")) for key, one in told_apart(rows).items()}
    ours, day, clock = "Sample data (simulated)", f"{noon:%d/%m/%Y}", f"{noon:%H:}"
    assert said["x"] == "Chat", "one of another agent"
    assert said["3"].startswith(f"{ours}, ") and clock not in said["3"], "the only one of its day"
    assert said["0"] == f"{ours}, {day}, {noon:%H:%M}"
    assert said["2"] == f"{said['1']}, 2", "of one minute"
    assert told_apart(rows[:1]) == {}
    assert told_apart(listed(NOW, NOW)) == {}, "without a title"
    assert told_apart(rows[:2])["0"].words(QLocale("en_GB")) == f"{noon:%H:%M}"
