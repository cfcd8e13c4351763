"""Whether a gateway says that it cannot be used while the agent behind it is away."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from app.domain.cards import NO_ACCESS
from app.serving import sources
from app.serving.operations import ready_when
from app.serving.sources import open_source
from app.system.metrics import Metrics
from app.system.readiness import Readiness
from tests.contract.transport import grpc_wire
from tests.contract.transport.conformance.plain_agent import Faults, Http, PlainAgent
from tests.contract.transport.http_agents import listening
from tests.patience import PATIENCE
from transport.server.gateway import ForwardingHandler
from transport.server.grpc_server import GrpcServer
from transport.server.http_server import HttpServer

pytestmark = [pytest.mark.anyio, pytest.mark.logs_warnings]


async def opened(address: str, profile: Path, stack: AsyncExitStack, **more: Any) -> Readiness:
    source = await open_source(address, profile, NO_ACCESS, stack, **more)
    return ready_when(source.checks, Metrics())


async def until(readiness: Readiness, word: str) -> None:
    """Wait until the gateway says that the agent is `ok` or `unavailable`."""
    async with asyncio.timeout(PATIENCE):
        while (await readiness.standing()).checks != {"agent": word}:  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def goes_and_comes(
    readiness: Readiness,
    stop: Callable[[], Awaitable[object]],
    start: Callable[[], Awaitable[object]],
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    await until(readiness, "ok")
    await stop()
    await until(readiness, "unavailable")
    assert "Is it running, and the address right?" in caplog.messages[-1]
    await start()
    await until(readiness, "ok")
    assert caplog.messages[-1] == "agent can be used again"


@pytest.fixture(autouse=True)
def asked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "CHECK_EVERY_SECONDS", 0.0)


async def test_an_agent_over_http_goes_and_comes(
    profile: Path, caplog: pytest.LogCaptureFixture
) -> None:
    agent = PlainAgent()
    first = HttpServer(agent, host="127.0.0.1", port=0)
    agent.base = f"http://127.0.0.1:{first.port}"
    async with AsyncExitStack() as stack:
        await first.start()

        async def again() -> None:
            server = HttpServer(agent, host="127.0.0.1", port=first.port)
            stack.push_async_callback(server.aclose)
            await server.start()

        readiness = await opened(agent.base, profile, stack)
        await goes_and_comes(readiness, first.aclose, again, caplog)


@pytest.mark.skipif(not grpc_wire.HERE, reason="the extra grpc is not installed")
async def test_an_agent_over_grpc_goes_and_comes(
    profile: Path, caplog: pytest.LogCaptureFixture
) -> None:
    agent = PlainAgent()
    async with listening(agent) as agent.base, AsyncExitStack() as stack:
        behind = await open_source(agent.base, profile, NO_ACCESS, stack)

        async def serve(port: int = 0) -> GrpcServer:
            handler = ForwardingHandler(behind.transport, card=behind.card)
            server = GrpcServer(handler, host="127.0.0.1", port=port)
            await server.start()
            stack.push_async_callback(server.aclose)
            return server

        first = await serve()
        readiness = await opened(f"grpc://{first.address}", profile, stack)
        await goes_and_comes(readiness, first.aclose, lambda: serve(first.port), caplog)


async def test_who_hangs_is_away_and_is_asked_by_one_at_a_time(
    profile: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sources, "CHECK_SECONDS", 0.5)
    monkeypatch.setattr(sources, "CHECK_EVERY_SECONDS", PATIENCE)
    hold = asyncio.Event()

    class Hanging(PlainAgent):
        async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
            if not scope["path"].startswith("/.well-known/"):
                self.asked += 1
                await hold.wait()
                return
            await super().__call__(scope, receive, send)

    agent = Hanging()
    async with listening(agent) as agent.base, AsyncExitStack() as stack:
        readiness = await opened(agent.base, profile, stack)
        found = await asyncio.gather(*(readiness.standing() for _ in range(20)))
        hold.set()
        assert {one.checks["agent"] for one in found} == {"unavailable"}
        assert agent.asked <= 1  # a slow machine may not have reached it within that time
        assert "no answer in 0.5 seconds. Is it running" in caplog.text


@pytest.mark.parametrize(
    ("status", "pass_tokens", "word"),
    [
        (200, False, "ok"),
        (400, False, "ok"),  # whoever refuses is there
        (429, False, "ok"),
        (500, False, "ok"),
        (502, False, "unavailable"),
        (503, False, "unavailable"),
        (401, False, "unavailable"),  # nobody gets in through this gateway
        (401, True, "ok"),  # whoever brings a token of his own may
        (307, True, "unavailable"),
    ],
)
async def test_what_is_an_answer(profile: Path, status: int, pass_tokens: bool, word: str) -> None:
    def http(method: str, response: Http) -> Http:
        if method == "card" or status == 200:
            return response
        return Http(status, "text/plain", [b"no"], to="/elsewhere" if status == 307 else "")

    agent = PlainAgent(Faults(http=http))
    async with listening(agent) as agent.base, AsyncExitStack() as stack:
        readiness = await opened(agent.base, profile, stack, pass_tokens=pass_tokens)
        assert (await readiness.standing()).checks == {"agent": word}
