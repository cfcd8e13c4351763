"""A conversation service in the test's own process, spoken to without a network."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx

from app.conversations.book.embedded_book import EmbeddedBook
from app.conversations.database.database import Database
from app.conversations.service.rest.application import build_app
from app.conversations.service.rest.middleware import ServiceEntry
from app.conversations.service.rest.service_settings import ServiceSettings
from app.conversations.service.tokens import TokenBook

AT = datetime(2026, 11, 1, 9, 0, tzinfo=UTC)


@dataclass
class Service:
    """A service, and clients of it with tokens of their own."""

    entry: ServiceEntry
    book: EmbeddedBook
    tokens: TokenBook
    client: httpx.AsyncClient

    async def headers(self, tenant: str = "acme", **fields: Any) -> dict[str, str]:
        """Return what a new token of this tenant sends."""
        issued = await self.tokens.create(tenant, **fields)
        return {"Authorization": f"Bearer {issued.text}"}


@asynccontextmanager
async def serving(
    folder: Path, *, settings: ServiceSettings | None = None, **parts: Any
) -> AsyncIterator[Service]:
    """Serve the database in a folder; the client has a token of the tenant acme."""
    database = await Database.open(folder / "desk.db")
    book = EmbeddedBook(database)
    tokens = TokenBook(database)
    entry = build_app(
        book,
        tokens,
        database=database,
        settings=settings or ServiceSettings(rate=0),
        **parts,
    )
    transport = httpx.ASGITransport(entry, raise_app_exceptions=False)
    try:
        async with httpx.AsyncClient(transport=transport, base_url="http://service") as client:
            service = Service(entry, book, tokens, client)
            client.headers.update(await service.headers())
            yield service
    finally:
        await book.aclose()
        await database.aclose()


async def made(client: httpx.AsyncClient, **fields: Any) -> str:
    """Make a conversation; return its id."""
    answer = await client.post("/api/v1/conversations", json={"user_id": "ann", **fields})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["data"]["id"])


async def say(
    client: httpx.AsyncClient, conversation_id: str, content: str, **fields: Any
) -> dict[str, Any]:
    """Add a message; return it as it is stored."""
    message = {"role": "user", "content": content, **fields}
    answer = await client.post(
        f"/api/v1/conversations/{conversation_id}/messages", json={"message": message}
    )
    assert answer.status_code in (200, 201), answer.text
    said: dict[str, Any] = answer.json()["data"]
    return said
