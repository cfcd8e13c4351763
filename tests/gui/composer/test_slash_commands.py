"""/command: the window's commands from the composer, found by the beginnings of their words."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

pytestmark = pytest.mark.anyio


def offered(person: Any) -> list[str]:
    model = person.find("offerList").model()
    return [str(model.index(row).data()) for row in range(model.rowCount())]


async def typed(person: Any, text: str) -> None:
    person.window.activateWindow()
    person.find("composer").setFocus()
    await person.sees(lambda: person.find("composer").hasFocus())
    QTest.keyClicks(person.find("composer"), text)


async def test_a_command_is_given_and_nothing_is_sent(person: Any, agents: Any) -> None:
    await typed(person, "/")
    assert person.shows("offerList")
    assert "/New Conversation" in offered(person)
    assert "/Stop" not in offered(person), "nothing runs"
    QTest.keyClicks(person.find("composer"), "da")
    assert offered(person) == ["/Dark", "/Open Data File"]
    QTest.keyClicks(person.find("composer"), "r")
    assert offered(person) == ["/Dark"]
    person.key(Qt.Key.Key_Return)
    await person.sees(lambda: person.action("actionThemeDark").isChecked())
    assert person.find("composer").toPlainText() == ""
    assert not person.shows("offerList")
    assert agents.agent.received == []


async def test_what_begins_so_comes_first_and_the_arrows_walk(person: Any) -> None:
    await typed(person, "/z")
    assert offered(person) == ["/Zoom In", "/Zoom Out", "/Reset Zoom"]
    person.key(Qt.Key.Key_Down)
    index = person.find("offerList").currentIndex()
    assert index.data() == "/Zoom Out"
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "/Zoom Out, View · Zoom, Ctrl+-"
    person.key(Qt.Key.Key_Escape)
    assert not person.shows("offerList")
    assert person.find("composer").toPlainText() == "/z"


async def test_paths_fractions_and_other_words_are_messages(person: Any, agents: Any) -> None:
    said = ["/usr/share", "/r2d2 Zerg", "1/2", "Zerg /new", "/ 4"]
    for number, text in enumerate(said):
        await typed(person, text)
        assert not person.shows("offerList"), text
        person.key(Qt.Key.Key_Return)
        await person.sees(lambda sent=number + 1: len(agents.agent.received) == sent)
        await person.sees(lambda: not person.shows("stopButton"))
    assert [one.text for one in agents.agent.received] == said


async def test_a_command_of_several_words_in_hangul(person: Any) -> None:
    person.action("actionLanguageKo").trigger()
    await person.sees(lambda: person.find("chatTitle").text() == "새 대화")
    await typed(person, "/")
    person.compose("단축")
    await person.sees(lambda: person.shows("offerList"))
    assert offered(person) == ["/단축키"]
    person.key(Qt.Key.Key_Return)
    await person.sees(lambda: QApplication.activeModalWidget() is not None)
    assert QApplication.activeModalWidget().objectName() == "shortcutSheet"
    QApplication.activeModalWidget().reject()


async def test_what_was_begun_elsewhere_is_no_part_of_another_conversation(person: Any) -> None:
    person.say("저그는?")
    await person.sees(lambda: person.states() == ["completed"])
    first = person.window.context_id
    await typed(person, "/new con")
    person.key(Qt.Key.Key_Return)
    await person.sees(lambda: person.window.context_id != first)
    assert person.find("composer").toPlainText() == ""
    person.find("conversationList").opened.emit(first)
    await person.sees(lambda: person.window.context_id == first)
    assert person.find("composer").toPlainText() == ""
