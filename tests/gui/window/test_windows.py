"""Several windows on one desk: a conversation is open in one, its state shows in all."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication

pytestmark = pytest.mark.anyio

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture(autouse=True)
async def all_end(no_task_left: None, open_window: Any) -> AsyncIterator[None]:
    """End with every window, whatever became of the test."""
    yield
    for window in windows():
        window.findChild(QAction, "actionQuit").trigger()


def windows() -> list[Any]:
    from gui.balance_gui import BalanceGUI

    return [w for w in QApplication.topLevelWidgets() if isinstance(w, BalanceGUI)]


async def opened_beside(person: Any) -> Any:
    """Move the open conversation to a window of its own; return somebody before that."""

    def others() -> list[Any]:
        return [w for w in windows() if w is not person.window and w.isVisible()]

    person.action("actionNewWindow").trigger()
    await person.sees(lambda: len(others()) == 1)
    return type(person)(others()[0])


async def said(person: Any, text: str) -> str:
    person.say(text)
    await person.sees(lambda: person.states()[-1:] == ["completed"])
    return str(person.window.context_id)


async def test_a_conversation_moves_to_a_window_of_its_own_with_its_draft(person: Any) -> None:
    free = person.window.screen().availableGeometry()
    person.window.setGeometry(free)
    first = await said(person, "저그는?")
    person.action("actionNewConversation").trigger()
    second = await said(person, "테란은?")
    person.compose("half a thought")
    other = await opened_beside(person)
    assert other.window.context_id == second
    assert free.contains(other.window.geometry()), "not as large as one that fills the screen"
    assert other.find("composer").toPlainText() == "half a thought"
    await person.sees(lambda: person.window.context_id == first)
    assert person.find("composer").toPlainText() == ""
    assert other.titles() == person.titles() == ["테란은?", "저그는?"]


async def test_what_is_open_in_one_window_is_raised_from_the_other(person: Any) -> None:
    first = await said(person, "저그는?")
    person.action("actionNewConversation").trigger()
    second = await said(person, "테란은?")
    other = await opened_beside(person)
    await person.sees(lambda: person.window.context_id == first)
    raised: list[bool] = []
    # The window system of these tests raises nothing by itself.
    other.window.come_forward = lambda: raised.append(True)
    person.find("conversationList").opened.emit(second)
    await person.sees(lambda: raised == [True])
    assert person.window.context_id == first


async def test_states_live_in_both_and_nothing_is_told_or_sent_twice(
    person: Any, agents: Any
) -> None:
    await said(person, "저그는?")
    other = await opened_beside(person)
    other.say("느리게 답해줘")
    await other.sees(lambda: other.shows("stopButton"))
    await person.sees(lambda: "Working" in person.marks()[0])
    other.say("테란은?")
    await other.sees(lambda: other.shows("queued"))
    agents.agent.gate.set()
    await other.sees(lambda: other.states() == ["completed"] * 3)
    assert [m.text for m in agents.agent.received] == ["저그는?", "느리게 답해줘", "테란은?"]
    await person.sees(lambda: "New answer" in person.marks()[0])


async def test_the_first_window_goes_out_of_sight_and_the_last_one_ends(person: Any) -> None:
    ended: list[bool] = []
    person.window.closing.connect(lambda: ended.append(True))
    await said(person, "저그는?")
    other = await opened_beside(person)
    person.window.close()
    assert not person.window.isVisible()
    assert ended == []
    other.say("테란은?")
    await other.sees(lambda: other.states() == ["completed"] * 2)
    other.window.close()
    await person.sees(lambda: ended == [True])


async def test_another_window_closes_alone_and_keeps_its_draft(person: Any, store: Any) -> None:
    context = await said(person, "저그는?")
    other = await opened_beside(person)
    other.compose("unsent")
    other.window.close()
    await person.sees(lambda: len(windows()) == 1)
    assert person.window.isVisible()
    assert (await store.conversation(context)).draft == "unsent"
    person.find("conversationList").opened.emit(context)
    await person.sees(lambda: person.find("composer").toPlainText() == "unsent")


async def test_quit_closes_every_window(person: Any) -> None:
    ended: list[bool] = []
    person.window.closing.connect(lambda: ended.append(True))
    await said(person, "저그는?")
    other = await opened_beside(person)
    other.key(Qt.Key.Key_Q, CONTROL)
    await person.sees(lambda: ended == [True])


async def test_the_look_is_one_for_all_windows(person: Any) -> None:
    await said(person, "저그는?")
    other = await opened_beside(person)
    other.action("actionThemeDark").trigger()
    assert person.action("actionThemeDark").isChecked()
    person.action("actionZoomIn").trigger()
    assert other.find("composer").font().pointSizeF() == pytest.approx(
        person.find("composer").font().pointSizeF()
    )


async def test_only_a_stored_conversation_can_have_a_window(person: Any) -> None:
    assert not person.action("actionNewWindow").isEnabled()
    person.key(Qt.Key.Key_N, CONTROL, SHIFT)
    assert len(windows()) == 1
