"""What people ask to be remembered becomes facts of theirs, from the message that said so."""

import uuid
from typing import Final

from app.conversations.book import ConversationBook
from app.conversations.pages import every
from app.domain.book import MAX_PAGE, BookMessage, Caller
from app.domain.memories import ASKED_FOR, MemoriesWanted, Memory, MemoryEdit, NewMemory
from app.memory_rules import Wish, wish_in
from app.remembering import Heard
from app.words import fold

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
