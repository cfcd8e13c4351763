"""Two results are compared: from the keyboard, from the menu, in one table and one picture."""

from typing import Any

import pytest
from PySide6.QtCore import QLocale, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from gui.blocks.result_data import read_result
from gui.compare.model import CompareModel
from gui.compare.pairing import compare
from gui.compare.window import CompareWindow
from gui.look.theme import LIGHT

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
]

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


async def two_results(person: Any) -> None:
    for count, text in enumerate(("저그는?", "테란은?"), start=1):
        person.say(text)
        await person.sees(lambda count=count: person.states() == ["completed"] * count)


async def compared(person: Any) -> Any:
    await two_results(person)
    person.key(Qt.Key.Key_D, CONTROL, SHIFT)
    await person.sees(lambda: person.shows("comparePalette"))
    person.key(Qt.Key.Key_Return, at="comparePaletteField")
    await person.sees(lambda: person.window.findChild(object, "compareWindow") is not None)
    return person.find("compareWindow")


def cells(window: Any) -> list[list[str]]:
    model = window.model
    return [
        [str(model.index(row, column).data()) for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


async def test_two_results_are_compared_from_the_keyboard_alone(person: Any) -> None:
    window = await compared(person)
    assert cells(window) == [["≠ differs", "≠ Zerg → Terran", "≠ 42.0% → 58.0% (+16.0 pp)"]]
    spoken = window.model.index(0, 2).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Win rate: ≠ 42.0% → 58.0% (+16.0 pp), differs"
    assert window.findChild(object, "compareChart").accessibleName() == window.summary()
    assert window.summary() == "Rows the same: 0; different: 1; in one only: 0 and 0."


async def test_a_label_stands_over_its_values(person: Any) -> None:
    model = (await compared(person)).model
    role = Qt.ItemDataRole.TextAlignmentRole
    for column in range(model.columnCount()):
        label = model.headerData(column, Qt.Orientation.Horizontal, role)
        assert label == model.index(0, column).data(role), column


async def test_a_comparison_is_copied_unrounded(person: Any) -> None:
    window = await compared(person)
    QTest.mouseClick(window.copy_tabs, Qt.MouseButton.LeftButton)
    head, line = QApplication.clipboard().text().splitlines()
    assert head.split("\t") == [
        *("Change", "Race", "Win rate (1)", "Win rate (2)", "Win rate, difference"),
    ]
    assert line.split("\t")[:4] == ["differs", "Zerg → Terran", "0.42", "0.58"]
    QTest.mouseClick(window.copy_markdown, Qt.MouseButton.LeftButton)
    assert QApplication.clipboard().text().splitlines()[1] == "| --- | --- | --- | --- | --- |"
    window.table.selectAll()
    QTest.keyClick(window.table, Qt.Key.Key_C, CONTROL)
    assert QApplication.clipboard().text().startswith("≠ differs\t≠ Zerg → Terran\t")


def test_what_one_result_has_is_written_without_a_sign_and_to_the_decimals_of_its_column(
    qapp: QApplication,
) -> None:
    names = [{"name": "product", "part": "group"}, {"name": "rating"}, {"name": "rows"}]
    first, second = (
        read_result({"columns": names[:width], "rows": [row[:width] for row in rows]})
        for width, rows in (
            (3, [["Lamp", 4.26, 9], ["Chair", 4.4, 7]]),
            (2, [["Lamp", 4.26], ["Desk", 4.0]]),
        )
    )
    assert first is not None and second is not None
    model = CompareModel(compare(first, second), QLocale("en"), LIGHT)
    shown = [[str(model.index(row, at).data()) for at in range(1, 4)] for row in range(3)]
    assert shown == [["Lamp", "4.26", "9"], ["Chair", "4.40", "7"], ["Desk", "4.00", ""]]
    across = Qt.Orientation.Horizontal
    assert [model.headerData(at, across) for at in (2, 3)] == ["rating", "rows (1)"]
    assert model.lines()[0] == [
        *("Change", "product", "rating (1)", "rating (2)", "rating, difference", "rows (1)"),
    ]


def test_results_beside_each_other_say_nothing_of_rows_and_keep_their_units(qtbot: QtBot) -> None:
    rate = {"name": "rate", "type": "rate", "part": "measure"}
    first = read_result({"columns": [{"name": "map", "part": "group"}, rate], "rows": [["A", 0.5]]})
    change = {"name": "difference", "type": "rate", "unit": "points", "part": "change"}
    columns = [{"name": "race", "part": "group"}, rate, change]
    second = read_result({"columns": columns, "rows": [["Zerg", 0.5, -0.16]]})
    assert first is not None and second is not None
    parent = QWidget()
    qtbot.addWidget(parent)
    window = CompareWindow(compare(first, second), (), None, parent)
    assert cells(window)[0][1:] == ["A", "50.0%", "Zerg", "50.0%", "-16.0"]
    assert window.table.isColumnHidden(0) and window.only.isHidden()
    alike = CompareWindow(compare(first, first), (), None, parent)
    assert not alike.table.isColumnHidden(0) and not alike.only.isHidden()


async def test_only_what_differs_is_shown_when_asked(person: Any) -> None:
    for count in (1, 2):
        person.say("저그는?")
        await person.sees(lambda count=count: person.states() == ["completed"] * count)
    person.action("actionCompare").trigger()
    await person.sees(lambda: person.shows("comparePalette"))
    person.key(Qt.Key.Key_Return, at="comparePaletteField")
    await person.sees(lambda: person.window.findChild(object, "compareWindow") is not None)
    window = person.find("compareWindow")
    assert cells(window) == [["= same", "Zerg", "42.0%"]]
    window.only.setChecked(True)
    assert cells(window) == []


async def test_a_result_of_another_conversation_is_offered_too(person: Any) -> None:
    person.say("저그는?")
    await person.sees(lambda: person.states() == ["completed"])
    person.action("actionNewConversation").trigger()
    person.say("테란은?")
    await person.sees(lambda: person.states() == ["completed"])
    view = person.find("chatView")
    at = view.row_rect(1).center().toPoint()
    menu_event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, QPoint(5, 5))
    QApplication.sendEvent(view.viewport(), menu_event)
    menu = view.findChildren(QMenu)[-1]
    lines = {action.text().replace("&", ""): action for action in menu.actions()}
    menu.close()
    lines["Compare with another result…"].trigger()
    await person.sees(lambda: person.shows("comparePalette"))
    model = person.find("comparePaletteList").model()
    assert [model.index(row).data() for row in range(model.rowCount())] == ["저그는?"]
    person.find("comparePalette").reject()


async def test_answers_that_say_the_same_are_offered_once(clerk: Any) -> None:
    asked = ("total amount by region", "only South", *["how many rows by product"] * 3)
    for count, text in enumerate(asked, start=2):
        clerk.say(text)
        await clerk.sees(lambda count=count: clerk.states() == ["completed"] * count)
    clerk.action("actionCompare").trigger()
    await clerk.sees(lambda: clerk.shows("comparePalette"))
    model = clerk.find("comparePaletteList").model()
    offered = [model.index(row).data() for row in range(model.rowCount())]
    assert len(set(offered)) == len(offered) == 3, offered
    assert "South" in str(offered) and "only South" not in offered, "it tells the whole question"
    clerk.find("comparePalette").reject()


async def test_one_result_alone_cannot_be_compared_and_that_is_said(person: Any) -> None:
    person.say("저그는?")
    await person.sees(lambda: person.states() == ["completed"])
    person.action("actionCompare").trigger()
    await person.sees(lambda: "two answers with a table" in str(person.find("notices").texts()))
