"""One server process among several on one database: it is seen, and looks after the others'."""

import asyncio
import logging
import math
import time
import uuid
from collections.abc import Awaitable, Callable, Sequence

from sqlalchemy import Connection

from agents.hosting.database import replica_rows, task_rows
from agents.hosting.database.database import Jobs, KeptDatabase
from app.errors import in_full

BEAT_SECONDS = 1.0
_EVENTS_SECONDS = 3600.0
_FORGET_SECONDS = 86_400.0
_TIDY_BEATS = 300
_LATE_BEATS = 3.0

log = logging.getLogger(__name__)


class ReplicaLease:
    """Owns this process's row among the replicas, and the tasks that keep it fresh.

    The row is the lease on all tasks that are worked on here. Beats have a connection of their
    own, and wait neither for saves nor for duties: what hosts and webhooks take over from replicas
    that are gone.
    """

    def __init__(
        self, database: KeptDatabase, beats: Jobs, *, beat_seconds: float = BEAT_SECONDS
    ) -> None:
        self.name = uuid.uuid4().hex
        self._database = database
        self._beats = beats
        self._beat_seconds = beat_seconds
        self._renewed_at = -math.inf
        self._at_work: list[asyncio.Task[None]] = []

    async def join(self) -> None:
        """Be seen from now on; raises `StoreError`."""
        await self._beats.run(lambda c: replica_rows.beat(c, self.name))
        self._renewed_at = time.monotonic()

    def renew(self, connection: Connection) -> None:
        """Be seen with a save, where the last beat was long ago: a job of a transaction."""
        if time.monotonic() - self._renewed_at > _LATE_BEATS * self._beat_seconds:
            replica_rows.beat(connection, self.name)
            self._renewed_at = time.monotonic()

    def keep_beating(self, duties: Sequence[Callable[[], Awaitable[object]]]) -> None:
        """Beat, and do the duties as often, until this is closed."""
        self._at_work = [
            asyncio.create_task(self._again_and_again((self.join,)), name="replica"),
            asyncio.create_task(self._again_and_again(duties, self._tidy), name="replica duties"),
        ]

    async def aclose(self) -> None:
        """Leave, so that the others need not wait; idempotent."""
        for task in self._at_work:
            task.cancel()
        if self._at_work:
            await asyncio.wait(self._at_work)
        joined = self._renewed_at > -math.inf
        if joined and (trouble := await self._try(self._leave)):
            log.warning("This replica could not leave: %s", trouble)
        await self._beats.aclose()

    async def _leave(self) -> None:
        await self._beats.run(lambda c: replica_rows.leave(c, self.name))

    async def _again_and_again(
        self,
        duties: Sequence[Callable[[], Awaitable[object]]],
        seldom: Callable[[], Awaitable[object]] | None = None,
    ) -> None:
        count, trouble = 0, ""
        while True:
            await asyncio.sleep(self._beat_seconds)
            due = [*duties]
            if seldom is not None and count % _TIDY_BEATS == 0:
                due.append(seldom)
            count += 1
            said = trouble
            trouble = next(iter([words for one in due if (words := await self._try(one))]), "")
            if trouble and trouble != said:
                log.warning("This replica could not do its part: %s", trouble)
            elif said and not trouble:
                log.info("This replica does its part again")

    async def _tidy(self) -> None:
        moment = time.time()
        await self._database.run("", lambda c: task_rows.forget_events(c, moment - _EVENTS_SECONDS))
        await self._database.run("", lambda c: replica_rows.forget(c, moment - _FORGET_SECONDS))

    async def _try(self, duty: Callable[[], Awaitable[object]]) -> str:
        """Do a duty; return why it could not be done, or nothing."""
        try:
            await duty()
        except Exception as error:
            # The database may be away for a while: the next beat tries again.
            return in_full(error)
        return ""
