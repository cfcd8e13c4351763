"""Where each record stands, so that chains, tasks and figures do not read the whole log."""

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from app.errors import StoreError
from app.stream_log.day_files import MAX_COPY, DayFiles, Stem, parse_stem, quarantine
from app.stream_log.derived_database import Connection, connect, telling, transaction
from app.stream_log.reading import Batch, Position, follow
from app.stream_log.record import Message
from app.system.file_lock import FileLock

VERSION: Final = 1
SCHEMA: Final = """
CREATE TABLE files (
    file INTEGER PRIMARY KEY, stem TEXT NOT NULL UNIQUE,
    offset INTEGER NOT NULL, line INTEGER NOT NULL, complete INTEGER NOT NULL);
CREATE TABLE records (
    id TEXT PRIMARY KEY, file INTEGER NOT NULL, offset INTEGER NOT NULL,
    length INTEGER NOT NULL, parent TEXT, task TEXT) WITHOUT ROWID;
CREATE INDEX records_task ON records (task) WHERE task IS NOT NULL;
CREATE TABLE repeated (id TEXT, file INTEGER, offset INTEGER);
CREATE TABLE damages (
    file INTEGER, offset INTEGER, length INTEGER, line INTEGER, reason TEXT,
    PRIMARY KEY (file, offset));
CREATE TABLE tallies (
    day TEXT, from_agent TEXT, to_agent TEXT, type TEXT, records INTEGER, bytes INTEGER,
    PRIMARY KEY (day, from_agent, to_agent, type)) WITHOUT ROWID;
CREATE TABLE tasks (
    task TEXT PRIMARY KEY, day TEXT NOT NULL, number INTEGER NOT NULL, stale INTEGER NOT NULL,
    UNIQUE (day, number));
CREATE TABLE requests (message TEXT PRIMARY KEY, id TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE contexts (context TEXT PRIMARY KEY, response TEXT NOT NULL) WITHOUT ROWID
"""

FORGET: Final = (
    "DELETE FROM requests WHERE id IN (SELECT id FROM records JOIN gone USING (file))",
    "DELETE FROM contexts WHERE response IN (SELECT id FROM records JOIN gone USING (file))",
    "DELETE FROM records WHERE file IN gone",
    "DELETE FROM repeated WHERE file IN gone",
    "DELETE FROM damages WHERE file IN gone",
    "DELETE FROM files WHERE file IN gone",
    # The last of each day stays: the next number is the one after it.
    "DELETE FROM tasks WHERE task NOT IN (SELECT task FROM records WHERE task IS NOT NULL)"
    " AND number < (SELECT max(number) FROM tasks later WHERE later.day = tasks.day)",
    "DROP TABLE gone",
)
"""What leaves out the records of the files in the table `gone`."""


def add(connection: Connection, file: int, batch: Batch) -> None:
    """Add what stands in a batch of a file; of records with one id the first counts."""
    rows = [
        (
            item.message["id"],
            file,
            item.offset,
            item.length,
            item.message["parent_id"],
            _task(item.message),
        )
        for item in batch.records
    ]
    before = connection.total_changes
    connection.executemany("INSERT OR IGNORE INTO records VALUES (?, ?, ?, ?, ?, ?)", rows)
    if connection.total_changes - before != len(rows):
        connection.executemany(
            "INSERT INTO repeated SELECT ?1, ?2, ?3 WHERE NOT EXISTS"
            " (SELECT 1 FROM records WHERE id = ?1 AND file = ?2 AND offset = ?3)",
            [row[:3] for row in rows],
        )
    connection.executemany(
        "INSERT OR IGNORE INTO damages VALUES (?, ?, ?, ?, ?)",
        [(file, d.offset, d.length, d.line, d.reason) for d in batch.damages],
    )
    connection.executemany(
        "INSERT INTO tallies VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET"
        " records = records + excluded.records, bytes = bytes + excluded.bytes",
        _tallies(batch),
    )
    _note_tasks(connection, batch)
    _note_conversations(connection, batch)


def _tallies(batch: Batch) -> Iterator[tuple[object, ...]]:
    sums: dict[tuple[str, str, str], list[int]] = {}
    for item in batch.records:
        message = item.message
        key = (message["from_agent"], message["to_agent"] or "", message["type"])
        held = sums.setdefault(key, [0, 0])
        held[0] += 1
        held[1] += item.length
    for key, (records, size) in sums.items():
        yield (batch.stem.day, *key, records, size)


