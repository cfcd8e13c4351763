"""A cancel that comes at any moment leaves the same state with the agent and with who asked."""

import asyncio

import pytest

from agents.echo import EchoExecutor, make
from agents.hosting.host import AgentHost
from app.conversations.store.ephemeral_store import MemoryStore
from app.domain.events import AgentEvent, StatusEvent, TaskEvent
from app.domain.ids import new_context_id, new_message_id, utc_now
from app.domain.messages import Message, Role, TextPart
from app.domain.tasks import TaskState
from tests.patience import PATIENCE
from transport.connect import link_in_process

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("turns", range(0, 120, 3))
async def test_the_state_seen_is_the_state_kept(turns: int) -> None:
    card, _ = make(table=None, as_of=None, profile=None)
    host = AgentHost(
        name="echo",
        card=card,
        make_executor=lambda history: EchoExecutor(history=history, pace=0),
        records=MemoryStore(),
    )
    link = link_in_process(host.handler, host.card)
    message = Message(
        message_id=new_message_id(),
        context_id=new_context_id(),
        role=Role.USER,
        parts=(TextPart(text="hi"),),
        created_at=utc_now(),
    )
    events: list[AgentEvent] = []
    named: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def read() -> None:
        async for event in link.send(message):
            events.append(event)
            if not named.done() and isinstance(event, TaskEvent):
                named.set_result(event.task.task_id)

    reading = asyncio.create_task(read())
    task_id = await named
    for _ in range(turns):
        await asyncio.sleep(0)
    answered = await link.cancel(task_id)
    async with asyncio.timeout(PATIENCE):
        await reading
    kept = await link.get(task_id)
    seen = [_state(event) for event in events if isinstance(event, TaskEvent | StatusEvent)][-1]
    assert seen is answered.state is kept.state
    assert kept.state in (TaskState.COMPLETED, TaskState.CANCELED)
    await link.aclose()
    await host.aclose()


def _state(event: TaskEvent | StatusEvent) -> TaskState:
    return event.task.state if isinstance(event, TaskEvent) else event.state
