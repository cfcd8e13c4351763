"""The query of an answer is changed and run from its fold-out, with real keys."""

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
]

DONE = "completed"


async def press(person: Any, value: str) -> None:
    view = person.find("chatView")
    await person.sees(lambda: value in [action for _, action, _ in view.target_rects()])
    rect = [rect for _, action, rect in view.target_rects() if action == value][-1]
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=rect.center().toPoint())


def write(person: Any, sql: str) -> None:
    field = person.find("statementField")
    QTest.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(field, sql)


async def test_a_query_is_edited_run_and_edited_again(clerk: Any) -> None:
    clerk.say("total amount by region")
    await clerk.sees(lambda: clerk.states() == [DONE] * 2)
    await press(clerk, "toggle")
    await press(clerk, "edit_sql")
    await clerk.sees(lambda: clerk.shows("statementField"))
    field = clerk.find("statementField")
    assert field.toPlainText().startswith("WITH"), "no line of its origin"
    assert field.verticalScrollBar().value() == 0, "it is read from the top"
    write(clerk, "SELECT product, count(*) AS n FROM sales GROUP BY product")
    QTest.keyClick(
        clerk.find("statementField"), Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier
    )
    await clerk.sees(lambda: clerk.states() == [DONE] * 3)
    assert clerk.rows()[4][0] == "SELECT product, count(*) AS n FROM sales GROUP BY product"
    assert clerk.rows()[5][0].startswith("Your own query gives 3 rows.")
    menu_of(clerk, 4)["Edit and send again"].trigger()
    await clerk.sees(lambda: clerk.shows("statementField"))
    write(clerk, "DROP TABLE sales")
    clerk.press("statementRun")
    await clerk.sees(lambda: clerk.states() == [DONE] * 3 + ["rejected"])
    await press(clerk, "edit_sql")
    await clerk.sees(lambda: clerk.shows("statementField"))
    field = clerk.find("statementField")
    assert "Only a single SELECT may run." in clerk.find("statementRefused").text()
    assert field.toPlainText() == "DROP TABLE sales"
    clerk.press("statementRestore")
    assert field.toPlainText().startswith("WITH") and not clerk.shows("statementRestore")
    QTest.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert field.toPlainText() == "DROP TABLE sales"
    QTest.keyClick(field, Qt.Key.Key_Escape)
    await clerk.sees(lambda: not clerk.shows("statementField"))
    assert clerk.find("composer").toPlainText() == ""
    role = Qt.ItemDataRole.AccessibleTextRole
    replaced = clerk.find("chatView").model().index(5).data(role)
    assert ", Replaced, " in replaced
    clerk.say("total amount")
    await clerk.sees(lambda: clerk.states()[-1] == DONE)
    assert "2,400" in clerk.rows()[9][0], "nothing was dropped"


async def test_what_an_answer_offers_is_in_the_palette(clerk: Any) -> None:
    clerk.say("total amount by region")
    await clerk.sees(lambda: clerk.states() == [DONE] * 2)
    view = clerk.find("chatView")
    for words, shows in (("SQL", "edit_sql"), ("edit and run", "")):
        await clerk.sees(lambda words=words: view.offers())
        clerk.key(
            Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
        )
        await clerk.sees(lambda: clerk.shows("commandPalette"))
        clerk.compose(words, at="commandPaletteField")
        clerk.key(Qt.Key.Key_Return, at="commandPaletteField")
        await clerk.sees(lambda shows=shows: shows in str(view.target_rects()))
    await clerk.sees(lambda: clerk.shows("statementField"))


async def test_the_answer_at_hand_is_the_one_that_is_read(clerk: Any) -> None:
    """Under a page that fills most of the window, the next question is seen, and its first line."""
    clerk.window.resize(1000, 760)
    clerk.say("total amount by region")
    await clerk.sees(lambda: clerk.states() == [DONE] * 2)
    view = clerk.find("chatView")
    assert "Pin to the board" in [one.name for one in view.offers()]
    clerk.action("actionDataPage").trigger()
    await clerk.sees(lambda: "Correct “amount”" in [one.name for one in view.offers()])


async def test_what_is_left_with_esc_or_empty_is_not_run(clerk: Any) -> None:
    clerk.say("total amount by region")
    await clerk.sees(lambda: clerk.states() == [DONE] * 2)
    await press(clerk, "toggle")
    await press(clerk, "edit_sql")
    await clerk.sees(lambda: clerk.shows("statementField"))
    field = clerk.find("statementField")
    QTest.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(field, Qt.Key.Key_Delete)
    assert not clerk.find("statementRun").isEnabled()
    QTest.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert clerk.shows("statementField")
    QTest.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert clerk.find("statementRun").isEnabled()
    QTest.keyClick(field, Qt.Key.Key_Escape)
    await clerk.sees(lambda: not clerk.shows("statementField"))
    assert clerk.states() == [DONE] * 2


async def test_other_agents_queries_are_only_shown(person: Any) -> None:
    person.say("저그는?")
    await person.sees(lambda: person.states() == [DONE])
    await press(person, "toggle")
    view = person.find("chatView")
    assert "edit_sql" not in [action for _, action, _ in view.target_rects()]


def menu_of(person: Any, row: int) -> dict[str, Any]:
    view = person.find("chatView")
    at = view.row_rect(row).center().toPoint()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, QPoint(5, 5))
    QApplication.sendEvent(view.viewport(), event)
    menu = view.findChildren(QMenu)[-1]
    lines = {action.text().replace("&", ""): action for action in menu.actions()}
    menu.close()
    return lines
