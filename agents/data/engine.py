"""Runs guarded queries on the loaded table: locked down, timed, off the event loop, stoppable."""

import asyncio
import threading
from collections.abc import Mapping
from pathlib import Path
from tempfile import gettempdir
from typing import TYPE_CHECKING
from uuid import uuid4

from agents.data.guard import check
from agents.data.table import Source, drift, load
from app.errors import DeskError

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Cell = str | int | float | bool | None
Row = tuple[Cell, ...]
SECONDS = 30.0
MEMORY = "1GB"
MOST_ROWS = 10_000


class QueryTooLong(DeskError):
    """The query took longer than it may."""

    key = "query_too_long"


class Engine:
    """Owns the DuckDB database of one table: in memory, without access to files or the network.

    Queries that need more memory than they may take spill into a temporary folder of its own.
    """

    def __init__(self, connection: "DuckDBPyConnection", source: Source) -> None:
        self.source = source
        self._connection = connection

    @classmethod
    def open(cls, path: Path, *, tables: Path | None = None) -> "Engine":
        """Read the file and lock the database; blocks, and raises `BadFile`.

        `tables` is the folder in which the games of a folder of replays are kept as a table.
        """
        import duckdb

        # DuckDB makes the folder when it needs it, and removes it when the database is closed.
        spill = str(Path(gettempdir()) / f"balance-desk-{uuid4().hex}")
        connection = duckdb.connect(
            ":memory:",
            config={"memory_limit": MEMORY, "threads": 2, "temp_directory": spill},
        )
        try:
            source = load(connection, path, tables)
            connection.execute("SET enable_external_access = false")
            connection.execute("SET lock_configuration = true")
        except BaseException:
            connection.close()
            raise
        return cls(connection, source)

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
        check(sql)
        cursor = self._connection.cursor()
        work = asyncio.create_task(
            asyncio.to_thread(_fetch, cursor, sql, dict(parameters), seconds, most)
        )
        try:
            return await asyncio.shield(work)
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


def _fetch(
    cursor: "DuckDBPyConnection", sql: str, parameters: dict[str, Cell], seconds: float, most: int
) -> list[Row]:
    import duckdb

    late = threading.Event()

    def stop() -> None:
        late.set()
        cursor.interrupt()

    timer = threading.Timer(seconds, stop)
    timer.daemon = True
    timer.start()
    try:
        return cursor.execute(sql, parameters).fetchmany(most)
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
