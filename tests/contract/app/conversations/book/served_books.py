"""A whole conversation service on a port of its own, and books that ask it over the net."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.conversations.book.embedded_book import EmbeddedBook
from app.conversations.client.remote_book import RemoteBook
from app.conversations.client.retry import CircuitBreaker, RetryPolicy
from app.conversations.client.service_link import ServiceLink, always
from app.conversations.database.database import Database
from app.conversations.service.push.sockets import PINGS, Push
from app.conversations.service.queues.port import Queues
from app.conversations.service.queues.queue_service import QueueService
from app.conversations.service.rest.application import build_app
from app.conversations.service.rest.service_settings import ServiceSettings
from app.conversations.service.tokens import TokenBook
from app.domain.book import ALL_USERS, READ, WRITE, Caller
from tests.patience import PATIENCE
from transport.server.http_server import HttpServer

SERVICE = frozenset({READ, WRITE, ALL_USERS})
_NO_LIMIT = ServiceSettings(rate=0)


@dataclass
class ServedBook:
    """A service that runs: its address, its database, its tokens."""

    url: str
    database: Database
    book: EmbeddedBook
    tokens: TokenBook
    push: Push

    async def token(self, tenant: str = "acme", user: str = "", **more: Any) -> str:
        """Make a token of a tenant."""
        return (await self.tokens.create(tenant, user=user, **more)).text

    def remote(self, token: str, **parts: Any) -> RemoteBook:
        """Return a book that asks over the net, at once or not at all."""
        parts.setdefault("critical", RetryPolicy(attempts=1))
        parts.setdefault("breaker", CircuitBreaker(failures=1000))
        parts.setdefault("timeout_seconds", PATIENCE)
        return RemoteBook(ServiceLink(self.url, always(token), **parts))


@asynccontextmanager
async def served(
    where: Path | str,
    *,
    port: int = 0,
    queues: Queues | None = None,
    settings: ServiceSettings = _NO_LIMIT,
) -> AsyncIterator[ServedBook]:
    """Serve a database over REST, WebSocket and, where they are given, queues."""
    database = await Database.open(where)
    book = EmbeddedBook(database)
    tokens = TokenBook(database)
    push = Push(book, tokens.caller)
    worker = QueueService(queues, book, database) if queues is not None else None
    if worker is not None:
        worker.start()
    entry = build_app(book, tokens, database=database, push=push, settings=settings)
    server = HttpServer(entry, host="127.0.0.1", port=port, websockets=PINGS)
    await server.start()
    try:
        url = f"http://127.0.0.1:{server.port}"
        yield ServedBook(url, database, book, tokens, push)
    finally:
        await push.aclose()
        await server.aclose()
        if worker is not None:
            await worker.aclose()
        await database.aclose()


class AnyCaller(RemoteBook):
    """A book over the net for callers of any tenant: each gets a token of its own at first use."""

    def __init__(self, service: ServedBook) -> None:
        self._service = service
        self._tokens: dict[tuple[str, str, frozenset[str]], str] = {}
        super().__init__(
            ServiceLink(
                service.url,
                self._token,
                critical=RetryPolicy(attempts=1),
                breaker=CircuitBreaker(),
                timeout_seconds=PATIENCE,
            )
        )

    async def _token(self, caller: Caller) -> str:
        key = (caller.tenant, caller.user, caller.scopes)
        if key not in self._tokens:
            issued = await self._service.tokens.create(
                caller.tenant, user=caller.user, scopes=caller.scopes
            )
            self._tokens[key] = issued.text
        return self._tokens[key]
