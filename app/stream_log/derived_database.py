"""Connections to databases that can be made anew from the log at any time."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from app.errors import StoreError
from app.system.file_lock import FileLock
from app.system.files import private_file

# https://www.sqlite.org/wal.html, "The WAL-reset bug": 3.7.0 to 3.51.2 can corrupt a database in
# WAL mode that is written through two connections.
_WAL_SAFE = (3, 51, 3)
_BUSY_SECONDS = 30.0

Connection = sqlite3.Connection


def connect(path: Path, *, schema: str, version: int) -> Connection:
    """Open a database, making its tables; one that is damaged or of another version is made anew.

    Raises `StoreError` when its folder cannot be written.
    """
    driver = _driver()
    try:
        # Switching to WAL cannot wait for other connections: one process at a time opens.
        lock = FileLock(path.with_name(f".{path.name}.lock"))
    except OSError as error:
        raise StoreError(
            f"The index {path} cannot be made: {error.strerror}.", key="index_unreachable"
        ) from error
    try:
        with lock:
            try:
                return _open(driver, path, schema, version)
            except driver.DatabaseError as error:
                if _is_busy(error):
                    raise
                for ending in ("", "-wal", "-shm", "-journal"):
                    with suppress(FileNotFoundError):
                        Path(f"{path}{ending}").unlink()
                return _open(driver, path, schema, version)
    except driver.Error as error:
        raise StoreError(
            f"The index {path} cannot be opened: {error}.", key="index_unreachable"
        ) from error
    finally:
        lock.close()


@contextmanager
def telling() -> Iterator[None]:
    """Raise `StoreError` for what a database raises: a full disk, damage, a lock held too long."""
    try:
        yield
    except _driver().Error as error:
        raise StoreError(
            f"The index of the log cannot be used ({error}): free some space, or make it anew"
            " with --rebuild (log stats, search).",
            key="index_unreachable",
        ) from error


@contextmanager
def transaction(connection: Connection) -> Iterator[Connection]:
    """Hold the right to write until the end of the block; an error undoes all of it."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield connection
        connection.commit()
    except BaseException:
        connection.rollback()
        raise


def _open(driver: ModuleType, path: Path, schema: str, version: int) -> Connection:
    with suppress(OSError):  # SQLite says what is wrong
        private_file(path)
    connection: Connection = driver.connect(
        str(path), timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
    )
    try:
        mode = "wal" if driver.sqlite_version_info >= _WAL_SAFE else "delete"
        for pragma in (f"journal_mode={mode}", "synchronous=NORMAL", "trusted_schema=OFF"):
            connection.execute(f"PRAGMA {pragma}")
        with closing(connection.execute("PRAGMA user_version")) as cursor:
            found = cursor.fetchone()[0]
        if found != version:
            _make(connection, schema, version)
    except BaseException:
        connection.close()
        raise
    return connection


def _make(connection: Connection, schema: str, version: int) -> None:
    with transaction(connection):
        names = connection.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        ).fetchall()
        for (name,) in sorted(names, key=lambda row: len(row[0])):
            # A virtual table takes its shadow tables, whose names are longer, with it.
            quoted = str(name).replace('"', '""')
            connection.execute(f'DROP TABLE IF EXISTS "{quoted}"')
        for statement in schema.split(";"):
            if statement.strip():
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version={version}")


def _is_busy(error: Any) -> bool:
    return "locked" in str(error).lower() or "unable to open" in str(error).lower()


def _driver() -> ModuleType:
    """Return the bundled SQLite, or Python's own where there is no wheel of it."""
    try:
        return import_module("pysqlite3.dbapi2")
    except ImportError:
        return sqlite3
