"""What every link promises of tasks that are stopped, wait, or outlive a process."""

import asyncio
import threading
from collections import Counter
from collections.abc import Iterable

import pytest
from a2a.types import TaskState as WireState

from app.domain.events import AgentEvent, ArtifactEvent, StatusEvent, TaskEvent
from app.domain.tasks import TaskState
from app.errors import AgentRefused
from tests.contract.transport.executors import Turn
from tests.contract.transport.serving import (
    Serving,
    collect,
    last_state,
    say,
    shape,
    task_id_of,
    tasks_of_agents,
)
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio


async def asks(turn: Turn) -> None:
    """Ask once; a message that refers to a question answers it, any other gives it up."""
    await turn.updater.start_work()
    if turn.context.message.reference_task_ids:
        for parked in turn.context.related_tasks:
            assert await turn.take_up(parked.id)
        await turn.say(f"So {turn.text}.")
        await turn.updater.complete()
        return
    for parked in await turn.history.tasks(turn.context.context_id or ""):
        if parked.id != turn.context.task_id:
            await turn.history.settle(
                parked.id,
                state=WireState.TASK_STATE_CANCELED,
                text="Something else was asked.",
                metadata={"superseded_by": turn.context.task_id or ""},
            )
    await turn.ask("Which?")


async def streams_without_end(turn: Turn) -> None:
    await turn.updater.start_work()
    n = 0
    while True:
        await turn.say(f"{n};", append=n > 0)
        n += 1
        await asyncio.sleep(0.001)


async def test_cancel_in_the_middle_of_a_stream_is_prompt(serving: Serving) -> None:
    link = await serving.agent(streams_without_end)
    events = []
    async with asyncio.TaskGroup() as group:
        async for event in link.send(say("x")):
            events.append(event)
            if len(events) == 20:
                stopping = group.create_task(link.cancel(task_id_of(events)))
    assert last_state(events) is TaskState.CANCELED
    assert stopping.result().state is TaskState.CANCELED
    assert (await link.get(task_id_of(events))).state is TaskState.CANCELED


async def test_cancel_does_not_wait_for_work_in_a_thread(serving: Serving) -> None:
    done = threading.Event()

    async def computes(turn: Turn) -> None:
        await turn.updater.start_work()
        await asyncio.to_thread(done.wait, PATIENCE)
        await turn.updater.complete()

    link = await serving.agent(computes)
    events = []
    try:
        async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
            async for event in link.send(say("x")):
                events.append(event)
                if isinstance(event, StatusEvent) and event.state is TaskState.WORKING:
                    group.create_task(link.cancel(event.task_id))
    finally:
        done.set()
    assert last_state(events) is TaskState.CANCELED


@pytest.mark.logs_warnings
async def test_an_agent_that_will_not_stop_is_stopped_and_says_no_more(serving: Serving) -> None:
    async def stubborn(turn: Turn) -> None:
        await turn.updater.start_work()
        try:
            await asyncio.Event().wait()
        finally:
            await turn.updater.start_work(turn.words("Still here."))
            await turn.updater.complete()

    link = await serving.agent(stubborn)
    events = []
    async with asyncio.TaskGroup() as group:
        async for event in link.send(say("x")):
            events.append(event)
            if isinstance(event, StatusEvent) and event.state is TaskState.WORKING:
                group.create_task(link.cancel(event.task_id))
    assert last_state(events) is TaskState.CANCELED
    assert (await link.get(task_id_of(events))).state is TaskState.CANCELED


async def test_cancelling_what_has_ended_returns_it_as_it_ended(serving: Serving) -> None:
    async def works(turn: Turn) -> None:
        await turn.updater.complete(turn.words("Done."))

    link = await serving.agent(works)
    task_id = task_id_of(await collect(link.send(say("x"))))
    for _ in range(2):
        task = await link.cancel(task_id)
        assert task.state is TaskState.COMPLETED
        assert task.status is not None
        assert task.status.text == "Done."


