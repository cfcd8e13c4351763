"""What follows a message once it is stored: facts that it asks for, and now and then a summary."""

import uuid
from typing import Final

from app.conversations.book.port import ConversationBook
from app.conversations.book.summaries import PAUSE_SECONDS, Model, SummaryMaker
from app.conversations.store.pages import every
from app.domain.book import MAX_PAGE, BookMessage, Caller
from app.domain.index_terms import fold
from app.domain.memories import (
    ASKED_FOR,
    MemoriesWanted,
    Memory,
    MemoryEdit,
    NewMemory,
    Wish,
    wish_in,
)
from app.ports import Heard

_SPACE: Final = uuid.UUID("0d5f6f0a-7e0a-5b1e-9a52-2f8a3a6f5d11")


class MemoryKeeper:
    """Applies the rules of `memory_rules` to messages; the facts are kept in the book."""

    def __init__(self, book: ConversationBook) -> None:
        self._book = book

    async def take(self, caller: Caller, message: BookMessage) -> Heard:
        """Remember or forget what a user's message asks for, and return what was done.

        Repeating it changes nothing more. A newer fact about the same ends the earlier one when it
        was said; the earlier one stays to be looked at. What is to be forgotten is removed for
        good.
        """
        wish = wish_in(message.content) if message.role == "user" else None
        if wish is None:
            return Heard()
        conversation = await self._book.get(caller, message.conversation_id)
        known = await self._known(caller, conversation.user_id, wish.key)
        if wish.forget:
            gone = tuple(memory for memory in known if _same(memory, wish))
            for memory in gone:
                await self._book.forget(caller, memory.id)
            return Heard(forgotten=gone)
        made = NewMemory(
            id=uuid.uuid5(_SPACE, message.id).hex,
            text=wish.text,
            key=wish.key,
            user_id=conversation.user_id,
            source_message_id=message.id,
            importance=ASKED_FOR,
            valid_from=message.timestamp,
        )
        for memory in known:
            older = memory.valid_to is None and memory.valid_from <= message.timestamp
            if wish.key and memory.key == wish.key and memory.id != made.id and older:
                ended = MemoryEdit(valid_to=message.timestamp)
                await self._book.edit(caller, memory.id, ended)
        return Heard(remembered=(await self._book.remember(caller, made),))

    async def _known(self, caller: Caller, user_id: str, key: str) -> list[Memory]:
        wanted = MemoriesWanted(user_id=user_id, key=key or None, limit=MAX_PAGE)
        return [
            memory
            async for memory in every(
                lambda cursor: self._book.memories(caller, wanted, cursor=cursor)
            )
            if memory.user_id == user_id
        ]


def _same(memory: Memory, wish: Wish) -> bool:
    if wish.key:
        return memory.key == wish.key
    return fold(memory.text).strip(" .") == fold(wish.text).strip(" .")


class FollowUps:
    """Owns the summaries under way, from `start` to `aclose`. The book is the caller's.

    A `model` sums up where it can; without one, sentences are extracted. `pause` is how long what
    was said is gathered before.
    """

    def __init__(
        self,
        book: ConversationBook,
        *,
        model: Model | None = None,
        pause: float = PAUSE_SECONDS,
    ) -> None:
        self._keeper = MemoryKeeper(book)
        self._summaries = SummaryMaker(book, model=model, pause=pause)

    def start(self) -> None:
        """Begin to work; `aclose` ends it."""
        self._summaries.start()

    async def said(self, caller: Caller, message: BookMessage, *, remember: bool = True) -> Heard:
        """Take in a message that was stored; return what is remembered and forgotten for it.

        Without `remember`, it only counts for summaries, which come later, by themselves. Raises
        what the book raises.
        """
        heard = await self._keeper.take(caller, message) if remember else Heard()
        self._summaries.said(caller, message)
        return heard

    async def aclose(self) -> None:
        """Stop; idempotent."""
        await self._summaries.aclose()
