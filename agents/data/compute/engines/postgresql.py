"""Queries run in place on PostgreSQL: nothing is copied, and nothing can be written.

A connection a statement, in a transaction that only reads; the server ends what takes too long, and
a cancelled turn cancels its statement there (https://www.postgresql.org/docs/current/libpq-cancel.html).
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from agents.answering.running import QueryTooLong
from agents.data.compute.engines.port import Row
from agents.data.compute.engines.servers import (
    MOST_ROWS,
    SECONDS,
    NotGranted,
    Secret,
    ServerEngine,
    ServerTable,
    declared_as,
    place_of,
)
from agents.data.model.schema import Column, Key, Stored, Table, TableModel
from app.errors import BadFile, DataUnreachable

if TYPE_CHECKING:
    from psycopg import Connection

_STORED: dict[str, Stored] = {
    "smallint": "number", "integer": "number", "bigint": "number", "numeric": "number",
    "real": "number", "double precision": "number", "boolean": "boolean", "date": "date",
    "timestamp without time zone": "timestamp", "timestamp with time zone": "timestamp",
    "time without time zone": "time", "interval": "interval", "text": "text",
    "character varying": "text", "character": "text",
}  # fmt: skip
_TEXTS = ("text", "character varying")
FEW_VALUES = 200
MOST_TABLES = 12


class PostgresEngine(ServerEngine):
    """A table (and the others of its schema that were opened) on a PostgreSQL server."""

    dialect = "postgres"

    def __init__(
        self, place: ServerTable, password: str | None, *, seconds: float = SECONDS
    ) -> None:
        super().__init__(place, seconds=seconds)
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
            connection = psycopg.connect(
                host=place.host, port=place.port, user=place.user or None,
                dbname=place.database or None, password=self._password, connect_timeout=10,
                application_name="balance-desk", options=" ".join(options),
            )  # fmt: skip
        except psycopg.OperationalError as error:
            raise self._said(error) from None
        for name, loader in _within_years().items():
            connection.adapters.register_loader(name, loader)
        return connection

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

    def _said(self, error: Exception) -> Exception:
        import psycopg

        place = self._place
        if isinstance(error, psycopg.errors.QueryCanceled):
            return QueryTooLong(self._seconds)
        if isinstance(error, psycopg.errors.InsufficientPrivilege):
            return NotGranted(
                f"The role may not read {place.table}: GRANT SELECT on it to the role.",
                table=place.table,
            )
        if isinstance(error, psycopg.errors.UndefinedTable | psycopg.errors.UndefinedColumn):
            return BadFile(f"{place.table} is no longer there, or has other columns now.")
        if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
            return DataUnreachable(
                f"PostgreSQL at {place.host} does not answer, or went away: check that it runs, "
                "and the name, the port, the role and its password.",
                host=place.host,
            )  # fmt: skip
        return error


@cache
def _within_years() -> dict[str, Any]:
    """Loaders by which a moment that no calendar of Python's has (infinity) is an empty cell."""
    from psycopg import DataError
    from psycopg.types import datetime as types

    def within(loader: Any) -> Any:
        def load(self: Any, data: Any) -> Any:
            try:
                return loader.load(self, data)
            except DataError:
                return None

        return type(loader.__name__, (loader,), {"load": load})

    return {
        "date": within(types.DateLoader), "timestamp": within(types.TimestampLoader),
        "timestamptz": within(types.TimestamptzLoader),
    }  # fmt: skip


