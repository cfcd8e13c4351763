"""An operator has dead letters done after all, and nobody else has."""

import asyncio
import uuid
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from app.conversations.book.embedded_book import EmbeddedBook
from app.conversations.database.database import Database
from app.conversations.protocol.queue_names import STORE
from app.conversations.service.queues.actions import QueueActions
from app.conversations.service.queues.dead_letters import revive
from app.conversations.service.queues.inbox import Inbox
from app.conversations.service.queues.memory_queues import MemoryQueues
from app.conversations.service.queues.signatures import TokenProofs, sign
from app.conversations.service.queues.worker import Worker
from app.conversations.service.tokens import TokenBook
from app.domain.book import NewConversation
from tests.contract.app.conversations.service.queue_samples import raw, store
from tests.contract.app.conversations.service.queue_service import ANA

pytestmark = pytest.mark.anyio


class Service(NamedTuple):
    database: Database
    book: EmbeddedBook
    queues: MemoryQueues
    token: str

    async def buried(self, body: bytes, token: str = "") -> str:
        """Put bytes there that nobody could handle; returns the entry of their dead letter."""
        known = [letter.entry for letter in await self.queues.dead(STORE)]
        await self.queues.put(STORE, body, proof=sign(token or self.token, body))
        (taken,) = await self.queues.take(1, wait=1)
        await self.queues.bury(taken, "it failed")
        (new,) = {letter.entry for letter in await self.queues.dead(STORE)} - {*known}
        return new

    async def worked(self) -> list[str]:
        """Do what waits; returns all that was said."""
        worker = Worker(
            self.queues,
            QueueActions(self.book),
            authority=TokenProofs(self.database),
            inbox=Inbox(self.database),
        )
        working = asyncio.create_task(worker.run())
        while await self.queues.waiting(STORE):  # noqa: ASYNC110 — they tell nobody
            await asyncio.sleep(0.005)
        worker.stop()
        await working
        return [message.content for message in (await self.book.messages(ANA, "talk")).items]


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    database = await Database.open(tmp_path / "service.db")
    book = EmbeddedBook(database)
    await book.create(ANA, NewConversation(id="talk"))
    token = (await TokenBook(database).create("acme")).text
    yield Service(database, book, MemoryQueues(seconds_held=0.05), token)
    await database.aclose()


async def test_what_is_revived_is_done_once_although_it_is_late(service: Service) -> None:
    late: Any = store("late", id="m1", expires_at="2025-01-01T00:00:00Z")
    body = raw(late)
    entry = await service.buried(body)
    assert await revive(service.queues, service.database, STORE, [entry], actor="ann") == {}
    assert await service.worked() == ["late"]
    # A copy of it is answered as it was, and what is late is dropped, whoever sends it again.
    inbox = Inbox(service.database)
    known = await inbox.known("acme", uuid.UUID(late["message_id"]))
    assert (known.revived, known.result and known.result[0]) == (False, "completed")
    await service.queues.put(STORE, body, proof=sign(service.token, body))
    assert await service.worked() == ["late"]
    (act, *_) = await TokenBook(service.database).audit("acme")
    assert (act.actor, act.action, act.target) == ("ann", "request.revive", late["message_id"])


async def test_to_put_it_back_is_not_to_revive_it(service: Service) -> None:
    late = raw(store("late", expires_at="2025-01-01T00:00:00Z"))
    entry = await service.buried(late)
    assert await service.queues.revive(STORE, [entry]) == 1
    assert await service.worked() == []


async def test_letters_of_nobody_known_stay(service: Service) -> None:
    unknown = await service.buried(raw(store()), "bdc_none_x")
    foreign = await service.buried(raw(store(tenant_id="other")))
    no_json = await service.buried(b"{")
    entries = [unknown, foreign, no_json, "0-0"]
    stay = await revive(service.queues, service.database, STORE, entries, actor="ann")
    assert list(stay) == entries
    assert "token" in stay[unknown]
    assert "JSON" in stay[no_json]
    assert len(await service.queues.dead(STORE)) == 3
    assert [act.action for act in await TokenBook(service.database).audit("acme")] == [
        "token.create"
    ]


@pytest.mark.logs_warnings
async def test_what_fails_again_is_revived_no_more(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    envelope = store("poison")
    entry = await service.buried(raw(envelope))
    assert await revive(service.queues, service.database, STORE, [entry], actor="ann") == {}
    message_id = uuid.UUID(envelope["message_id"])
    inbox = Inbox(service.database)
    assert (await inbox.known("acme", message_id)).revived

    async def broken(*_: Any) -> Any:
        raise RuntimeError("a mistake of ours")

    monkeypatch.setattr(service.book, "add", broken)
    assert await service.worked() == []
    assert not (await inbox.known("acme", message_id)).revived
    assert len(await service.queues.dead(STORE)) == 1
