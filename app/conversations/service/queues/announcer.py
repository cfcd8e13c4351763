"""What changes in conversations is told on the queue of updates: document 3, §3.2 and §4.5.

Whoever reads that queue hears of everything, also of what was written over REST or WebSocket. An
update there is the same as over WebSocket, with the same `message_id`; what answers a request has
an `original_task_id` besides.
"""

import asyncio
import logging
from contextlib import suppress
from typing import Final

from app.conversations.book import change_log
from app.conversations.book.embedded_book import EmbeddedBook
from app.conversations.database.database import Database
from app.conversations.protocol.update_events import TOPICS, event
from app.conversations.service.queues.port import Queues
from app.domain.book import ALL_USERS, READ, Caller
from app.domain.changes import CannotReplay, Cursor, Replayed
from app.domain.ids import utc_now
from app.errors import DeskError

_TOPICS: Final = TOPICS["conversation.update"]
_TOGETHER_SECONDS: Final = 0.05
"""What changes within this time is told together."""
_AT_ONCE: Final = 200
_AGAIN_SECONDS: Final = (0.1, 5.0)
GOODBYE_SECONDS: Final = 2.0
"""How long a service that ends may take to tell what it committed; the next one tells the rest."""

log = logging.getLogger(__name__)


class Announcer:
    """Tells what this process commits; owns the task that does. Queues and database are others'.

    How far each tenant's log was told stands beside the queue: of several processes one tells a
    change, and what one that died left untold is told by the next that starts. Of a tenant that
    nothing was told of yet, all is told from `start` on.
    """

    def __init__(self, queues: Queues, database: Database) -> None:
        self._queues = queues
        self._database = database
        self._book = EmbeddedBook(database)
        self._waiting: set[str] = set()
        self._arrived = asyncio.Event()
        self._told: dict[str, Cursor] = {}
        self._notes: dict[str, str] = {}
        self._started = utc_now()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to tell, in the background."""
        loop = asyncio.get_running_loop()

        def committed(tenants: frozenset[str]) -> None:
            # A loop that was closed in the meantime tells nobody any more.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self._wake, tenants)

        self._unwatch = self._database.changed.watch(committed)
        self._task = asyncio.create_task(self._run(), name="queue-announcer")

    async def aclose(self) -> None:
        """Tell what was committed, if that takes no time; then end. Idempotent."""
        if self._task is None:
            return
        self._unwatch()
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        self._task = None
        try:
            async with asyncio.timeout(GOODBYE_SECONDS):
                for tenant in sorted(self._waiting):
                    await self._announce(tenant)
        except (DeskError, TimeoutError):
            log.info("updates are left to be told by the next service that starts")

    def _wake(self, tenants: frozenset[str]) -> None:
        self._waiting |= tenants
        self._arrived.set()

    async def _run(self) -> None:
        again, away = _AGAIN_SECONDS[0], False
        caught_up = False
        while True:
            try:
                if not caught_up:
                    self._notes = dict(await self._queues.announced())
                    self._wake(frozenset(self._notes))
                    caught_up = True
                await self._arrived.wait()
                await asyncio.sleep(_TOGETHER_SECONDS)
                self._arrived.clear()
                for tenant in sorted(self._waiting):
                    # Taken out before: what is committed while it is told wakes it anew.
                    self._waiting.discard(tenant)
                    try:
                        await self._announce(tenant)
                    except (DeskError, asyncio.CancelledError):
                        self._waiting.add(tenant)
                        raise
                    except Exception:
                        # Whatever it is, the other tenants hear of theirs; this one again with its
                        # next change.
                        log.exception("a mistake of ours in telling updates")
            except DeskError as error:
                if not away:
                    log.warning("updates cannot be told: %s", error)
                away = True
                self._arrived.set()
                await asyncio.sleep(again)
                again = min(2 * again, _AGAIN_SECONDS[1])
            else:
                again, away = _AGAIN_SECONDS[0], False

    async def _announce(self, tenant: str) -> None:
        caller = Caller(tenant=tenant, scopes=frozenset({READ, ALL_USERS}))
        stands, since = await self._place(tenant)
        while True:
            found = await self._book.changes(caller, since=since, topics=_TOPICS, limit=_AT_ONCE)
            if isinstance(found, CannotReplay):
                cut = found.reason == "log_cut"
                level = logging.WARNING if cut else logging.INFO
                log.log(level, "updates of a tenant cannot all be told: %s", found.reason)
                since = await self._begun(tenant)
                continue
            changes = found.changes if isinstance(found, Replayed) else ()
            if changes or stands is None or found.cursor != since:
                bodies = [event(tenant, change).encode() for change in changes]
                upto = str(found.cursor)
                if not await self._queues.announce(tenant, bodies, after=stands, upto=upto):
                    # Another process was first: on from where it stands.
                    self._notes = dict(await self._queues.announced())
                    stands, since = await self._place(tenant)
                    continue
                stands = self._notes[tenant] = upto
            since = self._told[tenant] = found.cursor
            if not isinstance(found, Replayed) or not found.more:
                return

    async def _place(self, tenant: str) -> tuple[str | None, Cursor]:
        """Return what stands beside the queue, as far as known, and from where to tell on."""
        stands = self._notes.get(tenant)
        since = Cursor.parse(stands) if stands is not None else self._told.get(tenant)
        return stands, await self._begun(tenant) if since is None else since

    async def _begun(self, tenant: str) -> Cursor:
        return await self._database.read(
            tenant, lambda connection: change_log.before(connection, tenant, self._started)
        )
