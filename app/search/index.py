"""The index of the words of the log: fed by its records, resumable, and made anew from them."""

import threading
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from app.domain import index_terms
from app.domain.index_terms import indexed
from app.domain.tasks import TaskState
from app.search.filters import tags
from app.stream_log.day_files import DayFiles, Stem, parse_stem
from app.stream_log.derived_database import Connection, connect, telling, transaction
from app.stream_log.index import RecordPlace
from app.stream_log.payloads import Payloads
from app.stream_log.reading import Batch, Position, follow
from app.stream_log.record import Message, said_by

VERSION: Final = 3000 + index_terms.VERSION
MAX_TEXT: Final = 32_000
BATCH: Final = 2_000

_PACK_FROM = 500
_SCHEMA = """
CREATE TABLE files (
    file INTEGER PRIMARY KEY, stem TEXT NOT NULL UNIQUE,
    offset INTEGER NOT NULL, line INTEGER NOT NULL, complete INTEGER NOT NULL);
CREATE TABLE docs (
    doc INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, t TEXT NOT NULL, from_agent TEXT NOT NULL,
    to_agent TEXT, type TEXT NOT NULL, context TEXT, task TEXT, message TEXT,
    file INTEGER NOT NULL, offset INTEGER NOT NULL, length INTEGER NOT NULL, text NOT NULL,
    meaning INTEGER NOT NULL);
CREATE VIRTUAL TABLE words USING fts5 (
    terms, tags, content = '', tokenize = 'unicode61 remove_diacritics 0');
INSERT INTO words (words, rank) VALUES ('rank', 'bm25(1.0, 0.0)');
CREATE TABLE queue (doc INTEGER PRIMARY KEY);
CREATE TABLE embeddings (
    doc INTEGER PRIMARY KEY, model TEXT NOT NULL, dimension INTEGER NOT NULL,
    vector BLOB NOT NULL);
CREATE TABLE signs (doc INTEGER PRIMARY KEY, bits BLOB NOT NULL);
CREATE TABLE embedder (model TEXT NOT NULL)
"""