def open_postgresql(
    spec: str, secret: Secret | None = None, *, seconds: float = SECONDS
) -> tuple[PostgresEngine, TableModel]:
    """Return an engine on a table of PostgreSQL and those that foreign keys of its schema join it
    with, and a plain model of what the catalogue says of them, that table first.

    `spec` is `postgresql://[user@]host[:port]/[database/][schema.]table`. The password comes from
    PGPASSWORD, from `secret` under the address without the table, or from libpq's .pgpass.
    Raises DataUnreachable, and BadFile if there is no such table to read.
    """
    place = place_of(spec)
    asked = secret if "PGPASSWORD" not in os.environ else None
    password = asked(place.account) if asked is not None else None
    engine = PostgresEngine(place, password, seconds=seconds)
    schema = place.schema or "public"
    with engine.connect(seconds=30) as connection:
        links = connection.execute(_LINKS, [schema]).fetchall()
        names = _linked(place.table, links)
        found = (_described(connection, schema, name, links, names) for name in names)
        tables = tuple(one for one in found if one.columns)
    if not tables or tables[0].name != place.table:
        raise BadFile(f"There is no table {schema}.{place.table} there that the role may read.")
    engine.tables = tuple(one.name for one in tables)
    return engine, TableModel(tables=tables)


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
_NAMED = """
ARRAY(SELECT a.attname::text FROM unnest({columns}) WITH ORDINALITY AS k(number, place)
JOIN pg_attribute AS a ON a.attrelid = {table} AND a.attnum = k.number ORDER BY k.place)
"""
_LINKS = f"""
SELECT own.relname, {_NAMED.format(columns="l.conkey", table="own.oid")},
  other.relname, {_NAMED.format(columns="l.confkey", table="other.oid")}
FROM pg_constraint AS l
JOIN pg_class AS own ON own.oid = l.conrelid JOIN pg_class AS other ON other.oid = l.confrelid
JOIN pg_namespace AS n ON n.oid = own.relnamespace AND n.oid = other.relnamespace
WHERE l.contype = 'f' AND n.nspname = %s AND NOT own.relispartition
  AND has_table_privilege(own.oid, 'SELECT') AND has_table_privilege(other.oid, 'SELECT')
ORDER BY l.conname
"""  # noqa: S608


def _linked(table: str, links: Sequence[Row]) -> list[str]:
    """The table and those that foreign keys join it with, nearest first."""
    names = {table.casefold(): table}
    todo = [table]
    for name in todo:
        for own, _, other, _ in links:
            for one in (own, other):
                if name in (own, other) and one.casefold() not in names:
                    names[one.casefold()] = one
                    todo.append(one)
    return todo[:MOST_TABLES]


def _described(
    connection: "Connection[Any]", schema: str, name: str, links: Sequence[Row], opened: list[str]
) -> Table:
    """A table as the catalogue has it; without columns where the role may not read it."""
    whole = f"{_quoted(schema)}.{_quoted(name)}"
    found = connection.execute(_COLUMNS, [schema, name]).fetchall()
    primary = tuple(row[0] for row in connection.execute(_KEYS, [whole]).fetchall())
    estimate = connection.execute(
        "SELECT reltuples::bigint FROM pg_class WHERE oid = to_regclass(%s)", [whole]
    ).fetchone()
    rows = max(0, int(estimate[0])) if estimate else 0
    return Table(
        name=name,
        columns=tuple(_column(row, rows, primary) for row in _told_apart(found)),
        rows=rows,
        primary=primary,
        keys=tuple(
            Key(columns=columns, table=other, to=to)
            for own, columns, other, to in links
            if own == name and other in opened
        ),
    )


def _told_apart(rows: Iterable[Row]) -> list[Row]:
    """The first of those whose names differ in capital letters alone, which nobody says."""
    return list({str(row[0]).casefold(): row for row in reversed(list(rows))}.values())[::-1]


def _column(row: Row, rows: int, primary: tuple[str, ...]) -> Column:
    """A column as the catalogue and the server's own statistics of it say."""
    name, declared, spread, empty, common = row
    stored = _STORED.get(declared, "text")
    column = declared_as(declared, name, stored, text=declared in _TEXTS)
    kind, distinct = column.kind, 0
    if spread is not None:
        distinct = round(spread if spread >= 0 else -spread * rows)
    if stored == "text" and 0 < distinct <= FEW_VALUES:
        kind = "category"
    if name in primary and len(primary) == 1:
        kind = "identifier"
    return column.model_copy(update={
        "kind": kind, "distinct": distinct, "empty": round((empty or 0) * rows),
        "values": tuple(common or ()) if stored == "text" else (),
    })  # fmt: skip


def _option(text: str) -> str:
    """Return a value for libpq's options, where a blank would begin another one."""
    return text.replace("\\", "\\\\").replace(" ", "\\ ")


def _quoted(name: str) -> str:
    doubled = name.replace('"', '""')
    return f'"{doubled}"' if name else ""
