"""What every link promises of a message that is sent, wherever the agent runs."""

import asyncio

import pytest
from a2a.types import Part

from app.domain.events import AgentEvent, ArtifactEvent, MessageEvent, StatusEvent, TaskEvent
from app.domain.messages import DataPart, FilePart, Role, TextPart
from app.domain.tasks import TaskState
from app.errors import AgentRefused, TaskUnknown
from tests.contract.transport.executors import Turn
from tests.contract.transport.serving import Serving, collect, last_state, say, shape, task_id_of
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio


async def counts(turn: Turn) -> None:
    await turn.updater.start_work()
    for n in range(int(turn.text)):
        await turn.say(f"{n};", append=n > 0)
    await turn.updater.complete(turn.words("Done."))


async def test_events_come_in_order_and_the_task_comes_first(serving: Serving) -> None:
    link = await serving.agent(counts)
    events = await collect(link.send(say("3")))
    assert shape(events) == ["task submitted", "working", "=0;", "+1;", "+2;", "completed"]
    first, last = events[0], events[-1]
    assert isinstance(first, TaskEvent)
    assert first.task.context_id == "c"
    assert [m.text for m in first.task.history] == ["3"]
    assert isinstance(last, StatusEvent)
    assert last.message is not None
    assert (last.message.text, last.message.role) == ("Done.", Role.AGENT)
    assert last.at is not None


async def test_the_first_event_arrives_before_the_last_is_made(serving: Serving) -> None:
    heard = asyncio.Event()

    async def waits_to_be_heard(turn: Turn) -> None:
        await turn.updater.start_work()
        await turn.say("first")
        await heard.wait()
        await turn.updater.complete()

    link = await serving.agent(waits_to_be_heard)
    async for event in link.send(say("x")):
        if isinstance(event, ArtifactEvent):
            heard.set()
    assert isinstance(event, StatusEvent)
    assert event.state is TaskState.COMPLETED


async def test_a_slow_reader_of_3000_pieces_loses_none(serving: Serving) -> None:
    link = await serving.agent(counts)
    pieces = []
    async for event in link.send(say("3000")):
        if len(pieces) < 5:
            # Long enough for the agent to run far ahead of what is kept for a slow reader.
            await asyncio.sleep(0.2)
        if isinstance(event, ArtifactEvent):
            pieces.append(event.artifact.text)
    assert pieces == [f"{n};" for n in range(3000)]
    task = await link.get(event.task_id)
    assert len(task.artifacts[0].parts) == 3000


async def test_data_files_and_text_arrive_as_they_were_sent(serving: Serving) -> None:
    async def returns(turn: Turn) -> None:
        await turn.updater.start_work()
        await turn.updater.add_artifact(list(turn.context.message.parts), artifact_id="back")
        await turn.updater.complete()

    parts = (
        TextPart(text="테란 <b>&amp;</b>\n"),
        TextPart(text="before\x00after"),
        DataPart(data={"rows": [[2**60 + 1, 0.1, None, True]]}),
        FilePart(name="a.csv", media_type="text/csv", content=b"\x00\xff"),
        FilePart(name="b", media_type="text/plain", url="https://example.org/b"),
    )
    link = await serving.agent(returns)
    events = await collect(link.send(say("x").model_copy(update={"parts": parts})))
    back = next(event for event in events if isinstance(event, ArtifactEvent))
    assert back.artifact.parts == parts


@pytest.mark.parametrize("named", ["context", "task"])
async def test_an_id_that_no_database_keeps_is_refused_and_nobody_else(
    serving: Serving, named: str
) -> None:
    link = await serving.agent(counts)
    wrong = say("3", context="c\x00") if named == "context" else say("3", task="t\x00")
    if link.in_process:
        pytest.skip("nobody from outside comes this way")
    with pytest.raises(AgentRefused, match="character NUL"):
        await collect(link.send(wrong))
    assert last_state(await collect(link.send(say("3")))) is TaskState.COMPLETED


async def test_a_direct_reply_needs_no_task(serving: Serving) -> None:
    async def replies(turn: Turn) -> None:
        message = turn.words("Hello.")
        message.task_id = ""
        await turn.queue.enqueue_event(message)

    link = await serving.agent(replies)
    events = await collect(link.send(say("x")))
    assert [type(event) for event in events] == [MessageEvent]
    assert isinstance(events[0], MessageEvent)
    assert events[0].message.text == "Hello."


