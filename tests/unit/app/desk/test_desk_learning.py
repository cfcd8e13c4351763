"""What comes into the store from elsewhere is shown like what is said here."""

import asyncio

import pytest

from app.conversations.store.ephemeral_store import MemoryStore
from app.desk.desk import Desk
from app.domain.answers import Answer
from app.domain.conversations import Conversation, Entry
from app.domain.ids import utc_now
from app.domain.messages import Message, Role, TextPart
from tests.scripted import ScriptedAgents, ScriptedLink, answered_at_once

pytestmark = pytest.mark.anyio


async def test_watchers_hear_of_what_another_wrote() -> None:
    store = MemoryStore()
    desk = Desk(store=store, agents=ScriptedAgents(ScriptedLink(answered_at_once)))
    seen: list[Entry | Conversation] = []
    desk.watch(seen.append)
    now = utc_now()
    message = Message(
        message_id="m",
        context_id="c",
        role=Role.USER,
        parts=(TextPart(text="from elsewhere"),),
        created_at=now,
    )
    await store.begin_turn(
        message, Answer(turn_id="m", context_id="c", agent="data", started_at=now)
    )
    await desk.learn("c", (0, 1, 7))
    conversation, *entries = seen
    assert isinstance(conversation, Conversation)
    assert (conversation.context_id, conversation.entries) == ("c", 2)
    assert entries == list(await store.entries("c", 0, 2))
    await desk.learn("unknown", (0,))
    assert len(seen) == 3
    await desk.aclose()


async def test_an_open_session_goes_on_from_what_another_changed() -> None:
    store = MemoryStore()
    desk = Desk(store=store, agents=ScriptedAgents(ScriptedLink(answered_at_once)))
    session = desk.new()
    await (await session.start("hello")).wait()
    await desk.save_draft(session.context_id, "being written")
    stored = await store.conversation(session.context_id)
    assert stored is not None
    await store.save_conversation(stored.model_copy(update={"title": "Elsewhere", "draft": ""}))
    await desk.learn(session.context_id)
    assert session.conversation.title == "Elsewhere"
    assert session.conversation.draft == "being written"
    await desk.pin(session.context_id, True)
    after = await store.conversation(session.context_id)
    assert after is not None
    assert (after.title, after.pinned) == ("Elsewhere", True)
    await desk.aclose()


async def test_what_is_not_known_here_yet_is_not_undone_by_a_change_here() -> None:
    store = MemoryStore()
    desk = Desk(store=store, agents=ScriptedAgents(ScriptedLink(answered_at_once)))
    session = desk.new()
    await (await session.start("hello")).wait()
    stored = await store.conversation(session.context_id)
    assert stored is not None
    await store.save_conversation(stored.model_copy(update={"title": "Elsewhere"}))
    # What another wrote is in the store before anybody can have told of it.
    await desk.pin(session.context_id, True)
    await (await session.start("and more")).wait()
    after = await store.conversation(session.context_id)
    assert after is not None
    assert (after.title, after.pinned) == ("Elsewhere", True)
    await desk.aclose()


async def test_what_is_read_while_something_is_changed_here_is_no_older_than_that(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = MemoryStore()
    desk = Desk(store=store, agents=ScriptedAgents(ScriptedLink(answered_at_once)))
    session = desk.new()
    await (await session.start("hello")).wait()
    context_id, read, go = session.context_id, asyncio.Event(), asyncio.Event()
    conversation = store.conversation

    async def slow(context_id: str) -> Conversation | None:
        found = await conversation(context_id)
        read.set()
        await go.wait()
        return found

    monkeypatch.setattr(store, "conversation", slow)
    learning = asyncio.create_task(desk.learn(context_id))
    await read.wait()
    pinning = asyncio.create_task(desk.pin(context_id, True))
    for _ in range(20):
        await asyncio.sleep(0)
    go.set()
    await asyncio.gather(learning, pinning)
    assert session.conversation.pinned
    await desk.aclose()
