"""A press on a mark of a chart offers to keep only its rows; the next press asks for them."""

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from app.domain.messages import EDITS_MEDIA_TYPE, DataPart

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
]

DONE = "completed"


def actions(person: Any) -> dict[str, Any]:
    return {value: rect for _, value, rect in person.find("chatView").target_rects()}


def press_mark(person: Any, name: str) -> None:
    view = person.find("chatView")
    view.scroll_to(3)
    view.flush()
    width, height = view.viewport().width(), view.viewport().height()
    spot = next(
        QPoint(x, y)
        for y in range(10, height, 6)
        for x in range(10, width, 6)
        if view.tooltip_at(QPoint(x, y)).startswith(name)
    )
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=spot)


async def test_a_mark_narrows_the_question(clerk: Any) -> None:
    clerk.say("total amount by region")
    await clerk.sees(lambda: clerk.states() == [DONE] * 2)
    assert "only:South" not in actions(clerk)
    press_mark(clerk, "North")
    await clerk.sees(lambda: "only:North" in actions(clerk))
    press_mark(clerk, "South")
    await clerk.sees(lambda: "only:South" in actions(clerk))
    assert "only:North" not in actions(clerk)
    view = clerk.find("chatView")
    before = list(actions(clerk)).index("only:South")
    view.setFocus()
    for _ in range(before + 1):
        QTest.keyClick(view, Qt.Key.Key_Tab)
    QTest.keyClick(view, Qt.Key.Key_Return)
    await clerk.sees(lambda: clerk.states() == [DONE] * 3)
    asked = view.model().entry(4).message
    assert asked.text == "Only “South”"
    [part] = [p for p in asked.parts if isinstance(p, DataPart)]
    assert part.media_type == EDITS_MEDIA_TYPE
    table = view.model().entry(5).answer.artifact("result").data
    assert table["rows"][0][:2] == ["South", 800]
    clerk.say("by product")
    await clerk.sees(lambda: clerk.states() == [DONE] * 4)
    followed = view.model().entry(7).answer.artifact("result").data
    assert [row[0] for row in followed["rows"]] == ["Desk"]


async def test_marks_of_time_are_only_shown(clerk: Any) -> None:
    clerk.say("total amount by month")
    await clerk.sees(lambda: clerk.states() == [DONE] * 2)
    frame = clerk.find("chatView").model().entry(3).answer.artifact("frame").data
    assert frame["narrow"] == []
