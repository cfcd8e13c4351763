"""The help is inside, in the person's language, and found by its words from the keyboard."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from gui.dialogs.help import read_pages
from gui.platform.i18n import LANGUAGES

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
]


def shown(help_window: Any) -> list[str]:
    model = help_window.list.lines
    return [str(model.index(row).data()) for row in range(model.rowCount())]


async def opened(person: Any) -> Any:
    person.key(Qt.Key.Key_F1)
    await person.sees(lambda: QApplication.activeModalWidget() is not None)
    return QApplication.activeModalWidget()


async def test_help_opens_with_f1_and_is_searched(person: Any) -> None:
    found = await opened(person)
    assert shown(found)[0] == "First steps"
    assert "Ask about the table" in found.text.toPlainText()
    QTest.keyClicks(found.search, "differs dashed")
    assert shown(found) == ["Compare two results"]
    assert "Ctrl+Shift+D" in found.text.toPlainText()
    QTest.keyClicks(found.search, " zzz")
    assert (shown(found), found.text.toPlainText()) == ([], "Nothing fits.")
    QTest.keyClick(found, Qt.Key.Key_Escape)
    assert not found.isVisible()


async def test_help_speaks_the_language_of_the_window(person: Any) -> None:
    person.action("actionLanguageKo").trigger()
    found = await opened(person)
    assert found.windowTitle() == "도움말"
    assert shown(found)[0] == "첫걸음"
    found.reject()


def test_every_language_has_the_same_pages_and_names_the_same_keys() -> None:
    pages = {language: read_pages(language) for language in LANGUAGES}
    assert len({len(found) for found in pages.values()}) == 1
    for one, other in zip(pages["en"], pages["ko"], strict=True):
        assert one.text.count("Ctrl+") == other.text.count("Ctrl+"), one.title
    for one, other in zip(pages["en"], pages["es"], strict=True):
        assert one.text.count("Ctrl+") == other.text.count("Ctrl+"), one.title
