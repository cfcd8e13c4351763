"""SQLite and DuckDB files: each of their tables, with the keys between them.

SQLite is read with Python's own driver, read-only: DuckDB's extension is not always there.
"""

import csv
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from agents.answering.source import LoadNote
from agents.data.tables.quoting import literal, quoted
from agents.data.tables.readers.dialect import Dialect
from agents.data.tables.readers.text import FilesAlike, TextRows
from agents.data.tables.readers.typed import typed_rows
from agents.data.tables.refusals import no_such_table, not_a_table
from agents.data.tables.rows import Links, Rows
from app.errors import BadFile

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_AT_ONCE = 5000
MOST_TABLES = 60
_TYPES = {"integer": "BIGINT", "real": "DOUBLE"}
_SOURCE = "file_that_is_read"


def read_sqlite(path: Path, chosen: str, folder: Path) -> list[Rows]:
    """Return the rows of the tables and views of an SQLite database; raises `BadFile`."""
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as database:
            database.text_factory = lambda text: text.decode("utf-8", "replace")
            names = [
                str(row[0])
                for row in database.execute(
                    "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') "
                    "AND name NOT LIKE 'sqlite_%' ORDER BY rowid"
                )
            ]
            _refuse_unknown(path, names, chosen)
            return [
                _sqlite_rows(database, name, folder / f"table{place}.csv")
                for place, name in enumerate(_in_order(names, chosen))
            ]
    except sqlite3.DatabaseError:
        raise not_a_table(path) from None


def _sqlite_rows(database: sqlite3.Connection, name: str, copy: Path) -> Rows:
    table = quoted(name)
    described = list(database.execute(f"PRAGMA table_info({table})"))
    keyed = sorted((int(row[5]), str(row[1])) for row in described if row[5])
    links: dict[int, list[tuple[str, str, str]]] = {}
    for row in database.execute(f"PRAGMA foreign_key_list({table})"):
        links.setdefault(int(row[0]), []).append((str(row[3]), str(row[2]), str(row[4] or "")))
    notes: list[LoadNote] = []
    columns: dict[str, str] = {}
    for row in described:
        type_ = _sqlite_type(database, table, quoted(str(row[1])))
        if type_ == "BLOB":
            notes.append(LoadNote(key="read_binary", what=str(row[1])))
        else:
            columns[str(row[1])] = type_
    picked = ", ".join(map(quoted, columns))
    found = database.execute(f"SELECT {picked} FROM {table}")
    with copy.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        while rows := found.fetchmany(_AT_ONCE):
            writer.writerows([["" if cell is None else cell for cell in row] for row in rows])
    types = {column: type_ for column, type_ in columns.items() if type_}
    keys = tuple(column for _, column in keyed)
    dialect = Dialect(",", '"', 0, False, tuple(columns), False)
    return TextRows(
        [FilesAlike([copy], dialect)], tuple(notes), types=types, table=name, keys=keys,
        links=tuple(map(_link, links.values())),
    )  # fmt: skip


def _link(pairs: list[tuple[str, str, str]]) -> tuple[tuple[str, ...], str, tuple[str, ...]]:
    own, table, other = zip(*pairs, strict=True)
    return own, table[0], tuple(one for one in other if one)


def _sqlite_type(database: sqlite3.Connection, table: str, column: str) -> str:
    """Return the type that holds everything stored in a column (any row may have its own)."""
    sql = f"SELECT DISTINCT typeof({column}) FROM {table}"
    found = {str(row[0]) for row in database.execute(sql)} - {"null"}
    if found == {"integer", "real"}:
        return "DOUBLE"
    if "blob" in found:
        return "BLOB"
    return _TYPES.get(found.pop(), "") if len(found) == 1 else ""


def read_duckdb(connection: "DuckDBPyConnection", path: Path, chosen: str) -> list[Rows]:
    """Return the rows of the tables of a DuckDB file; raises `BadFile`.

    Views are left out: what they read may be another file.
    """
    import duckdb

    try:
        connection.execute(f"ATTACH {literal(str(path))} AS {_SOURCE} (READ_ONLY)")
    except (duckdb.IOException, duckdb.BinderException, duckdb.SerializationException) as error:
        if "lock" in str(error).lower():
            raise BadFile(
                f"{path.name} is in use by another program. Close it there, and try again.",
                key="file_unreadable",
                file=path.name,
                cause="locked",
            ) from None
        raise not_a_table(path) from None
    tables = connection.execute(
        "SELECT schema_name, table_name FROM duckdb_tables() "
        f"WHERE database_name = '{_SOURCE}' AND NOT internal ORDER BY table_oid"
    ).fetchall()
    names = [str(name) for _, name in tables]
    _refuse_unknown(path, names, chosen)
    schemas = {str(name): str(schema) for schema, name in tables}
    return [
        typed_rows(
            connection, f"{_SOURCE}.{quoted(schemas[name])}.{quoted(name)}",
            size=path.stat().st_size, table=name, keys=_keys(connection, name),
            links=_links(connection, name),
        )
        for name in _in_order(names, chosen)
    ]  # fmt: skip


def _keys(connection: "DuckDBPyConnection", name: str) -> tuple[str, ...]:
    row = connection.execute(
        "SELECT constraint_column_names FROM duckdb_constraints() WHERE database_name = ? "
        "AND table_name = ? AND constraint_type = 'PRIMARY KEY'",
        [_SOURCE, name],
    ).fetchone()
    return tuple(map(str, row[0])) if row is not None else ()


def _links(connection: "DuckDBPyConnection", name: str) -> Links:
    found = connection.execute(
        "SELECT constraint_column_names, referenced_table, referenced_column_names "
        "FROM duckdb_constraints() WHERE database_name = ? AND table_name = ? "
        "AND constraint_type = 'FOREIGN KEY'",
        [_SOURCE, name],
    ).fetchall()
    return tuple((tuple(own), str(table), tuple(other)) for own, table, other in found)


def detach(connection: "DuckDBPyConnection") -> None:
    """Let go of a DuckDB file that was read."""
    connection.execute(f"DETACH DATABASE IF EXISTS {_SOURCE}")


def _in_order(names: list[str], chosen: str) -> list[str]:
    return sorted(names, key=lambda name: name != chosen)[:MOST_TABLES]


def _refuse_unknown(path: Path, names: list[str], chosen: str) -> None:
    if not names or (chosen and chosen not in names):
        raise no_such_table(path, names)
