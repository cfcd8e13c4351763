"""A database is made, recognised or refused here, and nowhere else."""

from typing import Final

from sqlalchemy import Connection

from app.conversations.tables import METADATA
from app.errors import StoreError

APPLICATION_ID: Final = (
    0x42444B31  # "BDK1"; https://www.sqlite.org/pragma.html#pragma_application_id
)
SCHEMA_VERSION: Final = 1


def recognise(connection: Connection) -> None:
    """Make sure that the database is empty or ours, of a version that is known, touching nothing.

    Raises `StoreError`.
    """
    application = _pragma(connection, "application_id")
    version = _pragma(connection, "user_version")
    if application == APPLICATION_ID:
        if version > SCHEMA_VERSION:
            raise StoreError(
                "This profile was written by a newer Balance Desk: update this one, or choose "
                "another profile with --profile.",
                key="store_newer",
                version=version,
                known=SCHEMA_VERSION,
            )
    elif application or version or _tables(connection):
        raise StoreError(
            "The database in this profile belongs to another program: choose another profile "
            "with --profile.",
            key="store_foreign",
        )


def prepare(connection: Connection) -> None:
    """Create the tables of a database that has none; one that was recognised is left as it is."""
    if _pragma(connection, "application_id") == APPLICATION_ID:
        return
    METADATA.create_all(connection)
    connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION_ID}")
    connection.exec_driver_sql(f"PRAGMA user_version={SCHEMA_VERSION}")


def _pragma(connection: Connection, name: str) -> int:
    return int(connection.exec_driver_sql(f"PRAGMA {name}").scalar_one())


def _tables(connection: Connection) -> int:
    return int(connection.exec_driver_sql("SELECT count(*) FROM sqlite_schema").scalar_one())
