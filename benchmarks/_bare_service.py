"""The bare application that the conversation service is measured against, as a process.

    python -m benchmarks._bare_service [FILE]

FastAPI with a model for the body and one thread that writes, with commits shared and synced: a
message costs one row with three indexes, a page one query, and the answer is what was stored. It
does less than the service, which checks a token, counts the tenant's requests, looks whether the
id is known, and writes the search text, the totals of the conversation and the log of changes in
the same commit. Without a file nothing is kept: what that takes is the framework's own. The first
line it prints is its port.
"""

import asyncio
import json
import queue
import socket
import sys
import threading
from collections.abc import Callable
from typing import Any

import uvicorn
from fastapi import FastAPI
from pydantic import BaseModel

try:
    from pysqlite3 import dbapi2
except ImportError:
    from sqlite3 import dbapi2

INSERT = "INSERT INTO messages VALUES (?, ?, ?, ?, ?, ?)"
PAGE = "SELECT id, seq, role, content, at FROM messages WHERE conversation = ? AND seq < ?"


class NewMessage(BaseModel):
    """The body of a request."""

    id: str
    role: str
    content: str


class Body(BaseModel):
    """The message, under its name."""

    message: NewMessage


class Writer:
    """One thread that commits what waits together."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._waiting: queue.SimpleQueue[tuple[Any, ...]] = queue.SimpleQueue()
        threading.Thread(target=self._run, daemon=True).start()

    async def write(self, row: tuple[Any, ...]) -> None:
        """Return when the row is committed."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._waiting.put((row, lambda: loop.call_soon_threadsafe(done.set_result, None)))
        await done

    def _run(self) -> None:
        connection = connect(self._path)
        while True:
            batch = [self._waiting.get()]
            while len(batch) < 64 and not self._waiting.empty():
                batch.append(self._waiting.get())
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(INSERT, [row for row, _ in batch])
            connection.execute("COMMIT")
            told: Callable[[], object]
            for _, told in batch:
                told()


def connect(path: str) -> Any:
    """Return a connection as the service's own are: WAL, synced at each commit."""
    connection = dbapi2.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    return connection


def main() -> None:
    """Serve until killed."""
    path = sys.argv[1] if len(sys.argv) > 1 else ""
    reader = connect(path or ":memory:")
    reader.execute(
        "CREATE TABLE messages (id TEXT PRIMARY KEY, conversation TEXT, seq INTEGER, role TEXT,"
        " content TEXT, at INTEGER, UNIQUE (conversation, seq))"
    )
    reader.execute("CREATE INDEX by_time ON messages (at)")
    app, writer, last = FastAPI(), Writer(path) if path else None, 0

    @app.post("/api/v1/conversations/{one}/messages", status_code=201)
    async def add(one: str, body: Body) -> dict[str, Any]:
        nonlocal last
        seq, last = last, last + 1
        new = body.message
        if writer is not None:
            await writer.write((new.id, one, seq, new.role, new.content, seq))
        return {"data": {"id": new.id, "seq": seq, "role": new.role, "content": new.content}}

    @app.get("/api/v1/conversations/{one}/messages")
    async def page(one: str, limit: int = 50, before: int = 2**31 - 1) -> dict[str, Any]:
        rows = reader.execute(f"{PAGE} ORDER BY seq DESC LIMIT ?", (one, before, limit)).fetchall()
        names = ("id", "seq", "role", "content", "at")
        return {"data": [dict(zip(names, row, strict=True)) for row in reversed(rows)]}

    # The loop sets TCP_NODELAY on connections whose protocol it knows to be TCP.
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.bind(("127.0.0.1", 0))
    listening.listen(256)
    print(json.dumps({"port": listening.getsockname()[1]}), flush=True)
    config = uvicorn.Config(app, log_config=None, access_log=False, lifespan="off")
    asyncio.run(uvicorn.Server(config).serve(sockets=[listening]))


if __name__ == "__main__":
    main()