def _note_tasks(connection: Connection, batch: Batch) -> None:
    named = dict.fromkeys(task for item in batch.records if (task := _task(item.message)))
    for task in named:
        connection.execute(
            "INSERT INTO tasks SELECT ?1, ?2, 1 + coalesce(max(number), 0), 1 FROM tasks"
            " WHERE day = ?2 ON CONFLICT (task) DO UPDATE SET stale = stale + 1",
            (task, batch.stem.day),
        )


def _note_conversations(connection: Connection, batch: Batch) -> None:
    requests, responses = {}, {}
    for item in batch.records:
        message = item.message
        metadata = message["metadata"]
        if message["type"] == "request" and isinstance(said := metadata.get("message_id"), str):
            requests[said] = message["id"]
        elif message["type"] == "response" and "asked_for" not in metadata:
            context = metadata.get("context_id")
            if isinstance(context, str):
                responses[context] = message["id"]
    connection.executemany("INSERT OR IGNORE INTO requests VALUES (?, ?)", requests.items())
    connection.executemany("INSERT OR REPLACE INTO contexts VALUES (?, ?)", responses.items())


def _task(message: Message) -> str | None:
    """Return the task that a record belongs to, if it says so."""
    found = message["metadata"].get("task_id")
    return found if isinstance(found, str) and found else None


BATCH: Final = 5_000

_PLACES = "SELECT stem, r.offset, length, parent FROM records r JOIN files USING (file)"


class RecordPlace(NamedTuple):
    """Where the line of a record begins, how long it is, and which record it answers."""

    stem: Stem
    offset: int
    length: int
    parent: str | None


class LogIndex:
    """Owns `stream/index.db`: made anew from the log when it is missing or is no database.

    Thread-safe. All methods raise `StoreError` when the index cannot be read or written.
    """

    def __init__(self, files: DayFiles, path: Path | None = None) -> None:
        self._files = files
        self._path = path or files.stream / "index.db"
        self._mutex = threading.RLock()
        self._connection: Connection | None = None

    def catch_up(self, *, enough: Callable[[], bool] = lambda: False) -> int:
        """Take in what was appended since the last time, whoever appended it; return how much.

        `enough` is asked now and then whether to leave the rest for another time.
        """
        added = 0
        with self._taking_in():
            with self._mutex:
                positions = self._positions()
            for batch in follow(self._files, positions, size=BATCH):
                # Others may look things up between two batches.
                with self._mutex:
                    added += self._take(self._connected(), batch)
                if enough():
                    break
        return added

    def place(self, identity: str) -> RecordPlace | None:
        """Return where a record stands, or None."""
        with self._mutex, telling():
            row = self._connected().execute(_PLACES + " WHERE id = ?", (identity,)).fetchone()
        return None if row is None else _place(row)

    def of_task(self, task: str) -> list[RecordPlace]:
        """Return the records that name a task, in the order they were written."""
        return self._places(_PLACES + " WHERE task = ?", task)

    def request(self, message_id: str) -> str | None:
        """Return the record of the request that carried a message, or None."""
        return self._one("SELECT id FROM requests WHERE message = ?", message_id)

    def last_response(self, context_id: str) -> str | None:
        """Return the newest response of a conversation, or None."""
        return self._one("SELECT response FROM contexts WHERE context = ?", context_id)

    def rows(self, query: str, *values: object) -> list[tuple[object, ...]]:
        """Return the rows of a reading statement of this package."""
        with self._mutex, telling():
            return self._connected().execute(query, values).fetchall()

    def change(self, statement: str, rows: Iterable[tuple[object, ...]]) -> None:
        """Carry out a writing statement of this package for each row."""
        with self._mutex, telling(), transaction(self._connected()) as connection:
            connection.executemany(statement, list(rows))

    def forget(self, stems: Iterable[Stem]) -> None:
        """Leave out the records of files that are gone for good."""
        names = [(stem.name,) for stem in stems]
        with self._taking_in(), self._mutex, telling(), transaction(self._connected()) as held:
            held.execute("CREATE TEMP TABLE gone (file INTEGER PRIMARY KEY)")
            held.executemany("INSERT INTO gone SELECT file FROM files WHERE stem = ?", names)
            for statement in FORGET:
                held.execute(statement)

    def rebuild(self) -> int:
        """Throw the index away and make it anew; return how many records it has."""
        with self._taking_in(), self._mutex:
            self.close()
            for ending in ("", "-wal", "-shm"):
                with suppress(FileNotFoundError):
                    Path(f"{self._path}{ending}").unlink()
        return self.catch_up()

    def close(self) -> None:
        """Close the database; the next use opens it again."""
        with self._mutex:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def _connected(self) -> Connection:
        if self._connection is None:
            self._connection = connect(self._path, schema=SCHEMA, version=VERSION)
        return self._connection

    def _taking_in(self) -> "_Turn":
        return _Turn(self._path.with_name(f".{self._path.name}.turn"))

    def _positions(self) -> dict[Stem, Position]:
        with telling():
            found = self._connected().execute("SELECT stem, offset, line, complete FROM files")
            rows = found.fetchall()
        stems = ((parse_stem(name), Position(at, line, bool(end))) for name, at, line, end in rows)
        return {stem: position for stem, position in stems if stem is not None}

    def _take(self, connection: Connection, batch: Batch) -> int:
        with telling(), transaction(connection):
            file = self._file(connection, batch)
            add(connection, file, batch)
        for damage in batch.damages:
            self._put_aside(batch.stem, damage.offset, damage.length)
        return len(batch.records)

    def _file(self, connection: Connection, batch: Batch) -> int:
        at = batch.position
        row = connection.execute(
            "INSERT INTO files (stem, offset, line, complete) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (stem) DO UPDATE SET offset = excluded.offset, line = excluded.line,"
            " complete = excluded.complete RETURNING file",
            (batch.stem.name, at.offset, at.line, at.complete),
        ).fetchall()
        return int(row[0][0])

    def _put_aside(self, stem: Stem, offset: int, length: int) -> None:
        with suppress(OSError, EOFError), self._files.open(stem) as file:
            file.seek(offset)
            raw = file.read(min(length, MAX_COPY))
            if raw:
                quarantine(self._files.quarantine, stem, offset, raw)

    def _one(self, query: str, value: str) -> str | None:
        with self._mutex, telling():
            row = self._connected().execute(query, (value,)).fetchone()
        return None if row is None else str(row[0])

    def _places(self, query: str, value: str) -> list[RecordPlace]:
        with self._mutex, telling():
            found = self._connected().execute(query, (value,))
            return sorted(map(_place, found.fetchall()), key=lambda place: place[:2])


