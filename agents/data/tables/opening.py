"""The reading of a table as another thread sees it: how far it is, and that it is to stop."""

import threading
from typing import TYPE_CHECKING

from app.errors import DeskError

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
        """Stop reading, which then raises `LoadingStopped`."""
        with self._lock:
            self._stopped = True
            if self._connection is not None:
                self._connection.interrupt()


class LoadingStopped(DeskError):
    """Someone stopped the reading of a table."""

    key = "loading_stopped"
