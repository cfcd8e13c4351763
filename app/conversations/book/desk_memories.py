"""A desk on its own database remembers as the service does: in the background, after each message.

It is the desk's side of `app.conversations.book.follow_ups`, and what the window asks of its facts.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing, suppress
from typing import Final, NamedTuple

from app.conversations.book.embedded_book import EmbeddedBook
from app.conversations.book.follow_ups import FollowUps
from app.conversations.book.message_rows import some
from app.conversations.store.pages import every
from app.desk.desk import Desk
from app.domain.book import (
    LOCAL_CALLER,
    LOCAL_TENANT,
    MAX_PAGE,
    SERVICE_ORIGIN,
    BookMessage,
    answer_id,
)
from app.domain.changes import Replayed, Topic, UpToDate
from app.domain.conversations import AnswerEntry, Conversation, Entry, RequestEntry
from app.domain.memories import MemoriesWanted, Memory, MemoryEdit, NewMemory
from app.errors import DeskError
from app.observers import Watchers
from app.ports import Heard, SaidAt

_LAST_SECONDS: Final = 2.0
_TOPICS: Final[frozenset[Topic]] = frozenset({"memory.update", "conversation.delete"})

log = logging.getLogger(__name__)


class _Said(NamedTuple):
    context_id: str
    message_id: str


class DeskMemories:
    """Implements `Remembering`; owns the work that follows the messages of a desk.

    The desk and the book, which is the desk's own, are the caller's, and so are the follow-ups.
    """

    def __init__(self, desk: Desk, book: EmbeddedBook, follow_ups: FollowUps) -> None:
        self._book = book
        self._follow_ups = follow_ups
        self._watchers: Watchers[Heard] = Watchers()
        self._waiting: asyncio.Queue[_Said] = asyncio.Queue()
        self._task = asyncio.create_task(self._work(), name="follow-ups")
        self._unwatch = desk.watch(self._seen)

    async def facts(self) -> Sequence[Memory]:
        """Return all facts, the newest first; see `Remembering`."""
        wanted = MemoriesWanted(limit=MAX_PAGE)
        found = [
            memory
            async for memory in every(
                lambda cursor: self._book.memories(LOCAL_CALLER, wanted, cursor=cursor)
            )
        ]
        return sorted(found, key=lambda memory: (memory.created_at, memory.id), reverse=True)

    async def add(self, new: NewMemory) -> Memory:
        """Remember a fact; see `Remembering`."""
        return await self._book.remember(LOCAL_CALLER, new)

    async def edit(self, memory: Memory, edit: MemoryEdit) -> Memory:
        """Change a fact; see `Remembering`."""
        return await self._book.edit(LOCAL_CALLER, memory.id, edit, if_revision=memory.revision)

    async def forget(self, memory: Memory) -> None:
        """Remove a fact for good; see `Remembering`."""
        await self._book.forget(LOCAL_CALLER, memory.id)

    async def bring_back(self, memory: Memory) -> Memory:
        """Undo `forget`; see `Remembering`."""
        said = memory.model_dump(include=set(NewMemory.model_fields))
        return await self._book.remember(LOCAL_CALLER, NewMemory.model_validate(said))

    async def source(self, memory: Memory) -> SaidAt | None:
        """Return where a fact was said; see `Remembering`."""
        message_id = memory.source_message_id
        if message_id is None:
            return None
        held: dict[str, BookMessage] = await self._book.database.read(
            LOCAL_TENANT, lambda connection: some(connection, LOCAL_TENANT, [message_id])
        )
        message = held.get(message_id)
        if message is None:
            return None
        conversation = await self._book.get(LOCAL_CALLER, message.conversation_id)
        if conversation.deleted_at is not None:
            return None
        return SaidAt(message.conversation_id, message.seq)

    async def changed(self) -> AsyncGenerator[None]:
        """Yield when facts have changed; see `Remembering`."""
        since = None
        async with aclosing(self._book.changed(LOCAL_CALLER)) as signals:  # type: ignore[type-var]
            async for _ in signals:
                found = await self._book.changes(
                    LOCAL_CALLER, since=since, topics=_TOPICS, limit=MAX_PAGE
                )
                known, since = since is not None, found.cursor
                nothing = isinstance(found, Replayed) and not found.changes
                if not (known and (nothing or isinstance(found, UpToDate))):
                    yield

    def watch(self, watcher: Callable[[Heard], None]) -> Callable[[], None]:
        """Call `watcher` with what was remembered or forgotten; see `Remembering`."""
        return self._watchers.add(watcher)

    async def aclose(self) -> None:
        """Take in what was said, if that takes no time; then end. Idempotent."""
        self._unwatch()
        self._watchers.clear()
        if not self._task.done():
            with suppress(TimeoutError):
                async with asyncio.timeout(_LAST_SECONDS):
                    await self._waiting.join()
        self._task.cancel()
        await asyncio.wait({self._task})

    def _seen(self, changed: Entry | Conversation) -> None:
        match changed:
            case RequestEntry(message=message):
                self._waiting.put_nowait(_Said(message.context_id, message.message_id))
            case AnswerEntry(answer=answer) if answer.settled:
                self._waiting.put_nowait(_Said(answer.context_id, answer_id(answer.turn_id)))

    async def _work(self) -> None:
        while True:
            said = await self._waiting.get()
            try:
                heard = await self._take(said)
            except DeskError as error:
                log.warning("nothing is remembered of a message: %s", error)
            else:
                if heard != Heard():
                    self._tell(heard)
            finally:
                self._waiting.task_done()

    async def _take(self, said: _Said) -> Heard:
        message = await self._book.message(LOCAL_CALLER, said.context_id, said.message_id)
        # What another desk was told to remember comes from the service as a fact.
        caller_said = message.origin != SERVICE_ORIGIN
        return await self._follow_ups.said(LOCAL_CALLER, message, remember=caller_said)

    def _tell(self, heard: Heard) -> None:
        self._watchers.tell(heard)
