"""What comes into the store from elsewhere is shown like what is said here."""

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
