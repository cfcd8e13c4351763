"""Connections to PostgreSQL that see one tenant's rows only, and its row-level security."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.engine.interfaces import IsolationLevel
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import NullPool

from app.conversations.database.statements import run_text
from app.conversations.database.tables import METADATA
from app.errors import BadInput

ROLE = "balance_desk_rows"
"""The role that a connection takes on where its own could look past row-level security."""
SETTING = "balance_desk.tenant"
WHOLE_SETTING = "balance_desk.whole"
TOKEN_SETTING = "balance_desk.token_hash"  # noqa: S105 - the name of a setting
CONNECT_SECONDS = 10

_WHOLE = text(f"SELECT set_config('{WHOLE_SETTING}', 'on', true)")
# Writers of one tenant come one after the other: the numbers of its change log are then seen in
# their order, and no two wait for each other's rows.
_WRITES = (
    f"SELECT set_config('{SETTING}', {{tenant}}, true),"
    " pg_advisory_xact_lock(hashtextextended('balance-desk:' || {tenant}, 0))"
)
_READS = f"SELECT set_config('{SETTING}', {{tenant}}, true)"


def address(where: str) -> URL:
    """Return the address with our driver; raises `BadInput`."""
    try:
        url = make_url(where)
    except (ArgumentError, ValueError) as error:
        raise BadInput("This is not the address of a database.", key="bad_database") from error
    return url.set(drivername="postgresql+psycopg")


def owning_engine(where: str, *, isolation_level: IsolationLevel = "READ COMMITTED") -> Engine:
    """Return an engine as the address' own role, to make and change tables."""
    return create_engine(
        address(where),
        poolclass=NullPool,
        isolation_level=isolation_level,
        connect_args={"connect_timeout": CONNECT_SECONDS},
    )


def bound_engine(where: str, *, reading: bool) -> Engine:
    """Return an engine whose connections row-level security holds back.

    Its transactions are begun by `begin_reading` and `begin_writing`; outside of them each
    statement is committed by itself.
    """
    options = "-c lock_timeout=30s"
    if reading:
        # A prepared statement would get a plan for any conversation, which for one of a million
        # messages was measured to be a hundred times slower than a plan for this one. Where rows
        # are written, every reference that is checked would be planned anew.
        options += " -c plan_cache_mode=force_custom_plan -c default_transaction_read_only=on"
    engine = create_engine(
        address(where),
        poolclass=NullPool,
        isolation_level="AUTOCOMMIT",
        connect_args={"connect_timeout": CONNECT_SECONDS, "options": options},
    )

    @event.listens_for(engine, "connect")
    def _bind(connection: Any, _record: object) -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user"
            )
            if cursor.fetchone()[0]:
                cursor.execute(f'SET ROLE "{ROLE}"')
        connection.commit()

    return engine


def begin_reading(connection: Connection, tenant: str) -> None:
    """Begin a transaction that sees a tenant's rows, all in one state of the database."""
    run_text(connection, _begun(f"BEGIN ISOLATION LEVEL REPEATABLE READ; {_READS}", tenant))


def begin_writing(connection: Connection, tenant: str) -> None:
    """Begin a transaction that sees and writes a tenant's rows, when its turn has come."""
    run_text(connection, _begun(f"BEGIN; {_WRITES}", tenant))


@lru_cache(1000)
def _begun(statements: str, tenant: str) -> str:
    """Return statements of a tenant as one text, which is sent in one go.

    To wait for the server once more takes longer than what a short job does there.
    """
    # Imported where it is used: who has a file needs no driver.
    from psycopg.sql import SQL, Literal

    return SQL(statements).format(tenant=Literal(tenant)).as_string()


def enter_writing(connection: Connection, tenant: str) -> None:
    """See and write a tenant's rows from now on, in a transaction that has begun."""
    connection.execute(text(_WRITES.replace("{tenant}", ":tenant")), {"tenant": tenant})


def enter_whole(connection: Connection) -> None:
    """Let the transaction read the rows of all tenants, and change those of its own only.

    For work on the whole database: backups, what is kept how long, figures.
    """
    connection.execute(_WHOLE)


_OWN = f"tenant = current_setting('{SETTING}', true)"
# A token is looked up before it is known whose it is: by its hash, which nobody can guess.
_OWN_TOKEN = f"{_OWN} OR token_hash = current_setting('{TOKEN_SETTING}', true)"


def protect(connection: Connection) -> None:
    """Let every table show rows of the transaction's tenant only; may be repeated.

    Raises `BadInput` for a role that could look past it and cannot take on another.
    """
    bypasses, is_super = connection.exec_driver_sql(
        "SELECT rolsuper OR rolbypassrls, rolsuper FROM pg_roles WHERE rolname = current_user"
    ).one()
    if bypasses:
        _make_role(connection, bool(is_super))
    for name in METADATA.tables:
        lock(connection, f'"{name}"', name)
        if bypasses:
            connection.exec_driver_sql(
                f'GRANT SELECT, INSERT, UPDATE, DELETE ON "{name}" TO "{ROLE}"'
            )


def lock(connection: Connection, table: str, name: str) -> None:
    """Let a table (as SQL names it) show rows of the transaction's tenant only; may be repeated.

    To read, and no more, a transaction may ask for all of them (`enter_whole`).
    """
    whole = f"current_setting('{WHOLE_SETTING}', true) = 'on'"
    for statement in (
        f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY",
        f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY",
        f"DROP POLICY IF EXISTS one_tenant ON {table}",
        f"CREATE POLICY one_tenant ON {table} USING ({_condition(name)}) WITH CHECK ({_OWN})",
        f"DROP POLICY IF EXISTS every_tenant ON {table}",
        f"CREATE POLICY every_tenant ON {table} FOR SELECT USING ({whole})",
    ):
        connection.exec_driver_sql(statement)


def open_to_owner(connection: Connection, names: Iterable[str]) -> None:
    """Let the tables' owner, and nobody else, look past row-level security until `protect`."""
    for name in names:
        connection.exec_driver_sql(f'ALTER TABLE "{name}" NO FORCE ROW LEVEL SECURITY')


def _condition(name: str) -> str:
    return _OWN_TOKEN if name == "tokens" else _OWN


def _make_role(connection: Connection, is_super: bool) -> None:
    if not is_super:
        raise BadInput(
            "This database role looks past row-level security: give the conversations a role "
            "without BYPASSRLS.",
            key="bad_database",
        )
    # Roles belong to the whole server: two databases may be made at the same time.
    connection.exec_driver_sql(
        f"""DO $$ BEGIN
            CREATE ROLE "{ROLE}" NOLOGIN NOSUPERUSER NOBYPASSRLS;
        EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$"""
    )
    connection.exec_driver_sql(f'GRANT USAGE ON SCHEMA public TO "{ROLE}"')
