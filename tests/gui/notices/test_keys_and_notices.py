"""Keys are never lost on nothing, and what is told of a conversation is told in that one only."""

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTableView

from gui.look.theme import LIGHT
from gui.notices.bar import Notice, NoticeAction
from tests.gui.pixels import colours

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
]


async def begin(person: Any) -> None:
    person.say("테란 승률")
    await person.sees(lambda: person.states() == ["completed"])
    person.window.activateWindow()
    await person.sees(person.window.isActiveWindow)


async def write(person: Any, text: str) -> None:
    held = QApplication.focusWidget()
    assert held is not None
    QTest.keyClicks(held, text)
    await person.sees(lambda: person.find("composer").toPlainText() == text)


@pytest.mark.parametrize(("keys", "bar"), [("Ctrl+F", "findField"), ("Ctrl+Shift+H", "travelBar")])
async def test_who_leaves_a_bar_with_esc_writes_on(person: Any, keys: str, bar: str) -> None:
    await begin(person)
    QTest.keySequence(person.find("composer"), QKeySequence(keys))
    await person.sees(lambda: person.shows(bar))
    held = QApplication.focusWidget()
    assert held is not None
    QTest.keyClick(held, Qt.Key.Key_Escape)
    await write(person, "and")


@pytest.mark.parametrize("part", ["searchField", "conversationList", "words"])
async def test_who_leaves_the_sidebar_with_esc_writes_on(person: Any, part: str) -> None:
    await begin(person)
    person.find("searchField").setFocus()
    if part == "words":
        QTest.keyClicks(person.find("searchField"), "Zerg")
        QTest.keyClick(person.find("searchField"), Qt.Key.Key_Escape)
        assert person.find("searchField").text() == "", "first it is emptied"
    elif part == "conversationList":
        person.find(part).setFocus()
    held = QApplication.focusWidget()
    assert held is not None and held is not person.find("composer")
    QTest.keyClick(held, Qt.Key.Key_Escape)
    await write(person, "and")


async def test_who_picks_a_conversation_in_the_palette_writes_in_it(person: Any) -> None:
    await begin(person)
    person.find("conversationList").setFocus()
    person.action("actionSwitch").trigger()
    await person.sees(lambda: person.shows("quickSwitcher"))
    QTest.keyClick(person.find("quickSwitcherField"), Qt.Key.Key_Return)
    await person.sees(lambda: not person.shows("quickSwitcher"))
    person.window.activateWindow()
    await write(person, "and")


async def test_letters_typed_over_the_messages_are_written(person: Any) -> None:
    await begin(person)
    person.find("chatView").setFocus()
    await write(person, "a")


async def test_who_deletes_a_conversation_over_its_messages_writes_on(person: Any) -> None:
    await begin(person)
    view = person.find("chatView")
    view.setFocus()
    QTest.keySequence(view, QKeySequence("Ctrl+Shift+Delete"))
    await person.sees(lambda: person.titles() == [])
    await write(person, "zerg")
    person.find("composer").clear()
    person.action("actionUndo").trigger()
    await person.sees(lambda: len(person.titles()) == 1)
    await write(person, "and")


async def test_who_deletes_while_writing_has_the_text_again_with_the_conversation(
    person: Any,
) -> None:
    await begin(person)
    composer = person.find("composer")
    composer.setFocus()
    await write(person, "and zerg")
    QTest.keySequence(composer, QKeySequence("Ctrl+Shift+Delete"))
    await person.sees(lambda: person.titles() == [])
    assert composer.toPlainText() == ""
    QTest.keySequence(composer, QKeySequence("Ctrl+Z"))
    await person.sees(lambda: len(person.titles()) == 1)
    await person.sees(lambda: composer.toPlainText() == "and zerg")


async def test_a_branch_is_told_of_in_the_branch_only(person: Any) -> None:
    await begin(person)
    person.find("chatView").actionRequested.emit(1, "branch")
    await person.sees(lambda: len(person.titles()) == 2)
    await person.sees(lambda: person.shows("notice"))
    person.action("actionNewConversation").trigger()
    assert not person.shows("notice")


async def test_words_of_a_table_are_found_and_marked(person: Any) -> None:
    await begin(person)
    person.action("actionFind").trigger()
    person.find("findField").setText("58.0")
    person.find("findField").setText("580")
    person.find("findField").setText("terran")
    await person.sees(lambda: person.find("findCount").text() == "2 of 2")
    (table,) = (t for t in person.window.findChildren(QTableView) if t.isVisible())
    assert table.model().marked_columns(0) == {0}
    QTest.keyClick(person.find("findField"), Qt.Key.Key_Escape)
    assert not table.model().marked_columns(0)


async def test_copying_says_so(person: Any) -> None:
    await begin(person)
    view = person.find("chatView")
    place = next(t[2] for t in view.target_rects() if t[1] == "copy_table")
    grounds = set()
    for _ in range(2):
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place.center().toPoint())
        assert person.find("toast").text() == "Copied"
        assert person.shows("toast")
        grounds.add(colours(person.find("toast").grab().toImage()).most_common(1)[0][0])
        view.hide()
        view.show()
        assert not person.shows("toast"), "its moment is over when something else was shown"
    assert grounds == {LIGHT.text}, "each time in the colours of the theme"


