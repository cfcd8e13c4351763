"""What waits in a conversation that nothing was said in yet is kept like any other."""

from typing import Any

import pytest

from app.conversations.store.ephemeral_store import MemoryStore
from app.desk.desk import Desk
from app.domain.messages import Unsent
from app.errors import StoreError
from tests.scripted import ScriptedAgents

pytestmark = pytest.mark.anyio


async def test_a_message_waits_in_a_conversation_that_is_new() -> None:
    store = MemoryStore()
    desk = Desk(store=store, agents=ScriptedAgents(None))
    waiting = Unsent(message_id="m", context_id=desk.new().context_id, text="And Zerg?")
    desk.messages.add(waiting)
    await desk.messages.keep(waiting)
    assert await store.unsent() == [waiting]
    [conversation] = await store.conversations()
    assert conversation.context_id == waiting.context_id
    await desk.aclose()


async def test_it_waits_no_longer_where_the_conversation_cannot_be_kept() -> None:
    class Full(MemoryStore):
        async def save_conversation(self, *given: Any, **named: Any) -> None:
            raise StoreError("The disk is full.", key="disk_full")

    store = Full()
    desk = Desk(store=store, agents=ScriptedAgents(None))
    waiting = Unsent(message_id="m", context_id=desk.new().context_id, text="And Zerg?")
    desk.messages.add(waiting)
    with pytest.raises(StoreError):
        await desk.messages.keep(waiting)
    assert desk.messages.of(waiting.context_id) == []
    await desk.aclose()
