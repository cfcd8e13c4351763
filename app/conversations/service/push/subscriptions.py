"""One follower of each tenant's change log, and what each connected client is told of it.

Every change is read once and written as JSON once; who gets it is decided in memory.
"""

import asyncio
import logging
from collections import deque
from contextlib import aclosing
from typing import Final

from app.conversations.book.port import ConversationBook
from app.conversations.protocol.update_events import ALL, TOPICS, event
from app.domain.book import ALL_USERS, READ, Caller
from app.domain.changes import CannotReplay, Change, ChangeFilters, Cursor, Replayed
from app.errors import DeskError

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


class ClientQueue:
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


_AGAIN_SECONDS: Final = (0.1, 5.0)
_FOLLOWED: Final = ALL | TOPICS["task.update"]

log = logging.getLogger(__name__)


class TenantFeed:
    """Follows one tenant's log and tells its connections; owns the task that does."""

    def __init__(self, book: ConversationBook, tenant: str) -> None:
        self.connections: set[ClientQueue] = set()
        self._book = book
        self._caller = Caller(tenant=tenant, scopes=frozenset({READ, ALL_USERS}))
        self._at: asyncio.Future[Cursor] = asyncio.get_running_loop().create_future()
        self._position: Cursor | None = None
        self._passing_over = False
        self._task = asyncio.create_task(self._follow(), name="push-feed")

    async def position(self) -> Cursor:
        """Return the cursor after which connections are told of everything."""
        if self._position is None:
            await asyncio.shield(self._at)
        assert self._position is not None
        return self._position

    async def aclose(self) -> None:
        """End the following."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        self._at.cancel()

    async def _follow(self) -> None:
        again = _AGAIN_SECONDS[0]
        while True:
            try:
                async with aclosing(self._book.changed(self._caller)) as signals:  # type: ignore[type-var]
                    async for _ in signals:
                        await self._catch_up()
                        again = _AGAIN_SECONDS[0]
            except DeskError as error:
                log.warning("the changes cannot be followed: %s", error)
            except Exception:
                # Whatever it is, nobody waits in vain: it is passed over, and who listens is told.
                log.exception("a mistake of ours in following the changes")
                self._passing_over = True
            await asyncio.sleep(again)
            again = min(again * 2, _AGAIN_SECONDS[1])

    async def _catch_up(self) -> None:
        while True:
            since = None if self._passing_over else self._position
            found = await self._book.changes(self._caller, since=since, topics=_FOLLOWED)
            if self._passing_over or isinstance(found, CannotReplay):
                self._passing_over = False
                self._lost()
            elif isinstance(found, Replayed):
                for change in found.changes:
                    text = event(self._caller.tenant, change)
                    for connection in tuple(self.connections):
                        connection.take_change(change, change.cursor.seq, text)
            self._stand_at(found.cursor)
            if not isinstance(found, Replayed) or not found.more:
                return

    def _lost(self) -> None:
        # The log is another one, was cut before we read it, or cannot be read: it is all to be read
        # anew.
        log.warning("changes of a tenant were lost: its clients are told to reload")
        for connection in tuple(self.connections):
            connection.end(RELOAD, LOST)

    def _stand_at(self, cursor: Cursor) -> None:
        self._position = cursor
        if not self._at.done():
            self._at.set_result(cursor)


class Hub:
    """The feeds of all tenants that somebody listens to; owns them."""

    def __init__(self, book: ConversationBook) -> None:
        self._book = book
        self._feeds: dict[str, TenantFeed] = {}

    @property
    def connected(self) -> int:
        """How many clients are connected."""
        return sum(len(feed.connections) for feed in self._feeds.values())

    def join(self, connection: ClientQueue) -> TenantFeed:
        """Add a connection to its tenant's feed."""
        tenant = connection.caller.tenant
        if tenant not in self._feeds:
            self._feeds[tenant] = TenantFeed(self._book, tenant)
        self._feeds[tenant].connections.add(connection)
        return self._feeds[tenant]

    async def leave(self, connection: ClientQueue) -> None:
        """Remove a connection; the feed of a tenant ends with its last one."""
        feed = self._feeds.get(connection.caller.tenant)
        if feed is None:
            return
        feed.connections.discard(connection)
        if not feed.connections:
            del self._feeds[connection.caller.tenant]
            await feed.aclose()

    async def aclose(self) -> None:
        """End all feeds."""
        feeds, self._feeds = self._feeds, {}
        for feed in feeds.values():
            await feed.aclose()
