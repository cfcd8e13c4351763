"""A turn takes in its stream in slices: whatever has arrived already, others get their turns."""

import asyncio
from collections.abc import AsyncIterator
from itertools import count

import pytest

import app.desk.turn
from app.conversations.store.ephemeral_store import MemoryStore
from app.desk.desk import Desk
from app.domain.events import AgentEvent
from app.domain.messages import Message
from app.domain.tasks import TaskState
from tests.scripted import ScriptedAgents, ScriptedLink, artifact, status, submitted

pytestmark = pytest.mark.anyio


async def test_a_stream_that_waits_for_nothing_leaves_others_their_turns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seconds = count()
    monkeypatch.setattr(app.desk.turn, "monotonic", lambda: next(seconds))
    others: list[int] = []
    before: list[int] = []

    async def at_hand(link: ScriptedLink, message: Message) -> AsyncIterator[AgentEvent]:
        yield submitted(message, "task-1")
        for _ in range(20):
            before.append(len(others))
            yield artifact(message, "task-1", "piece ", append=True)
        yield status(message, "task-1", TaskState.COMPLETED)

    async def other() -> None:
        while True:
            others.append(1)
            await asyncio.sleep(0)

    desk = Desk(store=MemoryStore(), agents=ScriptedAgents(ScriptedLink(at_hand)))
    running = asyncio.create_task(other())
    await (await desk.new().start("hello")).wait()
    running.cancel()
    await asyncio.wait({running})
    assert len(set(before)) == 20, "no two pieces were taken without a turn between them"
    await desk.aclose()
