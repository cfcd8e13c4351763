"""What every link promises when the agent behind it does not do as it should."""

import asyncio

import pytest
from a2a.types import Message, Part, Role, Task, TaskState, TaskStatus, TaskStatusUpdateEvent

from app.domain.tasks import TaskState as State
from app.errors import AgentRefused
from tests.contract.transport.executors import Turn
from tests.contract.transport.serving import Serving, collect, last_state, say, shape, task_id_of
from tests.patience import PATIENCE

pytestmark = [pytest.mark.anyio, pytest.mark.logs_warnings]

SECRET = "password=hunter2"


async def test_a_crash_fails_the_task_and_keeps_what_was_said_inside(
    serving: Serving, caplog: pytest.LogCaptureFixture
) -> None:
    async def crashes(turn: Turn) -> None:
        await turn.updater.start_work()
        await turn.say("so far")
        raise ValueError(SECRET)

    link = await serving.agent(crashes)
    events = await collect(link.send(say("x")))
    assert shape(events) == ["task submitted", "working", "=so far", "failed"]
    task = await link.get(task_id_of(events))
    assert task.state is State.FAILED
    assert task.status is not None
    assert task.status.metadata == {"reason": "internal"}
    assert SECRET not in f"{events}{task}"
    assert SECRET in caplog.text  # with its traceback, for whoever runs the agent


async def test_a_crash_before_the_first_word_fails_a_task_too(serving: Serving) -> None:
    async def crashes(turn: Turn) -> None:
        raise ValueError(SECRET)

    link = await serving.agent(crashes)
    events = await collect(link.send(say("x")))
    assert shape(events) == ["task submitted", "failed"]
    assert SECRET not in str(events)


async def test_a_crash_after_the_question_fails_the_task(serving: Serving) -> None:
    async def crashes(turn: Turn) -> None:
        await turn.ask("Which?")
        raise ValueError(SECRET)

    link = await serving.agent(crashes)
    events = await collect(link.send(say("x")))
    assert last_state(events) is State.FAILED


async def test_what_the_agent_awaited_being_cancelled_is_a_failure(serving: Serving) -> None:
    async def awaits(turn: Turn) -> None:
        await turn.updater.start_work()
        inner = asyncio.create_task(asyncio.sleep(10))
        inner.cancel()
        await inner

    link = await serving.agent(awaits)
    async with asyncio.timeout(PATIENCE):
        events = await collect(link.send(say("x")))
    assert shape(events) == ["task submitted", "working", "failed"]


async def test_an_agent_that_returns_without_finishing_has_failed(serving: Serving) -> None:
    async def leaves(turn: Turn) -> None:
        await turn.updater.start_work()
        await turn.say("half")

    link = await serving.agent(leaves)
    events = await collect(link.send(say("x")))
    assert shape(events) == ["task submitted", "working", "=half", "failed"]


async def test_an_agent_that_says_nothing_has_failed(serving: Serving) -> None:
    async def silent(turn: Turn) -> None:
        return None

    link = await serving.agent(silent)
    assert shape(await collect(link.send(say("x")))) == ["task submitted", "failed"]


async def test_what_is_said_after_the_end_changes_nothing(serving: Serving) -> None:
    async def goes_on(turn: Turn) -> None:
        ids = {"task_id": turn.context.task_id, "context_id": turn.context.context_id}
        await turn.updater.complete()
        again = TaskStatusUpdateEvent(**ids, status=TaskStatus(state=TaskState.TASK_STATE_WORKING))
        await turn.queue.enqueue_event(again)
        await turn.say("late")

    link = await serving.agent(goes_on)
    events = await collect(link.send(say("x")))
    assert shape(events) == ["task submitted", "completed"]
    task = await link.get(task_id_of(events))
    assert (task.state, task.artifacts) == (State.COMPLETED, ())


async def test_an_agent_that_breaks_the_protocol_has_failed(serving: Serving) -> None:
    async def mixes(turn: Turn) -> None:
        await turn.updater.start_work()
        stray = Message(message_id="m", role=Role.ROLE_AGENT, parts=[Part(text="stray")])
        await turn.queue.enqueue_event(stray)
        await turn.updater.complete()

    link = await serving.agent(mixes)
    events = await collect(link.send(say("x")))
    assert shape(events) == ["task submitted", "working", "failed"]


async def test_an_agent_that_appends_to_nothing_begins_an_artifact(serving: Serving) -> None:
    async def appends(turn: Turn) -> None:
        await turn.updater.start_work()
        await turn.say("more", append=True)
        await turn.updater.complete()

    link = await serving.agent(appends)
    events = await collect(link.send(say("x")))
    assert shape(events) == ["task submitted", "working", "=more", "completed"]


async def test_a_task_announced_already_over_is_over(serving: Serving) -> None:
    async def at_once(turn: Turn) -> None:
        done = Task(id=turn.context.task_id, context_id=turn.context.context_id)
        done.status.state = TaskState.TASK_STATE_COMPLETED
        await turn.queue.enqueue_event(done)

    link = await serving.agent(at_once)
    assert shape(await collect(link.send(say("x")))) == ["task completed"]


async def test_a_message_that_is_too_long_is_declined_in_words(serving: Serving) -> None:
    called = []

    async def listens(turn: Turn) -> None:
        called.append(turn.text)
        await turn.ask("Which?")

    link = await serving.agent(listens)
    events = await collect(link.send(say("ㅋ" * 400_000)))
    assert called == []
    assert last_state(events) is State.REJECTED
    task = await link.get(task_id_of(events))
    assert task.history == ()
    assert task.status is not None
    assert "1,200,000 bytes" in task.status.text
    assert task.status.metadata == {"reason": "message_too_large"}
    parked = task_id_of(await collect(link.send(say("x"))))
    with pytest.raises(AgentRefused, match="too long"):
        await collect(link.send(say("x" * 1_000_001, task=parked)))
    assert (await link.get(parked)).state is State.INPUT_REQUIRED
