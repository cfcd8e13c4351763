"""How many requests from queues a service has in hand: more where the database has connections."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from app.conversations.book.embedded_book import EmbeddedBook
from app.conversations.database.database import Database
from app.conversations.protocol.queue_names import STORE
from app.conversations.service.queues.memory_queues import MemoryQueues
from app.conversations.service.queues.queue_service import QueueService
from app.conversations.service.queues.signatures import sign
from app.conversations.service.tokens import TokenBook
from app.domain.book import BookMessage, Caller, NewConversation
from tests.contract.app.conversations.service.queue_samples import raw, store
from tests.contract.app.conversations.service.queue_service import ANA
from tests.live.conftest import new_database, postgres_url  # noqa: F401
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio

MANY = 10


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [("sqlite", 3), pytest.param("postgresql", 7, marks=pytest.mark.live)],
)
async def test_as_many_are_in_hand_as_the_database_takes_at_once(
    kind: str, wanted: int, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    where: Path | str = tmp_path / "service.db"
    if kind == "postgresql":
        make: Callable[[], str] = request.getfixturevalue("new_database")
        where = make()
    database = await Database.open(where)
    queues, book = MemoryQueues(), EmbeddedBook(database)
    in_hand, go_on = asyncio.Semaphore(0), asyncio.Event()

    async def said(caller: Caller, message: BookMessage) -> None:
        in_hand.release()
        await go_on.wait()

    token = (await TokenBook(database).create("acme")).text
    service = QueueService(queues, book, database, said=said)
    for number in range(MANY):
        talk = f"talk-{number}"
        await book.create(ANA, NewConversation(id=talk, agent_id="data"))
        body = raw(store(id=f"m{number}", metadata={"conversation_id": talk}))
        await queues.put(STORE, body, proof=sign(token, body))
    service.start()
    try:
        async with asyncio.timeout(PATIENCE):
            for _ in range(wanted):
                await in_hand.acquire()
            go_on.set()
            for _ in range(MANY - wanted):
                await in_hand.acquire()
    finally:
        go_on.set()
        await service.aclose()
        await queues.aclose()
        await database.aclose()
