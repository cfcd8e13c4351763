"""A log file becomes rows in a database on the disk: block by block, never whole in memory."""

import hashlib
import shutil
import tempfile
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any, BinaryIO, Final
from uuid import uuid4

from agents.answering.engine import Engine
from agents.answering.source import Source
from agents.logs.lines.detection import Detected
from agents.logs.lines.parse_sql import parse, relation, table_columns, unwrapped
from agents.tools.text_file import TextFile, blocks
from app.errors import BadFile, DeskError
from app.system.files import scratch_folder

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

TABLE: Final = "lines"
MEMORY: Final = "128MB"
# The database takes about as much room as the text.
_ROOM = 1.5
_LEAST_ROOM = 256 << 20
_WRITERS = 2
# Each block is in memory several times while it is cut into lines and columns.
_BLOCK = 2 << 20

Progress = Callable[[int, int, int], None]


class Stopped(DeskError):
    """Reading was given up."""

    key = "stopped"


class LogTable:
    """Owns the database of one log file's lines, and the folder it stands in.

    Columns of `lines`: line (from 1), text, entry (whether it begins an entry: what it does not
    fit stands as a continuation), time, zone, level, host, source, pid, address, user, method,
    path, status, message.
    """

    def __init__(
        self,
        look: TextFile,
        detected: Detected,
        engine: Engine,
        folder: Path,
        *,
        select: str,
        year: int | None,
        utc: bool,
    ) -> None:
        self.look = look
        self.detected = detected
        self.engine = engine
        self.year = year
        self.utc = utc
        self._folder = folder
        self._select = select

    @property
    def connection(self) -> "DuckDBPyConnection":
        """A cursor of its own for figures; queries of answers go through `engine.run`."""
        return self.engine.connection

    def view(self) -> str:
        """Return the statement by which DuckDB makes the same rows of the file again."""
        return f"CREATE VIEW {TABLE} AS {self._select};"

    def close(self) -> None:
        """Free the database and remove it; idempotent."""
        self.engine.close()
        shutil.rmtree(self._folder, ignore_errors=True)


def load(
    look: TextFile,
    detected: Detected,
    file: BinaryIO,
    *,
    progress: Progress,
    stopped: Event,
    start: int = 0,
) -> LogTable:
    """Read the lines of an open file (from byte `start` on); blocks for as long as that takes.

    `progress` is told the bytes read, how many there are, and the lines so far. Raises `BadFile`,
    and `Stopped` once `stopped` is set.
    """
    import duckdb

    _check_room(look, look.size * _ROOM)
    folder = scratch_folder("log")
    config: dict[str, Any] = {
        "memory_limit": MEMORY,
        "threads": 2,
        "preserve_insertion_order": False,
        "allocator_flush_threshold": "8MB",
        "temp_directory": str(folder / f"spill-{uuid4().hex}"),
    }
    try:
        connection = duckdb.connect(str(folder / "lines.db"), config=config)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    try:
        return _Loading(look, detected, connection, folder, progress, stopped).table(file, start)
    except BaseException:
        connection.close()
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _check_room(look: TextFile, needed: float) -> None:
    """Raise `BadFile` if the disk of temporary files has less room than that many bytes."""
    room = shutil.disk_usage(tempfile.gettempdir()).free
    if room < needed:
        raise BadFile(
            f"{look.name} is too large for {tempfile.gettempdir()}: {needed:,.0f} bytes are needed"
            f" there, {room:,} are free.",
            key="log_no_room",
            file=look.name,
        )


