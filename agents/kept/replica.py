"""One server process among several on one database: it is seen, and looks after the others'."""

import asyncio
import logging
import time
import uuid
from collections.abc import Awaitable, Callable, Sequence

from agents.kept import messages, replica_rows, task_rows
from agents.kept.database import KeptDatabase

BEAT_SECONDS = 1.0
_EVENTS_SECONDS = 3600.0
_FORGET_SECONDS = 86_400.0
_TIDY_BEATS = 300

log = logging.getLogger(__name__)


class Replica:
    """Owns this process's row among the replicas, and the task that keeps it fresh.

    With each beat the duties are done: what hosts and webhooks take over from replicas that are
    gone.
    """

    def __init__(self, database: KeptDatabase, *, beat_seconds: float = BEAT_SECONDS) -> None:
        self.name = uuid.uuid4().hex
        self._database = database
        self._beat_seconds = beat_seconds
        self._beating: asyncio.Task[None] | None = None

    async def join(self) -> None:
        """Be seen from now on; raises `StoreError`."""
        await self._database.run(self.name, lambda c: replica_rows.beat(c, self.name))

    def keep_beating(self, duties: Sequence[Callable[[], Awaitable[object]]]) -> None:
        """Beat, and do the duties each time, until this is closed."""
        self._beating = asyncio.create_task(self._beat(tuple(duties)), name="replica")

    async def aclose(self) -> None:
        """Leave, so that the others need not wait; idempotent."""
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.wait({self._beating})
        await self._try(self._leave)

    async def _leave(self) -> None:
        await self._database.run(self.name, lambda c: replica_rows.leave(c, self.name))

    async def _beat(self, duties: Sequence[Callable[[], Awaitable[object]]]) -> None:
        count = 0
        while True:
            await asyncio.sleep(self._beat_seconds)
            await self._try(self.join)
            for duty in duties:
                await self._try(duty)
            count += 1
            if count % _TIDY_BEATS == 1:
                await self._try(self._tidy)

    async def _tidy(self) -> None:
        moment = time.time()
        await self._database.run("", lambda c: task_rows.forget_events(c, moment - _EVENTS_SECONDS))
        await self._database.run("", lambda c: replica_rows.forget(c, moment - _FORGET_SECONDS))
        await self._database.run("", lambda c: messages.forget(c, moment - _FORGET_SECONDS))

    async def _try(self, duty: Callable[[], Awaitable[object]]) -> None:
        try:
            await duty()
        except Exception as error:
            # The database may be away for a while: the next beat tries again.
            log.warning("This replica could not do its part: %s", error)
