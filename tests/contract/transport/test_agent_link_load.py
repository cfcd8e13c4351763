"""What every link promises under load: long answers, several who listen, many requests at once."""

import asyncio

import pytest

from app.domain.events import ArtifactEvent, StatusEvent
from app.domain.tasks import TaskState
from tests.contract.transport.executors import Turn
from tests.contract.transport.serving import Serving, collect, last_state, say, shape, task_id_of
from tests.patience import PATIENCE
from transport.client import http

pytestmark = pytest.mark.anyio

AT_ONCE = 130  # more than any pool or queue on the way holds


async def counts(turn: Turn) -> None:
    await turn.updater.start_work()
    for n in range(int(turn.text)):
        await turn.say(f"{n};", append=n > 0)
    await turn.updater.complete()


async def test_an_answer_of_5000_pieces_arrives_whole_and_in_order(serving: Serving) -> None:
    link = await serving.agent(counts)
    events = await collect(link.send(say("5000")))
    pieces = [event.artifact.text for event in events if isinstance(event, ArtifactEvent)]
    assert pieces == [f"{n};" for n in range(5000)]
    assert last_state(events) is TaskState.COMPLETED


async def test_two_who_follow_one_task_hear_the_same(serving: Serving) -> None:
    go_on = asyncio.Event()

    async def waits(turn: Turn) -> None:
        await turn.updater.start_work()
        await go_on.wait()
        for n in range(20):
            await turn.say(f"{n};", append=n > 0)
        await turn.updater.complete()

    link = await serving.agent(waits)
    started = asyncio.Event()
    sent, followed = [], []

    async def send() -> None:
        async for event in link.send(say("x")):
            sent.append(event)
            if isinstance(event, StatusEvent):
                started.set()

    async def follow() -> None:
        await started.wait()
        async for event in link.subscribe(task_id_of(sent)):
            followed.append(event)
            go_on.set()

    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(send(), follow())
    assert shape(sent)[2:-1] == shape(followed)[1:-1]
    assert shape(followed)[-1] == "task completed"


async def test_many_requests_at_once_are_all_answered(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http, "CONNECT_SECONDS", PATIENCE)  # however long the machine takes
    here = asyncio.Event()
    arrived = 0

    async def meets(turn: Turn) -> None:
        nonlocal arrived
        arrived += 1
        if arrived == AT_ONCE:
            here.set()
        await turn.updater.start_work()
        await here.wait()  # all of them are in flight now
        await turn.say(turn.text)
        await turn.updater.complete()

    link = await serving.agent(meets)
    async with asyncio.timeout(PATIENCE):
        turns = await asyncio.gather(
            *(collect(link.send(say(str(n), context=f"c{n}"))) for n in range(AT_ONCE))
        )
    for n, events in enumerate(turns):
        assert shape(events)[-2:] == [f"={n}", "completed"]
    assert len({task_id_of(events) for events in turns}) == AT_ONCE
