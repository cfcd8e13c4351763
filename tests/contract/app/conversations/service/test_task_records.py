"""What `TaskRecords` promises to the hosts of agents, checked over every implementation."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.domain.conversations import Conversation
from app.ports import TaskRecord
from tests.contract.app.conversations.store.stores import STORES, AnyStore, opened_store

pytestmark = pytest.mark.anyio

START = datetime(2026, 11, 1, 9, 0, tzinfo=UTC)


@pytest.fixture(params=STORES)
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[AnyStore]:
    opened = await opened_store(request, tmp_path)
    yield opened
    await opened.aclose()


def task(
    task_id: str,
    minute: int = 0,
    *,
    agent: str = "data",
    context_id: str = "c1",
    state: str = "working",
    payload: bytes = b"\x00\xff",
) -> TaskRecord:
    at = START + timedelta(minutes=minute)
    return TaskRecord(agent, task_id, context_id, state, at, payload)


async def test_a_task_comes_back_as_it_was_saved(store: AnyStore) -> None:
    await store.save(task("t1", payload=bytes(range(256))))
    assert await store.load("data", "t1") == task("t1", payload=bytes(range(256)))
    assert await store.load("other", "t1") is None
    assert await store.load("data", "t2") is None


async def test_saving_again_replaces(store: AnyStore) -> None:
    await store.save(task("t1"))
    await store.save(task("t1", 3, context_id="c2", state="completed", payload=b""))
    assert await store.select("data") == [
        task("t1", 3, context_id="c2", state="completed", payload=b"")
    ]


async def test_tasks_are_chosen_by_agent_context_and_state(store: AnyStore) -> None:
    kept = [
        task("t1", 1),
        task("t2", 3, state="completed"),
        task("t3", 2, context_id="c2"),
        task("t1", 4, agent="logs"),
    ]
    for record in kept:
        await store.save(record)
    one, two, three, other = kept
    assert await store.select("data") == [two, three, one]
    assert await store.select("data", context_id="c1") == [two, one]
    assert await store.select("data", states=["working"]) == [three, one]
    assert await store.select("data", context_id="c1", states=["completed", "x"]) == [two]
    assert await store.select("logs") == [other]
    assert await store.select("nobody") == []


async def test_a_removed_task_is_gone_and_removing_it_again_is_no_error(store: AnyStore) -> None:
    await store.save(task("t1"))
    await store.save(task("t1", agent="logs"))
    await store.remove("data", "t1")
    await store.remove("data", "t1")
    assert await store.load("data", "t1") is None
    assert await store.load("logs", "t1") is not None


async def test_purging_a_conversation_forgets_its_tasks(store: AnyStore) -> None:
    await store.save_conversation(Conversation(context_id="c1", created_at=START, updated_at=START))
    await store.save(task("t1"))
    await store.save(task("t2", context_id="c2"))
    await store.purge("c1")
    assert [record.task_id for record in await store.select("data")] == ["t2"]


async def test_the_last_of_many_saves_wins(store: AnyStore) -> None:
    await asyncio.gather(*(store.save(task("t1", n, payload=b"%d" % n)) for n in range(200)))
    held = await store.load("data", "t1")
    assert held is not None and held.payload == b"199"
