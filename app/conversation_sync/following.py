"""What was committed after a place is taken in order; the place moves after each was taken."""

from collections.abc import Awaitable, Callable
from typing import Final

from app.conversations.book import ConversationBook
from app.domain.book import BookMessage, Caller
from app.domain.changes import CannotReplay, Change, Cursor, Replayed, UpToDate

TOPICS: Final = frozenset(
    {"conversation.create", "conversation.update", "conversation.delete", "memory.update"}
)
"""What desks tell each other of."""

_PAGE: Final = 500

Found = Replayed | UpToDate | CannotReplay


async def follow(
    since: Cursor,
    *,
    after: Callable[[Cursor], Awaitable[Found]],
    take: Callable[[Change], Awaitable[None]],
    stand: Callable[[Cursor], Awaitable[None]],
    anew: Callable[[CannotReplay], Awaitable[Cursor]],
) -> None:
    """Take every change that `after` finds, until there is none; raises what these raise.

    `stand` keeps the cursor of what is taken, so that a crash only repeats the last. Where changes
    cannot be replayed, `anew` takes everything and says from where it goes on.
    """
    while True:
        found = await after(since)
        if isinstance(found, CannotReplay):
            since = await anew(found)
            continue
        if isinstance(found, Replayed):
            for change in found.changes:
                await take(change)
                await stand(change.cursor)
        if found.cursor != since:
            await stand(found.cursor)
        if isinstance(found, UpToDate) or not found.more:
            return
        since = found.cursor


async def each_message(
    book: ConversationBook,
    caller: Caller,
    conversation_id: str,
    take: Callable[[BookMessage], Awaitable[None]],
) -> None:
    """Take every message of a conversation, in order."""
    after: int | None = None
    while True:
        page = await book.messages(caller, conversation_id, after=after, limit=_PAGE)
        for message in page.items:
            await take(message)
        if page.next is None or not page.items:
            return
        after = page.items[-1].seq
