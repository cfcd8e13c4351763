"""At the start every open task of an earlier run is brought up to what its agent says of it."""

import asyncio
from collections.abc import AsyncIterator, Sequence

import pytest

from app.conversations.store.ephemeral_store import MemoryStore
from app.desk.desk import Desk
from app.desk.recovery import Reconciling
from app.domain.conversations import AnswerEntry
from app.domain.events import AgentEvent, StreamLost
from app.domain.messages import Message
from app.domain.tasks import Task, TaskState
from app.errors import AgentRefused, AgentUnreachable, TaskUnknown
from app.ports import AgentLink
from tests.patience import PATIENCE
from tests.scripted import (
    ScriptedAgents,
    ScriptedLink,
    answered_at_once,
    artifact,
    never_ends,
    submitted,
)

pytestmark = pytest.mark.anyio


def desk_with(link: ScriptedLink | None, store: MemoryStore | None = None) -> Desk:
    return Desk(store=store or MemoryStore(), agents=ScriptedAgents(link))


class Listing(ScriptedLink):
    """Notes what it is asked for, and may refuse to list."""

    def __init__(self, held: dict[str, Task], refuses: Exception | None = None) -> None:
        super().__init__(never_ends, in_process=False)
        self.held = held
        self.refuses = refuses
        self.listed: list[str] = []
        self.got: list[str] = []

    async def get(self, task_id: str) -> Task:
        self.got.append(task_id)
        return await super().get(task_id)

    async def tasks(self, context_id: str) -> Sequence[Task]:
        self.listed.append(context_id)
        if self.refuses is not None:
            raise self.refuses
        return await super().tasks(context_id)


async def two_left_open(store: MemoryStore, *, named: bool = True) -> ScriptedLink:
    """Leave two remote turns open in one conversation, and return what their agent holds."""

    async def breaks(link: ScriptedLink, message: Message) -> AsyncIterator[AgentEvent]:
        event = submitted(message, f"task-{len(link.sent)}")
        link.keep(event)
        if named:
            yield event
            yield artifact(message, event.task.task_id, "begun")
        raise AgentUnreachable("gone")

    link = ScriptedLink(breaks, in_process=False)
    desk = desk_with(link, store)
    session = desk.new()
    for text in ("one", "two"):
        link.unreachable = False
        turn = await session.start(text)
        await turn.wait()
    await desk.aclose()
    return link


async def test_a_lost_remote_task_stays_open_and_is_found_again() -> None:
    async def breaks(link: ScriptedLink, message: Message) -> AsyncIterator[AgentEvent]:
        yield submitted(message, "task-1")
        yield StreamLost(task_id="task-1", reason="cut")
        raise AgentUnreachable("gone")

    store = MemoryStore()
    link = ScriptedLink(breaks, in_process=False)
    desk = desk_with(link, store)
    session = desk.new()
    events = [event async for event in session.say("hello")]
    assert events[-1].state is TaskState.SUBMITTED
    await desk.aclose()

    link.held["task-1"] = link.held["task-1"].model_copy(update={"state": TaskState.COMPLETED})
    again = desk_with(link, store)
    report = await again.recover()
    assert [answer.task_id for answer in report.finished] == ["task-1"]
    await again.aclose()


async def test_a_crash_between_store_and_wire_is_told_after_the_restart() -> None:
    store = MemoryStore()
    desk = desk_with(ScriptedLink(never_ends), store)
    turn = await desk.new().start("hello")  # and the process is gone
    later = desk_with(ScriptedLink(answered_at_once), store)
    report = await later.recover()
    assert [answer.turn_id for answer in report.interrupted] == [turn.turn_id]
    kept = await store.answer(turn.turn_id)
    assert kept is not None
    assert kept.answer.state is TaskState.FAILED
    assert kept.answer.reason == "interrupted"
    assert not await store.open_answers()
    await desk.aclose()


def ended(held: dict[str, Task], task_id: str) -> None:
    held[task_id] = held[task_id].model_copy(update={"state": TaskState.COMPLETED})


async def test_a_conversation_is_listed_once_and_only_what_settled_is_read_whole() -> None:
    store = MemoryStore()
    held = (await two_left_open(store)).held
    assert len(await store.open_answers()) == 2
    ended(held, "task-2")
    link = Listing(held)
    again = desk_with(link, store)
    report = await again.recover()
    assert len(link.listed) == 1
    assert link.got == ["task-2"]
    assert [answer.task_id for answer in report.finished] == ["task-2"]
    assert [answer.task_id for answer in report.running] == ["task-1"]
    await again.aclose()


async def test_an_answer_that_nobody_keeps_any_more_is_said_to_be_gone() -> None:
    """As of a queue whose log is shorter than the time that the desk was closed."""

    class Forgetful(Listing):
        async def get(self, task_id: str) -> Task:
            raise TaskUnknown("older than the log", key="answer_expired")

    store = MemoryStore()
    await two_left_open(store)
    again = desk_with(Forgetful({}), store)
    report = await again.recover()
    assert {answer.reason for answer in report.interrupted} == {"answer_expired"}
    await again.aclose()


@pytest.mark.parametrize("error", [AgentRefused("no lists here"), AgentUnreachable("cut")])
async def test_what_cannot_be_listed_is_asked_for_one_by_one(error: Exception) -> None:
    store = MemoryStore()
    held = (await two_left_open(store)).held
    for task_id in list(held):
        ended(held, task_id)
    link = Listing(held, refuses=error)
    again = desk_with(link, store)
    report = await again.recover()
    assert {answer.task_id for answer in report.finished} == {"task-1", "task-2"}
    await again.aclose()


async def test_an_agent_that_is_away_keeps_no_other_waiting() -> None:
    store = MemoryStore()
    held = (await two_left_open(store)).held
    ended(held, "task-1")
    ended(held, "task-2")
    for entry in (await store.open_answers())[:1]:
        await store.record(entry.answer.model_copy(update={"agent": "away"}), [])
    present = Listing(held)
    both_asked = asyncio.Event()

    class Two(ScriptedAgents):
        async def link(self, name: str) -> AgentLink:
            if name == "away":
                await asyncio.wait_for(both_asked.wait(), PATIENCE)
                raise AgentUnreachable("nobody answers")
            both_asked.set()
            return present

    again = Desk(store=store, agents=Two(present))
    report = await again.recover()
    assert len(report.unreachable) == 1
    assert len(report.finished) == 1
    assert len(await store.open_answers()) == 1
    await again.aclose()


async def test_an_agent_that_is_silent_counts_as_away() -> None:
    class Silent(Listing):
        async def tasks(self, context_id: str) -> Sequence[Task]:
            self.listed.append(context_id)
            await asyncio.Event().wait()
            return ()

    store = MemoryStore()
    link = Silent((await two_left_open(store)).held)

    async def never(entry: AnswerEntry, link: AgentLink) -> None:
        raise AssertionError

    report = await Reconciling(
        store=store,
        agents=ScriptedAgents(link),
        journal=None,
        follow=never,
        show=lambda entry: None,
        silence=0.05,
    ).recover(await store.open_answers())
    assert len(report.unreachable) == 2
    assert len(link.listed) == 1
    assert len(await store.open_answers()) == 2
