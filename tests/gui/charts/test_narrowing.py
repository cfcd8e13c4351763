"""A press on a mark of a chart offers to keep only its rows; the next press asks for them."""

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolTip

from app.domain.messages import EDITS_MEDIA_TYPE, DataPart

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
]

DONE = "completed"


def actions(person: Any) -> dict[str, Any]:
    return {value: rect for _, value, rect in person.find("chatView").target_rects()}


def labels(person: Any) -> list[str]:
    return [offer.name for offer in person.find("chatView").offers()]


def press_mark(person: Any, *told: str, row: int = 3) -> None:
    view = person.find("chatView")
    view.scroll_to(row)
    view.flush()
    width, height = view.viewport().width(), view.viewport().height()
    spot = next(
        QPoint(x, y)
        for y in range(10, height, 6)
        for x in range(10, width, 6)
        if all(one in view.tooltip_at(QPoint(x, y)) for one in told)
    )
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=spot)


def narrowed(person: Any, row: int) -> Any:
    """Return the first row of an answer's table, which was asked for with edits."""
    view = person.find("chatView")
    [part] = [p for p in view.model().entry(row - 1).message.parts if isinstance(p, DataPart)]
    assert part.media_type == EDITS_MEDIA_TYPE
    [first] = view.model().entry(row).answer.artifact("result").data["rows"]
    return first


async def test_a_mark_narrows_the_question(clerk: Any) -> None:
    clerk.say("total amount by region")
    await clerk.sees(lambda: clerk.states() == [DONE] * 2)
    clerk.find("chatView").scroll_to(3)
    before = actions(clerk)["copy_chart"]
    press_mark(clerk, "North")
    await clerk.sees(lambda: "Only “North”" in labels(clerk))
    assert actions(clerk)["copy_chart"].topLeft() == before.topLeft(), "nothing gives way to it"
    press_mark(clerk, "South")
    await clerk.sees(lambda: "Only “South”" in labels(clerk))
    assert "Only “North”" not in labels(clerk)
    view = clerk.find("chatView")
    before = next(at for at, one in enumerate(actions(clerk)) if one.startswith("only:"))
    view.setFocus()
    for _ in range(before + 1):
        QTest.keyClick(view, Qt.Key.Key_Tab)
    QTest.keyClick(view, Qt.Key.Key_Return)
    await clerk.sees(lambda: clerk.states() == [DONE] * 3)
    assert view.model().entry(4).message.text == "Only “South”"
    assert narrowed(clerk, 5)[:2] == ["South", 800]
    clerk.say("by product")
    await clerk.sees(lambda: clerk.states() == [DONE] * 4)
    followed = view.model().entry(7).answer.artifact("result").data
    assert [row[0] for row in followed["rows"]] == ["Desk"]


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("total amount by month", ("Mar 2026",)),
        ("total amount by month and region", ("Mar 2026", "South")),
        ("heat map of total amount by product and region", ("Desk", "South")),
    ],
)
async def test_a_mark_of_several_groups_is_walked_to_and_pressed_with_the_keyboard(
    clerk: Any, question: str, kept: tuple[str, ...]
) -> None:
    clerk.say(question)
    await clerk.sees(lambda: clerk.states() == [DONE] * 2)
    view = clerk.find("chatView")
    told: list[str] = []
    view.announced.connect(told.append)
    view.scroll_to(3)
    view.setFocus()
    for key in [Qt.Key.Key_Tab] + [Qt.Key.Key_Right] * 40:
        if not (told and all(one in told[-1] for one in kept)):
            QTest.keyClick(view, key)
    assert all(one in QToolTip.text() for one in kept), "what it is shows as under the pointer"
    QTest.keyClick(view, Qt.Key.Key_Return)
    await clerk.sees(lambda: any(one.startswith("only:") for one in actions(clerk)))
    QTest.keyClick(view, Qt.Key.Key_Tab)
    assert told[-1].startswith("Only “") and all(one in told[-1] for one in kept)
    QTest.keyClick(view, Qt.Key.Key_Return)
    await clerk.sees(lambda: clerk.states() == [DONE] * 3)
    assert {*narrowed(clerk, 5)} >= {one.replace("Mar 2026", "2026-03") for one in kept}


async def test_a_mark_of_two_groups_shows_its_row(clerk: Any) -> None:
    clerk.say("total amount by month and region")
    await clerk.sees(lambda: clerk.states() == [DONE] * 2)
    press_mark(clerk, "Mar 2026", "South")
    await clerk.sees(lambda: "Only “Mar 2026, South”" in labels(clerk))


async def test_a_mark_beside_others_keeps_its_rows_of_the_answer_that_it_is_of(clerk: Any) -> None:
    clerk.say("total amount by region")
    await clerk.sees(lambda: clerk.states() == [DONE] * 2)
    clerk.say("total amount by product")
    await clerk.sees(lambda: clerk.states() == [DONE] * 3)
    clerk.say("total amount by region in 2026")
    await clerk.sees(lambda: clerk.states() == [DONE] * 4)
    clerk.say("summarise the earlier analyses")
    await clerk.sees(lambda: clerk.states() == [DONE] * 5)
    press_mark(clerk, "South", "2026", row=9)
    await clerk.sees(lambda: "Only “South”" in labels(clerk))
    view = clerk.find("chatView")
    at = next(at for at, one in enumerate(actions(clerk)) if one.startswith("only:"))
    view.setFocus()
    for _ in range(at + 1):
        QTest.keyClick(view, Qt.Key.Key_Tab)
    QTest.keyClick(view, Qt.Key.Key_Return)
    await clerk.sees(lambda: clerk.states() == [DONE] * 6)
    asked = view.model().entry(11).answer.artifact("frame").data["query"]
    assert [one["column"] for one in asked["where"]["all"]] == ["day", "region"], "of the third one"