@pytest.mark.parametrize("asleep", [False, True])
async def test_a_parked_question_is_canceled_and_shows_it_no_more(
    serving: Serving, asleep: bool
) -> None:
    link = await serving.agent(asks)
    task_id = task_id_of(await collect(link.send(say("x"))))
    if asleep:
        await serving.host.aclose()
        link = await serving.agent(asks)
    assert (await link.cancel(task_id)).state is TaskState.CANCELED
    task = await link.get(task_id)
    assert task.status is not None
    assert task.status.text == "Stopped on request."
    assert [m.text for m in task.history] == ["x", "Which?"]


@pytest.mark.parametrize("asleep", [False, True])
async def test_a_question_is_answered_by_a_new_task_that_refers_to_it(
    serving: Serving, asleep: bool
) -> None:
    link = await serving.agent(asks)
    asked = await collect(link.send(say("x")))
    parked = task_id_of(asked)
    assert last_state(asked) is TaskState.INPUT_REQUIRED
    if asleep:
        await serving.host.aclose()
        link = await serving.agent(asks)
    answered = await collect(link.send(say("this", about=(parked,))))
    assert last_state(answered) is TaskState.COMPLETED
    task = await link.get(parked)
    assert task.state is TaskState.COMPLETED
    assert task.status is not None
    assert task.status.metadata == {"answered_by": task_id_of(answered)}
    assert task.status.reference_task_ids == (task_id_of(answered),)
    assert [m.text for m in task.history][:2] == ["x", "Which?"]


@pytest.mark.parametrize("asleep", [False, True])
async def test_a_question_is_given_up_when_something_else_is_asked(
    serving: Serving, asleep: bool
) -> None:
    link = await serving.agent(asks)
    parked = task_id_of(await collect(link.send(say("x"))))
    if asleep:
        await serving.host.aclose()
        link = await serving.agent(asks)
    other = task_id_of(await collect(link.send(say("y"))))
    task = await link.get(parked)
    assert task.state is TaskState.CANCELED
    assert task.status is not None
    assert task.status.metadata == {"superseded_by": other}
    assert (await link.get(other)).state is TaskState.INPUT_REQUIRED


async def test_who_follows_a_parked_task_hears_that_it_was_answered(serving: Serving) -> None:
    link = await serving.agent(asks)
    parked = task_id_of(await collect(link.send(say("x"))))
    heard = []
    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
        async for event in link.subscribe(parked):
            if not heard:
                group.create_task(collect(link.send(say("this", about=(parked,)))))
            heard.append(event)
    assert shape(heard) == ["task input_required", "task completed"]


async def test_nothing_overwrites_a_settled_task(serving: Serving) -> None:
    link = await serving.agent(asks)
    parked = task_id_of(await collect(link.send(say("x"))))
    await collect(link.send(say("this", about=(parked,))))
    before = await link.get(parked)
    with pytest.raises(AgentRefused):
        await collect(link.send(say("late", task=parked)))
    assert (await link.cancel(parked)).state is TaskState.COMPLETED
    assert await link.get(parked) == before


async def test_a_question_survives_a_restart_and_is_continued_by_its_task_id(
    serving: Serving,
) -> None:
    async def asks_then_ends(turn: Turn) -> None:
        await turn.updater.start_work()
        if turn.context.current_task is None:
            await turn.ask("Which?")
        else:
            await turn.updater.complete()

    link = await serving.agent(asks_then_ends)
    parked = task_id_of(await collect(link.send(say("x"))))
    await serving.host.aclose()
    link = await serving.agent(asks_then_ends)
    assert (await link.get(parked)).state is TaskState.INPUT_REQUIRED
    events = await collect(link.send(say("this", task=parked)))
    assert last_state(events) is TaskState.COMPLETED


def _kinds(tasks: Iterable[asyncio.Task[object]]) -> Counter[str]:
    return Counter(str(getattr(task.get_coro(), "__qualname__", "")) for task in tasks)


async def test_parked_tasks_hold_no_asyncio_tasks_for_long(serving: Serving) -> None:
    link = await serving.agent(asks, parked_seconds=0.05)
    here, before = asyncio.current_task(), _kinds(tasks_of_agents())
    parked = [task_id_of(await collect(link.send(say("x", context=f"c{n}")))) for n in range(5)]
    async with asyncio.timeout(PATIENCE):
        # By kind: a wire may begin one of its own anew, after a rebalance.
        while _kinds(running := tasks_of_agents()) - before:
            await asyncio.wait(running - {here}, return_when=asyncio.FIRST_COMPLETED)
    assert (await link.get(parked[0])).state is TaskState.INPUT_REQUIRED
    answered = await collect(link.send(say("this", context="c0", about=(parked[0],))))
    assert last_state(answered) is TaskState.COMPLETED
    assert (await link.get(parked[0])).state is TaskState.COMPLETED


