"""Messages that wait outlive the program: they are shown again, and sent once, when asked."""

import asyncio
from typing import Any

import pytest
from PySide6.QtCore import Qt

from app.desk.desk import Desk
from app.errors import StoreError
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio


def chips(person: Any) -> list[str]:
    return list(person.find("queued").words())


async def waiting(person: Any, *texts: str) -> None:
    person.say("느리게 답해줘")
    await person.sees(lambda: person.shows("stopButton"))
    for text in texts:
        person.say(text)


async def taken(person: Any) -> None:
    """Wait until what was written is kept, and gone from the composer."""
    await person.sees(lambda: person.find("composer").toPlainText() == "")


async def kept(store: Any, count: int) -> list[Any]:
    async with asyncio.timeout(PATIENCE):
        while len(held := await store.unsent()) != count:  # noqa: ASYNC110 (no signal)
            await asyncio.sleep(0)
    return list(held)


async def killed(person: Any, store: Any, agents: Any, open_window: Any) -> Any:
    """Return somebody before the window of another run on the same store."""
    await person.sees(lambda: person.find("composer").toPlainText() == "")
    desk = Desk(store=store, agents=agents)
    return await open_window(with_desk=desk), desk


async def test_after_a_kill_what_waited_is_offered_and_not_sent_by_itself(
    person: Any, store: Any, agents: Any, open_window: Any
) -> None:
    await waiting(person, "저그는?", "테란은?")
    await kept(store, 2)
    context = person.window.context_id
    await person.sees(lambda: agents.agent.received)
    before = len(agents.agent.received)
    again, desk = await killed(person, store, agents, open_window)
    assert "2 messages that waited were not sent." in again.find("notices").texts()
    again.press("noticeOffer0")
    await again.sees(lambda: again.window.context_id == context)
    assert chips(again) == ["Next: 저그는?", "Next: 테란은?", "Take back"]
    assert len(agents.agent.received) == before
    again.press("queued0")
    await again.sees(lambda: chips(again) == ["Next: 테란은?", "Take back"])
    await again.sees(lambda: len(agents.agent.received) == before + 1)
    assert agents.agent.received[-1].text == "저그는?"
    [left] = await store.unsent()
    assert left.text == "테란은?"
    assert left.message_id not in [m.message_id for m in agents.agent.received]
    await desk.aclose()


async def test_what_was_said_just_before_the_kill_is_not_offered_again(
    person: Any, store: Any, agents: Any, open_window: Any
) -> None:
    await waiting(person, "저그는?")
    [unsent] = await kept(store, 1)
    person.press("queued0")
    await person.sees(lambda: len(agents.agent.received) == 2)
    assert agents.agent.received[-1].message_id == unsent.message_id
    # As if it had been kept anew by another write while it was on its way.
    await store.keep_unsent(person.window.context_id, [unsent])
    again, desk = await killed(person, store, agents, open_window)
    assert again.find("notices").texts() == []
    await desk.aclose()


async def test_what_waits_is_taken_back_with_its_files(person: Any, store: Any) -> None:
    await waiting(person, "저그는?", "테란은?")
    await taken(person)
    person.compose("and")
    person.press("queued2")
    await person.sees(lambda: not person.shows("queued"))
    assert person.find("composer").toPlainText() == "저그는?\n\n테란은?\n\nand"
    assert await store.unsent() == []


async def test_a_message_that_cannot_be_kept_is_written_again(person: Any, store: Any) -> None:
    async def full(*_: object) -> None:
        raise StoreError("The disk is full.", key="disk_full")

    store.keep_unsent = full
    await waiting(person, "저그는?")
    await person.sees(lambda: not person.shows("queued"))
    assert person.find("composer").toPlainText() == "저그는?"
    assert person.find("composerLine").text() != ""


async def test_the_text_stays_until_it_is_stored_and_is_kept_once(person: Any, store: Any) -> None:
    keep, allowed = store.keep_unsent, asyncio.Event()

    async def slow(*args: Any) -> None:
        await allowed.wait()
        await keep(*args)

    store.keep_unsent = slow
    await waiting(person, "저그는?")
    assert person.find("composer").toPlainText() == "저그는?"
    person.say("테란은?")
    person.compose("then")
    assert person.find("composer").toPlainText() == "저그는?테란은?then"
    assert chips(person) == ["Next: 저그는?", "Next: 테란은?", "Take back"]
    allowed.set()
    await person.sees(lambda: person.find("composer").toPlainText() == "then")
    assert [one.text for one in await store.unsent()] == ["저그는?", "테란은?"]


async def test_a_draft_stays_when_what_waited_is_sent(person: Any, store: Any, agents: Any) -> None:
    await waiting(person, "저그는?")
    await taken(person)
    person.compose("half a thought")
    agents.agent.gate.set()
    await person.sees(lambda: person.states() == ["completed"] * 2)
    context = person.window.context_id

    async def draft() -> str:
        held = await store.conversation(context)
        return str(held.draft)

    drafts: list[str] = []
    while "half a thought" not in drafts:
        drafts.append(await draft())
        await person.sees(lambda: True)
    assert person.find("composer").toPlainText() == "half a thought"


async def test_the_empty_composer_sends_what_waits(person: Any, agents: Any) -> None:
    await waiting(person, "저그는?")
    await taken(person)
    person.key(Qt.Key.Key_Return)
    await person.sees(lambda: len(agents.agent.received) == 2)
