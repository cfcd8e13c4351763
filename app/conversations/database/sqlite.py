"""Connections to the database file are durable, checked, and made with a SQLite that is safe."""

import random
import sqlite3
import time
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.pool import NullPool

from app.conversations.database.statements import run_text
from app.system.files import private_file

# https://www.sqlite.org/wal.html, "The WAL-reset bug": 3.7.0 to 3.51.2 can corrupt a database in
# WAL mode that is written through two connections.
WAL_SAFE = (3, 51, 3)
BUSY_MILLISECONDS = 5000

Journal = Literal["wal", "delete"]


class EngineReport(NamedTuple):
    """Which SQLite is in use and how; `connections` is 1 where its WAL cannot be trusted."""

    driver: str
    version: str
    journal: Journal
    connections: int


def engine_report() -> EngineReport:
    """Return what the store will use on this machine."""
    driver = _driver()
    safe = driver.sqlite_version_info >= WAL_SAFE
    return EngineReport(
        driver=driver.__name__.partition(".")[0],
        version=driver.sqlite_version,
        journal="wal" if safe else "delete",
        connections=2 if safe else 1,
    )


def file_of(address: str) -> Path | None:
    """Return the file that `sqlite:///FILE` names, None for any other address."""
    scheme, _, rest = address.partition("://")
    if scheme != "sqlite" or not rest.startswith("/") or len(rest) < 2:
        return None
    return Path(rest[1:]).expanduser().absolute()


def writing_engine(path: Path, journal: Journal) -> Engine:
    """Return an engine whose transactions take the write lock at once."""
    engine = _engine(path, "BEGIN IMMEDIATE")

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _record: object) -> None:
        connection.execute(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}")
        _turn_to(connection, journal)
        for pragma in (
            "synchronous=FULL",
            "foreign_keys=ON",
            "trusted_schema=OFF",
            "journal_size_limit=16777216",
        ):
            connection.execute(f"PRAGMA {pragma}")

    return engine


def reading_engine(path: Path) -> Engine:
    """Return an engine whose connections cannot write (but recover what a crash left undone)."""
    engine = _engine(path, "BEGIN")

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _record: object) -> None:
        for pragma in (
            f"busy_timeout={BUSY_MILLISECONDS}",
            "query_only=ON",
            "trusted_schema=OFF",
        ):
            connection.execute(f"PRAGMA {pragma}")

    return engine


def _turn_to(connection: Any, journal: Journal) -> None:
    """Set how the file is written; several processes may do so at the same first moment.

    SQLite does not wait by itself here: of two that both hold the file to read and want it alone,
    one is told at once that it is locked.
    """
    ends = time.monotonic() + BUSY_MILLISECONDS / 1000
    while True:
        try:
            connection.execute(f"PRAGMA journal_mode={journal}")
        except _driver().OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > ends:
                raise
            # Nothing can be waited for: SQLite does not tell when a lock is given up.
            time.sleep(random.uniform(0.002, 0.02))  # noqa: S311 - only to part who collided
        else:
            return


def _engine(path: Path, begin: str) -> Engine:
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        module=_driver(),
        poolclass=NullPool,
        # The driver's own transactions begin too late (at the first write), so that two writers
        # could both read before one of them waits in vain.
        connect_args={"isolation_level": None, "check_same_thread": True},
    )

    @event.listens_for(engine, "do_connect")
    def _make(*_: object) -> None:
        with suppress(OSError):  # SQLite says what is wrong
            private_file(path)

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        # Straight to the driver: every transaction pays for this.
        run_text(connection, begin)

    return engine


def _driver() -> ModuleType:
    """Return the bundled SQLite, or Python's own where there is no wheel of it."""
    try:
        return import_module("pysqlite3.dbapi2")
    except ImportError:
        return sqlite3


def write(database: Path) -> None:
    """Stamp a database that was just closed; where that fails it will only be checked once more."""
    with suppress(OSError):
        private_file(_stamp(database))
        _stamp(database).write_text(_state(database), "utf-8")


def remove(database: Path) -> None:
    """Take the stamp off a database that is about to be written."""
    with suppress(OSError):
        _stamp(database).unlink(missing_ok=True)


def holds(database: Path) -> bool:
    """Whether the database is, as far as the file system tells, as it was when it was closed."""
    if any(Path(f"{database}{ending}").exists() for ending in ("-wal", "-journal")):
        return False
    try:
        return _stamp(database).read_text("utf-8") == _state(database)
    except (OSError, UnicodeDecodeError):
        return False


def _stamp(database: Path) -> Path:
    return Path(f"{database}.clean")


def _state(database: Path) -> str:
    seen = database.stat()
    return f"{seen.st_size} {seen.st_mtime_ns}\n"
