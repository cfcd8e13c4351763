"""PostgreSQL's row-level security: the second lock, should a query ever forget its tenant."""

from collections.abc import Iterable

from sqlalchemy import Connection

from app.conversations.postgres import ROLE, SETTING, TOKEN_SETTING
from app.conversations.tables import METADATA
from app.errors import BadInput

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
    """Let a table (as SQL names it) show rows of the transaction's tenant only; may be repeated."""
    for statement in (
        f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY",
        f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY",
        f"DROP POLICY IF EXISTS one_tenant ON {table}",
        f"CREATE POLICY one_tenant ON {table} USING ({_condition(name)}) WITH CHECK ({_OWN})",
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
