"""Tasks of a replica whose saves fail: given up when the database is well again, and not before."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from a2a.server.cluster.task_store import ConcurrentTaskModificationError
from a2a.server.cluster.version import TaskVersion
from a2a.server.context import ServerCallContext
from a2a.types import Task, TaskState, TaskStatus
from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from agents.hosting.database.cluster_events import NumberedVersion
from agents.hosting.database.cluster_store import ClusterTaskStore
from agents.hosting.database.database import KeptDatabase, Shared
from agents.hosting.database.replica import ReplicaLease
from app.conversations.database.job_thread import Lane
from app.conversations.database.sqlite import writing_engine
from app.errors import StoreError
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio
T = TypeVar("T")


class Failing:
    """A lane whose database is away while it is told so."""

    def __init__(self, lane: Lane) -> None:
        self._lane = lane
        self.away = False
        self.breaks_off = ""  # "before" or "after" its next job is carried out

    async def run(self, job: Callable[[Connection], T]) -> T:
        return await self._run(lambda: self._lane.run(job))

    async def run_shared(self, job: Shared[Any, T], item: Any) -> T:
        return await self._run(lambda: self._lane.run_shared(job, item))

    async def _run(self, run: Callable[[], Awaitable[T]]) -> T:
        if self.away:
            raise StoreError("away", key="store_unavailable")
        when, self.breaks_off = self.breaks_off, ""
        if when == "after":
            await run()
        if when:
            lost = OperationalError("COMMIT", {}, Exception("lost"), connection_invalidated=True)
            raise StoreError("lost", key="store_unavailable") from lost
        return await run()

    async def aclose(self) -> None:
        await self._lane.aclose()


@pytest.fixture
async def lane(tmp_path: Path) -> AsyncIterator[Failing]:
    lane = Failing(Lane(writing_engine(tmp_path / "tasks.db", "delete"), name="test"))
    yield lane
    await lane.aclose()


async def joined(lane: Failing) -> ClusterTaskStore:
    """A store of one more replica."""
    database = KeptDatabase([lane])
    await database.prepare()
    replica = ReplicaLease(database, lane)
    await replica.join()
    return ClusterTaskStore(database, agent="echo", replica=replica)


async def test_a_task_that_could_not_be_given_up_is_given_up_later(lane: Failing) -> None:
    store = await joined(lane)
    call = ServerCallContext()
    working = Task(id="t", context_id="c", status=TaskStatus(state=TaskState.TASK_STATE_WORKING))
    version = await store.save(
        working, event=None, prev=None, prev_version=TaskVersion.MISSING, context=call
    )
    assert await store.orphans() == []
    ended = Task(id="t", context_id="c", status=TaskStatus(state=TaskState.TASK_STATE_FAILED))
    lane.away = True
    with pytest.raises(StoreError):
        await store.save(ended, event=None, prev=working, prev_version=version, context=call)
    lane.away = False
    [(task, owner, seen)] = await store.orphans()
    lane.away = True
    with pytest.raises(StoreError):
        await store.replace(ended, owner, before=task, version=seen)
    lane.away = False
    [(task, owner, seen)] = await store.orphans()
    assert await store.replace(ended, owner, before=task, version=seen)
    assert await store.orphans() == []


async def test_a_replica_that_was_given_up_does_not_write_into_the_task_begun_anew(
    lane: Failing,
) -> None:
    call = ServerCallContext()
    working = Task(id="t", context_id="c", status=TaskStatus(state=TaskState.TASK_STATE_WORKING))
    ended = Task(id="t", context_id="c", status=TaskStatus(state=TaskState.TASK_STATE_COMPLETED))
    late, anew = await joined(lane), await joined(lane)
    missing = TaskVersion.MISSING
    first = await late.save(working, event=None, prev=None, prev_version=missing, context=call)
    # It was silent for too long: another has the request, forgets the task and begins it again.
    await anew.delete("t", call)
    again = await anew.save(working, event=None, prev=None, prev_version=missing, context=call)
    assert again == first
    with pytest.raises(ConcurrentTaskModificationError):
        await late.save(ended, event=None, prev=working, prev_version=first, context=call)
    await anew.save(ended, event=None, prev=working, prev_version=again, context=call)


@pytest.mark.logs_warnings
async def test_that_a_replica_cannot_do_its_part_is_told_once_and_so_is_that_it_can_again(
    lane: Failing, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    database = KeptDatabase([lane])
    await database.prepare()
    replica = ReplicaLease(database, lane, beat_seconds=0.001)
    beats = asyncio.Semaphore(0)

    async def duty() -> None:
        beats.release()
        if lane.away:
            raise StoreError("It does not answer.", cause="connection refused")

    async def beaten() -> None:
        async with asyncio.timeout(PATIENCE):
            for _ in range(5):
                await beats.acquire()

    replica.keep_beating([duty])
    lane.away = True
    await beaten()
    lane.away = False
    await beaten()
    await replica.aclose()
    told = [one for one in caplog.messages if "It does not answer" in one]
    assert told == [
        "This replica could not do its part: It does not answer. (connection refused)",
    ]
    assert "This replica does its part again" in caplog.messages


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_save_whose_commit_nobody_heard_of_is_made_once(lane: Failing, when: str) -> None:
    store = await joined(lane)
    call = ServerCallContext()
    working = Task(id="t", context_id="c", status=TaskStatus(state=TaskState.TASK_STATE_WORKING))
    ended = Task(id="t", context_id="c", status=TaskStatus(state=TaskState.TASK_STATE_COMPLETED))
    version = TaskVersion.MISSING
    for place, task in enumerate((working, ended), 1):
        lane.breaks_off = when
        version = await store.save(task, event=None, prev=None, prev_version=version, context=call)
        assert version == NumberedVersion(place)
    assert await store.orphans() == []
