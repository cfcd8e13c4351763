"""What a client knows of its tenant's changes: how far it has read them, and what came last where.

By this it is decided whether a window that was kept is still the newest (`contexts`). Changes are
followed only while windows are asked for: nobody is woken for a cache that nobody uses.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from contextvars import Context
from typing import Final, NamedTuple

from app.conversations.book.port import ConversationBook
from app.domain.book import Caller
from app.domain.changes import CannotReplay, Change, Cursor, Replayed
from app.errors import DeskError

IDLE_SECONDS: Final = 600.0
AGAIN_SECONDS: Final = (1.0, 16.0)
_KNOWN: Final = 10_000
TOPICS: Final = frozenset({"conversation.update", "conversation.delete", "memory.update"})

log = logging.getLogger(__name__)


class KnownChanges(NamedTuple):
    """Places in the change log: of a conversation's last change, of the person's last message,
    with that message's id, and of its deletion."""

    last: int = 0
    own: int = 0
    own_id: str = ""
    gone: int = 0


class SeenChanges:
    """Owns the task that follows; the book is the caller's.

    `who` says for whom changes are read, asked until it answers. `told` hears of each change once
    it is known.
    """

    def __init__(
        self,
        book: ConversationBook,
        who: Callable[[], Awaitable[Caller]],
        *,
        told: Callable[[Change], None] = lambda change: None,
        idle_seconds: float = IDLE_SECONDS,
    ) -> None:
        self.told = told
        self.facts = 0
        """The place of the last change of a fact."""
        self._book = book
        self._who = who
        self._idle_seconds = idle_seconds
        self._cursor: Cursor | None = None
        self._current = False
        self._pushed = True
        self._begun = 0
        self._conversations: OrderedDict[str, KnownChanges] = OrderedDict()
        self._task: asyncio.Task[None] | None = None
        self._idle: asyncio.TimerHandle | None = None

    @property
    def at(self) -> Cursor | None:
        """Up to where all changes are known; None while they cannot be read."""
        return self._cursor if self._current and self._pushed else None

    def reaches(self, place: Cursor) -> bool:
        """Whether all changes after a place of this log are known."""
        at = self.at
        return at is not None and at.epoch == place.epoch and place.seq >= self._begun

    def of(self, conversation_id: str) -> KnownChanges:
        """Return what is known of a conversation since the following began."""
        return self._conversations.get(conversation_id, KnownChanges())

    def heard(self, connected: bool) -> None:
        """Take in whether changes are pushed; where they are not, what is known may be old."""
        if connected and not self._pushed:
            # What was read meanwhile is not the newest: it is read again at once.
            self._current = False
        self._pushed = connected

    def wanted(self) -> None:
        """Follow, from now on if not already, until this was not called for a while."""
        if self._idle is not None:
            self._idle.cancel()
        self._idle = asyncio.get_running_loop().call_later(self._idle_seconds, self._end)
        if self._task is None or self._task.done():
            # For all who ask from now on: it is not of the request, or the trace, of the first.
            self._task = asyncio.create_task(self._follow(), name="seen-changes", context=Context())

    async def aclose(self) -> None:
        """End the following; idempotent."""
        self._end()
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    def _end(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
        if self._task is not None:
            self._task.cancel()
        self._current = False

    async def _follow(self) -> None:
        caller: Caller | None = None
        while caller is None:
            try:
                caller = await self._who()
            except DeskError as error:
                log.info("changes are not followed: %s", error)
                await asyncio.sleep(self._idle_seconds / 20)
        async with aclosing(self._book.changed(caller)) as signals:  # type: ignore[type-var]
            async for _ in signals:
                await self._until_read(caller)

    async def _until_read(self, caller: Caller) -> None:
        """Read what changed; again, where that failed: no signal may come for a long time."""
        again = AGAIN_SECONDS[0]
        while True:
            try:
                await self._read(caller)
                self._current = True
                return
            except DeskError as error:
                self._current = False
                log.info("changes cannot be read: %s", error)
            except Exception:
                # Whatever it is, the window must not show old conversations for good.
                self._current = False
                log.exception("a mistake of ours in following changes")
            await asyncio.sleep(again)
            again = min(2 * again, AGAIN_SECONDS[1])

    async def _read(self, caller: Caller) -> None:
        while True:
            found = await self._book.changes(caller, since=self._cursor, topics=TOPICS)
            if self._cursor is None or isinstance(found, CannotReplay):
                self._begun = found.cursor.seq
                self._conversations.clear()
                self.facts = 0
            if isinstance(found, Replayed):
                for change in found.changes:
                    self._take(change)
            self._cursor = found.cursor
            if isinstance(found, Replayed):
                for change in found.changes:
                    self.told(change)
            if not isinstance(found, Replayed) or not found.more:
                return

    def _take(self, change: Change) -> None:
        seq = change.cursor.seq
        if change.memory_id is not None:
            self.facts = seq
        if change.conversation_id is None:
            return
        known = self.of(change.conversation_id)._replace(last=seq)
        if is_own(change):
            known = known._replace(own=seq, own_id=change.message_id or "")
        if change.topic == "conversation.delete":
            known = known._replace(gone=seq)
        self._conversations[change.conversation_id] = known
        self._conversations.move_to_end(change.conversation_id)
        if len(self._conversations) > _KNOWN:
            _, oldest = self._conversations.popitem(last=False)
            self._begun = max(self._begun, oldest.last)


def is_own(change: Change) -> bool:
    """Whether a change is that a person said something."""
    said = change.message
    return change.update_type == "new_message" and said is not None and said.role == "user"
