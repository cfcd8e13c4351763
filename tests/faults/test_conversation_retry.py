"""Clients of a service that fails, by the clock on the wall (F15): waits, attempts, refusals.

`FAULT_SCALE` (default 0.1) sets how many clients there are; 1 is a hundred.
"""

import asyncio
import json
import os
from collections import defaultdict
from collections.abc import AsyncIterator
from itertools import pairwise

import pytest

from app.conversations.client.retry import RetryPolicy
from app.conversations.client.service_link import ServiceLink
from app.domain.book import Caller
from app.errors import ConversationNotFound, DeskError, RateLimitExceeded, ServiceTimeout

pytestmark = [pytest.mark.anyio, pytest.mark.faults, pytest.mark.slow, pytest.mark.timeout(300)]

SCALE = float(os.environ.get("FAULT_SCALE", "0.1"))
CLIENTS = max(10, round(100 * SCALE))

CALLER = Caller(tenant="acme", user="ana")
ANSWERS = {
    "unavailable": "503 Service Unavailable",
    "broken": "500 Internal Server Error",
    "gateway": "504 Gateway Timeout",
    "unknown": "404 Not Found",
    "wrong": "422 Unprocessable Entity",
    "not-yours": "403 Forbidden",
    "too-many": "429 Too Many Requests",
}
LATE = 0.5
"""How much later than planned an attempt may be on a busy machine; none may be earlier."""


class Failing:
    """Answers by the first part of a path what it says (`reset`: nothing), and notes when."""

    def __init__(self) -> None:
        self.asked: defaultdict[str, list[float]] = defaultdict(list)
        self.url = ""

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                path = head.split(b" ")[1].decode()
                self.asked[path].append(asyncio.get_running_loop().time())
                kind = path.split("/")[1]
                if kind == "reset":
                    writer.transport.abort()
                    return
                name = "ConversationNotFound" if kind == "unknown" else ""
                body = json.dumps({"error": name, "detail": "no"}).encode()
                more = "Retry-After: 3\r\n" if kind == "too-many" else ""
                writer.write(
                    f"HTTP/1.1 {ANSWERS[kind]}\r\nContent-Type: application/problem+json\r\n"
                    f"{more}Content-Length: {len(body)}\r\n\r\n".encode()
                    + body
                )
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()


@pytest.fixture
async def failing() -> AsyncIterator[Failing]:
    service = Failing()
    server = await asyncio.start_server(service.answer, "127.0.0.1", 0)
    service.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    yield service
    server.close()
    await server.wait_closed()


async def asked(
    service: Failing, path: str, *, critical: bool = True, policy: RetryPolicy | None = None
) -> DeskError:
    """Ask once, as a client of its own; return how it ended."""
    link = ServiceLink(service.url, lambda caller: "t", critical=policy)
    try:
        with pytest.raises(DeskError) as caught:
            await link.ask(CALLER, "POST" if critical else "GET", path, critical=critical)
        return caught.value
    finally:
        await link.aclose()


def waits(service: Failing, path: str) -> list[float]:
    return [after - before for before, after in pairwise(service.asked[path])]


def fits(waited: list[float], planned: list[float]) -> bool:
    return len(waited) == len(planned) and all(
        0.8 * plan <= wait <= 1.2 * plan + LATE for wait, plan in zip(waited, planned, strict=True)
    )


async def test_f15_three_attempts_one_and_two_seconds_apart(failing: Failing) -> None:
    kinds = ("unavailable", "broken", "gateway", "reset")
    paths = [f"/{kind}/{number}" for kind in kinds for number in range(CLIENTS // len(kinds) + 1)]
    ended = await asyncio.gather(*(asked(failing, path) for path in paths))
    assert all(isinstance(error, ServiceTimeout) for error in ended)
    for path in paths:
        assert fits(waits(failing, path), [1, 2]), (path, waits(failing, path))
    firsts = [waits(failing, path)[0] for path in paths]
    # Who failed together does not come back together.
    assert max(firsts) - min(firsts) > 0.1


async def test_f15_what_is_refused_or_only_read_is_asked_once(failing: Failing) -> None:
    paths = ["/unknown/1", "/wrong/1", "/not-yours/1"]
    ended = await asyncio.gather(*(asked(failing, path) for path in paths))
    assert isinstance(ended[0], ConversationNotFound)
    read = await asked(failing, "/unavailable/read", critical=False)
    assert isinstance(read, ServiceTimeout)
    counts = [len(failing.asked[path]) for path in (*paths, "/unavailable/read")]
    assert counts == [1, 1, 1, 1]


async def test_f15_too_many_waits_as_long_as_it_is_told(failing: Failing) -> None:
    error = await asked(failing, "/too-many/1")
    assert isinstance(error, RateLimitExceeded)
    waited = waits(failing, "/too-many/1")
    assert len(waited) == 2
    assert all(3 <= wait <= 3 + LATE for wait in waited)


async def test_f15_more_attempts_reach_the_cap(failing: Failing) -> None:
    # A twentieth of the document's times: the cap of sixteen seconds stands at 0.8.
    policy = RetryPolicy(attempts=7, first_seconds=0.05, cap_seconds=0.8)
    await asked(failing, "/wrong/none", policy=policy)
    paths = [f"/unavailable/{number}" for number in range(3)]
    await asyncio.gather(*(asked(failing, path, policy=policy) for path in paths))
    for path in paths:
        assert fits(waits(failing, path), [0.05, 0.1, 0.2, 0.4, 0.8, 0.8])
