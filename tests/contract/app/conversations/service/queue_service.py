"""A conversation service that is asked over queues, for tests: book, tokens, worker, requester."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.conversations.book.embedded_book import EmbeddedBook
from app.conversations.database.database import Database
from app.conversations.service.queues.actions import RUNNERS, QueueActions
from app.conversations.service.queues.announcer import Announcer
from app.conversations.service.queues.inbox import Inbox
from app.conversations.service.queues.port import Queues
from app.conversations.service.queues.requester import QueueRequester
from app.conversations.service.queues.signatures import TokenProofs, sign
from app.conversations.service.queues.worker import Note, Took, Worker
from app.conversations.service.tokens import TokenBook
from app.domain.book import ALL_USERS, READ, WRITE, Caller, NewConversation
from tests.patience import PATIENCE

ANA = Caller(tenant="acme", user="ana", scopes=frozenset({READ, WRITE}))
ALL = Caller(tenant="acme", scopes=frozenset({READ, WRITE, ALL_USERS}))


@dataclass
class AskedService:
    """What a test needs of the service and of whoever asks it."""

    database: Database
    book: EmbeddedBook
    queues: Queues
    requester: QueueRequester
    token: str

    async def put(self, kind: Any, body: bytes, *, token: str | None = None) -> None:
        """Put bytes into a queue, signed by the tenant's token unless another is given."""
        await self.queues.put(kind, body, proof=sign(token or self.token, body))

    async def idle(self, kind: Any) -> None:
        """Wait until nothing of a type waits any more."""
        async with asyncio.timeout(PATIENCE):
            while await self.queues.waiting(kind):  # noqa: ASYNC110 — Redis tells nobody
                await asyncio.sleep(0.005)


@asynccontextmanager
async def asked_service(
    folder: Path | str,
    queues: Queues,
    *,
    seconds_held: float = 30.0,
    runners: Any = RUNNERS,
    workers: int = 1,
    note: Note = lambda queue, outcome: None,
    took: Took = lambda seconds, queue: None,
) -> AsyncIterator[AskedService]:
    """Run workers and announcer of a service with the conversation `talk` of Ana, tenant acme."""
    where: Path | str = folder / "service.db" if isinstance(folder, Path) else folder
    database = await Database.open(where)
    book = EmbeddedBook(database)
    token = (await TokenBook(database).create("acme")).text
    made = [
        Worker(
            queues,
            QueueActions(book, runners=runners),
            authority=TokenProofs(database),
            inbox=Inbox(database),
            seconds_held=seconds_held,
            note=note,
            took=took,
        )
        for _ in range(workers)
    ]
    tasks = [asyncio.create_task(worker.run()) for worker in made]
    announcer = Announcer(queues, database)
    announcer.start()
    requester = QueueRequester(queues, tenant="acme", token=token)
    try:
        await requester.start()
        await book.create(ANA, NewConversation(id="talk", agent_id="data"))
        yield AskedService(database, book, queues, requester, token)
    finally:
        for worker in made:
            worker.stop()
        await requester.aclose()
        done, late = await asyncio.wait(tasks, timeout=PATIENCE) if tasks else (set(), set())
        for task in late:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await announcer.aclose()
        await database.aclose()
        for task in done:
            task.result()
