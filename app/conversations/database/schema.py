"""A database is made, recognised, refused or brought up to date here, with a copy kept before."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from app.conversations.database.sqlite import reading_engine
from app.conversations.database.tables import METADATA
from app.domain.ids import utc_now
from app.errors import StoreError
from app.system.files import private_file


def keep(database: Path, version: int) -> Path:
    """Copy the database, as it was last committed, to `desk.db.v<version>-<UTC time>`; return that.

    A copy that was not finished does not keep that name. Raises `StoreError`.
    """
    kept = Path(f"{database}.v{version}-{utc_now():%Y%m%dT%H%M%S}Z")
    unfinished = Path(f"{kept}.part")
    try:
        with reading_engine(database).connect() as source:
            # Not VACUUM INTO: that would need a transaction of its own, and writes everything anew.
            held = source.connection.driver_connection
            assert held is not None
            private_file(unfinished)
            target = type(held)(str(unfinished))
            try:
                held.backup(target)
            finally:
                target.close()
        with unfinished.open("rb+") as file:
            os.fsync(file.fileno())
        unfinished.replace(kept)
    except Exception as error:
        # The driver's own errors among them: they differ between the bundled and the standard one.
        raise StoreError(
            f"The database must be changed for this version, and no copy of it could be kept: "
            f"{error}. Free some space and start again.",
            key="store_backup",
        ) from error
    finally:
        unfinished.unlink(missing_ok=True)
    return kept


APPLICATION_ID: Final = (
    0x42444B31  # "BDK1"; https://www.sqlite.org/pragma.html#pragma_application_id
)
SCHEMA_VERSION: Final = 9
"""The number of the newest revision in `migrations/versions`, and a file's `user_version`."""
REVISION: Final = f"{SCHEMA_VERSION:04}"


def recognise(connection: Connection, *, may_migrate: bool = True) -> None:
    """Make sure that the database is empty or ours, of a version that is known, touching nothing.

    Raises `StoreError`; also for an older version that this process must not bring up to date.
    """
    application = _pragma(connection, "application_id")
    version = _pragma(connection, "user_version")
    if application == APPLICATION_ID:
        if version > SCHEMA_VERSION:
            raise newer(version)
        if version < SCHEMA_VERSION and not may_migrate:
            raise StoreError(
                "The database is held by another program of an older version: close it and try "
                "again.",
                key="store_busy",
            )
    elif application or version or _tables(connection):
        raise foreign()


def check_current(connection: Connection) -> None:
    """Raise `StoreError` for a file that is not a database of this version, touching nothing."""
    recognise(connection)
    if _pragma(connection, "user_version") != SCHEMA_VERSION:
        raise older()


def state(connection: Connection) -> str | None:
    """Return the revision of a file, None for an empty one; raises `StoreError` as `recognise`."""
    recognise(connection)
    version = _pragma(connection, "user_version")
    return f"{version:04}" if version else None


def prepare(connection: Connection, kept: Callable[[Path], None]) -> None:
    """Create the tables of a database that has none, or bring an older one up to date.

    Before the latter a copy is kept beside the file (`backup.keep`), and `kept` is told where.
    Raises `StoreError` where there is no room for it.
    """
    if _pragma(connection, "application_id") != APPLICATION_ID:
        METADATA.create_all(connection)
        stamp(connection)
        connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION_ID}")
    elif (version := _pragma(connection, "user_version")) < SCHEMA_VERSION:
        kept(keep(Path(str(connection.engine.url.database)), version))
        from app.conversations.database.migrations import upgrade

        if version == 1:
            stamp(connection, "0001")
        upgrade(connection)
    else:
        return
    connection.exec_driver_sql(f"PRAGMA user_version={SCHEMA_VERSION}")


def is_current(database: Path) -> bool:
    """Whether a file is of this version, or cannot be asked."""
    try:
        with reading_engine(database).connect() as connection:
            return _pragma(connection, "user_version") == SCHEMA_VERSION
    except SQLAlchemyError:
        return True


def stamp(connection: Connection, revision: str = REVISION) -> None:
    """Write down which revision a database has, where Alembic looks for it."""
    connection.exec_driver_sql(
        "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL,"
        " CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))"
    )
    connection.exec_driver_sql(
        f"INSERT INTO alembic_version VALUES ('{revision}')"  # noqa: S608 - our own constant
    )


def newer(version: object) -> StoreError:
    """Return what to say about a database of a version that is not known yet."""
    return StoreError(
        "This profile was written by a newer Balance Desk: update this one, or choose "
        "another profile with --profile.",
        key="store_newer",
        version=version,
        known=SCHEMA_VERSION,
    )


def older() -> StoreError:
    """Return what to say about a database that was not brought up to date."""
    return StoreError(
        "The database is empty, or of an older version: start the service of this version once, or"
        " run `balance-desk conversations migrate`.",
        key="store_older",
    )


def foreign() -> StoreError:
    """Return what to say about a database with other tables than ours."""
    return StoreError(
        "The database belongs to another program: choose another, with --database or --profile.",
        key="store_foreign",
    )


def _pragma(connection: Connection, name: str) -> int:
    return int(connection.exec_driver_sql(f"PRAGMA {name}").scalar_one())


def _tables(connection: Connection) -> int:
    return int(connection.exec_driver_sql("SELECT count(*) FROM sqlite_schema").scalar_one())