class _Turn:
    """One process at a time takes in: two would read the same lines and one of them in vain."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> None:
        try:
            self._lock = FileLock(self._path)
        except OSError as error:
            raise StoreError(
                f"The index beside {self._path} cannot be written: {error.strerror}.",
                key="index_unreachable",
            ) from error
        self._lock.__enter__()

    def __exit__(self, *_: object) -> None:
        self._lock.close()


def _place(row: tuple[str, int, int, str | None]) -> RecordPlace:
    stem = parse_stem(row[0])
    assert stem is not None
    return RecordPlace(stem, row[1], row[2], row[3])


def stats(
    files: DayFiles, index: LogIndex, *, first: str = "", last: str = "9999"
) -> dict[str, Any]:
    """Return counts of a range of days; sizes in bytes, of the lines.

    Keys: `records`, `bytes`, `days`, `first_day`, `last_day`, `by_type`, `by_agent` (as sender),
    `active_files`, `archived_files`, `compressed_files`, `damaged`, `repeated_ids`, `tasks`.
    """
    index.catch_up()
    span = (first, last)
    total = index.rows(
        "SELECT coalesce(sum(records), 0), coalesce(sum(bytes), 0), count(DISTINCT day),"
        " min(day), max(day) FROM tallies WHERE day BETWEEN ? AND ?",
        *span,
    )[0]
    by_type = index.rows(
        "SELECT type, sum(records) FROM tallies WHERE day BETWEEN ? AND ? GROUP BY type"
        " ORDER BY 2 DESC, 1",
        *span,
    )
    by_agent = index.rows(
        "SELECT from_agent, sum(records) FROM tallies WHERE day BETWEEN ? AND ? GROUP BY 1"
        " ORDER BY 2 DESC, 1",
        *span,
    )
    stems = files.stems()
    active = len(files.active_stems())
    packed = sum(files.packed(stem) is not None for stem in stems)
    return {
        "records": total[0],
        "bytes": total[1],
        "days": total[2],
        "first_day": total[3],
        "last_day": total[4],
        "by_type": dict(by_type),  # type: ignore[arg-type]
        "by_agent": dict(by_agent),  # type: ignore[arg-type]
        "active_files": active,
        "archived_files": len(stems) - active - packed,
        "compressed_files": packed,
        "damaged": index.rows("SELECT count(*) FROM damages")[0][0],
        "repeated_ids": index.rows("SELECT count(DISTINCT id) FROM repeated")[0][0],
        "tasks": index.rows("SELECT count(*) FROM tasks")[0][0],
    }
