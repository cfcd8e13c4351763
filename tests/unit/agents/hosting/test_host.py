"""The host: what it promises executors of their tasks, and what it does with awkward ones."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest
from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.context import ServerCallContext
from a2a.server.events import EventQueue
from a2a.types import (
    AgentCard,
    CancelTaskRequest,
    Message,
    Part,
    Role,
    SendMessageRequest,
    SubscribeToTaskRequest,
    Task,
    TaskState,
)

from agents.answering.history import TaskHistory
from agents.hosting.host import AgentHost
from app.conversations.store.ephemeral_store import MemoryStore
from tests.contract.transport.executors import Script, ScriptedExecutor, Turn, card
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio

Host = Callable[..., Awaitable[AgentHost]]


@pytest.fixture
async def served() -> AsyncIterator[Host]:
    async with AsyncExitStack() as stack:
        records = MemoryStore()

        async def serve(
            script: Script, *, kind: type[ScriptedExecutor] = ScriptedExecutor
        ) -> AgentHost:
            host = AgentHost(
                name="scripted",
                card=card(),
                make_executor=lambda history: kind(script, history),
                records=records,
            )
            stack.push_async_callback(host.aclose)
            await host.recover()
            return host

        yield serve


def asking(text: str, context: str = "c") -> SendMessageRequest:
    message = Message(
        message_id=f"{context}-{text}",
        role=Role.ROLE_USER,
        context_id=context,
        parts=[Part(text=text)],
    )
    return SendMessageRequest(message=message)


async def send(host: AgentHost, text: str, *, context: str = "c") -> Task:
    last = None
    async for event in host.handler.on_message_send_stream(
        asking(text, context), ServerCallContext()
    ):
        last = event
    assert last is not None
    found = await host.get(last.id if isinstance(last, Task) else last.task_id)
    assert found is not None
    return found


async def eventually(look: Callable[[], Awaitable[Any]]) -> Any:
    for _ in range(10_000):
        if found := await look():
            return found
        await asyncio.sleep(0)
    raise AssertionError("It never came to that.")


async def asks(turn: Turn) -> None:
    await turn.updater.start_work()
    await turn.ask("Which?")


async def answers(turn: Turn) -> None:
    await turn.updater.start_work()
    await turn.say(turn.text)
    await turn.updater.complete()


async def test_the_history_is_whole_newest_first_and_a_copy(served: Host) -> None:
    host = await served(answers)
    sent = [await send(host, text) for text in ("one", "two", "three")]
    await send(host, "elsewhere", context="other")
    found = await host.tasks("c")
    assert [task.id for task in found] == [task.id for task in sent[::-1]]
    assert found[0].artifacts[0].parts[0].text == "three"
    assert found[0].history[0].parts[0].text == "three"
    found[0].artifacts[0].parts[0].text = "changed"
    assert (await host.tasks("c"))[0] == sent[2]
    assert await host.get("nothing") is None


async def test_the_executor_finds_its_own_task_in_the_history(served: Host) -> None:
    seen = []

    async def looks(turn: Turn) -> None:
        await turn.updater.start_work()
        for task in await turn.history.tasks("c"):
            seen.append((task.id == turn.context.task_id, task.status.state))
        await turn.updater.complete()

    host = await served(looks)
    await send(host, "one")
    await send(host, "two")
    assert (False, TaskState.TASK_STATE_COMPLETED) in seen


async def settle(host: AgentHost, task_id: str, text: str = "Done with.") -> bool:
    return await host.settle(
        task_id,
        state=TaskState.TASK_STATE_COMPLETED,
        text=text,
        metadata={"answered_by": "t2"},
    )


async def test_only_a_parked_task_is_settled_and_only_once(served: Host) -> None:
    host = await served(asks)
    parked = await send(host, "x")
    assert await settle(host, parked.id, "first")
    assert not await settle(host, parked.id, "second")
    assert not await settle(host, "nothing")
    task = await host.get(parked.id)
    assert task is not None
    assert task.status.state == TaskState.TASK_STATE_COMPLETED
    assert task.status.message.parts[0].text == "first"
    assert list(task.status.message.reference_task_ids) == ["t2"]


async def test_of_two_who_settle_at_once_one_does(served: Host) -> None:
    host = await served(asks)
    parked = await send(host, "x")
    done = await asyncio.gather(*(settle(host, parked.id, f"{n}") for n in range(5)))
    assert sorted(done) == [False, False, False, False, True]
    task = await host.get(parked.id)
    assert task is not None
    assert task.status.message.parts[0].text == str(done.index(True))


async def test_a_task_cannot_settle_itself(served: Host) -> None:
    done = []

    async def asks_and_settles(turn: Turn) -> None:
        await turn.ask("Which?")
        own = turn.context.task_id or ""

        async def parked() -> bool:
            task = await turn.history.get(own)
            return task is not None and task.status.state == TaskState.TASK_STATE_INPUT_REQUIRED

        await eventually(parked)
        async with asyncio.timeout(PATIENCE):
            done.append(await turn.take_up(own))

    host = await served(asks_and_settles)
    task = await send(host, "x")
    assert done == [False]
    assert task.status.state == TaskState.TASK_STATE_INPUT_REQUIRED


async def test_a_settled_task_leaves_nothing_behind(served: Host) -> None:
    host = await served(asks)
    before = asyncio.all_tasks()
    parked = await send(host, "x")
    await settle(host, parked.id)
    async with asyncio.timeout(PATIENCE):
        while left := asyncio.all_tasks() - before:
            await asyncio.wait(left)


class Refuses(ScriptedExecutor):
    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        raise NotImplementedError("cancel is not supported")


class Dawdles(ScriptedExecutor):
    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        await asyncio.sleep(60)


class Explains(ScriptedExecutor):
    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        turn = self.turn(context, event_queue)
        await turn.updater.cancel(turn.words("Stopped at row 7."))


class Wordless(ScriptedExecutor):
    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        await self.turn(context, event_queue).updater.cancel()


async def test_a_task_stays_stopped_as_its_stream_told(served: Host) -> None:
    async def waits(turn: Turn) -> None:
        await turn.updater.start_work()
        await asyncio.Event().wait()

    host = await served(waits, kind=Wordless)
    told: list[Any] = []
    async with asyncio.timeout(PATIENCE):
        async for event in host.handler.on_message_send_stream(asking("x"), ServerCallContext()):
            told.append(event)
            if event.status.state == TaskState.TASK_STATE_WORKING:
                request = CancelTaskRequest(id=event.task_id)
                canceled = asyncio.create_task(
                    host.handler.on_cancel_task(request, ServerCallContext())
                )
        answer = await canceled
    assert answer is not None
    assert answer.status == told[-1].status
    assert (await host.tasks("c"))[0].status == answer.status


@pytest.mark.logs_warnings
@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (Refuses, "Stopped on request."),
        (Dawdles, "Stopped on request."),
        (Explains, "Stopped at row 7."),
    ],
)
async def test_any_executor_is_stopped(
    served: Host, kind: type[ScriptedExecutor], said: str
) -> None:
    stopped = []

    async def waits(turn: Turn) -> None:
        await turn.updater.start_work()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            stopped.append(True)
            raise

    host = await served(waits, kind=kind)
    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
        sending = group.create_task(send(host, "x"))
        found = await eventually(lambda: host.tasks("c"))
        await host.handler.on_cancel_task(CancelTaskRequest(id=found[0].id), ServerCallContext())
    task = sending.result()
    assert task.status.state == TaskState.TASK_STATE_CANCELED
    assert task.status.message.parts[0].text == said
    assert stopped == [True]


async def test_closing_says_why_and_closes_the_executor(served: Host) -> None:
    closed = []

    class Closes(ScriptedExecutor):
        async def aclose(self) -> None:
            closed.append(True)

    async def waits(turn: Turn) -> None:
        await turn.updater.start_work()
        await asyncio.Event().wait()

    host = await served(waits, kind=Closes)
    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
        sending = group.create_task(send(host, "x"))
        await eventually(lambda: host.tasks("c"))
        await host.aclose()
        await host.aclose()
    task = sending.result()
    assert task.status.state == TaskState.TASK_STATE_CANCELED
    assert task.status.message.metadata["reason"] == "interrupted"
    assert closed == [True]


@pytest.mark.logs_warnings  # the SDK's, of a queue that was closed before its executor returned
async def test_closing_waits_for_an_executor_that_tidies_up(served: Host) -> None:
    tidied = []

    async def tidies(turn: Turn) -> None:
        await turn.updater.start_work()
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0.1)
            tidied.append(True)

    host = await served(tidies)
    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
        group.create_task(send(host, "x"))
        await eventually(lambda: host.tasks("c"))
        await host.aclose()
        assert tidied == [True]


async def test_recovery_touches_only_what_was_at_work(served: Host) -> None:
    host = await served(asks)
    parked = await send(host, "x")
    assert await host.recover() == 0
    assert await host.get(parked.id) == parked


@pytest.mark.logs_warnings
async def test_how_long_a_message_took_is_told_with_the_state_of_its_task() -> None:
    ended = asyncio.Queue[tuple[float, int]]()

    async def script(turn: Turn) -> None:
        if turn.text == "break":
            raise RuntimeError
        await (asks if turn.text == "ask" else answers)(turn)

    host = AgentHost(
        name="scripted",
        card=card(),
        make_executor=lambda history: ScriptedExecutor(script, history),
        records=MemoryStore(),
        took=lambda seconds, state: ended.put_nowait((seconds, state)),
    )
    for text, state in (
        ("answer", TaskState.TASK_STATE_COMPLETED),
        ("ask", TaskState.TASK_STATE_INPUT_REQUIRED),
        ("break", TaskState.TASK_STATE_FAILED),
    ):
        assert (await send(host, text, context=text)).status.state == state
        seconds, told = await ended.get()
        assert (seconds > 0, told) == (True, state)
    await host.aclose()


async def test_the_host_streams_whatever_the_card_says() -> None:
    class Silent(AgentExecutor):
        async def execute(self, context: RequestContext, event_queue: EventQueue) -> None: ...
        async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None: ...

    def make(history: TaskHistory) -> Silent:
        return Silent()

    given = card()
    given.capabilities.streaming = False
    host = AgentHost(name="silent", card=given, make_executor=make, records=MemoryStore())
    assert host.card.capabilities.streaming
    assert not given.capabilities.streaming
    assert host.card.supported_interfaces[0].url == "in-process:silent"
    elsewhere = AgentCard()
    elsewhere.CopyFrom(host.card)
    elsewhere.supported_interfaces[0].url = "https://example.org"
    again = AgentHost(name="silent", card=elsewhere, make_executor=make, records=MemoryStore())
    assert again.card.supported_interfaces[0].url == "https://example.org"
    await host.aclose()
    await again.aclose()


async def test_agents_do_not_see_each_others_tasks() -> None:
    records = MemoryStore()
    hosts = [
        AgentHost(
            name=name,
            card=card(),
            make_executor=lambda history: ScriptedExecutor(asks, history),
            records=records,
        )
        for name in ("a", "b")
    ]
    task = await send(hosts[0], "x")
    assert await hosts[1].get(task.id) is None
    assert await hosts[1].tasks("c") == []
    for host in hosts:
        await host.aclose()


async def test_following_a_parked_task_ends_with_its_settlement(served: Host) -> None:
    host = await served(asks)
    parked = await send(host, "x")
    states = []
    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
        async for event in host.handler.on_subscribe_to_task(
            SubscribeToTaskRequest(id=parked.id), ServerCallContext()
        ):
            if not states:
                group.create_task(settle(host, parked.id))
            states.append(event.status.state)
    assert states == [TaskState.TASK_STATE_INPUT_REQUIRED, TaskState.TASK_STATE_COMPLETED]


async def test_what_is_said_under_an_id_that_was_used_stays_in_the_history(served: Host) -> None:
    ran = []

    async def asks_on(turn: Turn) -> None:
        ran.append(turn.text)
        await asks(turn)

    host = await served(asks_on)
    task = await send(host, "one")

    async def say(text: str) -> Task:
        message = Message(message_id=task.history[0].message_id, role=Role.ROLE_USER)
        message.task_id = task.id
        message.parts.append(Part(text=text))
        request = SendMessageRequest(message=message)
        answer = await host.handler.on_message_send(request, ServerCallContext())
        assert isinstance(answer, Task)
        return answer

    await say("two")
    await say("three")
    assert ran == ["one", "two", "three"]
    again = await say("three")  # sent twice: nothing is worked on anew
    assert ran == ["one", "two", "three"]
    said = [one for one in again.history if one.role == Role.ROLE_USER]
    assert [one.parts[0].text for one in said] == ["one", "two", "three"]
    assert len({one.message_id for one in said}) == 3


@pytest.mark.logs_warnings
@pytest.mark.parametrize("begun", [True, False])
async def test_who_waits_for_an_answer_can_be_told_to_stop_waiting(
    served: Host, begun: bool
) -> None:
    entered = asyncio.Event()

    async def thinks(turn: Turn) -> None:
        if begun:
            await turn.updater.start_work()
        entered.set()
        await asyncio.Event().wait()

    host = await served(thinks)
    message = Message(message_id="m", role=Role.ROLE_USER, parts=[Part(text="one")])
    request = SendMessageRequest(message=message)
    asking = asyncio.create_task(host.handler.on_message_send(request, ServerCallContext()))
    async with asyncio.timeout(PATIENCE):
        await entered.wait()
        asking.cancel()
        await asyncio.wait({asking})
    assert asking.cancelled()
