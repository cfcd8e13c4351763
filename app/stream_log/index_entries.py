"""What the index keeps of records: places, tasks, conversations, damage and counts."""

from collections.abc import Iterator
from typing import Final

from app.stream_log.database import Connection
from app.stream_log.following import Batch
from app.stream_log.record import Message

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
