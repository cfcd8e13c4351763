"""Ended tasks of served agents are held to age, number and size, for each person, everywhere."""

import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from a2a.types import TaskPushNotificationConfig
from sqlalchemy import Connection, func, insert, select

from agents.hosting.database import task_rows
from agents.hosting.database.database import KeptDatabase
from agents.hosting.database.tables import messages, webhooks
from agents.hosting.database.task_rows import TaskFilter, TaskRow
from agents.hosting.owners import call_for
from app.serving import retention
from app.serving.retention import Retention, Retentions
from app.serving.task_storage import TaskDatabase, open_kept

pytestmark = pytest.mark.anyio

DAY = 86_400.0
NONE = dict.fromkeys(Retention.__dataclass_fields__, 0)


@pytest.fixture(params=["file", pytest.param("postgresql", marks=pytest.mark.live)])
async def opened(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[TaskDatabase]:
    of_file = request.param == "file"
    where = None if of_file else request.getfixturevalue("new_database")()
    async with open_kept(tmp_path, where) as kept:
        yield kept


def kept(number: int, *, age: float, state: str = "completed", owner: str = "ann") -> TaskRow:
    return TaskRow(
        agent="echo",
        task_id=f"{owner}-{number}",
        owner=owner,
        context_id="c",
        state=state,
        updated_at=time.time() - age * DAY,
        version=1,
        replica="",
        payload=b"x" * 1000,
    )


async def left(database: KeptDatabase) -> set[str]:
    rows = await database.run("", lambda c: task_rows.page(c, TaskFilter("echo")))
    return {row.task_id for row in rows}


async def put(database: KeptDatabase, *rows: TaskRow) -> None:
    def job(connection: Connection) -> None:
        for row in rows:
            task_rows.put(connection, row)

    await database.run("", job)


def said(**limits: int) -> Retentions:
    return Retentions(Retention(**NONE | limits), {})


async def test_tasks_go_by_age_number_and_size_of_each_person(opened: TaskDatabase) -> None:
    tasks = opened.database
    await put(tasks, *(kept(n, age=n) for n in range(10)))
    await put(tasks, *(kept(n, age=n, owner="bob") for n in range(3)))
    await put(tasks, kept(99, age=500, state="input_required"))
    await put(tasks, kept(98, age=500, state="working"))
    everything = await left(tasks)

    async def purged(limits: Retentions, *, really: bool = True) -> dict[str, int]:
        gone = await retention.purge_tasks(tasks, limits, really=really)
        return retention.not_none(gone).get("served tasks", {})

    assert await purged(said()) == {}
    assert await purged(said(tasks_days=5), really=False) == {"ann": 6}
    assert await left(tasks) == everything
    assert await purged(said(tasks_days=5)) == {"ann": 6}
    assert await purged(said(tasks_most=2)) == {"ann": 3, "bob": 1}
    # What is worked on stays, however old it is, and counts for nobody.
    assert await left(tasks) == {"ann-0", "ann-1", "bob-0", "bob-1", "ann-98"}
    big = kept(50, age=0.5)._replace(payload=b"x" * 1_000_000)
    await put(tasks, big)
    assert await purged(said(tasks_megabytes=1)) == {"ann": 2}
    assert await left(tasks) == {"ann-0", "bob-0", "bob-1", "ann-98"}
    # Otherwise for one of them.
    of_bob = Retentions(Retention(**NONE), {"bob": Retention(**NONE | {"tasks_most": 1})})
    assert await purged(of_bob) == {"bob": 1}


async def test_what_belongs_to_a_task_goes_with_it_and_messages_of_long_ago_too(
    opened: TaskDatabase,
) -> None:
    await put(opened.database, kept(1, age=100), kept(2, age=0))
    for name in ("ann-1", "ann-2"):
        hook = TaskPushNotificationConfig(task_id=name, url="https://example.org")
        await opened.webhooks.set_info(name, hook, call_for("ann"))
    row = {"agent": "echo", "owner": "ann", "task_id": "ann-1"}
    for age in (0, 1):
        taken = insert(messages).values(row | {"digest": f"{age}", "at": time.time() - age * DAY})
        await opened.database.run("", lambda c, taken=taken: c.execute(taken).rowcount)
    await retention.purge_tasks(opened.database, said(tasks_days=90))

    def counted(connection: Connection) -> list[int]:
        return [
            connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in (webhooks, messages)
        ]

    assert await opened.database.run("", counted) == [1, 1]
