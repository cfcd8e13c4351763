"""Whatever can have the keyboard says what it is: in the window, its panels and its dialogs."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QWidget

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
]

DIALOGS = (
    "actionPreferences",
    "actionShortcuts",
    "actionHelp",
    "actionReport",
    "actionUpdates",
    "actionDetails",
    "actionTags",
    "actionPalette",
    "actionSwitch",
)


def nameless(window: QWidget) -> list[str]:
    """Return what can have the keyboard and has no name; a spin box speaks for its line."""
    found = []
    for widget in window.findChildren(QWidget):
        reachable = widget.isVisible() and widget.isEnabled()
        if not reachable or widget.focusPolicy() is Qt.FocusPolicy.NoFocus:
            continue
        if widget.window() is not window.window() or widget.objectName() == "qt_spinbox_lineedit":
            continue
        told = QAccessible.queryAccessibleInterface(widget)
        if told is not None and not told.text(QAccessible.Text.Name).strip():
            found.append(f"{type(widget).__name__} {widget.objectName()}")
    return found


async def answered(person: Any) -> None:
    person.say("저그는?")
    await person.sees(lambda: person.states() == ["completed"])


async def test_in_the_window_and_its_panels(reader: Any) -> None:
    assert nameless(reader.window) == []
    await answered(reader)
    reader.say("승률 알려줘")
    await reader.sees(lambda: reader.shows("choice1"))
    for action in ("actionFind", "actionSteps", "actionTimeTravel", "actionTour"):
        reader.action(action).trigger()
    await reader.sees(lambda: reader.shows("travelBar"))
    await reader.sees(lambda: reader.shows("tour"))
    assert nameless(reader.window) == []


async def test_in_dialogs(person: Any) -> None:
    await answered(person)
    for action in DIALOGS:
        person.action(action).trigger()
        await person.sees(lambda: QApplication.activeModalWidget() is not None)
        dialog = QApplication.activeModalWidget()
        assert dialog is not None
        assert nameless(dialog) == [], action
        dialog.close()
        await person.sees(lambda: QApplication.activeModalWidget() is None)


@pytest.mark.parametrize(
    ("action", "name"), [("actionLog", "logView"), ("actionSearchAll", "searchAll")]
)
async def test_in_the_windows_beside(reader: Any, action: str, name: str) -> None:
    await answered(reader)
    reader.action(action).trigger()
    await reader.sees(lambda: reader.find(name).isVisible())
    assert nameless(reader.find(name)) == []
