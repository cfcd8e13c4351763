"""A real HTTP server on a real port, for tests that look at HTTP itself."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any, NamedTuple

import httpx
from a2a.types import AgentCard
from a2a.utils.constants import PROTOCOL_VERSION_CURRENT

from agents.hosting.host import AgentHost
from app.conversations.store.ephemeral_store import MemoryStore
from tests.contract.transport.executors import Script, ScriptedExecutor, card
from tests.patience import PATIENCE
from transport.server.cards import ServedAgent
from transport.server.http_entry import Tokens
from transport.server.http_server import HttpServer
from transport.server.routes import http_application

NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)
VERSION = {"A2A-Version": PROTOCOL_VERSION_CURRENT}


class Served(NamedTuple):
    base: str
    client: httpx.AsyncClient
    hosts: list[AgentHost]
    server: HttpServer

    async def rpc(self, method: str, params: Any = None, **headers: str) -> dict[str, Any]:
        body = {"jsonrpc": "2.0", "id": 7, "method": method, "params": params or {}}
        response = await self.client.post("/scripted", json=body, headers=VERSION | headers)
        assert response.status_code == 200, response.text
        answer: dict[str, Any] = response.json()
        return answer


@asynccontextmanager
async def served(
    script: Script,
    *,
    names: tuple[str, ...] = ("scripted",),
    agent_card: AgentCard | None = None,
    extended_card: AgentCard | None = None,
    tokens: dict[str, str] | None = None,
    host_options: dict[str, Any] | None = None,
    **options: Any,
) -> AsyncIterator[Served]:
    def make(history: Any) -> ScriptedExecutor:
        made = ScriptedExecutor(script, history)
        if extended_card is not None:
            made.extended_agent_card = extended_card  # type: ignore[attr-defined]
        return made

    records = MemoryStore()
    hosts = [
        AgentHost(
            name=name,
            card=agent_card or card(),
            make_executor=make,
            records=records,
            extended=bool(tokens),
            **(host_options or {}),
        )
        for name in names
    ]
    entry = http_application(
        [ServedAgent(name=one.name, handler=one.handler, card=one.card) for one in hosts],
        base="",
        vary=True,
        since=NOON,
        tokens=Tokens(tokens) if tokens else None,
        **options,
    )
    server = HttpServer(entry, host="127.0.0.1", port=0)
    await server.start()
    base = f"http://127.0.0.1:{server.port}"
    try:
        async with httpx.AsyncClient(base_url=base, timeout=PATIENCE) as client:
            yield Served(base, client, hosts, server)
    finally:
        for one in hosts:
            await one.aclose()
        await server.aclose()


Asgi = Callable[[Any, Any, Any], Awaitable[None]]


@asynccontextmanager
async def listening(application: Asgi) -> AsyncIterator[str]:
    """Serve any ASGI application and yield its address."""
    server = HttpServer(application, host="127.0.0.1", port=0)
    await server.start()
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        await server.aclose()
