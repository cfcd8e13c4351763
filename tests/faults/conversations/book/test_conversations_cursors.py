"""Transactions of many connections that commit in any order: who follows misses none (F20)."""

import asyncio
import random
from collections.abc import Callable

import pytest
from sqlalchemy import Connection, text

from app.conversations.book.embedded_book import EmbeddedBook
from app.conversations.database.database import Database
from app.conversations.store.change_rows import append, entry
from app.domain.book import SCOPES, Caller
from app.domain.changes import CannotReplay, Cursor, UpToDate
from tests.faults.scales import Scale
from tests.live.conftest import new_database, postgres_url  # noqa: F401

pytestmark = pytest.mark.anyio

TENANTS = ("red", "green")
WRITERS = 6


def job(tenant: str, task_id: str, before: float, after: float) -> Callable[[Connection], None]:
    def run(connection: Connection) -> None:
        connection.execute(text("SELECT pg_sleep(:seconds)"), {"seconds": before})
        append(connection, tenant, [entry("task.update", "task", task_id=task_id)])
        connection.execute(text("SELECT pg_sleep(:seconds)"), {"seconds": after})

    return run


async def follow(book: EmbeddedBook, tenant: str, expected: int) -> list[str | None]:
    """Read on from each cursor that was given, until as many changes were told as were made."""
    caller = Caller(tenant=tenant, scopes=SCOPES)
    found: list[str | None] = []
    cursor = Cursor("0", 0)
    while len(found) < expected:
        said = await book.changes(caller, since=cursor, limit=50)
        assert not isinstance(said, CannotReplay)
        cursor = said.cursor
        if isinstance(said, UpToDate):
            await asyncio.sleep(0)
        else:
            found += [change.task_id for change in said.changes]
    return found


async def test_f20_a_cursor_misses_nothing_that_commits_late(
    new_database: Callable[[], str],  # noqa: F811
    scale: Scale,
) -> None:
    transactions = scale(600, 10_000)
    address = new_database()
    chance = random.Random(transactions)
    book = await EmbeddedBook.open(address)
    writers = [await Database.open(address) for _ in range(WRITERS)]
    each = transactions // WRITERS // len(TENANTS)

    async def write(number: int, database: Database, tenant: str) -> None:
        for n in range(each):
            before, after = chance.choice([0, 0.001, 0.003]), chance.choice([0, 0, 0.002])
            await database.write(tenant, job(tenant, f"{number}-{n}", before, after))

    writing = [
        write(number, database, tenant)
        for number, database in enumerate(writers)
        for tenant in TENANTS
    ]
    try:
        async with asyncio.timeout(60 + transactions / 20):
            followed = await asyncio.gather(
                *(follow(book, tenant, each * WRITERS) for tenant in TENANTS), *writing
            )
    finally:
        for database in writers:
            await database.aclose()
        await book.aclose()
    for found in followed[: len(TENANTS)]:
        assert found is not None
        assert sorted(found, key=str) == sorted(
            f"{number}-{n}" for number in range(WRITERS) for n in range(each)
        )
