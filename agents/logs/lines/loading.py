"""A log file becomes rows in a database on the disk: block by block, never whole in memory."""

import hashlib
import os
import shutil
import tempfile
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from agents.logs.columns.detection import SAMPLE_LINES, Detected, detect
from agents.logs.columns.formats import Format
from agents.logs.columns.parse_sql import TABLE, literal, parse, relation, table_columns, unwrapped
from agents.logs.lines.table import DATABASE, MEMORY, Loaded
from agents.logs.lines.widening import append, widen
from agents.tools.text_file import Cut, TextFile, blocks
from app.errors import BadFile

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# The database takes about as much room as the text, twice while columns are added.
_ROOM = 3
_LEAST_ROOM = 256 << 20
_WRITERS = 2
# Each block is in memory several times while it is cut into lines and columns.
_BLOCK = 2 << 20
_SAMPLE: Final = 1 << 16
_MARKED: Final = 4096  # bytes
_CLOCKS_DIFFER: Final = timedelta(hours=1)

Progress = Callable[[int, int, int], None]
"""Is told the bytes read, how many there are, and the lines so far."""


def load(
    look: TextFile,
    detected: Detected,
    file: BinaryIO,
    folder: Path,
    *,
    progress: Progress,
    start: int = 0,
) -> Loaded:
    """Read the lines of an open file (from byte `start` on) into a database in a folder, with the
    columns that questions name.

    Raises `BadFile`.
    """
    with database(folder, MEMORY) as connection:
        loaded = load_into(connection, look, detected, file, progress=progress, start=start)
        widened, select = widen(
            connection, detected.format, loaded.select, ordered=not loaded.disorder
        )
    byte_wise = not (
        look.compressed or look.journal or look.encoding.startswith(("utf-16", "utf-32"))
    )
    ordered = not (loaded.disorder or loaded.utc or loaded.day)
    goes_on = byte_wise and ordered and not start and _at(file, look.size - 1, 1) == b"\n"
    return loaded._replace(
        widened=widened, select=select, mark=mark(file, look.size), goes_on=goes_on
    )


def mark(file: BinaryIO, size: int) -> str:
    """Return a digest of how a file begins, and of where it had that size."""
    most = min(size, _MARKED)
    return hashlib.sha256(_at(file, 0, most) + _at(file, size - most, most)).hexdigest()


def go_on(
    before: Loaded, look: TextFile, file: BinaryIO, folder: Path, *, progress: Progress
) -> Loaded | None:
    """Read what was added to a file into the database in a folder, which nobody else has open.

    None where lines there mean that those before are to be read otherwise (an earlier time, another
    zone, the first level), and the table is as it was. Raises `BadFile`.
    """
    apart = folder / "added"
    apart.mkdir(exist_ok=True)
    try:
        with database(apart, MEMORY) as connection:
            added = load_into(
                connection, look, before.detected, file, progress=progress,
                start=before.look.size, lines=before.rows,
            )  # fmt: skip
            connection.execute(f"ATTACH {literal(str(folder / DATABASE))} AS whole")
            alike = (added.year, added.utc, added.disorder) == (before.year, False, 0)
            widened = append(connection, before.detected.format, before.widened) if alike else None
        if widened is None:
            return None
    finally:
        shutil.rmtree(apart, ignore_errors=True)
    digest = hashlib.sha256(f"{before.sha256}{added.sha256}".encode()).hexdigest()
    return before._replace(
        look=look, sha256=digest, rows=before.rows + added.rows, widened=widened,
        cut=before.cut + added.cut, rest=before.rest + added.rest,
        mark=mark(file, look.size), goes_on=_at(file, look.size - 1, 1) == b"\n",
    )  # fmt: skip


def _at(file: BinaryIO, place: int, size: int) -> bytes:
    file.seek(place)
    return file.read(size)


def database(folder: Path, memory: str) -> "DuckDBPyConnection":
    """Make the database of a log in a folder, which queries that need more memory spill to."""
    import duckdb

    config: dict[str, Any] = {
        "memory_limit": memory,
        "threads": 2,
        "preserve_insertion_order": False,
        "allocator_flush_threshold": "8MB",
        "temp_directory": str(folder / "spill"),
    }
    return duckdb.connect(str(folder / DATABASE), config=config)


def load_into(
    connection: "DuckDBPyConnection",
    look: TextFile,
    detected: Detected,
    file: BinaryIO,
    *,
    progress: Progress,
    start: int = 0,
    lines: int = 0,
) -> Loaded:
    """Read the lines of an open file into the table `lines` of a database; raises `BadFile`.

    They are counted on from `lines`, which stand before byte `start`.
    """
    _check_room(look, (look.size - start) * _ROOM)
    return _Loading(look, detected, connection, progress, lines).load(file, start)


