"""Shortcuts of one's own: pressed, kept, told when they conflict, and put back."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from gui.look.preferences import Preferences

pytestmark = pytest.mark.anyio

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier


def asked(person: Any, command: str) -> None:
    """Open the sheet and ask for other keys of a command."""
    person.action("actionShortcuts").trigger()
    person.press(f"keys{command}")


def keys_of(person: Any, name: str) -> list[str]:
    return [keys.toString() for keys in person.action(name).shortcuts()]


def put_away(person: Any) -> None:
    person.find("shortcutSheet").reject()


async def test_other_keys_give_the_command_at_once_and_are_kept(open_window: Any) -> None:
    kept: list[dict[str, str]] = []
    chosen = Preferences(
        language="en", theme="light", on_save=lambda p: kept.append(dict(p.shortcuts))
    )
    person = await open_window(preferences=chosen)
    asked(person, "NewConversation")
    person.key(Qt.Key.Key_F5, at="keyField")
    assert person.find("keyField").text() == "F5"
    person.press("keySave")
    await person.sees(lambda: keys_of(person, "actionNewConversation") == ["F5"])
    assert kept[-1] == {"actionNewConversation": "F5"}
    assert person.find("keysNewConversation").accessibleName() == "New Conversation: F5. Change"
    put_away(person)
    person.say("저그는?")
    await person.sees(lambda: person.states() == ["completed"])
    first = person.window.context_id
    person.window.activateWindow()
    await person.sees(lambda: QApplication.activeWindow() is person.window)
    person.key(Qt.Key.Key_F5)
    await person.sees(lambda: person.window.context_id != first)


async def test_who_has_the_keys_is_said_before_they_are_taken(person: Any) -> None:
    asked(person, "Export")
    person.key(Qt.Key.Key_K, CONTROL, at="keyField")
    told = person.find("keyTold").text()
    assert told == "“Go to Conversation” has these keys now. Saved, they are taken from it."
    person.press("keyCancel")
    assert keys_of(person, "actionSwitch") == ["Ctrl+K"], "nothing is taken unasked"
    person.press("keysExport")
    person.key(Qt.Key.Key_K, CONTROL, at="keyField")
    person.press("keySave")
    await person.sees(lambda: keys_of(person, "actionExport") == ["Ctrl+K"])
    assert keys_of(person, "actionSwitch") == []
    assert person.find("keysSwitch").accessibleName() == "Go to Conversation: no keys. Change"
    person.press("shortcutReset")
    assert keys_of(person, "actionSwitch") == ["Ctrl+K"]
    assert keys_of(person, "actionExport") == ["Ctrl+Shift+E"]
    assert not person.find("shortcutReset").isEnabled()
    put_away(person)


async def test_keys_that_write_or_open_menus_are_refused_and_why(person: Any) -> None:
    asked(person, "Export")
    for key, held, word in (
        (Qt.Key.Key_A, (), "writing"),
        (Qt.Key.Key_F, (ALT,), "menu"),
        (Qt.Key.Key_V, (CONTROL,), "written"),
    ):
        person.key(key, *held, at="keyField")
        assert word in person.find("keyTold").text()
        assert not person.find("keySave").isEnabled()
    person.key(Qt.Key.Key_F9, at="keyField")
    assert person.find("keyTold").text() == ""
    assert person.find("keySave").isEnabled()
    person.key(Qt.Key.Key_Escape, at="keyField")
    await person.sees(lambda: not person.shows("keyDialog"))
    assert keys_of(person, "actionExport") == ["Ctrl+Shift+E"]
    put_away(person)


async def test_keys_are_taken_away_and_put_back(person: Any) -> None:
    asked(person, "Stop")
    person.press("keyNone")
    person.press("keySave")
    await person.sees(lambda: keys_of(person, "actionStop") == [])
    person.press("keysStop")
    person.press("keyOwn")
    assert person.find("keyField").text() == "Esc"
    person.press("keySave")
    await person.sees(lambda: keys_of(person, "actionStop") == ["Esc"])
    put_away(person)


async def test_shift_is_no_part_of_a_sign_that_it_writes(person: Any) -> None:
    asked(person, "Export")
    field = person.find("keyField")
    QTest.keyClick(field, Qt.Key.Key_Control)
    assert field.text() == "Ctrl+Shift+E", "nothing was pressed yet"
    QTest.keyClick(field, Qt.Key.Key_E, CONTROL | SHIFT | ALT)
    assert field.text() == "Ctrl+Alt+Shift+E"
    person.find("keyDialog").reject()
    put_away(person)


async def test_the_sheet_is_narrowed_by_words_and_by_keys(person: Any) -> None:
    person.action("actionShortcuts").trigger()
    sheet = person.find("shortcutSheet")

    def shown() -> list[str]:
        return [
            label.text()
            for label in sheet.findChildren(QLabel)
            if label.isVisibleTo(sheet) and label.text()
        ]

    assert "Same as the System" in shown()
    person.find("shortcutFilter").setText("zoom in")
    assert shown()[:2] == ["View · Zoom", "Zoom In"]
    person.find("shortcutFilter").setText("ctrl+shift+e")
    assert "Export" in shown()
    assert "Import" not in shown()
    sheet.reject()


async def test_keys_of_the_settings_hold_in_every_window(open_window: Any) -> None:
    chosen = Preferences(
        language="en", theme="light", shortcuts={"actionExport": "F6", "actionX": "F7"}
    )
    person = await open_window(preferences=chosen)
    assert keys_of(person, "actionExport") == ["F6"]
    assert keys_of(person, "actionNextPane") == []
    assert person.action("actionExport").shortcut() == QKeySequence("F6")
