"""What the menus give beside the conversation: cut, paste, the next place found, help from us."""

from typing import Any

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from app.system.installation import RELEASES, Installed
from gui.dialogs.about import UpdateDialog

pytestmark = pytest.mark.anyio


async def test_cut_and_paste_from_the_menu(person: Any) -> None:
    person.window.activateWindow()
    composer = person.find("composer")
    composer.setFocus()
    await person.sees(composer.hasFocus)
    QTest.keyClicks(composer, "Zerg")
    person.action("actionSelectAll").trigger()
    person.action("actionCut").trigger()
    assert composer.toPlainText() == ""
    assert QApplication.clipboard().text() == "Zerg"
    person.find("conversationList").setFocus()
    person.action("actionPaste").trigger()
    assert composer.toPlainText() == "Zerg", "what is pasted nowhere is written"
    person.find("searchField").setFocus()
    person.action("actionPaste").trigger()
    assert person.find("searchField").text() == "Zerg"


@pytest.mark.parametrize("language", ["En", "Ko", "Es"])
async def test_each_menu_has_room_on_a_screen_of_900_pixels_at_twice_the_size(
    person: Any, language: str
) -> None:
    person.action(f"actionLanguage{language}").trigger()
    menus = [action.menu() for action in person.window.menuBar().actions()]
    assert {
        menu.title(): menu.sizeHint().height() for menu in menus if menu.sizeHint().height() > 450
    } == {}


async def test_the_next_place_is_found_from_the_menu(person: Any) -> None:
    for number, text in enumerate(("저그는?", "저그는요?", "그럼 저그는?"), start=1):
        person.say(text)
        await person.sees(lambda number=number: person.states() == ["completed"] * number)
    person.action("actionFindNext").trigger()
    assert person.shows("findBar"), "it asks what to find first"
    person.find("findField").setText("저그")
    await person.sees(lambda: " of " in person.find("findCount").text())
    place, _, count = person.find("findCount").text().partition(" of ")
    assert place == count, "the newest first"
    person.action("actionFindPrevious").trigger()
    assert person.find("findCount").text() == f"{int(count) - 1} of {count}"
    person.action("actionFindNext").trigger()
    person.action("actionFindNext").trigger()
    assert person.find("findCount").text() == f"1 of {count}", "around the end"


async def test_a_problem_is_reported_by_hand(person: Any) -> None:
    person.action("actionReport").trigger()
    text = person.find("crashReportText").toPlainText()
    assert "balance-desk " in text
    assert "Qt " in text
    person.press("crashReportCopy")
    assert QApplication.clipboard().text() == text
    person.press("crashReportClose")


class Browser:
    """Stands in for the system's way to open an address."""

    def __init__(self) -> None:
        self.opened: list[str] = []

    def open(self, url: QUrl) -> bool:
        self.opened.append(url.toString())
        return True


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch) -> Browser:
    made = Browser()
    monkeypatch.setattr(QDesktopServices, "openUrl", made.open)
    return made


async def test_updates_are_looked_for_only_when_the_person_opens_the_page(
    person: Any, browser: Browser
) -> None:
    person.action("actionUpdates").trigger()
    assert person.find("updateText0").text().startswith("You have version ")
    assert browser.opened == []
    person.press("updatePage")
    assert browser.opened == [RELEASES]
    person.press("updateClose")


@pytest.mark.parametrize(
    ("copy", "word"),
    [
        (Installed("package", "pipx upgrade balance-desk"), "Python package"),
        (Installed("flatpak", "flatpak update x"), "Flatpak"),
        (Installed("source", "git pull && make run"), "source"),
        (Installed("bundle", ""), "folder"),
    ],
)
async def test_how_a_copy_is_updated_depends_on_how_it_came(
    person: Any, copy: Installed, word: str
) -> None:
    dialog = UpdateDialog(person.window, copy)
    dialog.open()
    said = " ".join(label.text() for label in dialog.findChildren(QLabel))
    assert word in said
    if copy.command:
        assert person.find("updateCommand").text() == copy.command
        person.press("updateCopy")
        assert QApplication.clipboard().text() == copy.command
    dialog.reject()
