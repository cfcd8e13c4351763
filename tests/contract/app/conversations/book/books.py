"""Every implementation of the book, by name, and who asks them; `live` where a server is needed.

Each caller has a tenant, a user, scopes and an origin of its own: a book that is reached over a
network needs a token for each of them.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

import pytest

from app.conversations.book.embedded_book import EmbeddedBook
from app.conversations.book.port import ConversationBook
from app.conversations.database.database import Database
from app.conversations.database.sqlite import engine_report
from app.conversations.service.queues.memory_queues import MemoryQueues
from app.conversations.service.queues.port import Queues
from app.conversations.service.queues.redis_queues import RedisQueues
from app.domain.book import ALL_USERS, READ, SCOPES, WRITE, Caller, NewConversation, NewMessage
from tests.contract.app.conversations.book.served_books import AnyCaller, served

ANA = Caller(tenant="acme", user="ana", origin="desk-1", session="s1")
ANA_ELSEWHERE = ANA.model_copy(update={"origin": "desk-2", "session": "s2"})
BEA = Caller(tenant="acme", user="bea", origin="desk-3", session="s3")
READER = Caller(tenant="acme", user="ana", scopes=frozenset({READ}))
SERVICE = Caller(
    tenant="acme", user="svc", scopes=frozenset({READ, WRITE, ALL_USERS}), origin="service"
)
ADMINISTRATOR = Caller(tenant="acme", user="root", scopes=SCOPES)
STRANGER = Caller(tenant="other", user="ana", scopes=SCOPES, origin="desk-1", session="s1")
CALLERS = (ANA, ANA_ELSEWHERE, BEA, READER, SERVICE, ADMINISTRATOR, STRANGER)

BOOKS = [
    "embedded",
    "embedded with one connection",
    pytest.param("embedded on postgresql", marks=pytest.mark.live),
    "served, queues in process",
    pytest.param("served on postgresql and redis", marks=pytest.mark.live),
]


@asynccontextmanager
async def opened_book(
    request: pytest.FixtureRequest, folder: Path
) -> AsyncIterator[ConversationBook]:
    """Open the book that the fixture's parameter names, with nothing in it."""
    path = folder / "desk.db"
    if request.param.startswith("served"):
        async with _over_the_net(request, path) as over_the_net:
            yield over_the_net
        return
    match request.param:
        case "embedded with one connection":
            careful = engine_report()._replace(journal="delete", connections=1)
            book = EmbeddedBook(await Database.open(path, using=careful))
        case "embedded on postgresql":
            book = await EmbeddedBook.open(request.getfixturevalue("new_database")())
        case _:
            book = await EmbeddedBook.open(path)
    try:
        yield book
    finally:
        await book.aclose()


@asynccontextmanager
async def _over_the_net(
    request: pytest.FixtureRequest, path: Path
) -> AsyncIterator[ConversationBook]:
    where: Path | str = path
    queues: Queues = MemoryQueues()
    if request.param == "served on postgresql and redis":
        where = request.getfixturevalue("new_database")()
        queues = RedisQueues(request.getfixturevalue("redis_url"))
    async with served(where, queues=queues) as service:
        book = AnyCaller(service)
        try:
            yield cast("ConversationBook", book)
        finally:
            await book.aclose()
    await queues.aclose()


async def talk(
    book: ConversationBook, *contents: str, caller: Caller = ANA, conversation_id: str = "c1"
) -> None:
    """Make a conversation with messages `<conversation>-0`, … by the user and the assistant."""
    await book.create(caller, NewConversation(id=conversation_id, agent_id="data"))
    for number, content in enumerate(contents):
        new = NewMessage(
            id=f"{conversation_id}-{number}",
            role="assistant" if number % 2 else "user",
            content=content,
        )
        await book.add(caller, conversation_id, new)
