"""Conversations stand under the days and months of the person, in the person's words."""

from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from PySide6.QtCore import QLocale

from app.domain.conversations import Conversation
from gui.sidebar.date_groups import headings, numbered

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


def test_those_of_one_title_are_numbered_from_the_oldest() -> None:
    newest, oldest = listed(NOW, NOW - timedelta(days=1), title="Sales")
    other = newest.model_copy(update={"context_id": "x", "title": "sales"})
    bare = listed(NOW, NOW)
    assert numbered([newest, oldest, other]) == {newest.context_id: 2, "x": 3}
    assert numbered(bare) == {}
