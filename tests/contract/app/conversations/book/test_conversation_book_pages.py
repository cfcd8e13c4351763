"""Lists of conversations and of what was found are read page by page, both ways."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from app.conversations.book.port import ConversationBook
from app.domain.book import ConversationUpdate, NewMessage, Page
from app.domain.ids import utc_now
from app.errors import BadInput
from tests.contract.app.conversations.book.books import ANA, BOOKS, opened_book, talk

pytestmark = pytest.mark.anyio


@pytest.fixture(params=BOOKS)
async def book(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[ConversationBook]:
    async with opened_book(request, tmp_path) as opened:
        yield opened


async def both_ways(page: Callable[[str | None], Awaitable[Page[Any]]]) -> list[Any]:
    """All items, read to the end; read back from there they are the same pages."""
    pages = [await page(None)]
    assert pages[0].previous is None
    while pages[-1].next is not None:
        pages.append(await page(pages[-1].next))
    back = [pages[-1]]
    while back[-1].previous is not None:
        back.append(await page(back[-1].previous))
        assert (await page(back[-1].next)).items == back[-2].items
    assert [one.items for one in reversed(back)] == [one.items for one in pages]
    return [item for one in pages for item in one.items]


@pytest.mark.parametrize("limit", [1, 2, 3, 4, 12])
async def test_conversations_are_listed_both_ways(book: ConversationBook, limit: int) -> None:
    for number in range(6):
        await talk(book, conversation_id=f"c{number}")
    found = await both_ways(lambda cursor: book.listed(ANA, cursor=cursor, limit=limit))
    assert [one.id for one in found] == [f"c{number}" for number in reversed(range(6))]


@pytest.mark.parametrize("limit", [1, 2, 4, 12])
async def test_what_was_found_is_read_both_ways(book: ConversationBook, limit: int) -> None:
    for number in range(2):
        await talk(book, "zerg", "no", "Zerg too", conversation_id=f"c{number}")
    await book.update(ANA, "c0", ConversationUpdate(title="Zerg"))
    moment = utc_now()
    for conversation_id in ("c0", "c1"):
        # At one moment: these are told apart by where they stand.
        for role in ("user", "assistant"):
            said = NewMessage(role=role, content="a zerg", timestamp=moment)
            await book.add(ANA, conversation_id, said)
    found = await both_ways(lambda cursor: book.search(ANA, "zerg", cursor=cursor, limit=limit))
    assert len(found) == len({(hit.conversation_id, hit.seq) for hit in found}) == 9
    assert [hit.at for hit in found] == sorted((hit.at for hit in found), reverse=True)


async def test_a_page_after_which_nothing_is_left_leads_back(book: ConversationBook) -> None:
    for number in range(3):
        await talk(book, conversation_id=f"c{number}")
    page = await book.listed(ANA, limit=2)
    await book.delete(ANA, "c0")
    empty = await book.listed(ANA, cursor=page.next, limit=2)
    assert (empty.items, empty.next) == ((), None)
    # What it leads back to lies before the place, which is the last of the page before.
    assert [one.id for one in (await book.listed(ANA, cursor=empty.previous)).items] == ["c2"]
    for cursor in ("nonsense", "PCA=", "PCB4IHk="):
        with pytest.raises(BadInput):
            await book.search(ANA, "zerg", cursor=cursor)
