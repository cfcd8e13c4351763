"""What waits together is committed together, and each hears what came of it alone."""

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from a2a.server.cluster.task_store import ConcurrentTaskModificationError
from a2a.server.cluster.version import TaskVersion
from a2a.server.context import ServerCallContext
from a2a.types import Task, TaskState, TaskStatus, TaskStatusUpdateEvent
from sqlalchemy import text

from agents.hosting.database.cluster_events import NumberedVersion
from agents.hosting.database.cluster_store import ClusterTaskStore
from agents.hosting.database.database import KeptDatabase
from agents.hosting.database.messages import KeptMessages
from agents.hosting.database.replica import ReplicaLease
from agents.hosting.messages_taken import AGAIN_SECONDS, TakenMessage
from app.conversations.database.job_thread import Lane
from app.conversations.database.postgres import owning_engine
from app.conversations.database.sqlite import writing_engine
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio
T = TypeVar("T")

CALL = ServerCallContext()
MISSING = TaskVersion.MISSING
WORKING, COMPLETED = TaskState.TASK_STATE_WORKING, TaskState.TASK_STATE_COMPLETED
CANCELED = TaskState.TASK_STATE_CANCELED


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.live)])
async def lane(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Lane]:
    if request.param == "sqlite":
        engine = writing_engine(tmp_path / "tasks.db", "delete")
    else:
        engine = owning_engine(request.getfixturevalue("new_database")())
    lane = Lane(engine, name="test", batch=64)
    yield lane
    await lane.aclose()


@pytest.fixture
async def database(lane: Lane) -> KeptDatabase:
    database = KeptDatabase([lane])
    await database.prepare()
    return database


@pytest.fixture
async def store(lane: Lane, database: KeptDatabase) -> ClusterTaskStore:
    return await joined(lane, database)


async def joined(lane: Lane, database: KeptDatabase) -> ClusterTaskStore:
    """A store of one more replica."""
    replica = ReplicaLease(database, lane)
    await replica.join()
    return ClusterTaskStore(database, agent="echo", replica=replica)


async def together(lane: Lane, *waiting: Awaitable[T]) -> list[T | BaseException]:
    """Let all wait for the lane at once; return what came of each."""
    busy, go_on = threading.Event(), threading.Event()

    def hold(_: object) -> None:
        busy.set()
        go_on.wait(PATIENCE)

    held = asyncio.create_task(lane.run(hold))
    await asyncio.to_thread(busy.wait, PATIENCE)
    tasks = [asyncio.ensure_future(one) for one in waiting]
    await asyncio.sleep(0)
    assert lane.waiting == len(tasks)
    go_on.set()
    await held
    return await asyncio.gather(*tasks, return_exceptions=True)


def task(task_id: str, state: TaskState = WORKING) -> Task:
    return Task(id=task_id, context_id="c", status=TaskStatus(state=state))


def saving(
    store: ClusterTaskStore, now: Task, version: TaskVersion = MISSING
) -> Awaitable[TaskVersion]:
    event = TaskStatusUpdateEvent(task_id=now.id, context_id="c", status=now.status)
    return store.save(now, event=event, prev=None, prev_version=version, context=CALL)


async def test_saves_that_wait_together_share_a_commit(lane: Lane, store: ClusterTaskStore) -> None:
    begun = await saving(store, task("a"))
    before = lane.commits
    found = await together(
        lane,
        saving(store, task("a", COMPLETED), begun),
        saving(store, task("b")),
        saving(store, task("c")),
    )
    assert found == [NumberedVersion(2), NumberedVersion(1), NumberedVersion(1)]
    assert lane.commits == before + 2, "that which held it, and one for all"
    states = [(await store.read(one, "")) for one in "abc"]
    assert [one and one.status.state for one in states] == [COMPLETED, WORKING, WORKING]


async def test_one_that_comes_too_late_does_not_hold_up_the_others(
    lane: Lane, store: ClusterTaskStore
) -> None:
    first = await saving(store, task("a"))
    second = await saving(store, task("a"), first)
    late, done, unknown = await together(
        lane,
        saving(store, task("a", COMPLETED), first),
        saving(store, task("b")),
        saving(store, task("gone", COMPLETED), first),
    )
    assert isinstance(late, ConcurrentTaskModificationError)
    assert isinstance(unknown, ConcurrentTaskModificationError)
    assert done == NumberedVersion(1)
    assert await store.read("gone", "") is None
    assert await saving(store, task("a", COMPLETED), second) == NumberedVersion(3)


async def test_an_end_and_a_cancel_that_meet_leave_one_end(
    lane: Lane, store: ClusterTaskStore
) -> None:
    version = await saving(store, task("a"))
    ended, canceled = await together(
        lane,
        saving(store, task("a", COMPLETED), version),
        saving(store, task("a", CANCELED), version),
    )
    assert ended == NumberedVersion(2)
    assert isinstance(canceled, ConcurrentTaskModificationError)
    kept = await store.read("a", "")
    assert kept is not None
    assert kept.status.state == COMPLETED


async def test_a_task_begun_and_changed_in_one_commit_is_kept_as_it_was_last(
    lane: Lane, store: ClusterTaskStore
) -> None:
    found = await together(lane, saving(store, task("a")), saving(store, task("a", CANCELED)))
    assert found == [NumberedVersion(1), NumberedVersion(2)]
    kept = await store.read("a", "")
    assert kept is not None
    assert kept.status.state == CANCELED
    told: list[Any] = []
    async for event in store.events.subscribe("a", after=MISSING):
        told.append((event.version, event.event.status.state))
        if len(told) == 2:
            break
    assert told == [(NumberedVersion(1), WORKING), (NumberedVersion(2), CANCELED)]


async def test_reads_that_wait_together_are_each_given_their_own(
    lane: Lane, store: ClusterTaskStore
) -> None:
    await saving(store, task("a"))
    await saving(store, task("b"))
    before = lane.commits
    found = await together(lane, *(store.read(one, "") for one in ("a", "gone", "b", "a")))
    assert [one and one.id for one in found if not isinstance(one, BaseException)] == [
        *("a", None, "b", "a"),
    ]
    assert lane.commits == before + 2


async def test_a_message_that_is_taken_twice_at_once_is_taken_once(
    lane: Lane, database: KeptDatabase
) -> None:
    taken = KeptMessages(database, agent="echo")
    before = lane.commits
    found = await together(
        lane,
        taken.claim("ann", "one", "t1"),
        taken.claim("ann", "one", "t2"),
        taken.claim("bea", "one", "t3"),
    )
    assert found == [None, TakenMessage("t1"), None]
    assert lane.commits == before + 2
    await taken.replied("ann", "one", b"reply")
    assert await taken.claim("ann", "one", "t4") == TakenMessage("t1", b"reply")


async def test_a_message_from_long_ago_is_taken_anew(lane: Lane, database: KeptDatabase) -> None:
    taken = KeptMessages(database, agent="echo")
    await taken.claim("ann", "old", "t1")
    await taken.replied("ann", "old", b"reply")
    await lane.run(
        lambda c: c.execute(text("UPDATE served_messages SET at = at - :s"), {"s": AGAIN_SECONDS})
    )
    assert await taken.claim("ann", "old", "t2") is None
    assert await taken.claim("ann", "old", "t3") == TakenMessage("t2"), "without the old reply"