async def test_who_presses_a_button_with_the_pointer_writes_on(person: Any) -> None:
    await begin(person)
    composer = person.find("composer")
    composer.setFocus()
    await person.sees(composer.hasFocus)
    person.press("agentPicker")
    person.find("agentCard").hide()
    person.press("sidebarButton")
    await person.sees(composer.hasFocus)


async def test_a_view_beside_the_messages_gives_the_keyboard_back(person: Any) -> None:
    view = "actionSteps"
    await begin(person)
    person.window.resize(1300, 800)  # beside them, not over them
    composer = person.find("composer")
    composer.setFocus()
    await person.sees(composer.hasFocus)
    person.action(view).trigger()
    await person.sees(lambda: not composer.hasFocus())
    person.action(view).trigger()
    await person.sees(composer.hasFocus)
    person.action(view).trigger()
    await person.sees(lambda: not composer.hasFocus())
    person.find("chatView").setFocus()
    person.action(view).trigger()
    await person.sees(person.find("chatView").hasFocus)
    person.action(view).trigger()
    await person.sees(lambda: person.find("stepsList").hasFocus())
    QTest.keyClick(person.find("stepsList"), Qt.Key.Key_Escape)
    assert not person.shows("stepsView"), "Esc leads out of it"
    assert person.find("chatView").hasFocus()


async def test_a_notice_has_its_own_room_and_lies_on_nothing_that_is_read(person: Any) -> None:
    for asked in range(6):
        person.say("테란 승률")
        await person.sees(lambda so_far=asked: person.states() == ["completed"] * (so_far + 1))
    view, notices = person.find("chatView"), person.find("notices")
    view.scroll_to(4)

    def seen() -> tuple[int, int]:
        upper = view.mapTo(person.window, QPoint()).y()
        return upper, int(view.mapTo(person.window, view.row_rect(5).topLeft().toPoint()).y())

    before, height = seen(), view.height()
    notices.show_notice(Notice(key="told", words=lambda: "Something was saved."))
    await person.sees(lambda: view.height() < height)
    assert seen() == before
    told = notices.mapTo(person.window, QPoint()).y()
    assert told >= view.mapTo(person.window, view.rect().bottomLeft()).y()
    QTest.mouseClick(person.find("noticeClose"), Qt.MouseButton.LeftButton)
    await person.sees(lambda: view.height() == height)
    assert seen() == before


async def test_what_was_told_for_a_while_goes_when_somebody_asks_on(person: Any) -> None:
    await begin(person)
    bar = person.find("notices")
    offer = NoticeAction(lambda: "Undo", lambda: None)
    bar.show_notice(Notice("saved", lambda: "Saved.", seconds=60, here=True))
    bar.show_notice(Notice("undo", lambda: "It is another.", (offer,), seconds=60, here=True))
    bar.show_notice(Notice("found", lambda: "It is done.", (offer,), seconds=60))
    bar.show_notice(Notice("bad", lambda: "It is not.", warning=True))
    person.say("저그는?")
    assert bar.texts() == ["It is not.", "It is done."]
    await person.sees(lambda: person.states() == ["completed"] * 2)
    await person.sees(person.action("actionRetry").isEnabled)
    bar.show_notice(Notice("saved", lambda: "Saved.", seconds=60, here=True))
    person.action("actionRetry").trigger()
    assert bar.texts() == ["It is not.", "It is done."]


async def test_a_window_is_no_larger_than_its_screen(person: Any) -> None:
    room = person.window.screen().availableGeometry()
    assert person.window.width() <= room.width()
    assert person.window.height() <= room.height()


SIDE = ["newButton", "searchField", "conversationList"]
HEAD = ["sidebarButton", "agentPicker"]
WRITE = ["composer", "attachButton", "sendButton"]


async def walked(person: Any, key: Qt.Key = Qt.Key.Key_Tab) -> list[str]:
    """Return what the keys reach from the composer on, until they are back."""
    person.find("composer").setFocus()
    found: list[str] = []
    while not found or found[-1] != "composer":
        held = QApplication.focusWidget()
        assert held is not None
        assert len(found) < 40, found
        QTest.keyClick(held, key)
        now = QApplication.focusWidget()
        assert now is not None
        name = now.objectName() or type(now).__name__
        if found[-1:] != [name]:  # what is in an answer is walked there
            found.append(name)
    return found


async def test_tab_goes_as_one_reads(person: Any) -> None:
    person.window.activateWindow()
    await person.sees(person.window.isActiveWindow)
    await person.sees(lambda: person.shows("starter3"))
    start = [*WRITE, *SIDE, *HEAD, "startPage", "starter1", "starter2", "starter3"]
    assert [start[0], *(await walked(person))[:-1]] == [*start, "openDataButton"]
    await begin(person)
    tables = person.find("chatView").findChildren
    await person.sees(lambda: any(one.isVisible() for one in tables(QTableView)))
    person.action("actionFind").trigger()
    talk = [*WRITE, *SIDE, *HEAD, "findField", "findClose", "chatView", "ResultTableView"]
    there = await walked(person)
    assert ["composer", *there[:-1]] == talk
    back = await walked(person, Qt.Key.Key_Backtab)
    assert back[::-1][1:] == there[:-1]