def sampled(
    look: TextFile, file: BinaryIO, start: int = 0, *, own: Sequence[Format] = ()
) -> Detected:
    """Detect a file's format by lines from its beginning, and from its middle and end.

    A person's `own` formats come before those that are known.
    """
    places = [start]
    if not look.compressed and look.size - start > _SAMPLE:
        places += [start + (look.size - start) * part // 4 & ~3 for part in (1, 2, 3)]
    lines: list[str] = []
    for place in places:
        text = next(blocks(look, file, most=_SAMPLE, start=place), ("", 0))[0]
        some = text.split("\n")[1 if place > start else 0 : SAMPLE_LINES // len(places)]
        lines += some[:-1] if len(places) > 1 else some
    return detect(lines, own)


def line_after(file: BinaryIO, place: int) -> int:
    """Return where the first whole line begins from a place on."""
    if place == 0:
        return 0
    file.seek(place - 1)
    file.readline()
    return min(file.tell(), os.fstat(file.fileno()).st_size)


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
        progress: Progress,
        before: int,
    ) -> None:
        self._before = before
        self._look = look
        self._detected = detected
        self._connection = connection
        self._progress = progress

    def load(self, file: BinaryIO, start: int) -> Loaded:
        look, format_ = self._look, self._detected.format
        written = datetime.fromtimestamp(look.modified, UTC)
        first = written.date() if format_.has_day else written.astimezone().date()
        cut = Cut()
        digest, rows = self._read(file, start, first, cut)
        utc = self._zones() > 1
        turns: list[int] = []
        day, unit = first, "years"
        if not format_.has_day:
            turns, day, unit = self._midnights(), self._mended_day(first), "days"
        elif not format_.has_year and format_.has_time:
            turns = self._turns()
            year = self._mended_year(first.year)
            day = first if year == first.year else date(year, 1, 1)
        raw = relation(str(look.path))
        select = unwrapped(parse(format_, raw, day=day, utc=utc), turns, unit)
        if utc or turns or day != first:
            again = unwrapped(parse(format_, TABLE, day=day, utc=utc), turns, unit)
            self._connection.execute(f"CREATE TABLE again AS {again}")
            self._connection.execute(f"DROP TABLE {TABLE}")
            self._connection.execute(f"ALTER TABLE again RENAME TO {TABLE}")
        dated = format_.has_year or not format_.has_time
        return Loaded(
            look,
            self._detected,
            digest,
            rows,
            raw,
            select,
            year=None if dated or not format_.has_day else day.year,
            day="" if format_.has_day else day.isoformat(),
            utc=utc,
            disorder=self._disorder(),
            cut=cut.lines,
            rest=cut.rest,
        )

    def _read(self, file: BinaryIO, start: int, day: date, cut: Cut) -> tuple[str, int]:
        """Fill the table; return the digest of the bytes that were read and the count of lines."""
        self._connection.execute(f"CREATE TABLE {TABLE} ({table_columns(self._detected.format)})")
        block = (
            "(SELECT $done + row_number() OVER () AS line, text FROM "
            "(SELECT unnest(string_split($block, chr(10))) AS text))"
        )
        insert = f"INSERT INTO {TABLE} {parse(self._detected.format, block, day=day, utc=False)}"
        digest = hashlib.sha256()
        done = self._before
        with _Writing(self._connection, insert) as writing:
            read = blocks(self._look, file, seen=digest.update, most=_BLOCK, start=start, cut=cut)
            for text, taken in read:
                if text:
                    _check_room(self._look, _LEAST_ROOM)
                    writing.add(text, done)
                    done += text.count("\n") + (not text.endswith("\n"))
                self._progress(start + taken, self._look.size, done)
        return digest.hexdigest(), done - self._before

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

    def _midnights(self) -> list[int]:
        """Return the lines at which a day begins: their time of the day is half a day before that
        of the line before them, or more."""
        rows = self._connection.execute(
            f"SELECT line FROM (SELECT line, lag(time) OVER (ORDER BY line) - time AS back FROM "
            f"{TABLE} WHERE time IS NOT NULL) WHERE back >= INTERVAL 12 HOURS ORDER BY line"
        ).fetchall()
        return [int(row[0]) for row in rows]

    def _mended_day(self, day: date) -> date:
        """Return the file's day, or the one before if its last line would lie in the future."""
        last = self._last_time()
        written = datetime.fromtimestamp(self._look.modified, UTC).astimezone().replace(tzinfo=None)
        late = last is not None and last > written + _CLOCKS_DIFFER
        return day - timedelta(days=1) if late else day

    def _last_time(self) -> datetime | None:
        row = self._connection.execute(
            f"SELECT arg_max(time, line) FROM {TABLE} WHERE time IS NOT NULL"
        ).fetchone()
        return row[0] if row else None

    def _mended_year(self, year: int) -> int:
        """Return the file's year, or the one before if its last line would lie in the future.

        A 29th of February tells of a leap year, the latest that fits.
        """
        moment = self._last_time()
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

    def _disorder(self) -> int:
        return self._number(
            "SELECT count(*) FROM (SELECT time, max(time) OVER (ORDER BY line ROWS BETWEEN "
            f"UNBOUNDED PRECEDING AND 1 PRECEDING) AS before FROM {TABLE} WHERE time IS NOT NULL) "
            "WHERE time < before"
        )

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
