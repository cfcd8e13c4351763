"""Updates that nobody asked for come on the queue of updates, each once: document 3, §3.2, §4.5."""

import json
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from app.conversations.book.embedded_book import EmbeddedBook
from app.conversations.database.database import Database
from app.conversations.protocol.queue_names import UPDATE, reply_address
from app.conversations.protocol.update_events import event
from app.conversations.service.queues.announcer import Announcer
from app.conversations.service.queues.port import Queues
from app.conversations.service.queues.queue_service import QueueService
from app.domain.book import NewConversation, NewMessage
from app.domain.changes import Cursor, Replayed
from tests.contract.app.conversations.service.queue_makers import MAKERS, empty_url
from tests.contract.app.conversations.service.queue_service import ALL, ANA

pytestmark = pytest.mark.anyio

BEGINNING = Cursor("0", 0)


@pytest.fixture(params=MAKERS)
async def queues(request: pytest.FixtureRequest) -> AsyncIterator[Queues]:
    async with request.param(empty_url(request, request.param)) as opened:
        yield opened


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(tmp_path / "service.db")
    yield opened
    await opened.aclose()


@pytest.fixture
def book(database: Database) -> EmbeddedBook:
    return EmbeddedBook(database)


@asynccontextmanager
async def heard(queues: Queues) -> AsyncIterator[AsyncIterator[Any]]:
    """Give what stands in the shared queue of updates from here on, as JSON."""
    async with aclosing(queues.answers([reply_address(UPDATE, None)])) as answers:
        assert await anext(answers) is None

        async def said() -> AsyncIterator[Any]:
            async for body in answers:
                assert body is not None
                yield json.loads(body)

        yield said()


@asynccontextmanager
async def announcing(queues: Queues, database: Database) -> AsyncIterator[None]:
    announcer = Announcer(queues, database)
    announcer.start()
    try:
        yield
    finally:
        await announcer.aclose()


async def say(book: EmbeddedBook, *texts: str) -> None:
    for text in texts:
        await book.add(ANA, "talk", NewMessage(role="user", content=text))


def preview(envelope: Any) -> Any:
    return envelope["payload"].get("last_message", {}).get("content_preview")


async def test_what_is_written_elsewhere_is_told_as_over_websockets(
    queues: Queues, database: Database, book: EmbeddedBook
) -> None:
    service = QueueService(queues, book, database)
    service.start()
    async with heard(queues) as said:
        await book.create(ANA, NewConversation(id="talk", agent_id="data"))
        await say(book, "hola")
        created, told = await anext(said), await anext(said)
        assert created["payload"]["update_type"] == "created"
        assert (told["type"], told["tenant_id"]) == (
            {"domain": "conversation", "action": "update"},
            "acme",
        )
        assert (preview(told), told["payload"]["messages_count"]) == ("hola", 1)
        assert "original_task_id" not in told
        log = await book.changes(ALL, since=BEGINNING)
        assert isinstance(log, Replayed)
        assert told["message_id"] == json.loads(event("acme", log.changes[-1]))["message_id"]
        # What was committed last is told before the end.
        await say(book, "adiós")
        await service.aclose()
        assert preview(await anext(said)) == "adiós"


async def test_of_several_processes_one_tells_each_change(
    queues: Queues, database: Database, book: EmbeddedBook
) -> None:
    texts = [str(number) for number in range(60)]
    async with heard(queues) as said:
        async with announcing(queues, database), announcing(queues, database):
            await book.create(ANA, NewConversation(id="talk", agent_id="data"))
            await say(book, *texts)
        await say(book, "left")
        async with announcing(queues, database):
            await say(book, "end")
        told = [preview(await anext(said)) for _ in range(63)]
    assert told == [None, *texts, "left", "end"]


async def test_what_was_before_the_first_service_with_queues_is_not_told(
    queues: Queues, database: Database, book: EmbeddedBook
) -> None:
    await book.create(ANA, NewConversation(id="talk", agent_id="data"))
    await say(book, "long ago")
    async with heard(queues) as said, announcing(queues, database):
        await say(book, "now")
        assert preview(await anext(said)) == "now"


async def test_another_database_is_told_from_the_start_on(
    queues: Queues, database: Database, book: EmbeddedBook
) -> None:
    await book.create(ANA, NewConversation(id="talk", agent_id="data"))
    await say(book, "long ago")
    await queues.announce("acme", [], after=None, upto="anotherlog:77")
    async with heard(queues) as said, announcing(queues, database):
        await say(book, "now")
        assert preview(await anext(said)) == "now"


async def test_a_note_that_moved_meanwhile_refuses(queues: Queues) -> None:
    assert await queues.announced() == {}
    assert await queues.announce("acme", [b"1"], after=None, upto="a")
    assert not await queues.announce("acme", [b"2"], after=None, upto="b")
    assert await queues.announce("acme", [], after="a", upto="b")
    assert await queues.announced() == {"acme": "b"}