async def test_two_tasks_of_one_conversation_run_at_the_same_time(serving: Serving) -> None:
    both = asyncio.Barrier(2)

    async def meets(turn: Turn) -> None:
        await turn.updater.start_work()
        await both.wait()
        await turn.say(turn.text)
        await turn.updater.complete()

    link = await serving.agent(meets)
    async with asyncio.timeout(PATIENCE):
        one, two = await asyncio.gather(
            collect(link.send(say("one"))), collect(link.send(say("two")))
        )
    assert shape(one) == ["task submitted", "working", "=one", "completed"]
    assert shape(two) == ["task submitted", "working", "=two", "completed"]
    assert task_id_of(one) != task_id_of(two)
    listed = await link.tasks("c")
    assert {task.task_id for task in listed} == {task_id_of(one), task_id_of(two)}


async def test_a_message_with_a_task_id_continues_that_task(serving: Serving) -> None:
    async def asks_twice(turn: Turn) -> None:
        await turn.updater.start_work()
        if turn.text == "done":
            await turn.updater.complete()
        else:
            await turn.ask(f"{turn.text}?")

    link = await serving.agent(asks_twice)
    asked = await collect(link.send(say("one")))
    task_id = task_id_of(asked)
    # A client that does not know the context: the message belongs to the task's.
    again = await collect(link.send(say("two", context="", task=task_id)))
    assert last_state(again) is TaskState.INPUT_REQUIRED
    assert {event.context_id for event in again if isinstance(event, StatusEvent)} == {"c"}
    third = await collect(link.send(say("done", context="", task=task_id)))
    assert last_state(third) is TaskState.COMPLETED
    task = await link.get(task_id)
    assert task.context_id == "c"
    assert [m.text for m in task.history] == ["one", "one?", "two", "two?", "done"]


async def test_a_message_for_another_context_or_an_ended_task_is_refused(
    serving: Serving,
) -> None:
    link = await serving.agent(counts)
    task_id = task_id_of(await collect(link.send(say("1"))))
    with pytest.raises(AgentRefused):
        await collect(link.send(say("2", task=task_id)))
    with pytest.raises(AgentRefused):
        await collect(link.send(say("2", context="other", task=task_id)))


async def test_a_task_that_nobody_knows_is_unknown(serving: Serving) -> None:
    link = await serving.agent(counts)
    with pytest.raises(TaskUnknown):
        await link.get("nothing")
    with pytest.raises(TaskUnknown):
        await link.cancel("nothing")
    with pytest.raises(TaskUnknown):
        await collect(link.send(say("1", task="nothing")))
    with pytest.raises(TaskUnknown):
        await collect(link.subscribe("nothing"))


async def test_a_conversation_with_many_tasks_is_listed_whole_newest_first(
    serving: Serving,
) -> None:
    link = await serving.agent(counts)
    sent = [task_id_of(await collect(link.send(say("1")))) for _ in range(103)]
    await collect(link.send(say("1", context="other")))
    listed = await link.tasks("c")
    assert [task.task_id for task in listed] == sent[::-1]
    assert [m.text for m in listed[0].history][:1] == ["1"]
    assert listed[0].artifacts == ()
    assert await link.tasks("none") == []


async def test_the_card_is_the_agents(serving: Serving) -> None:
    link = await serving.agent(counts)
    assert link.card.name == "scripted"
    assert link.card.streaming
    assert link.card.task_per_request


async def test_known_extensions_are_asked_for(serving: Serving) -> None:
    asked: set[str] = set()

    async def looks(turn: Turn) -> None:
        asked.update(turn.context.requested_extensions)
        await turn.updater.complete()

    link = await serving.agent(looks)
    await collect(link.send(say("x")))
    assert asked == set(link.card.extensions)


async def test_subscribing_gives_the_task_first_and_then_what_follows(serving: Serving) -> None:
    go_on = asyncio.Event()

    async def pauses(turn: Turn) -> None:
        await turn.updater.start_work()
        await turn.say("before")
        await go_on.wait()
        await turn.updater.add_artifact([Part(text="after")], artifact_id="more")
        await turn.updater.complete()

    link = await serving.agent(pauses)
    followed: list[AgentEvent] = []

    async def follow(task_id: str) -> None:
        async for event in link.subscribe(task_id):
            followed.append(event)
            go_on.set()

    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
        async for event in link.send(say("x")):
            if isinstance(event, ArtifactEvent) and event.artifact.text == "before":
                group.create_task(follow(event.task_id))
    assert isinstance(followed[0], TaskEvent)
    assert followed[0].task.artifacts[0].text == "before"
    assert shape(followed)[-2:] == ["=after", "task completed"]
