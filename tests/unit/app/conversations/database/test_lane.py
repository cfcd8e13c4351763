"""A lane tells of a commit before whoever waits for it goes on."""

import time
from pathlib import Path

import pytest
from sqlalchemy import text

from app.conversations.database.job_thread import Lane
from app.conversations.database.sqlite import writing_engine

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
