"""Where each record stands, so that chains, tasks and figures do not read the whole log."""

import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from app.errors import StoreError
from app.file_lock import FileLock
from app.stream_log.database import Connection, connect, telling, transaction
from app.stream_log.day_files import DayFiles, Stem, parse_stem
from app.stream_log.following import Batch, Position, follow
from app.stream_log.index_entries import SCHEMA, VERSION, add
from app.stream_log.quarantine import MAX_COPY, quarantine

BATCH: Final = 5_000

_PLACES = "SELECT stem, r.offset, length, parent FROM records r JOIN files USING (file)"


class Place(NamedTuple):
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

    def place(self, identity: str) -> Place | None:
        """Return where a record stands, or None."""
        with self._mutex, telling():
            row = self._connected().execute(_PLACES + " WHERE id = ?", (identity,)).fetchone()
        return None if row is None else _place(row)

    def of_task(self, task: str) -> list[Place]:
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

    def _places(self, query: str, value: str) -> list[Place]:
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


def _place(row: tuple[str, int, int, str | None]) -> Place:
    stem = parse_stem(row[0])
    assert stem is not None
    return Place(stem, row[1], row[2], row[3])
