"""A table file is read into an engine of its own, in memory or on the disk, unless stopped."""

import shutil
import threading
from pathlib import Path
from tempfile import gettempdir
from typing import TYPE_CHECKING
from uuid import uuid4

from agents.answering.engine import MEMORY, Engine
from agents.answering.source import LARGE, size_of
from agents.data.tables.readers.file import load
from agents.data.tables.subject import ANY, Subject
from app.errors import BadFile, DeskError
from app.system.files import private_folder

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


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
        """Stop reading; `open_table` then raises `LoadingStopped`."""
        with self._lock:
            self._stopped = True
            if self._connection is not None:
                self._connection.interrupt()


class LoadingStopped(DeskError):
    """Someone stopped the reading of a table."""

    key = "loading_stopped"


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


def open_table(
    path: Path,
    *,
    tables: Path | None = None,
    loading: Loading | None = None,
    large: int = LARGE,
    subject: Subject = ANY,
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
        source = load(connection, path, tables, subject)
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
    return Engine(connection, source, folder)
