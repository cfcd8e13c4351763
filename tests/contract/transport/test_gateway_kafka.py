"""A gateway over Kafka: no replica of it works itself, and each answers for any task."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import pytest
from a2a.server.context import ServerCallContext
from a2a.types import Task

from app.domain.events import TaskEvent
from app.domain.tasks import TaskState
from app.errors import AgentRefused
from app.system.json_log import TRACE
from tests.contract.transport.executors import Turn, card
from tests.contract.transport.kafka_wire import forwarded_over_kafka, gateway_over_kafka
from tests.contract.transport.serving import Serving, collect, last_state, say, shape, task_id_of
from tests.patience import PATIENCE
from transport.server.gateway import ForwardedAgent

pytestmark = pytest.mark.anyio


@pytest.fixture
async def serving() -> AsyncIterator[Serving]:
    async with AsyncExitStack() as stack:
        yield Serving(gateway_over_kafka, stack)


async def waits(turn: Turn) -> None:
    await turn.updater.start_work()
    await turn.say("I wait.")
    await asyncio.Event().wait()


async def answers(turn: Turn) -> None:
    await turn.updater.start_work()
    await turn.say(f"You said {turn.text}.")
    await turn.updater.complete()


async def test_a_turn_goes_there_and_back(serving: Serving) -> None:
    link = await serving.agent(answers)
    events = await collect(link.send(say("it")))
    assert shape(events)[-2:] == ["=You said it.", "completed"]
    assert (await link.get(task_id_of(events))).state is TaskState.COMPLETED
    with pytest.raises(AgentRefused):
        await collect(link.send(say("more", task=task_id_of(events))))


async def test_who_comes_back_follows_a_task_that_runs_behind_it_and_stops_it(
    serving: Serving,
) -> None:
    link = await serving.agent(waits)
    sending = link.send(say("x"))
    begun = await anext(sending)
    assert isinstance(begun, TaskEvent)
    followed = []
    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
        # More than one replica may answer it: it is not left to where the task would run.
        async for event in link.subscribe(begun.task.task_id):
            followed.append(event)
            if len(followed) == 1:
                group.create_task(link.cancel(begun.task.task_id))
    assert shape(followed)[0] == "task working"
    assert shape(followed)[-1] == "task canceled"
    assert last_state(await collect(sending)) is TaskState.CANCELED


async def test_what_is_logged_for_a_question_about_a_task_has_its_trace() -> None:
    told: list[tuple[str, str]] = []

    class Answers:
        async def on_get_task(self, params: Any, context: ServerCallContext) -> Task:
            told.append((TRACE.get(), context.state["headers"]["traceparent"].split("-")[1]))
            return Task(id=params.id, context_id="c")

    async with AsyncExitStack() as stack:
        link = await forwarded_over_kafka(Answers(), card(), stack)  # type: ignore[arg-type]
        stack.push_async_callback(link.aclose)
        assert (await link.get("t")).task_id == "t"
    [(logged, sent)] = told
    assert logged == sent


async def test_what_is_set_aside_has_failed_and_says_why() -> None:
    agent = ForwardedAgent("a", None, None)  # type: ignore[arg-type]
    task = await agent.set_aside("t", "c", "ada", "It ended everything.")
    assert (task.id, task.context_id) == ("t", "c")
    assert task.status.message.parts[0].text == "It ended everything."
    assert await agent.delivered_before("t", "ada") is None
