"""A PostgreSQL database is made, recognised, refused or brought up to date here."""

import time
from typing import Final

from sqlalchemy import Connection, text
from sqlalchemy.exc import OperationalError

from app.conversations.database import postgres, schema
from app.conversations.database.tables import METADATA
from app.errors import BadInput

_LOCK: Final = 0x42444B31
_PATIENCE: Final = 30.0  # seconds in which what is at work leaves all tables
# Tasks of served agents may be kept in the same database, in tables of their own.
_TABLES = (
    "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
    " AND tablename <> 'alembic_version' AND NOT starts_with(tablename, 'served_')"
)


def prepare(connection: Connection) -> None:
    """Create the tables where there are none, or bring older ones up to date.

    Before the latter, each table is copied into the schema `before_<revision>`, where the rows of
    every tenant are as locked as before. Raises `StoreError` for a database of a newer version or
    of another program. Processes that start together wait for each other.
    """
    connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    found = _revision(connection)
    held = set(connection.exec_driver_sql(_TABLES).scalars())
    if found is None:
        if held:
            raise schema.foreign()
        METADATA.create_all(connection)
        schema.stamp(connection)
    elif found == schema.REVISION:
        return
    else:
        from app.conversations.database.migrations import revisions, upgrade

        if found not in revisions():
            raise schema.newer(found)
        _take(connection, sorted(held))
        # Row-level security hides all rows from their owner too: nothing would be copied, and no
        # row changed. It is put back below, in the same transaction.
        postgres.open_to_owner(connection, sorted(held))
        _keep(connection, sorted(held))
        upgrade(connection)
    postgres.protect(connection)


def check_current(connection: Connection) -> None:
    """Raise `StoreError` for a database that is not one of this version, touching nothing."""
    if state(connection) != schema.REVISION:
        raise schema.older()


def state(connection: Connection) -> str | None:
    """Return the revision of a database, None for an empty one; raises `StoreError` as `prepare`.

    Raises `BadInput` for a role that could not bring it up to date.
    """
    found = _revision(connection)
    if found is None and connection.exec_driver_sql(_TABLES).first() is not None:
        raise schema.foreign()
    if found not in (None, schema.REVISION):
        from app.conversations.database.migrations import revisions

        if found not in revisions():
            raise schema.newer(found)
        may = "SELECT has_database_privilege(current_database(), 'CREATE')"
        if not connection.exec_driver_sql(may).scalar():
            raise BadInput(
                "This role may not make the schema in which a copy of the tables is kept before a"
                " migration: GRANT CREATE ON DATABASE to it.",
                key="bad_database",
            )
    return found


def _revision(connection: Connection) -> str | None:
    there = connection.exec_driver_sql("SELECT to_regclass('alembic_version')").scalar()
    if there is None:
        return None
    found = connection.exec_driver_sql("SELECT version_num FROM alembic_version")
    return found.scalar_one_or_none()


def _take(connection: Connection, names: list[str]) -> None:
    """Lock the tables that others may be writing to; what they wait for is no deadlock.

    Whoever holds one table and wants another lets go within a moment and tries again.
    """
    tables = ", ".join(f'"{name}"' for name in names)
    until = time.monotonic() + _PATIENCE
    while True:
        point = connection.begin_nested()
        try:
            # Below PostgreSQL's deadlock_timeout, which would end the other's transaction.
            connection.exec_driver_sql("SET LOCAL lock_timeout = '300ms'")
            connection.exec_driver_sql(f"LOCK TABLE {tables} IN ACCESS EXCLUSIVE MODE")
        except OperationalError:
            point.rollback()
            if time.monotonic() > until:
                raise
            time.sleep(0.1)
        else:
            point.commit()
            connection.exec_driver_sql("SET LOCAL lock_timeout TO DEFAULT")
            return


def _keep(connection: Connection, names: list[str]) -> None:
    kept = f"before_{schema.REVISION}"
    connection.exec_driver_sql(f'CREATE SCHEMA IF NOT EXISTS "{kept}"')
    for name in names:
        connection.exec_driver_sql(f'DROP TABLE IF EXISTS "{kept}"."{name}"')
        connection.exec_driver_sql(f'CREATE TABLE "{kept}"."{name}" AS TABLE "{name}"')
        postgres.lock(connection, f'"{kept}"."{name}"', name)
