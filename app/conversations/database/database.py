"""One open database, a file or a PostgreSQL server, for everything that keeps conversations in it.

Work is given to it as jobs: functions of a connection, each run in one transaction of one tenant.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar
from zlib import crc32

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from app.conversations.database import schema, sqlite
from app.conversations.database.job_thread import Item, Lane, Shared, store_error
from app.conversations.database.sqlite import (
    EngineReport,
    engine_report,
    reading_engine,
    writing_engine,
)
from app.observers import Watchers

SECONDS_BETWEEN_LOOKS = 0.5
"""How long a change that another process committed may go unnoticed."""


class Changed:
    """Owns the waiting of everyone who follows changes; `tell` may be called from any thread."""

    def __init__(self) -> None:
        self._waiting: dict[str, dict[asyncio.Event, asyncio.AbstractEventLoop]] = {}
        self._watchers: Watchers[frozenset[str]] = Watchers()
        self._closed = False

    def watch(self, watcher: Callable[[frozenset[str]], None]) -> Callable[[], None]:
        """Call `watcher` with the tenants of each commit, from any thread; return how to stop."""
        return self._watchers.add(watcher)

    def tell(self, tenants: frozenset[str]) -> None:
        """Wake those who wait for changes of these tenants."""
        self._watchers.tell(tenants)
        for tenant in tenants:
            for event, loop in list(self._waiting.get(tenant, {}).items()):
                # A loop that was closed in the meantime has nobody left who waits.
                with suppress(RuntimeError):
                    loop.call_soon_threadsafe(event.set)

    def close(self) -> None:
        """End every waiting."""
        self._closed = True
        self._watchers.clear()
        self.tell(frozenset(self._waiting))

    async def follow(
        self, tenant: str, last: Callable[[], Awaitable[object]]
    ) -> AsyncIterator[None]:
        """Yield at once, then each time that there may be something new, until this is closed.

        `last` says where the log stands; it is asked now and then, for what other processes write.
        """
        event = asyncio.Event()
        self._waiting.setdefault(tenant, {})[event] = asyncio.get_running_loop()
        try:
            seen = None
            while not self._closed:
                event.clear()
                yield
                while not self._closed and not event.is_set():
                    with suppress(TimeoutError):
                        async with asyncio.timeout(SECONDS_BETWEEN_LOOKS):
                            await event.wait()
                            break
                    if not self._closed and (now := await last()) != seen:
                        seen = now
                        break
        finally:
            del self._waiting[tenant][event]
            if not self._waiting[tenant]:
                del self._waiting[tenant]


T = TypeVar("T")

_COMMITS_TOGETHER = 64
_READS_TOGETHER = 8
"""In one transaction of a server, which is begun, told its tenant and ended once for all."""
_POSTGRES_READERS = 4
_POSTGRES_WRITERS = 2


class Database:
    """Owns the connections, each with a thread: those that write and those that read.

    A file has one of each, or one for both where SQLite's WAL cannot be trusted (`engine_report`).
    On PostgreSQL every tenant's writes go through one and the same connection, and row-level
    security shows each transaction its tenant's rows only.
    """

    def __init__(self, writers: list[Lane], readers: list[Lane], changed: Changed) -> None:
        self.changed = changed
        self.earlier_copy: Path | None = None
        self._writers = writers
        self._readers = readers
        self._stamped: Path | None = None

    @classmethod
    async def open(
        cls,
        where: Path | str,
        *,
        using: EngineReport | None = None,
        may_migrate: bool = True,
    ) -> "Database":
        """Open a database, making it when there is none; raises `StoreError`, `BadInput`.

        `where` is a file, or an address `postgresql://…`. `using` says how a file is opened (this
        machine's own way, unless it is given). A database of an older version is brought up to date
        unless `may_migrate` is false; one of a newer version or of another program is left alone.
        """
        if is_postgres(where):
            return await cls._open_postgres(str(where))
        return await cls._open_file(Path(where), using or engine_report(), may_migrate)

    @property
    def lanes(self) -> list[Lane]:
        """The connections, for whoever tells how much waits for each."""
        return [*self._writers, *(one for one in self._readers if one not in self._writers)]

    async def whole(self, job: Callable[[Connection], T]) -> T:
        """Run a job that reads the rows of all tenants; raises `StoreError`."""
        reader = min(self._readers, key=lambda lane: lane.waiting)

        def reading(connection: Connection) -> T:
            if connection.dialect.name == "postgresql":
                from app.conversations.database import postgres

                postgres.enter_whole(connection)
            return job(connection)

        return await reader.run(reading)

    async def write(self, tenant: str, job: Callable[[Connection], T]) -> T:
        """Run a job that may change rows; it is committed when this returns.

        Raises `StoreError`. The job may be run a second time; it must not keep what it began.
        """
        return await self._writer(tenant).run(job, tenant)

    async def write_shared(self, tenant: str, job: Shared[Item, T], item: Item) -> T:
        """Run a job that is given all items of the tenant that wait together; return what it made.

        As `write`, with fewer statements for many items at a time.
        """
        return await self._writer(tenant).run_shared(job, item, tenant)

    async def read(self, tenant: str, job: Callable[[Connection], T]) -> T:
        """Run a job that only reads; it sees every write that was acknowledged before it."""
        return await min(self._readers, key=lambda lane: lane.waiting).run(job, tenant)

    async def aclose(self) -> None:
        """Write what is under way and close; idempotent."""
        self.changed.close()
        # The writers last: the last connection writes the WAL back into the file.
        for lane in self._readers:
            await lane.aclose()
        for lane in self._writers:
            await lane.aclose()
        if self._stamped and not any(lane.met_damage for lane in self._readers + self._writers):
            sqlite.write(self._stamped)

    def _writer(self, tenant: str) -> Lane:
        return self._writers[crc32(tenant.encode(errors="replace")) % len(self._writers)]

    @classmethod
    async def _open_file(cls, path: Path, using: EngineReport, may_migrate: bool) -> "Database":
        # On its own: the writer's first act would already turn the file to WAL.
        look = Lane(reading_engine(path), name="store-look")
        try:
            await look.run(lambda c: schema.recognise(c, may_migrate=may_migrate))
        finally:
            await look.aclose()
        changed = Changed()
        writer = Lane(
            writing_engine(path, using.journal),
            name="store-writer",
            batch=_COMMITS_TOGETHER,
            committed=changed.tell,
        )
        readers = [
            writer if using.connections == 1 else Lane(reading_engine(path), name="store-reader")
        ]
        opened = cls([writer], readers, changed)

        def kept(copy: Path) -> None:
            opened.earlier_copy = copy

        try:
            sqlite.remove(path)
            await writer.run(lambda c: schema.prepare(c, kept))
        except BaseException:
            await opened.aclose()
            if opened.earlier_copy is not None and not schema.is_current(path):
                # Nothing was changed after all: each further try would leave another copy.
                opened.earlier_copy.unlink(missing_ok=True)
            raise
        opened._stamped = path
        return opened

    @classmethod
    async def _open_postgres(cls, where: str) -> "Database":
        from app.conversations.database import postgres, postgres_schema

        owner = Lane(postgres.owning_engine(where), name="store-look")
        try:
            await owner.run(postgres_schema.prepare)
        finally:
            await owner.aclose()
        changed = Changed()
        writing = postgres.bound_engine(where, reading=False)
        reading = postgres.bound_engine(where, reading=True)
        return cls(
            [
                Lane(
                    writing,
                    name=f"store-writer-{number}",
                    batch=_COMMITS_TOGETHER,
                    enter=postgres.begin_writing,
                    committed=changed.tell,
                )
                for number in range(_POSTGRES_WRITERS)
            ],
            [
                Lane(
                    reading,
                    name=f"store-reader-{number}",
                    batch=_READS_TOGETHER,
                    enter=postgres.begin_reading,
                )
                for number in range(_POSTGRES_READERS)
            ],
            changed,
        )


def state_of(where: Path | str) -> str | None:
    """Return the revision of a database, None for one that is empty or not there.

    Nothing is changed. Raises `BadInput`, and `StoreError` for what this version cannot use.
    """
    if isinstance(where, Path):
        engine, state = reading_engine(where), schema.state
        if not where.exists():
            return None
    else:
        from app.conversations.database import postgres, postgres_schema

        engine, state = postgres.owning_engine(where), postgres_schema.state
    try:
        with engine.connect() as connection:
            return state(connection)
    except SQLAlchemyError as error:
        raise store_error(error) from error


def is_postgres(where: object) -> bool:
    """Whether this is an address of a PostgreSQL database."""
    kind = where.partition(":")[0].partition("+")[0] if isinstance(where, str) else ""
    return kind in ("postgres", "postgresql")