class _Loading:
    """Owns the making of one table."""

    def __init__(
        self,
        look: TextFile,
        detected: Detected,
        connection: "DuckDBPyConnection",
        folder: Path,
        progress: Progress,
        stopped: Event,
    ) -> None:
        self._look = look
        self._detected = detected
        self._connection = connection
        self._folder = folder
        self._progress = progress
        self._stopped = stopped

    def table(self, file: BinaryIO, start: int) -> LogTable:
        look, format_ = self._look, self._detected.format
        year = datetime.fromtimestamp(look.modified, UTC).year
        digest, rows = self._read(file, start, year)
        utc = self._zones() > 1
        turns: list[int] = []
        if not format_.has_year and format_.has_time:
            turns = self._turns()
            year = self._mended_year(year)
        raw = relation(str(look.path))
        select = unwrapped(parse(format_, raw, year=year, utc=utc), turns)
        if utc or turns or year != datetime.fromtimestamp(look.modified, UTC).year:
            again = unwrapped(parse(format_, TABLE, year=year, utc=utc), turns)
            self._connection.execute(f"CREATE TABLE again AS {again}")
            self._connection.execute(f"DROP TABLE {TABLE}")
            self._connection.execute(f"ALTER TABLE again RENAME TO {TABLE}")
        source = Source(
            path=look.path,
            sha256=digest,
            rows=rows,
            size=look.size,
            modified_ns=int(look.modified * 1e9),
            relation=raw,
        )
        self._connection.execute("SET enable_external_access = false")
        self._connection.execute("SET lock_configuration = true")
        return LogTable(
            look,
            self._detected,
            Engine(self._connection, source, table=TABLE),
            self._folder,
            select=select,
            year=None if format_.has_year or not format_.has_time else year,
            utc=utc,
        )

    def _read(self, file: BinaryIO, start: int, year: int) -> tuple[str, int]:
        """Fill the table; return the digest of the bytes that were read and the count of lines."""
        self._connection.execute(f"CREATE TABLE {TABLE} ({table_columns()})")
        block = (
            "(SELECT $done + row_number() OVER () AS line, text FROM "
            "(SELECT unnest(string_split($block, chr(10))) AS text))"
        )
        insert = f"INSERT INTO {TABLE} {parse(self._detected.format, block, year=year, utc=False)}"
        digest = hashlib.sha256()
        done = 0
        with _Writing(self._connection, insert) as writing:
            read = blocks(self._look, file, seen=digest.update, most=_BLOCK, start=start)
            for text, taken in read:
                self._check_wanted()
                _check_room(self._look, _LEAST_ROOM)
                writing.add(text, done)
                done += text.count("\n") + (not text.endswith("\n"))
                self._progress(start + taken, self._look.size, done)
            self._check_wanted()
        self._check_wanted()
        return digest.hexdigest(), done

    def _check_wanted(self) -> None:
        if self._stopped.is_set():
            raise Stopped("Reading was stopped.")

    def _zones(self) -> int:
        if "zone" not in self._detected.format.columns:
            return 0
        return self._number(f"SELECT count(DISTINCT zone) FROM {TABLE} WHERE entry")

    def _turns(self) -> list[int]:
        """Return the lines at which a year ends: those of January that follow on December."""
        months = f"SELECT count(DISTINCT month(time)) FROM {TABLE} WHERE month(time) IN (1, 12)"
        if self._number(months) < 2:
            return []
        rows = self._connection.execute(
            "SELECT line FROM (SELECT line, month(time) AS m, lag(month(time)) OVER "
            f"(ORDER BY line) AS b FROM {TABLE} WHERE time IS NOT NULL) WHERE m = 1 AND b = 12 "
            "ORDER BY line"
        ).fetchall()
        return [int(row[0]) for row in rows]

    def _mended_year(self, year: int) -> int:
        """Return the file's year, or the one before if its last line would lie in the future.

        A 29th of February tells of a leap year, the latest that fits.
        """
        last = self._connection.execute(
            f"SELECT arg_max(time, line) FROM {TABLE} WHERE time IS NOT NULL"
        ).fetchone()
        moment = last[0] if last else None
        written = datetime.fromtimestamp(self._look.modified, UTC).replace(tzinfo=None)
        if moment is not None and moment > written + timedelta(days=1):
            year -= 1
        if self._number(
            f"SELECT count(*) FROM {TABLE} WHERE (month(time) = 2 AND day(time) = 29) OR (entry "
            "AND time IS NULL AND regexp_matches(text, '(Feb 29|[^0-9]02-29 |^[IWEF]0229 )'))"
        ):
            while year % 4 or (year % 100 == 0 and year % 400):
                year -= 1
        return year

    def _number(self, sql: str) -> int:
        row = self._connection.execute(sql).fetchone()
        return int(row[0]) if row and row[0] is not None else 0


class _Writing:
    """Owns the threads that write blocks of lines, and their transactions.

    Each thread has one, for as long as there are blocks: its rows go to the file by whole row
    groups then, and are neither written to the journal first nor held until the end.
    """

    def __init__(self, connection: "DuckDBPyConnection", insert: str) -> None:
        self._insert = insert
        self._cursors = [connection.cursor() for _ in range(_WRITERS)]
        self._pool = ThreadPoolExecutor(_WRITERS)
        self._free: deque[DuckDBPyConnection] = deque()
        self._pending: deque[tuple[Future[object], DuckDBPyConnection]] = deque()

    def __enter__(self) -> "_Writing":
        for cursor in self._cursors:
            cursor.execute("BEGIN")
            self._free.append(cursor)
        return self

    def add(self, text: str, before: int) -> None:
        """Write a block that comes after so many lines; waits while all threads are at work."""
        if not self._free:
            self._one_done()
        cursor = self._free.popleft()
        values = {"done": before, "block": text.removesuffix("\n")}
        self._pending.append((self._pool.submit(cursor.execute, self._insert, values), cursor))

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """End the threads; what they wrote is kept unless something went wrong."""
        try:
            while kind is None and self._pending:
                self._one_done()
            self._pool.shutdown(cancel_futures=True)
            for cursor in self._cursors:
                cursor.execute("COMMIT" if kind is None else "ROLLBACK")
        finally:
            self._pool.shutdown(cancel_futures=True)
            for cursor in self._cursors:
                cursor.close()

    def _one_done(self) -> None:
        work, cursor = self._pending.popleft()
        work.result()
        self._free.append(cursor)
