"""What is open stays true: after a sleep, after a lost network, and while an agent is silent."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from app.conversations.store.ephemeral_store import MemoryStore
from app.desk.desk import Desk
from app.desk.reconciliation import Clocks, LiveTruth, News, slept, wakings
from app.domain.events import AgentEvent
from app.domain.messages import Message
from app.domain.tasks import TaskState
from app.errors import AgentUnreachable
from tests.patience import PATIENCE
from tests.scripted import ScriptedAgents, ScriptedLink, status, submitted

pytestmark = pytest.mark.anyio


async def goes_dead(link: ScriptedLink, message: Message) -> AsyncIterator[AgentEvent]:
    """Begin to work; then the stream says nothing more, and does not end."""
    yield submitted(message, message.message_id)
    yield status(message, message.message_id, TaskState.WORKING)
    await asyncio.Event().wait()


async def breaks(link: ScriptedLink, message: Message) -> AsyncIterator[AgentEvent]:
    """Begin to work; then the network is gone."""
    yield submitted(message, message.message_id)
    yield status(message, message.message_id, TaskState.WORKING)
    link.unreachable = True
    raise AgentUnreachable("The network is gone.")


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 (what is waited for has no signal)
            await asyncio.sleep(0.001)


async def never() -> AsyncIterator[float]:
    await asyncio.Event().wait()
    yield 0.0


class Case:
    """A desk with one agent elsewhere, its truth kept, and what was told of it."""

    def __init__(self, link: ScriptedLink) -> None:
        self.link = link
        self.desk = Desk(store=MemoryStore(), agents=ScriptedAgents(link))
        self.live = LiveTruth(self.desk)
        self.news: list[News] = []
        self.live.watch(self.news.append)

    async def state(self, context_id: str) -> TaskState:
        [entry] = await self.desk.answers(context_id)
        return entry.answer.state

    def finish(self) -> None:
        """End every task, as its agent does while nobody listens."""
        for task_id, task in self.link.held.items():
            done = {"state": TaskState.COMPLETED}
            self.link.held[task_id] = task.model_copy(update=done)


async def test_a_stream_that_died_in_a_sleep_is_let_go_and_the_truth_is_asked_for() -> None:
    case = Case(ScriptedLink(goes_dead, in_process=False))
    woken: asyncio.Queue[float] = asyncio.Queue()

    async def waking() -> AsyncIterator[float]:
        while True:
            yield await woken.get()

    running = asyncio.create_task(case.live.run(waking=waking()))
    session = case.desk.new()
    turn = await session.start("long work")
    await until(lambda: turn.answer.state is TaskState.WORKING)
    case.finish()
    woken.put_nowait(3600.0)
    await until(lambda: case.news)
    assert await case.state(session.context_id) is TaskState.COMPLETED
    assert (len(case.news[0].found.finished), case.news[0].away) == (1, True)
    running.cancel()
    await asyncio.wait([running])
    await case.desk.aclose()


async def test_a_silent_agent_is_a_state_and_is_asked_until_it_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("app.desk.reconciliation.FIRST_SECONDS", 0.001)
    case = Case(ScriptedLink(breaks, in_process=False))
    running = asyncio.create_task(case.live.run(waking=never()))
    session = case.desk.new()
    turn = await session.start("work")
    await turn.wait()
    assert await case.state(session.context_id) is TaskState.WORKING
    case.live.ask()
    await until(lambda: case.live.silent == {session.conversation.agent})
    case.finish()
    case.link.unreachable = False
    await until(lambda: case.live.silent == frozenset())
    assert await case.state(session.context_id) is TaskState.COMPLETED
    running.cancel()
    await asyncio.wait([running])
    await case.desk.aclose()


async def test_what_runs_here_is_not_touched() -> None:
    case = Case(ScriptedLink(goes_dead, in_process=True))
    session = case.desk.new()
    turn = await session.start("work")
    await until(lambda: turn.answer.state is TaskState.WORKING)
    found = await case.desk.recheck(anew=True)
    assert found == type(found)()
    assert not turn.ended
    await case.desk.aclose()


async def test_a_message_on_its_way_is_not_taken_for_lost() -> None:
    """While a message is being stored, it is open in the store and nobody follows it yet."""
    gate, stored = asyncio.Event(), asyncio.Event()

    class Slow(MemoryStore):
        async def save_conversation(self, *given: Any, **named: Any) -> None:
            stored.set()
            await gate.wait()
            await super().save_conversation(*given, **named)

    desk = Desk(store=Slow(), agents=ScriptedAgents(ScriptedLink(goes_dead)))
    session = desk.new()
    starting = asyncio.create_task(session.start("work"))
    await stored.wait()
    checking = asyncio.create_task(desk.recheck())
    for _ in range(20):
        await asyncio.sleep(0)
    gate.set()
    turn = await starting
    found = await checking
    assert found == type(found)()
    assert not turn.answer.settled
    await desk.aclose()


def test_a_clock_that_went_on_tells_of_a_sleep() -> None:
    before = Clocks(1000.0, 50.0, 60.0)
    assert slept(before, Clocks(1005.0, 55.0, 65.0)) == 0.0
    assert slept(before, Clocks(1012.0, 62.0, 72.0)) == 0.0, "a busy program"
    assert slept(before, Clocks(4605.0, 55.0, 3665.0)) == 3600.0
    assert slept(before, Clocks(905.0, 55.0, 65.0)) == 0.0, "a clock that was set back"


async def test_each_sleep_is_told_once() -> None:
    times = iter([0.0, 5.0, 305.0, 310.0, 915.0])

    def clocks() -> Clocks:
        now = next(times)
        return Clocks(now, now, now)

    async def sleep(_: float) -> None:
        await asyncio.sleep(0)

    gaps = wakings(clocks=clocks, sleep=sleep)
    assert [await anext(gaps), await anext(gaps)] == [295.0, 600.0]
    await gaps.aclose()  # type: ignore[attr-defined]
