"""Queries run in place on PostgreSQL: nothing is copied, and nothing can be written.

A connection a statement, in a transaction that only reads; the server ends what takes too long, and
a cancelled turn cancels its statement there (https://www.postgresql.org/docs/current/libpq-cancel.html).
"""

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from agents.answering.engine import QueryTooLong
from agents.data.compute.engines.port import Row
from agents.data.compute.engines.servers import (
    MOST_ROWS,
    SECONDS,
    DataUnreachable,
    NotGranted,
    Place,
    Secret,
    ServerEngine,
    place_of,
)
from agents.data.model.schema import Column, Kind, Stored, Table, TableModel
from app.errors import BadFile

if TYPE_CHECKING:
    from psycopg import Connection

_STORED: dict[str, Stored] = {
    "smallint": "number", "integer": "number", "bigint": "number", "numeric": "number",
    "real": "number", "double precision": "number", "boolean": "boolean", "date": "date",
    "timestamp without time zone": "timestamp", "timestamp with time zone": "timestamp",
    "time without time zone": "time", "interval": "interval", "text": "text",
    "character varying": "text", "character": "text", "uuid": "text",
}  # fmt: skip
_KINDS: dict[str, Kind] = {
    "number": "number", "boolean": "yes_no", "date": "moment", "timestamp": "moment",
    "interval": "length",
}  # fmt: skip
FEW_VALUES = 200


class PostgresEngine(ServerEngine):
    """A table (and the others of its schema that were opened) on a PostgreSQL server."""

    dialect = "postgres"

    def __init__(
        self, place: Place, tables: tuple[str, ...], password: str | None,
        *, seconds: float = SECONDS,
    ) -> None:  # fmt: skip
        super().__init__(tables, seconds=seconds)
        self._place = place
        self._password = password

    def close(self) -> None:
        """Forget the password; every connection is closed already."""
        self._password = None

    def connect(self, *, seconds: float | None = None) -> "Connection[Any]":
        """Return a connection that only reads, in UTC; raises DataUnreachable."""
        import psycopg

        place = self._place
        limit = int(1000 * (seconds or self._seconds))
        options = [
            "-c default_transaction_read_only=on", f"-c statement_timeout={limit}",
            "-c timezone=UTC", "-c search_path=" + (_option(_quoted(place.schema)) or "public"),
        ]  # fmt: skip
        try:
            return psycopg.connect(
                host=place.host, port=place.port, user=place.user or None,
                dbname=place.database or None, password=self._password, connect_timeout=10,
                application_name="balance-desk", options=" ".join(options),
            )  # fmt: skip
        except psycopg.OperationalError as error:
            raise self._said(error, late=False) from None

    def _start(self) -> Any:
        return self.connect()

    def _rows(self, handle: Any, sql: str) -> Iterator[list[Row]]:
        with handle.cursor(name="rows") as cursor:  # on the server, read as it is needed
            cursor.itersize = MOST_ROWS
            cursor.execute(sql.encode())
            while rows := cursor.fetchmany(MOST_ROWS):
                yield rows

    def _stop(self, handle: Any) -> None:
        handle.cancel_safe(timeout=10)

    def _free(self, handle: Any) -> None:
        handle.close()

    def _said(self, error: Exception, *, late: bool) -> Exception:
        import psycopg

        place = self._place
        if isinstance(error, psycopg.errors.QueryCanceled):
            return QueryTooLong(
                f"The query took longer than {self._seconds:.0f} seconds. Narrow the question: "
                "fewer rows or fewer groups.",
                seconds=self._seconds,
            )  # fmt: skip
        if isinstance(error, psycopg.errors.InsufficientPrivilege):
            return NotGranted(
                f"The role may not read {place.table}: GRANT SELECT on it to the role.",
                table=place.table,
            )
        if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
            return DataUnreachable(
                f"PostgreSQL at {place.host} does not answer, or went away: check that it runs, "
                "and the name, the port, the role and its password.",
                host=place.host,
            )  # fmt: skip
        return error


def open_postgresql(
    spec: str, secret: Secret | None = None, *, seconds: float = SECONDS
) -> tuple[PostgresEngine, TableModel]:
    """Return an engine on a table of PostgreSQL, and a plain model of what its catalogue says.

    `spec` is `postgresql://[user@]host[:port]/[database/][schema.]table`. The password comes from
    PGPASSWORD, from `secret` under the address without the table, or from libpq's .pgpass.
    Raises DataUnreachable, and BadFile if there is no such table to read.
    """
    place = place_of(spec)
    asked = secret if "PGPASSWORD" not in os.environ else None
    password = asked(place.account) if asked is not None else None
    engine = PostgresEngine(place, (place.table,), password, seconds=seconds)
    with engine.connect(seconds=30) as connection:
        columns, rows, primary = _described(connection, place)
    if not columns:
        raise BadFile(
            f"There is no table {place.schema or 'public'}.{place.table} there that the role may "
            "read."
        )
    table = Table(name=place.table, columns=columns, rows=rows, primary=primary)
    return engine, TableModel(tables=(table,))


_COLUMNS = """
SELECT c.column_name, c.data_type, s.n_distinct, s.null_frac, s.most_common_vals::text::text[]
FROM information_schema.columns AS c
LEFT JOIN pg_stats AS s ON s.schemaname = c.table_schema AND s.tablename = c.table_name
  AND s.attname = c.column_name
WHERE c.table_schema = %s AND c.table_name = %s ORDER BY c.ordinal_position
"""
_KEYS = """
SELECT a.attname FROM pg_index AS i
JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey)
WHERE i.indrelid = to_regclass(%s) AND i.indisprimary
"""


def _described(
    connection: "Connection[Any]", place: Place
) -> tuple[tuple[Column, ...], int, tuple[str, ...]]:
    """The columns, how many rows the server thinks there are, and the primary key."""
    schema = place.schema or "public"
    whole = f"{_quoted(schema)}.{_quoted(place.table)}"
    found = connection.execute(_COLUMNS, [schema, place.table]).fetchall()
    if not found:
        return (), 0, ()
    primary = tuple(row[0] for row in connection.execute(_KEYS, [whole]).fetchall())
    estimate = connection.execute(
        "SELECT reltuples::bigint FROM pg_class WHERE oid = to_regclass(%s)", [whole]
    ).fetchone()
    rows = max(0, int(estimate[0])) if estimate else 0
    return tuple(_column(row, rows, primary) for row in found), rows, primary


def _column(row: Row, rows: int, primary: tuple[str, ...]) -> Column:
    """A column as the catalogue and the server's own statistics of it say."""
    name, declared, spread, empty, common = row
    stored = _STORED.get(declared, "other")
    kind: Kind = _KINDS.get(stored, "text" if stored == "text" else "other")
    distinct = 0
    if spread is not None:
        distinct = round(spread if spread >= 0 else -spread * rows)
    if stored == "text" and 0 < distinct <= FEW_VALUES:
        kind = "category"
    if name in primary and len(primary) == 1:
        kind = "identifier"
    return Column(
        name=name, header=name, kind=kind, stored=stored, distinct=distinct,
        empty=round((empty or 0) * rows), values=tuple(common or ()) if stored == "text" else (),
        grain="day" if stored == "date" else "", why=f"declared as {declared}",
    )  # fmt: skip


def _option(text: str) -> str:
    """Return a value for libpq's options, where a blank would begin another one."""
    return text.replace("\\", "\\\\").replace(" ", "\\ ")


def _quoted(name: str) -> str:
    doubled = name.replace('"', '""')
    return f'"{doubled}"' if name else ""