class SearchIndex:
    """Owns `search.db` beside the log: texts, their words, their vectors, and what has none yet.

    Thread-safe; other processes may feed the same index. A position in a file and what was read
    up to there are kept in one commit, so that a crash neither repeats nor leaves out a record.
    """

    def __init__(self, files: DayFiles, path: Path | None = None) -> None:
        self.files = files
        self._path = path or files.root / "search.db"
        self._payloads = Payloads(files.payloads)
        self._mutex = threading.RLock()
        self._connection: Connection | None = None

    def catch_up(
        self,
        *,
        told: Callable[[int], None] = lambda _: None,
        enough: Callable[[], bool] = lambda: False,
    ) -> int:
        """Take in what was appended since the last time; return how many records.

        `told` hears the count now and then; `enough` is asked whether to leave the rest.
        """
        added = 0
        while True:
            with self._mutex:
                positions = self._positions()
            for batch in follow(self.files, positions, size=BATCH):
                with self._mutex:
                    if not self._take(batch, positions.get(batch.stem, Position())):
                        # Another process was first: what it left is looked for anew.
                        break
                positions[batch.stem] = batch.position
                added += len(batch.records)
                told(added)
                if enough():
                    return added
            else:
                return added

    def rows(self, query: str, *values: object, **named: object) -> list[tuple[Any, ...]]:
        """Return the rows of a reading statement of this package."""
        with self._mutex, telling():
            return self._connected().execute(query, named or values).fetchall()

    def each(self, query: str, **named: object) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of a reading statement one after the other, however many there are."""
        with self._mutex, telling():
            cursor = self._connected().execute(query, named)
            while rows := cursor.fetchmany(2000):
                yield from rows

    @contextmanager
    def change(self) -> Iterator[Connection]:
        """Hold the index for writing until the end of the block; an error undoes all of it."""
        with self._mutex, telling(), transaction(self._connected()) as connection:
            yield connection

    def current(self) -> bool:
        """Return whether everything that was appended to the log is taken in."""
        read = {
            stem: (offset, bool(complete))
            for stem, offset, complete in self.rows("SELECT stem, offset, complete FROM files")
        }
        stems = self.files.stems()
        active = set(self.files.active_stems())
        for stem in stems:
            offset, complete = read.get(stem.name, (0, False))
            if complete:
                continue
            if stem not in active:
                return False
            try:
                if self.files.active(stem).stat().st_size > offset:
                    return False
            except FileNotFoundError:
                return False  # archived at this moment
        return True

    def rebuild(self, *, told: Callable[[int], None] = lambda _: None) -> int:
        """Throw everything away and make it anew from the log; return how many records it has."""
        with self._mutex:
            self.close()
            for ending in ("", "-wal", "-shm"):
                with suppress(FileNotFoundError):
                    Path(f"{self._path}{ending}").unlink()
        return self.catch_up(told=told)

    def close(self) -> None:
        """Close the database; the next use opens it again."""
        with self._mutex:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def _connected(self) -> Connection:
        if self._connection is None:
            self._connection = connect(self._path, schema=_SCHEMA, version=VERSION)
        return self._connection

    def _positions(self) -> dict[Stem, Position]:
        found = self.rows("SELECT stem, offset, line, complete FROM files")
        stems = ((parse_stem(name), Position(at, line, bool(end))) for name, at, line, end in found)
        return {stem: position for stem, position in stems if stem is not None}

    def _take(self, batch: Batch, before: Position) -> bool:
        at = batch.position
        found = [self._row(item.message) for item in batch.records]
        rows = [row for row in found if row is not None]
        places = {item.message["id"]: item[:2] for item in batch.records}
        with telling(), transaction(self._connected()) as connection:
            held = connection.execute(
                "SELECT offset FROM files WHERE stem = ?", (batch.stem.name,)
            ).fetchone()
            if (held[0] if held else 0) != before.offset:
                return False
            (file,) = connection.execute(
                "INSERT INTO files (stem, offset, line, complete) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (stem) DO UPDATE SET offset = excluded.offset, line = excluded.line,"
                " complete = excluded.complete RETURNING file",
                (batch.stem.name, at.offset, at.line, at.complete),
            ).fetchall()[0]
            for row, text, meaning in rows:
                kept: object = text
                if len(text) > _PACK_FROM:
                    kept = zlib.compress(text.encode("utf-8"), 1)
                cursor = connection.execute(
                    "INSERT OR IGNORE INTO docs (id, t, from_agent, to_agent, type, context, task,"
                    " message, file, offset, length, text, meaning)"
                    " VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)",
                    (*row, file, *places[row[0]], kept, meaning),
                )
                if cursor.rowcount > 0:
                    doc = cursor.lastrowid
                    connection.execute(
                        "INSERT INTO words (rowid, terms, tags) VALUES (?, ?, ?)",
                        (doc, indexed(text), tags(row)),
                    )
                    if meaning:
                        connection.execute("INSERT INTO queue VALUES (?)", (doc,))
        return True

    def _row(self, message: Message) -> tuple[tuple[str | None, ...], str, bool] | None:
        metadata = message["metadata"]
        whole = self._payloads.restore(message)
        text = _text(whole)
        if not text.strip():
            return None
        row = (
            message["id"],
            message["t"],
            message["from_agent"],
            message["to_agent"],
            message["type"],
            _known(metadata.get("context_id")),
            _known(metadata.get("task_id")),
            _known(metadata.get("message_id")),
        )
        return row, text, _has_meaning(whole)


def unpacked(text: str | bytes) -> str:
    """Return a text as it was before it was kept."""
    return zlib.decompress(text).decode("utf-8") if isinstance(text, bytes) else text


def place_of(row: tuple[Any, ...]) -> RecordPlace:
    """Return where the record of a document stands, from (stem, offset, length)."""
    stem = parse_stem(row[0])
    assert stem is not None
    return RecordPlace(stem, row[1], row[2], None)


def _text(message: Message) -> str:
    """Return the words that are searched of a record.

    A frame says again, in an agent's terms, what the request beside it says: it is not searched.
    """
    if message["type"] == "decision" and message["metadata"].get("artifact") == "frame":
        return ""
    pieces: list[str] = []
    _collect(said_by(message), pieces)
    return index_terms.compose("\n".join(pieces)[:MAX_TEXT])


def _has_meaning(message: Message) -> bool:
    """Whether there is more to compare than a state's name, which a conversation is full of."""
    named = message["type"] == "state" and message["content"] in tuple(TaskState)
    return not named or bool(message["metadata"].get("text"))


def _collect(value: Any, pieces: list[str]) -> None:
    if isinstance(value, str):
        pieces.append(value)
    elif isinstance(value, dict):
        for item in value.values():
            _collect(item, pieces)
    elif isinstance(value, list):
        for item in value:
            _collect(item, pieces)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        pieces.append(str(value))


def _known(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None
