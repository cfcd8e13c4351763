"""@agent: completed from the keyboard, sent to that agent, shown with who answered."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

pytestmark = pytest.mark.anyio


def offered(person: Any) -> list[str]:
    model = person.find("offerList").model()
    return [str(model.index(row).data()) for row in range(model.rowCount())]


async def call(person: Any, typed: str) -> None:
    person.window.activateWindow()
    person.find("composer").setFocus()
    await person.sees(lambda: person.find("composer").hasFocus())
    QTest.keyClicks(person.find("composer"), typed)


async def test_an_agent_is_completed_and_answers_in_the_same_conversation(
    open_window: Any, desk: Any, agents: Any
) -> None:
    person = await open_window()
    await call(person, "@")
    await person.sees(lambda: person.shows("offerList"))
    assert offered(person) == ["@data", "@echo"]
    QTest.keyClicks(person.find("composer"), "ec")
    assert offered(person) == ["@echo"]
    person.key(Qt.Key.Key_Return)
    assert person.find("composer").toPlainText() == "@echo "
    assert not person.shows("offerList")
    person.say("저그는?")
    await person.sees(lambda: person.states() == ["completed"])
    assert agents.agent.received[-1].text == "저그는?"
    assert person.rows()[0][0] == "@echo 저그는?"
    view = person.find("chatView")
    assert view.model().entry(1).answer.agent == "echo"
    person.say("테란은?")
    await person.sees(lambda: person.states() == ["completed"] * 2)
    assert view.model().entry(3).answer.agent == "data"
    again = await open_window(with_desk=desk)
    again.window.open_link(f"balance-desk://conversation/{person.window.context_id}")
    await again.sees(lambda: len(again.rows()) == 4)
    assert again.find("chatView").model().entry(1).answer.agent == "echo"


async def test_tab_takes_and_escape_closes_the_list(person: Any) -> None:
    await call(person, "@")
    await person.sees(lambda: person.shows("offerList"))
    person.key(Qt.Key.Key_Escape)
    assert not person.shows("offerList")
    assert person.find("composer").toPlainText() == "@"
    QTest.keyClicks(person.find("composer"), "d")
    assert person.shows("offerList")
    person.key(Qt.Key.Key_Tab)
    assert person.find("composer").toPlainText() == "@data "
    assert person.find("composer").hasFocus()


async def test_the_arrows_walk_in_the_list(person: Any) -> None:
    await call(person, "@")
    await person.sees(lambda: person.shows("offerList"))
    person.key(Qt.Key.Key_Down)
    person.key(Qt.Key.Key_Return)
    assert person.find("composer").toPlainText() == "@echo "


async def test_an_at_sign_inside_a_message_and_unknown_names_are_words(
    person: Any, agents: Any
) -> None:
    await call(person, "Zerg @")
    assert not person.shows("offerList")
    person.key(Qt.Key.Key_Return)
    await person.sees(lambda: person.states() == ["input_required"])
    await call(person, "@nobody Zerg")
    assert not person.shows("offerList")
    person.key(Qt.Key.Key_Return)
    await person.sees(lambda: len(person.states()) == 2)
    await person.sees(lambda: len(agents.agent.received) == 2)
    assert [m.text for m in agents.agent.received] == ["Zerg @", "@nobody Zerg"]


async def test_what_was_said_to_an_agent_is_said_to_it_again(person: Any, agents: Any) -> None:
    await call(person, "@echo ")
    await person.sees(lambda: not person.shows("offerList"))
    person.say("저그는?")
    await person.sees(lambda: person.states() == ["completed"])
    person.key(Qt.Key.Key_Up)
    assert person.find("composer").toPlainText() == "@echo 저그는?"
    person.find("composer").clear()
    person.action("actionRetry").trigger()
    await person.sees(lambda: person.states() == ["completed"] * 2)
    assert person.find("chatView").model().entry(3).answer.agent == "echo"


async def test_a_name_alone_is_nothing_to_send(person: Any, agents: Any) -> None:
    await call(person, "@echo ")
    person.key(Qt.Key.Key_Return)
    await person.sees(lambda: "nothing to send" in person.find("composerLine").text())
    assert agents.agent.received == []
