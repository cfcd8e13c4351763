"""Lists page by page: cursors that say where a page ended, and all pages one after the other.

Of lists that are read both ways, one that leads back has those of the first item, and says so.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from datetime import datetime
from math import isfinite
from typing import Any, Final, NamedTuple, TypeVar

from app.domain.book import Page
from app.errors import BadInput

T = TypeVar("T")

_BETWEEN: Final = " "
"""Stands in no moment and no number; the last value, an id, may hold it."""
_BACK: Final = "<"


class _Back:
    """The kind of the word that says that a cursor leads back."""


Kind = type[datetime] | type[float] | type[str] | type[_Back]


class PageCursor(NamedTuple):
    """A place in a list; `back` where what comes before it is wanted."""

    values: tuple[Any, ...]
    back: bool


def write(*values: datetime | float | str, back: bool = False) -> str:
    """Return the cursor after an item, or before it; the last of its values is the item's id."""
    words = [_BACK] if back else []
    words += [one.isoformat() if isinstance(one, datetime) else str(one) for one in values]
    return urlsafe_b64encode(_BETWEEN.join(words).encode()).decode()


def read(cursor: str, *kinds: Kind) -> tuple[Any, ...]:
    """Return the values of a cursor; raises `BadInput` for one that was not written with these."""
    try:
        words = urlsafe_b64decode(cursor.encode()).decode().split(_BETWEEN, len(kinds) - 1)
        return tuple(_value(word, kind) for word, kind in zip(words, kinds, strict=True))
    except ValueError as error:
        raise BadInput("This is no cursor of a page.", key="bad_cursor") from error


def place(cursor: str, *kinds: Kind) -> PageCursor:
    """Return where a cursor of a list that is read both ways leads; raises `BadInput`."""
    try:
        return PageCursor(read(cursor, *kinds), back=False)
    except BadInput:
        _, *values = read(cursor, _Back, *kinds)
        return PageCursor(tuple(values), back=True)


def turned(
    found: Sequence[T],
    limit: int,
    came_from: PageCursor | None,
    cursor: Callable[[T, bool], str],
) -> Page[T]:
    """Return a page of what was read, one more than `limit` where there is more, in list order.

    `came_from` is where it began, `cursor` writes that of an item, leading back or on.
    """
    back = came_from is not None and came_from.back
    more = len(found) > limit
    items = tuple(found[-limit:] if back else found[:limit])
    if not items:
        # There is nothing on this side of the place: the way back is the place itself.
        there = None if came_from is None else write(*came_from.values, back=not back)
        return Page(items, next=there if back else None, previous=None if back else there)
    goes_on = back or more
    goes_back = more if back else came_from is not None
    return Page(
        items,
        next=cursor(items[-1], False) if goes_on else None,
        previous=cursor(items[0], True) if goes_back else None,
    )


def _value(word: str, kind: Kind) -> Any:
    if kind is _Back:
        if word != _BACK:
            raise ValueError("no way back")
        return word
    if kind is datetime:
        moment = datetime.fromisoformat(word)
        if moment.tzinfo is None:
            raise ValueError("no zone")
        return moment
    if kind is float:
        number = float(word)
        if not isfinite(number):
            raise ValueError("no number")
        return number
    return word


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
