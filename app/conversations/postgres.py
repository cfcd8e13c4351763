"""Connections to PostgreSQL that see one tenant's rows only, and write one tenant at a time."""

from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import NullPool

from app.errors import BadInput

ROLE = "balance_desk_rows"
"""The role that a connection takes on where its own could look past row-level security."""
SETTING = "balance_desk.tenant"
TOKEN_SETTING = "balance_desk.token_hash"  # noqa: S105 - the name of a setting
CONNECT_SECONDS = 10

_READS = text(f"SELECT set_config('{SETTING}', :tenant, true)")
# Writers of one tenant come one after the other: the numbers of its change log are then seen in
# their order, and no two wait for each other's rows.
_WRITES = text(
    f"SELECT set_config('{SETTING}', :tenant, true),"
    " pg_advisory_xact_lock(hashtextextended('balance-desk:' || :tenant, 0))"
)


def address(where: str) -> URL:
    """Return the address with our driver; raises `BadInput`."""
    try:
        url = make_url(where)
    except (ArgumentError, ValueError) as error:
        raise BadInput("This is not the address of a database.", key="bad_database") from error
    return url.set(drivername="postgresql+psycopg")


def owning_engine(where: str) -> Engine:
    """Return an engine as the address' own role, to make and change tables."""
    return create_engine(
        address(where),
        poolclass=NullPool,
        connect_args={"connect_timeout": CONNECT_SECONDS},
    )


def bound_engine(where: str, *, reading: bool) -> Engine:
    """Return an engine whose connections row-level security holds back.

    Each transaction that only reads sees one state of the database from its beginning to its end.
    """
    # A prepared statement would get a plan for any conversation, which for one of a million
    # messages was measured to be a hundred times slower than a plan for this one.
    options = "-c plan_cache_mode=force_custom_plan -c lock_timeout=30s"
    if reading:
        options += " -c default_transaction_read_only=on"
    engine = create_engine(
        address(where),
        poolclass=NullPool,
        isolation_level="REPEATABLE READ" if reading else "READ COMMITTED",
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


def enter_reading(connection: Connection, tenant: str) -> None:
    """Begin a transaction that sees a tenant's rows."""
    connection.execute(_READS, {"tenant": tenant})


def enter_writing(connection: Connection, tenant: str) -> None:
    """Begin a transaction that sees and writes a tenant's rows, when its turn has come."""
    connection.execute(_WRITES, {"tenant": tenant})
