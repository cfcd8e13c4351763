"""What one connected client is to be told: its subscriptions, and what waits to be sent to it."""

import asyncio
from collections import deque
from typing import Final

from app.domain.book import ALL_USERS, Caller
from app.domain.changes import Change, ChangeFilters

MAX_QUEUED: Final = 1000
"""Whoever lets more than this wait is cut off, so that nobody else notices."""
_ROOM: Final = MAX_QUEUED // 2

# RFC 6455 §7.4.2 leaves 4000 to 4999 to applications.
TOO_SLOW: Final = 4008
RELOAD: Final = 4009
LOST: Final = "changes were lost: subscribe anew, and read all anew"


class Subscription:
    """Which changes are wanted. Until `go_live`, those that come meanwhile are put aside."""

    def __init__(self, topics: frozenset[str], filters: ChangeFilters) -> None:
        self.topics = topics
        self.filters = filters
        self.live = False
        self._after = -1
        self._aside: list[tuple[int, str]] = []

    def wants(self, change: Change) -> bool:
        """Whether the change is one of those that were asked for."""
        wanted = self.filters
        return (
            change.topic in self.topics
            and change.cursor.seq > self._after
            and wanted.session_id in (None, change.session_id)
            and wanted.conversation_id in (None, change.conversation_id)
            and wanted.user_id in (None, change.user_id)
            and (wanted.not_origin is None or wanted.not_origin != change.origin)
        )

    def put_aside(self, seq: int, text: str) -> bool:
        """Keep a change for later; False when there are too many."""
        self._aside.append((seq, text))
        return len(self._aside) <= MAX_QUEUED

    def go_live(self, after: int) -> list[str]:
        """From now on take changes as they come, of those that come after `after`.

        Returns what was put aside of them. The feed may still be behind what was replayed.
        """
        self.live = True
        self._after = after
        aside, self._aside = self._aside, []
        return [text for seq, text in aside if seq > after]


class Connection:
    """One client's outgoing queue, at most `MAX_QUEUED` long, and what it subscribed to."""

    def __init__(self, caller: Caller) -> None:
        self.caller = caller
        self.subscriptions: list[Subscription] = []
        self.cut = asyncio.Event()
        self.why = (TOO_SLOW, "too slow: more than it may was waiting to be read")
        self._out: deque[str] = deque()
        self._filled = asyncio.Event()
        self._room = asyncio.Event()
        self._room.set()

    def may_see(self, change: Change) -> bool:
        """Whether a change of its tenant concerns what this caller may look at."""
        everybodys = change.topic == "memory.update" and not change.user_id
        return ALL_USERS in self.caller.scopes or change.user_id == self.caller.user or everybodys

    def tell(self, text: str) -> None:
        """Add something to be sent; a client that has not read enough is given up."""
        if len(self._out) >= MAX_QUEUED:
            self.cut.set()
            return
        self._out.append(text)
        self._filled.set()
        if len(self._out) >= _ROOM:
            self._room.clear()

    def take_change(self, change: Change, seq: int, text: str) -> None:
        """Tell of a change, once, where a subscription wants it."""
        if not self.may_see(change):
            return
        wanting = [
            subscription for subscription in self.subscriptions if subscription.wants(change)
        ]
        if any(subscription.live for subscription in wanting):
            self.tell(text)
            return
        for subscription in wanting:
            if not subscription.put_aside(seq, text):
                self.cut.set()

    def end(self, code: int, reason: str) -> None:
        """Have the connection closed with that code."""
        self.why = (code, reason)
        self.cut.set()

    async def room(self) -> None:
        """Wait until less than half of the queue is taken: for what need not be told at once."""
        await self._room.wait()

    async def next(self) -> list[str]:
        """Return what is to be sent now, waiting for it."""
        await self._filled.wait()
        # Few at a time: what is handed to the socket no longer counts as waiting.
        taken = [self._out.popleft() for _ in range(min(len(self._out), 16))]
        if not self._out:
            self._filled.clear()
        if len(self._out) < _ROOM:
            self._room.set()
        return taken
