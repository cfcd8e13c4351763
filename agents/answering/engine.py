"""Runs guarded queries on the loaded tables: locked down, timed, off the event loop, stoppable."""

import asyncio
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from agents.answering.guard import check
from agents.answering.running import QueryTooLong, RunningStatement, Stopped
from agents.answering.source import TABLE, Source, drift

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Cell = str | int | float | bool | None
Row = tuple[Cell, ...]
SECONDS = 300.0  # for what never ends: a machine may be slow, and who asked can stop it sooner
MEMORY = "1GB"
MOST_ROWS = 10_000


class Engine:
    """Owns the DuckDB database of its tables, without access to files or the network.

    It is in memory; that of a large file is a compressed file in a temporary folder of its own,
    where queries that need more memory than they may take spill too.
    """

    dialect: Final = "duckdb"

    def __init__(
        self,
        connection: "DuckDBPyConnection",
        source: Source,
        folder: Path | None = None,
        *,
        table: str | tuple[str, ...] = TABLE,
    ) -> None:
        self.source = source
        self._connection = connection
        self._folder = folder
        self._table = table

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
        await self._read(
            sql, parameters, RunningStatement(seconds), lambda c: found.extend(c.fetchmany(most))
        )
        return found

    async def each(
        self, sql: str, parameters: Mapping[str, Cell], take: Callable[[list[Row]], None]
    ) -> None:
        """Hand over all rows of one SELECT, some thousands at a time, in another thread.

        For rows that would be too many to hold; raises and stops as `run` does.
        """

        running = RunningStatement(SECONDS)

        def read(cursor: "DuckDBPyConnection") -> None:
            while rows := cursor.fetchmany(MOST_ROWS):
                running.check()
                take(rows)

        await self._read(sql, parameters, running, read)

    async def _read(
        self,
        sql: str,
        parameters: Mapping[str, Cell],
        running: RunningStatement,
        read: "Callable[[DuckDBPyConnection], None]",
    ) -> None:
        check(sql, self._table)
        cursor = self._connection.cursor()
        work = asyncio.create_task(
            asyncio.to_thread(_fetch, cursor, sql, dict(parameters), running, read)
        )
        try:
            await asyncio.shield(work)
        except asyncio.CancelledError:
            await running.stop(work)
            raise

    async def drift(self) -> str | None:
        """Return "gone" or "changed" if the file is no longer what was loaded, else None."""
        return await asyncio.to_thread(drift, self.source)

    def close(self) -> None:
        """Free the database; idempotent."""
        self._connection.close()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)


def _fetch(
    cursor: "DuckDBPyConnection",
    sql: str,
    parameters: dict[str, Cell],
    running: RunningStatement,
    read: "Callable[[DuckDBPyConnection], None]",
) -> None:
    import duckdb

    try:
        with running.cancelled_by(cursor.interrupt):
            cursor.execute(sql, parameters)
            read(cursor)
    except (duckdb.InterruptException, Stopped):
        if running.late:
            raise QueryTooLong(running.seconds) from None
        raise
    finally:
        cursor.close()
