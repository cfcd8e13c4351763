"""A list that is given page by page, from its first item to its last."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeVar

from app.domain.book import Page

T = TypeVar("T")


async def every(page: Callable[[str | None], Awaitable[Page[T]]]) -> AsyncIterator[T]:
    """Yield the items of all pages; `page` gives the one that a cursor leads to, None the first."""
    cursor: str | None = None
    while True:
        found = await page(cursor)
        for item in found.items:
            yield item
        cursor = found.next
        if cursor is None:
            return
