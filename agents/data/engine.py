"""Runs guarded queries on the loaded table: locked down, timed, off the event loop, stoppable."""

import asyncio
import shutil
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import gettempdir
from typing import TYPE_CHECKING
from uuid import uuid4

from agents.data.guard import check
from agents.data.table import LARGE, TABLE, Source, drift, load, size_of
from app.disk import private_folder
from app.errors import BadFile, DeskError

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Cell = str | int | float | bool | None
Row = tuple[Cell, ...]
SECONDS = 300.0  # for what never ends: a machine may be slow, and who asked can stop it sooner
MEMORY = "1GB"
MOST_ROWS = 10_000


class QueryTooLong(DeskError):
    """The query took longer than it may."""

    key = "query_too_long"


class Loading:
    """Owns the reading of one table from another thread's view: how far it is, and stopping it."""

    def __init__(self) -> None:
        self._connection: DuckDBPyConnection | None = None
        self._stopped = False
        self._lock = threading.Lock()

    @property
    def stopped(self) -> bool:
        """Whether it was stopped."""
        return self._stopped

    def reads(self, connection: "DuckDBPyConnection | None") -> None:
        """Take the connection that reads, or None before it is closed."""
        with self._lock:
            self._connection = connection

    def share(self) -> float | None:
        """Return how much of the file has been read (0 … 1), None while that is not known."""
        with self._lock:
            done = self._connection.query_progress() if self._connection is not None else 0
        return done / 100 if 0 < done <= 100 else None

    def stop(self) -> None:
        """Stop reading; `Engine.open` then raises `LoadingStopped`."""
        with self._lock:
            self._stopped = True
            if self._connection is not None:
                self._connection.interrupt()


class LoadingStopped(DeskError):
    """Someone stopped the reading of a table."""

    key = "loading_stopped"


class Engine:
    """Owns the DuckDB database of one table, without access to files or the network.

    It is in memory; that of a large file is a compressed file in a temporary folder of its own,
    where queries that need more memory than they may take spill too.
    """

    def __init__(
        self,
        connection: "DuckDBPyConnection",
        source: Source,
        folder: Path | None = None,
        *,
        table: str = TABLE,
    ) -> None:
        self.source = source
        self._connection = connection
        self._folder = folder
        self._table = table

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        tables: Path | None = None,
        loading: Loading | None = None,
        large: int = LARGE,
    ) -> "Engine":
        """Read the file and lock the database; blocks, and raises `BadFile`.

        `tables` is the folder in which the games of a folder of replays are kept as a table.
        From `large` bytes on it is kept on disk. Raises `LoadingStopped` after `loading.stop()`.
        """
        import duckdb

        # DuckDB makes the folder when it needs it, and removes it when the database is closed.
        spill = Path(gettempdir()) / f"balance-desk-{uuid4().hex}"
        size = size_of(path)
        folder = _room(path, spill, size) if size >= large else None
        connection = duckdb.connect(
            ":memory:" if folder is None else str(folder / "games.duckdb"),
            config={"memory_limit": MEMORY, "threads": 2, "temp_directory": str(spill / "spill")},
        )
        try:
            if loading is not None:
                loading.reads(connection)
            source = load(connection, path, tables)
            if loading is not None and loading.stopped:
                raise duckdb.InterruptException("stopped")
            connection.execute("SET enable_external_access = false")
            connection.execute("SET lock_configuration = true")
        except BaseException as error:
            if loading is not None:
                loading.reads(None)
            connection.close()
            if folder is not None:
                shutil.rmtree(folder, ignore_errors=True)
            if isinstance(error, duckdb.InterruptException):
                raise LoadingStopped(f"{path.name} was not read to its end.") from None
            raise
        if loading is not None:
            loading.reads(None)
        return cls(connection, source, folder)

    @property
    def connection(self) -> "DuckDBPyConnection":
        """A cursor of its own for profiling; queries of answers go through `run`."""
        return self._connection.cursor()

    async def run(
        self,
        sql: str,
        parameters: Mapping[str, Cell],
        *,
        seconds: float = SECONDS,
        most: int = MOST_ROWS,
    ) -> list[Row]:
        """Return the rows of one SELECT, at most `most`.

        Raises `QueryRefused` for anything but a harmless SELECT and `QueryTooLong` after
        `seconds`. Cancelling stops the query itself.
        """
        found: list[Row] = []
        await self._read(sql, parameters, seconds, lambda c: found.extend(c.fetchmany(most)))
        return found

    async def each(
        self, sql: str, parameters: Mapping[str, Cell], take: Callable[[list[Row]], None]
    ) -> None:
        """Hand over all rows of one SELECT, some thousands at a time, in another thread.

        For rows that would be too many to hold; raises and stops as `run` does.
        """

        def read(cursor: "DuckDBPyConnection") -> None:
            while rows := cursor.fetchmany(MOST_ROWS):
                take(rows)

        await self._read(sql, parameters, SECONDS, read)

    async def _read(
        self,
        sql: str,
        parameters: Mapping[str, Cell],
        seconds: float,
        read: "Callable[[DuckDBPyConnection], None]",
    ) -> None:
        check(sql, self._table)
        cursor = self._connection.cursor()
        work = asyncio.create_task(
            asyncio.to_thread(_fetch, cursor, sql, dict(parameters), seconds, read)
        )
        try:
            await asyncio.shield(work)
        except asyncio.CancelledError:
            cursor.interrupt()
            await asyncio.wait([work])
            work.exception()
            raise

    async def drift(self) -> str | None:
        """Return "gone" or "changed" if the file is no longer what was loaded, else None."""
        return await asyncio.to_thread(drift, self.source)

    def close(self) -> None:
        """Free the database; idempotent."""
        self._connection.close()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)


def _room(path: Path, folder: Path, size: int) -> Path:
    """Make the folder for a large table, if there is room for it."""
    private_folder(folder)
    free = shutil.disk_usage(folder).free
    if free < size:
        shutil.rmtree(folder, ignore_errors=True)
        raise BadFile(
            f"{path.name} is large ({size // 10**6} MB) and {folder.parent} has only "
            f"{free // 10**6} MB left to hold its table. Free some room, or name another folder "
            "in the environment variable TMPDIR.",
            key="file_too_large",
            file=path.name,
        )
    return folder


def _fetch(
    cursor: "DuckDBPyConnection",
    sql: str,
    parameters: dict[str, Cell],
    seconds: float,
    read: "Callable[[DuckDBPyConnection], None]",
) -> None:
    import duckdb

    late = threading.Event()

    def stop() -> None:
        late.set()
        cursor.interrupt()

    timer = threading.Timer(seconds, stop)
    timer.daemon = True
    timer.start()
    try:
        cursor.execute(sql, parameters)
        read(cursor)
    except duckdb.InterruptException:
        if late.is_set():
            raise QueryTooLong(
                f"The query took longer than {seconds:.0f} seconds. Narrow the question: fewer "
                "games or fewer groups.",
                seconds=seconds,
            ) from None
        raise
    finally:
        timer.cancel()
        cursor.close()