async def test_a_message_for_a_task_at_work_is_refused_and_disturbs_nothing(
    serving: Serving,
) -> None:
    go_on = asyncio.Event()

    async def waits(turn: Turn) -> None:
        await turn.updater.start_work()
        await go_on.wait()
        await turn.updater.complete()

    link = await serving.agent(waits)
    events = []
    async for event in link.send(say("x")):
        events.append(event)
        if isinstance(event, StatusEvent) and event.state is TaskState.WORKING:
            with pytest.raises(AgentRefused, match="still being worked on"):
                await collect(link.send(say("more", task=event.task_id)))
            go_on.set()
    assert shape(events) == ["task submitted", "working", "completed"]


async def test_leaving_the_stream_leaves_the_task_running(serving: Serving) -> None:
    go_on = asyncio.Event()

    async def waits(turn: Turn) -> None:
        await turn.updater.start_work()
        await turn.say("begun")
        await go_on.wait()
        await turn.updater.complete()

    link = await serving.agent(waits)
    seen: list[AgentEvent] = []
    begun = asyncio.Event()

    async def listen() -> None:
        async for event in link.send(say("x")):
            seen.append(event)
            if isinstance(event, ArtifactEvent):
                begun.set()

    listening = asyncio.create_task(listen())
    async with asyncio.timeout(PATIENCE):
        await begun.wait()
    listening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await listening
    task_id = task_id_of(seen)
    assert (await link.get(task_id)).state is TaskState.WORKING
    followed = []
    async with asyncio.timeout(PATIENCE):
        async for event in link.subscribe(task_id):
            followed.append(event)
            go_on.set()
    assert shape(followed) == ["task working", "task completed"]


async def test_silence_is_no_error(serving: Serving) -> None:
    async def thinks(turn: Turn) -> None:
        await turn.updater.start_work()
        await asyncio.sleep(1.5)  # longer than a stream is left open after its end
        await turn.updater.complete()

    link = await serving.agent(thinks)
    assert shape(await collect(link.send(say("x")))) == ["task submitted", "working", "completed"]


async def test_what_a_dead_process_left_at_work_has_failed_as_interrupted(
    serving: Serving,
) -> None:
    link = await serving.agent(streams_without_end)
    at_work = None
    async for event in link.send(say("x")):
        if isinstance(event, ArtifactEvent):
            at_work = await serving.records.load("scripted", event.task_id)
            if at_work is not None and b"0;" in at_work.payload:
                break
    assert at_work is not None
    task_id = at_work.task_id
    await serving.host.aclose()
    await serving.records.save(at_work)  # as a killed process leaves it
    link = await serving.agent(streams_without_end)
    task = await link.get(task_id)
    assert task.state is TaskState.FAILED
    assert task.status is not None
    assert task.status.metadata == {"interrupted": "true", "reason": "interrupted"}
    assert "interrupted" in task.status.text
    assert task.artifacts[0].text.startswith("0;")


async def test_closing_the_host_cancels_what_runs_and_keeps_that(serving: Serving) -> None:
    link = await serving.agent(streams_without_end)
    events = []
    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
        async for event in link.send(say("x")):
            events.append(event)
            if len(events) == 5:
                group.create_task(serving.host.aclose())
    assert last_state(events) is TaskState.CANCELED
    record = await serving.records.load("scripted", task_id_of(events))
    assert record is not None
    assert record.state == "canceled"
    await serving.host.aclose()


async def test_a_task_keeps_its_first_event_for_those_who_come_late(serving: Serving) -> None:
    link = await serving.agent(asks)
    parked = task_id_of(await collect(link.send(say("x"))))
    first = await anext(aiter(link.subscribe(parked)))
    assert isinstance(first, TaskEvent)
    assert first.task.status is not None
    assert first.task.status.text == "Which?"
