"""What a book over the net adds to the port: refusals, repetition, a service that is away."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest

from app.conversations.client.contexts import Contexts
from app.conversations.client.remote_book import RemoteBook
from app.conversations.client.retry import CircuitBreaker, CircuitState, RetryPolicy
from app.conversations.client.service_link import ServiceLink, always, checked_url
from app.domain.book import (
    Caller,
    ConversationUpdate,
    MessageGrowth,
    NewConversation,
    NewMessage,
)
from app.domain.changes import CannotReplay, Cursor, Replayed, UpToDate
from app.domain.contexts import ContextRequest
from app.errors import (
    BadInput,
    Conflict,
    ConversationNotFound,
    NotAllowed,
    ServiceTimeout,
)
from tests.contract.app.conversations.book.served_books import ServedBook, served
from tests.live.servers import free_port
from tests.patience import PATIENCE
from transport.server.http_server import HttpServer

pytestmark = pytest.mark.anyio

ANA = Caller(tenant="acme", user="ana", origin="desk-1")


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[ServedBook]:
    async with served(tmp_path / "service.db") as running:
        yield running


@pytest.fixture
async def book(service: ServedBook) -> AsyncIterator[RemoteBook]:
    remote = service.remote(await service.token(user="ana"))
    yield remote
    await remote.aclose()


async def test_what_is_made_without_an_id_gets_one_here(book: RemoteBook) -> None:
    made = await book.create(ANA, NewConversation(title="안녕"))
    assert made.id
    added = await book.add(ANA, made.id, NewMessage(role="user", content="¿qué tal?"))
    assert added.created
    again = await book.add(ANA, made.id, NewMessage(id=added.message.id, role="user"))
    assert (again.created, again.message) == (False, added.message)


async def test_only_the_origin_replaces_what_it_said(service: ServedBook, book: RemoteBook) -> None:
    await book.create(ANA, NewConversation(id="c"))
    await book.add(ANA, "c", NewMessage(id="a", role="assistant", body={"deep": [1, None]}))
    grown = await book.replace(ANA, "c", "a", MessageGrowth(revision=1, content="more"))
    assert (grown.content, grown.origin) == ("more", "desk-1")
    other = ANA.model_copy(update={"origin": "desk-2"})
    with pytest.raises(NotAllowed):
        await book.replace(other, "c", "a", MessageGrowth(revision=2, content="other"))


async def test_refusals_are_our_errors(service: ServedBook, book: RemoteBook) -> None:
    with pytest.raises(ConversationNotFound):
        await book.get(ANA, "none")
    with pytest.raises(ConversationNotFound):
        await book.add(ANA, "none", NewMessage(role="user"))
    await book.create(ANA, NewConversation(id="c"))
    with pytest.raises(Conflict):
        await book.update(ANA, "c", ConversationUpdate(title="x"), if_revision=99)
    unknown = service.remote("bdc_000000000000_" + "x" * 43)
    with pytest.raises(NotAllowed):
        await unknown.get(ANA, "c")
    await unknown.aclose()
    with pytest.raises(BadInput):
        await book.listed(ANA, cursor="nonsense")


async def test_changes_are_read_with_all_three_outcomes(book: RemoteBook) -> None:
    start = await book.changes(ANA, since=None)
    assert isinstance(start, UpToDate)
    await book.create(ANA, NewConversation(id="c"))
    for number in range(3):
        await book.add(ANA, "c", NewMessage(role="user", content=str(number)))
    first = await book.changes(ANA, since=None)
    found = await book.changes(ANA, since=Cursor(first.cursor.epoch, 0), limit=2)
    assert isinstance(found, Replayed)
    assert (len(found.changes), found.more) == (2, True)
    assert found.changes[1].message is not None
    assert found.changes[1].message.content == "0"
    rest = await book.changes(ANA, since=found.cursor)
    assert isinstance(rest, Replayed)
    assert isinstance(await book.changes(ANA, since=rest.cursor), UpToDate)
    assert isinstance(await book.changes(ANA, since=Cursor("other", 1)), CannotReplay)


async def test_signals_come_at_once_and_with_each_change(
    service: ServedBook, book: RemoteBook
) -> None:
    await book.create(ANA, NewConversation(id="c"))
    async with aclosing(book.changed(ANA)) as signals:  # type: ignore[type-var]
        async with asyncio.timeout(PATIENCE):
            await anext(signals)
            await anext(signals)  # connected
            await book.add(ANA, "c", NewMessage(role="user", content="news"))
            await anext(signals)


async def test_a_service_that_is_away_is_tried_three_times_then_left_alone() -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    breaker = CircuitBreaker()
    link = ServiceLink(
        f"http://127.0.0.1:{free_port()}",
        always("t"),
        critical=RetryPolicy(sleep=sleep),
        breaker=breaker,
    )
    book = RemoteBook(link)
    with pytest.raises(ServiceTimeout):
        await book.create(ANA, NewConversation(id="c"))
    assert len(waited) == 2
    for _ in range(3):
        with pytest.raises(ServiceTimeout):
            await book.get(ANA, "c")
    assert breaker.state is CircuitState.CLOSED
    with pytest.raises(ServiceTimeout):
        await book.get(ANA, "c")
    assert breaker.state is CircuitState.OPEN
    with pytest.raises(ServiceTimeout) as caught:
        await book.get(ANA, "c")
    assert caught.value.reason == "circuit_open"
    await book.aclose()


class Greeting:
    """Some other program's web page."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"<html>hello"})


