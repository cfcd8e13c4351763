"""Messages that are added at the same moment share statements, and nothing else."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.conversations.book.embedded_book import EmbeddedBook
from app.domain.book import ALL_USERS, READ, WRITE, Added, Caller, NewConversation, NewMessage
from app.errors import Conflict, ConversationNotFound

pytestmark = pytest.mark.anyio

ALL = Caller(tenant="acme", scopes=frozenset({READ, WRITE, ALL_USERS}), origin="test")
ANA = Caller(tenant="acme", user="ana", origin="ana's desk")
BEN = Caller(tenant="acme", user="ben")
OTHER = Caller(tenant="other", user="ana")


@pytest.fixture
async def book(tmp_path: Path) -> AsyncIterator[EmbeddedBook]:
    opened = await EmbeddedBook.open(tmp_path / "book.db")
    for caller in (ANA, OTHER):
        await opened.create(caller, NewConversation(id="talk"))
    await opened.create(ANA, NewConversation(id="aside"))
    yield opened
    await opened.aclose()


def said(text: str, message_id: str = "") -> NewMessage:
    return NewMessage(id=message_id, role="user", content=text)


async def test_what_waits_together_is_stored_in_the_order_of_the_calls(book: EmbeddedBook) -> None:
    where = ["talk", "aside"]
    added = await asyncio.gather(
        *(book.add(ANA, where[number % 3 == 0], said(str(number))) for number in range(200))
    )
    for name, count in (("talk", 133), ("aside", 67)):
        page = await book.messages(ANA, name, limit=1000)
        assert [message.seq for message in page.items] == list(range(count))
        expected = [one.message for one in added if one.message.conversation_id == name]
        assert list(page.items) == expected
        whole = await book.get(ANA, name)
        assert whole.message_count == count
        assert whole.token_total == sum(message.tokens for message in page.items)


async def test_an_id_that_is_used_twice_at_once_is_stored_once(book: EmbeddedBook) -> None:
    added = await asyncio.gather(*(book.add(ANA, "talk", said("same", "m1")) for _ in range(20)))
    assert [one.created for one in added].count(True) == 1
    assert len({one.message.model_dump_json() for one in added}) == 1
    elsewhere = await asyncio.gather(
        book.add(ANA, "talk", said("new", "m2")),
        book.add(ANA, "aside", said("new", "m2")),
        return_exceptions=True,
    )
    assert isinstance(elsewhere[0], Added)
    assert isinstance(elsewhere[1], Conflict)
    assert (await book.get(ANA, "talk")).message_count == 2


async def test_what_is_refused_keeps_nothing_from_the_others(book: EmbeddedBook) -> None:
    found = await asyncio.gather(
        book.add(ANA, "talk", said("one")),
        book.add(ANA, "nowhere", said("two")),
        book.add(BEN, "talk", said("three")),
        book.add(ALL, "talk", said("four")),
        book.add(OTHER, "talk", said("five")),
        book.add(ANA, "talk", said("six")),
        return_exceptions=True,
    )
    assert [isinstance(one, ConversationNotFound) for one in found] == [
        False,
        True,
        True,
        False,
        False,
        False,
    ]
    page = await book.messages(ANA, "talk")
    assert sorted(message.content for message in page.items) == ["four", "one", "six"]
    assert [message.seq for message in page.items] == [0, 1, 2]
    other = await book.messages(OTHER, "talk")
    assert [message.content for message in other.items] == ["five"]


async def test_a_repetition_of_what_failed_at_the_same_moment_is_tried_itself(
    book: EmbeddedBook,
) -> None:
    found = await asyncio.gather(
        book.add(BEN, "talk", said("not his", "m1")),
        book.add(ANA, "talk", said("hers", "m1")),
        return_exceptions=True,
    )
    assert isinstance(found[0], ConversationNotFound)
    assert isinstance(found[1], Added)
    assert found[1].created
