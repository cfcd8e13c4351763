"""One follower of each tenant's change log, however many clients listen to it.

Every change is read once and written as JSON once; who gets it is decided in memory.
"""

import asyncio
import logging
from contextlib import aclosing
from typing import Final

from app.conversations.book import ConversationBook
from app.conversations.push.connection import LOST, RELOAD, Connection
from app.conversations.push.events import ALL, TOPICS, event
from app.domain.book import ALL_USERS, READ, Caller
from app.domain.changes import CannotReplay, Cursor, Replayed
from app.errors import DeskError

_AGAIN_SECONDS: Final = (0.1, 5.0)
_FOLLOWED: Final = ALL | TOPICS["task.update"]

log = logging.getLogger(__name__)


class TenantFeed:
    """Follows one tenant's log and tells its connections; owns the task that does."""

    def __init__(self, book: ConversationBook, tenant: str) -> None:
        self.connections: set[Connection] = set()
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

    def join(self, connection: Connection) -> TenantFeed:
        """Add a connection to its tenant's feed."""
        tenant = connection.caller.tenant
        if tenant not in self._feeds:
            self._feeds[tenant] = TenantFeed(self._book, tenant)
        self._feeds[tenant].connections.add(connection)
        return self._feeds[tenant]

    async def leave(self, connection: Connection) -> None:
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
