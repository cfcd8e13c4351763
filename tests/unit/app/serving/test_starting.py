"""A server that starts before what it stands on says so, waits for it, and can be stopped."""

import asyncio
import json
from contextlib import AsyncExitStack
from typing import Any

import pytest

from app.errors import AgentUnreachable, BadInput
from app.serving.starting import Start, StoppedEarly, until_stopped
from app.system.metrics import Metrics
from app.system.readiness import Check
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio


class Away:
    """What is opened: away until `there`; tells what it left on stacks and what was closed."""

    def __init__(self) -> None:
        self.tries = asyncio.Queue[int]()
        self.open = 0
        self.there = False

    async def opening(self, own: AsyncExitStack) -> str:
        self.open += 1
        own.callback(self._close)
        self.tries.put_nowait(self.open)
        if not self.there:
            raise AgentUnreachable("Nobody answers there.")
        return "it"

    def _close(self) -> None:
        self.open -= 1


async def asked(start: Start, path: str) -> tuple[int, bytes]:
    """Return status and body of an answer."""
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.request"}

    scope = {"type": "http", "path": path, "method": "GET", "headers": []}
    await start(scope, receive, send)
    return sent[0]["status"], sent[1]["body"]


async def test_what_is_away_is_told_and_waited_for(caplog: pytest.LogCaptureFixture) -> None:
    metrics, checks, away = Metrics(), dict[str, Check](), Away()
    start = Start(metrics, checks, asyncio.Event())
    async with AsyncExitStack() as stack, asyncio.timeout(PATIENCE):
        reaching = asyncio.create_task(start.reach("agent", away.opening, stack))
        assert [await away.tries.get() for _ in range(2)] == [1, 1]  # the first was closed
        status, body = await asked(start, "/ready")
        told = {"status": "starting", "checks": {"agent": "unavailable"}}
        assert (status, json.loads(body)) == (503, told)
        assert (await asked(start, "/health"))[0] == 200
        assert 'balance_desk_ready{check="agent"} 0' in (await asked(start, "/metrics"))[1].decode()
        assert (await asked(start, "/elsewhere"))[0] == 503
        away.there = True
        assert (await reaching, checks, away.open) == ("it", {}, 1)
        assert json.loads((await asked(start, "/ready"))[1])["status"] == "starting"
        start.done()
        assert await asked(start, "/ready") == (200, b'{"status": "ok", "checks": {}}')

        async def application(scope: Any, receive: Any, send: Any) -> None:
            await send({"type": "http.response.start", "status": 204, "headers": []})
            await send({"type": "http.response.body", "body": b""})

        await start.answer_with(application, stack)
        assert await asked(start, "/elsewhere") == (204, b"")
    assert away.open == 0
    assert caplog.text.count("agent cannot be used: Nobody answers there.") == 1


@pytest.mark.logs_warnings
async def test_who_waits_can_be_stopped_and_what_another_try_will_not_mend_is_told() -> None:
    stopping, away = asyncio.Event(), Away()
    start = Start(Metrics(), {}, stopping)

    async def wrong(own: AsyncExitStack) -> None:
        raise BadInput("Never.")

    async def serving() -> None:
        async with AsyncExitStack() as stack:
            with pytest.raises(BadInput):
                await start.reach("other", wrong, stack)
            await start.reach("agent", away.opening, stack)

    async with asyncio.timeout(PATIENCE):
        ending = asyncio.create_task(until_stopped(serving()))
        await away.tries.get()
        stopping.set()
        assert await ending == 0
        with pytest.raises(StoppedEarly):
            await start.reach("more", lambda own: asyncio.sleep(PATIENCE), AsyncExitStack())
    assert away.open == 0
