"""The lease of a replica on its tasks, over PostgreSQL: saves renew it, and nothing holds it up."""

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
import pytest
from a2a.server.cluster.task_store import VersionedTaskStore
from a2a.server.cluster.version import TaskVersion
from a2a.server.context import ServerCallContext
from a2a.types import Task, TaskState, TaskStatus

from agents.hosting.database.cluster_store import ClusterTaskStore
from agents.hosting.database.replica import ReplicaLease
from app.serving.task_storage import TaskDatabase, open_kept
from tests.patience import PATIENCE

pytestmark = [pytest.mark.anyio, pytest.mark.live]

AGENT = "echo"
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)
CALL = ServerCallContext()
Opened = Callable[[], Awaitable[TaskDatabase]]


@pytest.fixture
def database(new_database: Callable[[], str]) -> str:
    return new_database()


@pytest.fixture
async def server(database: str, tmp_path: Path) -> AsyncIterator[Opened]:
    """`await server()` opens the database as one more server does; it does not beat by itself."""
    async with AsyncExitStack() as stack:

        async def make() -> TaskDatabase:
            return await stack.enter_async_context(open_kept(tmp_path, database))

        yield make


@pytest.fixture
def operator(database: str) -> Any:
    """Somebody who looks at the database itself, and changes it."""
    with psycopg.connect(database, autocommit=True) as connection:
        yield connection


def task(state: TaskState, task_id: str = "t") -> Task:
    """A task whose status is as old as can be."""
    status = TaskStatus(state=state)
    status.timestamp.FromDatetime(LONG_AGO)
    return Task(id=task_id, context_id="c", status=status)


WORKING, COMPLETED = TaskState.TASK_STATE_WORKING, TaskState.TASK_STATE_COMPLETED


async def saved(
    store: VersionedTaskStore, now: Task, before: Task | None, version: TaskVersion
) -> TaskVersion:
    return await store.save(now, event=None, prev=before, prev_version=version, context=CALL)


def forget_beats(operator: Any) -> None:
    """Let every lease run out, as if nothing had been heard for an hour."""
    operator.execute("UPDATE served_replicas SET seen_at = seen_at - 3600")


async def orphans(kept: TaskDatabase) -> list[str]:
    return [one.task.id for one in await kept.store(AGENT).orphans()]


async def test_a_save_renews_the_lease(server: Opened, operator: Any) -> None:
    here, there = await server(), await server()
    replica = ReplicaLease(here.database, here.lanes[0], beat_seconds=0)  # its beat is always due
    await replica.join()
    store = ClusterTaskStore(here.database, agent=AGENT, replica=replica)
    version = await saved(store, task(WORKING), None, TaskVersion.MISSING)
    forget_beats(operator)
    assert await orphans(there) == ["t"]
    await saved(store, task(WORKING), task(WORKING), version)
    assert await orphans(there) == [], "the save was heard"


async def test_a_beat_waits_for_no_save(server: Opened, operator: Any) -> None:
    here, there = await server(), await server()
    store = here.store(AGENT)
    assert here.replica is not None
    await saved(store.sdk, task(WORKING), None, TaskVersion.MISSING)
    forget_beats(operator)
    busy, go_on = threading.Barrier(len(here.lanes) + 1), threading.Event()

    def hold(_: object) -> None:
        busy.wait(PATIENCE)
        go_on.wait(PATIENCE)

    held = [asyncio.create_task(lane.run(hold)) for lane in here.lanes]
    await asyncio.to_thread(busy.wait, PATIENCE)
    late = asyncio.create_task(saved(store.sdk, task(WORKING, "u"), None, TaskVersion.MISSING))
    try:
        async with asyncio.timeout(PATIENCE):
            await here.replica.join()
        assert await orphans(there) == []
        assert not late.done()
    finally:
        go_on.set()
        await asyncio.gather(late, *held)


async def test_an_old_task_whose_end_waits_to_be_saved_is_nobodys_orphan(
    server: Opened, operator: Any
) -> None:
    here, there = await server(), await server()
    store = here.store(AGENT)
    begun = task(WORKING)
    version = await saved(store.sdk, begun, None, TaskVersion.MISSING)
    with operator.transaction():
        operator.execute("SELECT * FROM served_tasks FOR UPDATE")
        end = asyncio.create_task(saved(store.sdk, task(COMPLETED), begun, version))
        await asyncio.to_thread(until_one_waits, operator)
        assert [one.task.id for one in await store.orphans()] == []
        assert await orphans(there) == []
        assert not end.done()
    await end
    assert operator.execute("SELECT count(*) FROM served_tasks WHERE replica <> ''").fetchone() == (
        0,
    )


def until_one_waits(operator: Any) -> None:
    """Return once a connection waits for what the operator holds."""
    while operator.execute("SELECT count(*) FROM pg_locks WHERE NOT granted").fetchone() == (0,):
        pass
