"""An agent of this process works on the window's loop as on any other."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from app.domain.events import StatusEvent
from app.domain.tasks import TaskState
from tests.contract.transport.executors import Turn
from tests.contract.transport.serving import (
    WIRES,
    Serving,
    collect,
    last_state,
    say,
    shape,
    task_id_of,
)
from tests.patience import PATIENCE

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("qapp")]


@pytest.fixture
async def serving(qapp: object) -> AsyncIterator[Serving]:
    async with AsyncExitStack() as stack:
        yield Serving(WIRES["in-process"], stack)


async def obeys(turn: Turn) -> None:
    await turn.updater.start_work()
    if turn.text == "ask":
        await turn.ask("Which?")
        return
    if turn.text == "wait":
        await asyncio.Event().wait()
    for n in range(200):
        await turn.say(f"{n};", append=n > 0)
    for parked in turn.context.related_tasks:
        assert await turn.take_up(parked.id)
    await turn.updater.complete()


async def test_a_stream_a_question_and_its_answer(serving: Serving) -> None:
    link = await serving.agent(obeys)
    events = await collect(link.send(say("count")))
    assert shape(events)[2:-1] == ["=0;"] + [f"+{n};" for n in range(1, 200)]
    parked = task_id_of(await collect(link.send(say("ask"))))
    await collect(link.send(say("this", about=(parked,))))
    assert (await link.get(parked)).state is TaskState.COMPLETED


async def test_stopping_and_leaving(serving: Serving) -> None:
    link = await serving.agent(obeys)
    events = []
    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
        async for event in link.send(say("wait")):
            events.append(event)
            if isinstance(event, StatusEvent) and event.state is TaskState.WORKING:
                group.create_task(link.cancel(event.task_id))
    assert last_state(events) is TaskState.CANCELED
    seen = []
    working = asyncio.Event()

    async def listen() -> None:
        async for event in link.send(say("wait")):
            seen.append(event)
            if isinstance(event, StatusEvent) and event.state is TaskState.WORKING:
                working.set()

    listening = asyncio.create_task(listen())
    async with asyncio.timeout(PATIENCE):
        await working.wait()
    listening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await listening
    assert (await link.get(task_id_of(seen))).state is TaskState.WORKING
