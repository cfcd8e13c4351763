"""Every key of every command, pressed for real in every widget of the window that takes keys."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from gui.chat.table_widgets import ResultTableView

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
]

LEAVING = ("actionClose", "actionQuit")


async def showing_all(person: Any) -> None:
    """Bring table, question, search of the conversation, notices and sidebar before the eyes."""
    if not tables(person):
        person.action("actionNewConversation").trigger()
        person.find("composer").clear()
        person.say("테란 승률")
        await person.sees(lambda: tables(person))
    await person.sees(lambda: "running" not in person.states())
    person.action("actionSidebar").setChecked(True)
    person.action("actionFullScreen").setChecked(False)
    for name in ("actionInspector", "actionTimeTravel", "actionSteps"):
        if person.action(name).isChecked():
            person.action(name).trigger()
    person.action("actionFind").trigger()


def tables(person: Any) -> list[ResultTableView]:
    return [t for t in person.window.findChildren(ResultTableView) if t.isVisible()]


def taking_keys(window: QWidget) -> list[tuple[type, str]]:
    """Class and object name of each widget that a key can reach now."""
    return [
        (type(one), one.objectName())
        for one in window.findChildren(QWidget)
        if one.window() is window
        and one.isVisibleTo(window)
        and one.isEnabled()
        and one.focusPolicy() != Qt.FocusPolicy.NoFocus
    ]


def others(window: QWidget) -> list[QWidget]:
    return [w for w in QApplication.topLevelWidgets() if w is not window and w.isVisible()]


async def test_every_shortcut_in_every_widget_leaves_the_window_alive(person: Any) -> None:
    window = person.window
    await showing_all(person)
    actions = [
        action
        for action in window.findChildren(QAction)
        if action.objectName().startswith("action") and action.objectName() not in LEAVING
        if action.shortcuts()
    ]
    made: list[str] = []
    person.action("actionNewWindow").triggered.connect(lambda: made.append("window"))
    reached: set[str] = set()
    for kind, object_name in taking_keys(window):
        for action in actions:
            await showing_all(person)
            widget = next(w for w in window.findChildren(kind, object_name) if w.isVisible())
            window.activateWindow()
            await person.sees(window.isActiveWindow)
            widget.setFocus()
            reached.add(type(QApplication.focusWidget()).__name__)
            QTest.keySequence(widget, action.shortcuts()[0])
            if made:
                made.clear()
                await person.sees(lambda: others(window))
            for other in others(window):
                other.close()
            assert window.isVisible()
    assert {"ResultTableView", "ChatView", "Composer", "ConversationList"} <= reached


async def test_the_copy_command_copies_the_marked_cells_of_a_table(person: Any) -> None:
    person.say("테란 승률")
    await person.sees(lambda: tables(person))
    (table,) = tables(person)
    person.window.activateWindow()
    table.setFocus()
    table.selectRow(0)
    person.action("actionCopy").trigger()
    assert QGuiApplication.clipboard().text() == "Terran\t58.0%"


@pytest.mark.parametrize("keys", ["Ctrl+W", "Ctrl+Q"])
async def test_the_window_can_be_left_from_within_a_table(person: Any, keys: str) -> None:
    person.say("테란 승률")
    await person.sees(lambda: tables(person))
    (table,) = tables(person)
    person.window.activateWindow()
    table.setFocus()
    QTest.keySequence(table, QKeySequence(keys))
    assert not person.window.isVisible()


@pytest.mark.parametrize("name", ["composer", "searchField"])
async def test_a_key_that_takes_a_word_away_is_the_text_fields_own(person: Any, name: str) -> None:
    person.say("테란 승률")
    await person.sees(lambda: person.states() == ["completed"])
    field = person.find(name)
    person.window.activateWindow()
    await person.sees(person.window.isActiveWindow)
    field.setFocus()
    person.compose("hello world", at=name)
    QTest.keySequence(field, QKeySequence("Ctrl+Backspace"))
    QTest.keySequence(field, QKeySequence("Home"))
    QTest.keySequence(field, QKeySequence("Ctrl+Delete"))
    text = field.toPlainText() if name == "composer" else field.text()
    assert text == ""
    assert len(person.titles()) == 1
    assert person.states() == ["completed"]
