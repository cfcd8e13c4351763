"""A key lets a request act once, whatever comes between the looks for its answer."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import Response

from app.conversations.database import Database
from app.conversations.rest.once import Once
from app.domain.book import LOCAL_CALLER

T = TypeVar("T")

pytestmark = pytest.mark.anyio


class SlowToTell:
    """A database that keeps one answer back until the test lets it go."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.looked = asyncio.Event()
        self.told = asyncio.Event()
        self.holding = False

    async def read(self, tenant: str, job: Callable[[Connection], T]) -> T:
        """Read at once; while `holding`, tell it later."""
        holding, self.holding = self.holding, False
        found = await self.database.read(tenant, job)
        if holding:
            self.looked.set()
            await self.told.wait()
        return found

    async def write(self, tenant: str, job: Callable[[Connection], T]) -> T:
        """Write."""
        return await self.database.write(tenant, job)


def request() -> Request:
    """Return a request with the key `k`."""
    state: dict[str, Any] = {"caller": LOCAL_CALLER, "body": b"{}"}
    return Request(
        {
            "type": "http",
            "method": "POST",
            "scheme": "http",
            "server": ("desk", 80),
            "path": "/things",
            "query_string": b"",
            "headers": [(b"idempotency-key", b"k")],
            "state": state,
        }
    )


async def test_an_answer_that_was_kept_between_is_repeated(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "desk.db")
    slow = SlowToTell(database)
    once = Once(slow)  # type: ignore[arg-type]
    acted: list[str] = []
    go_on = asyncio.Event()

    async def act(made_id: str) -> Response:
        acted.append(made_id)
        await go_on.wait()
        return Response(b"{}", status_code=201 if len(acted) == 1 else 200)

    try:
        first = asyncio.create_task(once.act(request(), act))
        while not acted:  # noqa: ASYNC110 — the first has looked twice by then
            await asyncio.sleep(0)
        slow.holding = True
        second = asyncio.create_task(once.act(request(), act))
        await slow.looked.wait()  # It found nothing, and does not know yet.
        go_on.set()
        assert (await first).status_code == 201
        slow.told.set()
        again = await second
    finally:
        await database.aclose()
    assert again.status_code == 201
    assert again.headers["Idempotent-Replayed"] == "true"
    assert len(acted) == 1
