"""What a person sends and asks for before the desk or the agent is there waits, and is done."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import suppress
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication, QDialog

from app.desk.desk import Desk
from app.errors import StoreError
from gui.look.preferences import Preferences
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio

CTRL = Qt.KeyboardModifier.ControlModifier
TOO_LARGE = "가나다라마바사 " * 50_000


def chips(person: Any) -> list[str]:
    return list(person.find("queued").words())


def waits(*texts: str) -> list[str]:
    return [*(f"Next: {text}" for text in texts), "Take back"]


def written(person: Any) -> str:
    return str(person.find("composer").toPlainText())


async def asked_anew(person: Any) -> None:
    person.window.activateWindow()
    await person.sees(person.window.isActiveWindow)
    person.key(Qt.Key.Key_N, CTRL)


async def said(store: Any, context: str) -> list[str]:
    entries = await store.entries(context, 0, 100)
    return [entry.message.text for entry in entries if entry.kind == "request"]


async def arrived(store: Any, context: str, texts: list[str]) -> None:
    async with asyncio.timeout(PATIENCE):
        while await said(store, context) != texts:  # noqa: ASYNC110 (no signal)
            await asyncio.sleep(0)


async def drafted(store: Any, context: str, draft: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while (await store.conversation(context)).draft != draft:  # noqa: ASYNC110 (no signal)
            await asyncio.sleep(0)


Opening = Callable[[Any], asyncio.Event]


@pytest.fixture
async def opening(qapp: Any, desk: Any) -> AsyncIterator[Opening]:
    """`opening(person)` begins to open the desk for a window; the event lets it come to be."""
    tasks: list[asyncio.Task[None]] = []

    def begin(person: Any) -> asyncio.Event:
        there = asyncio.Event()

        async def attach() -> None:
            await there.wait()
            await person.window.attach(desk)

        work: Coroutine[Any, Any, None] = attach()
        tasks.append(asyncio.create_task(work))
        return there

    yield begin
    for task in tasks:
        if not task.done():
            task.cancel()
        with suppress(asyncio.CancelledError):
            await task


@pytest.fixture
async def last(open_window: Any) -> str:
    """The conversation that was open last; one question was asked in it."""
    person = await open_window()
    person.say("저그는?")
    await person.sees(lambda: person.states() == ["completed"])
    person.window.close()
    await person.window.closed()
    return str(person.window.context_id)


async def answered(person: Any, count: int) -> None:
    """Wait until the desk is there and so many answers are complete."""
    await person.sees(lambda: person.find("searchField").isEnabled())
    await person.sees(lambda: person.states() == ["completed"] * count)


async def early(open_window: Any, last: str = "") -> Any:
    chosen = Preferences(language="en", theme="light", last_conversation=last)
    return await open_window(attached=False, preferences=chosen)


async def test_a_new_conversation_is_shown_at_once_and_takes_what_is_sent(
    open_window: Any, opening: Opening, last: str, store: Any
) -> None:
    person = await early(open_window, last)
    there = opening(person)
    assert person.find("startText").text() == "Opening your conversations…"
    await asked_anew(person)
    assert person.find("startTitle").text() == "New conversation"
    assert person.window.windowTitle() == "New conversation — Balance Desk"
    person.say("테란은?")
    assert written(person) == ""
    assert chips(person) == waits("테란은?")
    person.compose("and then")
    there.set()
    await answered(person, 1)
    assert [text for text, state in person.rows() if not state] == ["테란은?"]
    assert person.window.context_id != last
    assert await said(store, last) == ["저그는?"]
    assert written(person) == "and then"
    await person.sees(lambda: chips(person) == [])


async def test_what_is_sent_goes_into_the_conversation_that_was_open_last(
    open_window: Any, opening: Opening, last: str, store: Any
) -> None:
    person = await early(open_window, last)
    there = opening(person)
    person.say("테란은?")
    person.say("프로토스는?")
    assert chips(person) == waits("테란은?", "프로토스는?")
    there.set()
    await answered(person, 3)
    assert person.window.context_id == last
    assert await said(store, last) == ["저그는?", "테란은?", "프로토스는?"]
    assert await store.unsent() == []


async def test_what_was_being_written_stays_the_draft_of_the_conversation_before(
    open_window: Any, opening: Opening, last: str, store: Any
) -> None:
    person = await early(open_window, last)
    there = opening(person)
    person.compose("Terran")
    await asked_anew(person)
    assert written(person) == ""
    person.compose("Zerg")
    there.set()
    await drafted(store, last, "Terran")
    await person.sees(lambda: person.window.context_id not in (None, last))
    assert written(person) == "Zerg"


async def test_each_message_goes_where_its_person_was_when_it_was_sent(
    open_window: Any, opening: Opening, last: str, store: Any
) -> None:
    person = await early(open_window, last)
    there = opening(person)
    person.say("테란은?")
    await asked_anew(person)
    await asked_anew(person)
    assert chips(person) == []
    person.say("프로토스는?")
    assert chips(person) == waits("프로토스는?")
    there.set()
    await answered(person, 1)
    assert await said(store, person.window.context_id) == ["프로토스는?"]
    await person.sees(lambda: len(person.titles()) == 2)
    await arrived(store, last, ["저그는?", "테란은?"])


async def test_it_is_the_same_while_the_conversations_are_being_read(
    open_window: Any, desk: Any, last: str, store: Any
) -> None:
    person = await early(open_window, last)
    read, reading, go_on = store.conversations, asyncio.Event(), asyncio.Event()

    async def slowly(**limits: int) -> Any:
        reading.set()
        await go_on.wait()
        return await read(**limits)

    store.conversations = slowly
    attaching = asyncio.create_task(person.window.attach(desk))
    await reading.wait()
    person.say("테란은?")
    assert chips(person) == waits("테란은?")
    await asked_anew(person)
    person.say("프로토스는?")
    go_on.set()
    await attaching
    await answered(person, 1)
    assert await said(store, person.window.context_id) == ["프로토스는?"]
    assert (await said(store, last))[0] == "저그는?"
    await arrived(store, last, ["저그는?", "테란은?"])


async def test_what_is_sent_after_an_address_goes_where_it_leads(
    open_window: Any, opening: Opening, last: str, store: Any
) -> None:
    person = await early(open_window)
    there = opening(person)
    person.window.open_link(f"balance-desk://conversation/{last}")
    person.say("테란은?")
    there.set()
    await answered(person, 2)
    assert person.window.context_id == last
    assert await said(store, last) == ["저그는?", "테란은?"]


async def test_what_waits_is_taken_back_before_the_desk_is_there(
    open_window: Any, opening: Opening, agents: Any
) -> None:
    person = await early(open_window)
    there = opening(person)
    person.say("테란은?")
    person.say("저그는?")
    person.compose("and")
    person.press("queued2")
    assert written(person) == "테란은?\n\n저그는?\n\nand"
    assert chips(person) == []
    there.set()
    await person.sees(lambda: person.find("searchField").isEnabled())
    assert written(person) == "테란은?\n\n저그는?\n\nand"
    assert agents.agent.received == []


async def test_what_is_typed_stays_after_the_draft_that_was_there(
    open_window: Any, opening: Opening, last: str, store: Any, desk: Any
) -> None:
    await desk.save_draft(last, "half a thought")
    person = await early(open_window, last)
    there = opening(person)
    person.compose("another")
    there.set()
    await person.sees(lambda: written(person) == "half a thought\n\nanother")
    await drafted(store, last, "half a thought\n\nanother")
    assert len(await store.conversations()) == 1


async def test_a_syllable_outlives_the_opening(
    open_window: Any, opening: Opening, last: str, agents: Any
) -> None:
    person = await early(open_window, last)
    there = opening(person)
    composer = person.find("composer")
    person.compose("테란")
    QApplication.sendEvent(composer, QInputMethodEvent("은", []))
    there.set()
    await person.sees(lambda: person.find("searchField").isEnabled())
    commit = QInputMethodEvent("", [])
    commit.setCommitString("은")
    QApplication.sendEvent(composer, commit)
    assert written(person) == "테란은"
    assert person.window.context_id == last


async def test_where_nothing_can_be_opened_what_was_sent_is_written_again(
    open_window: Any,
) -> None:
    person = await early(open_window)
    person.say("테란은?")
    await asked_anew(person)
    person.say("저그는?")
    person.compose("and")
    person.window.fail(StoreError("The disk is full.", key="disk_full"))
    assert chips(person) == []
    assert written(person) == "테란은?\n\n저그는?\n\nand"
    assert not person.action("actionNewConversation").isEnabled()
    person.key(Qt.Key.Key_Return)
    assert written(person) == "테란은?\n\n저그는?\n\nand"
    assert "disk" in person.find("composerLine").text()


async def test_a_window_closed_early_keeps_what_waits(
    open_window: Any, desk: Any, store: Any, agents: Any, last: str
) -> None:
    before = len(agents.agent.received)
    person = await early(open_window, last)
    person.say("테란은?")
    await asked_anew(person)
    person.say("프로토스는?")
    person.compose("half a thought")
    person.action("actionOpenData").trigger()
    person.window.close()
    await person.window.attach(desk)
    await person.window.closed()
    kept = {one.text: one.context_id for one in await store.unsent()}
    assert kept["테란은?"] == last
    assert kept["프로토스는?"] != last
    assert len(agents.agent.received) == before
    assert (await store.conversation(kept["프로토스는?"])).draft == "half a thought"
    again = Desk(store=store, agents=agents)
    next_time = await open_window(with_desk=again)
    assert "2 messages that waited were not sent." in next_time.find("notices").texts()
    await again.aclose()


async def test_a_message_that_is_too_large_is_written_again(
    open_window: Any, opening: Opening, store: Any
) -> None:
    person = await early(open_window)
    there = opening(person)
    person.find("composer").setPlainText(TOO_LARGE)
    person.key(Qt.Key.Key_Return)
    assert written(person) == ""
    there.set()
    await person.sees(lambda: written(person) == TOO_LARGE)
    assert "too large" in person.find("composerLine").text()
    assert await store.unsent() == []


async def test_an_agent_is_named_before_the_desk_is_there(
    open_window: Any, opening: Opening, agents: Any, store: Any
) -> None:
    person = await early(open_window)
    there = opening(person)
    person.say("@echo 테란은?")
    there.set()
    await answered(person, 1)
    assert [one.text for one in agents.agent.received] == ["테란은?"]
    [answer] = await store.answers(person.window.context_id)
    assert answer.answer.agent == "echo"


async def test_files_are_asked_for_once_they_can_go_along(
    open_window: Any, opening: Opening
) -> None:
    person = await early(open_window)
    there = opening(person)
    person.press("attachButton")
    person.press("attachButton")
    there.set()
    await person.sees(lambda: len(person.window.findChildren(QDialog, "attachDialog")) == 1)
    person.find("attachDialog").reject()


async def test_while_its_agent_is_being_opened_a_message_waits_in_its_conversation(
    open_window: Any, agents: Any, last: str, store: Any
) -> None:
    agents.opening.clear()
    chosen = Preferences(language="en", theme="light", last_conversation=last)
    person = await open_window(preferences=chosen)
    person.say("테란은?")
    await person.sees(lambda: written(person) == "")
    assert chips(person) == waits("테란은?")
    await asked_anew(person)
    assert chips(person) == []
    person.say("프로토스는?")
    await person.sees(lambda: written(person) == "")
    person.key(Qt.Key.Key_Return)
    person.press("queued0")
    assert chips(person) == waits("프로토스는?")
    new = person.window.context_id
    kept = {one.text: one.context_id for one in await store.unsent()}
    assert kept == {"테란은?": last, "프로토스는?": new}
    agents.opening.set()
    await answered(person, 1)
    assert await said(store, new) == ["프로토스는?"]
    await arrived(store, last, ["저그는?", "테란은?"])


async def test_messages_for_an_agent_that_is_being_opened_follow_each_other(
    person: Any, agents: Any, store: Any
) -> None:
    agents.opening.clear()
    person.say("느리게 답해줘")
    person.say("테란은?")
    await person.sees(lambda: written(person) == "")
    assert chips(person) == waits("느리게 답해줘", "테란은?")
    agents.opening.set()
    await person.sees(lambda: person.shows("stopButton"))
    assert chips(person) == waits("테란은?")
    agents.agent.gate.set()
    await answered(person, 2)
    assert await said(store, person.window.context_id) == ["느리게 답해줘", "테란은?"]


async def test_what_waits_for_an_agent_is_taken_back(person: Any, agents: Any, store: Any) -> None:
    agents.opening.clear()
    person.say("테란은?")
    await person.sees(lambda: written(person) == "")
    person.press("queued1")
    await person.sees(lambda: written(person) == "테란은?")
    assert await store.unsent() == []
    agents.opening.set()
    person.key(Qt.Key.Key_Return)
    await answered(person, 1)
    assert len(agents.agent.received) == 1


async def test_what_waits_for_an_agent_outlives_a_kill(
    person: Any, agents: Any, store: Any, open_window: Any
) -> None:
    agents.opening.clear()
    person.say("테란은?")
    await person.sees(lambda: written(person) == "")
    again = Desk(store=store, agents=agents)
    next_time = await open_window(with_desk=again)
    assert "1 message that waited was not sent." in next_time.find("notices").texts()
    next_time.press("noticeOffer0")
    await next_time.sees(lambda: chips(next_time) == waits("테란은?"))
    assert agents.agent.received == []
    await again.aclose()


async def test_a_message_that_cannot_be_kept_for_an_agent_stays_written(
    person: Any, agents: Any, store: Any
) -> None:
    async def full(*_: object) -> None:
        raise StoreError("The disk is full.", key="disk_full")

    agents.opening.clear()
    store.keep_unsent = full
    person.say("테란은?")
    await person.sees(lambda: "disk" in person.find("composerLine").text())
    assert written(person) == "테란은?"
    assert chips(person) == []


async def test_an_agent_that_cannot_be_opened_is_told_where_the_message_waited(
    open_window: Any, store: Any, agents: Any
) -> None:
    agents.opening.clear()
    desk = Desk(store=store, agents=agents, default_agent="nobody")
    person = await open_window(with_desk=desk)
    person.say("테란은?")
    await person.sees(lambda: chips(person) == waits("테란은?") and written(person) == "")
    agents.opening.set()
    await person.sees(lambda: person.states() == ["failed"])
    await person.sees(lambda: chips(person) == [])
    session = await desk.session(person.window.context_id)
    await person.sees(lambda: not session.running)
    await desk.aclose()
