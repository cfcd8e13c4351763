"""A key lets a request act once, whatever comes between the looks for its answer."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import Response

from app.conversations.database.database import Database
from app.conversations.service.rest.idempotency import Once
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
    headers = {b"idempotency-key": b"k"}
    state: dict[str, Any] = {"caller": LOCAL_CALLER, "body": b"{}", "headers": headers}
    return Request(
        {
            "type": "http",
            "method": "POST",
            "scheme": "http",
            "server": ("desk", 80),
            "path": "/things",
            "query_string": b"",
            "headers": [*headers.items()],
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


async def test_of_two_services_on_a_database_both_tell_the_answer_that_was_kept_first(
    tmp_path: Path,
) -> None:
    databases = [await Database.open(tmp_path / "desk.db") for _ in range(2)]
    services = [Once(database) for database in databases]
    acting = [asyncio.Event(), asyncio.Event()]
    go_on = [asyncio.Event(), asyncio.Event()]
    made: list[str] = []

    async def ask(number: int) -> Response:
        async def act(made_id: str) -> Response:
            made.append(made_id)
            acting[number].set()
            await go_on[number].wait()
            return Response(f"{number}".encode(), status_code=201)

        return await services[number].act(request(), act)

    try:
        asked = [asyncio.create_task(ask(number)) for number in range(2)]
        for one in acting:
            await one.wait()
        go_on[1].set()
        second = await asked[1]
        go_on[0].set()
        first = await asked[0]
        third = await ask(0)
    finally:
        for database in databases:
            await database.aclose()
    assert [bytes(one.body) for one in (second, first, third)] == [b"1"] * 3
    assert "Idempotent-Replayed" not in second.headers
    assert first.headers["Idempotent-Replayed"] == third.headers["Idempotent-Replayed"] == "true"
    assert made[0] == made[1], "what they made has the same id"