async def test_what_is_no_conversation_service_is_said_to_be_none() -> None:
    server = HttpServer(Greeting(), host="127.0.0.1", port=0)
    await server.start()
    book = RemoteBook(ServiceLink(f"http://127.0.0.1:{server.port}", always("t")))
    for asked in (book.get(ANA, "c"), book.listed(ANA), book.memories(ANA)):
        with pytest.raises(ServiceTimeout) as caught:
            await asked
        assert caught.value.reason == "not_a_conversation_service"
    await book.aclose()
    await server.aclose()


@pytest.mark.parametrize(
    "url",
    ["", "ftp://x", "http://", "http://name:word@host", "http://elsewhere.example", "http://[::1"],
)
def test_addresses_that_cannot_be_are_refused(url: str) -> None:
    with pytest.raises(BadInput):
        checked_url(url)
    assert checked_url("https://elsewhere.example/ ") == "https://elsewhere.example"


async def test_without_the_service_an_agent_goes_on_without_context(tmp_path: Path) -> None:
    async with served(tmp_path / "goes.db") as service:
        book = service.remote(await service.token(user="ana"))
        await book.create(ANA, NewConversation(id="c"))
        await book.add(ANA, "c", NewMessage(role="user", content="one"))
        contexts = Contexts(book)
        known = await contexts.window(ANA, "c", ContextRequest())
    stale = await contexts.window(ANA, "c", ContextRequest())
    assert (stale.cache, stale.window) == ("stale", known.window)
    assert isinstance(stale.error, ServiceTimeout)
    none = await contexts.window(ANA, "c", ContextRequest(message_count=3))
    assert (none.cache, none.window.messages) == ("none", ())
    await contexts.aclose()
    await book.aclose()


class Slow(Greeting):
    """A service that takes its time."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await asyncio.sleep(0.3)
        await super().__call__(scope, receive, send)


async def test_a_slow_answer_is_not_waited_for() -> None:
    server = HttpServer(Slow(), host="127.0.0.1", port=0)
    await server.start()
    book = RemoteBook(ServiceLink(f"http://127.0.0.1:{server.port}", always("t")))
    contexts = Contexts(book, patience_seconds=0.01)
    found = await contexts.window(ANA, "c", ContextRequest())
    assert (found.cache, type(found.error)) == ("none", ServiceTimeout)
    await contexts.aclose()
    await book.aclose()
    await server.aclose()


async def test_the_longest_query_arrives_in_whatever_pieces(
    service: ServedBook, book: RemoteBook
) -> None:
    one = await book.create(ANA, NewConversation())
    query = "%F0%9F%90%9D" * 10_000
    head = (
        f"GET /api/v1/internal/context/{one.id}?query={query} HTTP/1.1\r\nHost: service\r\n"
        f"Authorization: Bearer {await service.token(user='ana')}\r\n\r\n"
    ).encode()
    host, port = service.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        for start in range(0, len(head), 50_000):
            writer.write(head[start : start + 50_000])
            await writer.drain()
            # Answered after what was written before has been read.
            await book.get(ANA, one.id)
        assert await reader.readline() == b"HTTP/1.1 200 OK\r\n"
    finally:
        writer.close()
        await writer.wait_closed()
