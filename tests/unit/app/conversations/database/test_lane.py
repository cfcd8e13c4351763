"""A lane tells of a commit before whoever waits for it goes on."""

import asyncio
import threading
import time
from pathlib import Path

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import OperationalError

from app.conversations.database.job_thread import Lane
from app.conversations.database.sqlite import writing_engine
from app.errors import DatabaseUnreachable
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio


async def test_who_waited_for_a_commit_may_rely_on_it_that_it_was_told(tmp_path: Path) -> None:
    told: list[frozenset[str]] = []

    def slowly(tenants: frozenset[str]) -> None:
        time.sleep(0.1)
        told.append(tenants)

    lane = Lane(writing_engine(tmp_path / "t.db", "delete"), name="test", committed=slowly)
    await lane.run(lambda connection: connection.execute(text("CREATE TABLE t (x)")), "acme")
    assert told == [frozenset({"acme"})]
    await lane.aclose()


async def test_those_who_wait_together_hear_at_once_that_the_server_is_away(tmp_path: Path) -> None:
    lane = Lane(writing_engine(tmp_path / "t.db", "delete"), name="test", batch=64)
    busy, go_on = threading.Event(), threading.Event()
    tried: list[Connection] = []

    def hold(_: object) -> None:
        busy.set()
        go_on.wait(PATIENCE)

    def away(connection: Connection) -> None:
        tried.append(connection)
        raise OperationalError("SELECT 1", {}, Exception("connection failed: refused"))

    held = asyncio.create_task(lane.run(hold))
    await asyncio.to_thread(busy.wait, PATIENCE)
    waiting = [asyncio.create_task(lane.run(away)) for _ in range(5)]
    await asyncio.sleep(0)
    go_on.set()
    found = await asyncio.gather(*waiting, return_exceptions=True)
    assert [type(one) for one in found] == [DatabaseUnreachable] * 5
    assert len(tried) == 1
    await held
    await lane.aclose()
