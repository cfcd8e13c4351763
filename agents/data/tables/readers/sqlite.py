"""SQLite databases are read with Python's own driver, read-only: DuckDB's is not always there."""

import csv
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from agents.answering.source import TABLE, LoadNote
from agents.data.tables.quoting import literal, quoted
from agents.data.tables.readers.copies import written
from agents.data.tables.readers.delimited import not_a_table
from agents.data.tables.subject import ANY, Subject
from app.errors import BadFile

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_AT_ONCE = 5000
_SAMPLE = 5000  # rows by which a table is told to be of a subject
_NULL = "␀NULL␀"  # printable, for it stands in the query that people see
_TYPES = {"integer": "BIGINT", "real": "DOUBLE"}


def read(
    connection: "DuckDBPyConnection",
    path: Path,
    chosen: str,
    kept: Callable[[], Path | None] = lambda: None,
    subject: Subject = ANY,
) -> tuple[str, tuple[LoadNote, ...]]:
    """Make the table from the chosen one of a database, or else from the likeliest.

    Returns the relation, and what must be said of it. `kept` names the file in which the copied
    table stays, so that DuckDB can read it without its extension for SQLite. Raises `BadFile`,
    which names the tables if several may be meant.
    """
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as database:
            name, notes = _table(database, path, chosen, subject)
            read_as = _copy(connection, database, name, kept=_kept(kept(), name))
    except sqlite3.DatabaseError:
        raise not_a_table(path) from None
    if read_as is None:
        return f"sqlite_scan({literal(path.name)}, {literal(name)})", notes
    return f"{read_as} /* {_said(name)} of {_said(path.name)}, as it was copied */", notes


def _kept(copy: Path | None, table: str) -> Path | None:
    """Return where the copy of a table stays: each table of a database has its own."""
    if copy is None:
        return None
    return copy.with_name(f"{copy.stem}-{sha256(table.encode()).hexdigest()[:6]}{copy.suffix}")


def _said(name: str) -> str:
    """Return a name for a remark in SQL, which it cannot end."""
    return literal(name).replace("*/", "* /")


def _table(
    database: sqlite3.Connection, path: Path, chosen: str, subject: Subject
) -> tuple[str, tuple[LoadNote, ...]]:
    sql = (
        "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') "
        "AND name NOT LIKE 'sqlite_%'"
    )
    names = sorted(str(row[0]) for row in database.execute(sql))
    if chosen in names:
        return chosen, ()
    if len(names) == 1 and not chosen:
        return names[0], ()
    alike = subject.likeliest(names, lambda to, name: _sampled(to, database, name))
    if len(alike) == 1 and not chosen:
        return alike[0], (LoadNote(key="note_chosen_table", count=len(names), what=alike[0]),)
    example = (*alike, *names, "games")[0]
    listed = ", ".join(names[:20]) or "–"
    raise BadFile(
        f"{path.name} has these tables: {listed}. Name the one with the games after a #: "
        f"{path.name}#{example}",
        key="file_several_tables",
        file=path.name,
        tables=listed,
    )


def _copy(
    connection: "DuckDBPyConnection",
    database: sqlite3.Connection,
    name: str,
    most: int = 0,
    kept: Path | None = None,
) -> str | None:
    """Write the rows, or the first so many, for DuckDB to read with the types SQLite stored.

    Returns the relation of the file that is kept, by its name alone; None if there is none.
    """
    table = quoted(name)
    if most:
        table = f"(SELECT * FROM {table} LIMIT {most})"
    cursor = database.execute(f"SELECT * FROM {table}")
    columns = [str(column[0]) for column in cursor.description]
    types = {c: _type(database, table, quoted(c)) for c in columns}

    def write(file: Path) -> None:
        found = database.execute(f"SELECT * FROM {table}")
        with file.open("w", encoding="utf-8", newline="") as text:
            writer = csv.writer(text, quoting=csv.QUOTE_ALL)
            writer.writerow(columns)
            while rows := found.fetchmany(_AT_ONCE):
                writer.writerows([[_cell(value) for value in row] for row in rows])

    with tempfile.TemporaryDirectory() as folder:
        copy = written(write, kept, Path(folder))
        named = ", ".join(f"{literal(c)}: {literal(t)}" for c, t in types.items())
        options = (
            "header = true, quote = '\"', delim = ',', "
            f"nullstr = {literal(_NULL)}, allow_quoted_nulls = true, columns = {{{named}}}"
        )
        connection.execute(
            f"CREATE TABLE {TABLE} AS SELECT * FROM read_csv({literal(str(copy))}, {options})"
        )
    return f"read_csv({literal(copy.name)}, {options})" if copy == kept else None


def _sampled(connection: "DuckDBPyConnection", database: sqlite3.Connection, name: str) -> None:
    _copy(connection, database, name, most=_SAMPLE)


def _type(database: sqlite3.Connection, table: str, column: str) -> str:
    """Return the type that holds everything stored in a column (any row may have its own)."""
    sql = f"SELECT DISTINCT typeof({column}) FROM {table}"
    found = {str(row[0]) for row in database.execute(sql)} - {"null"}
    if found == {"integer", "real"}:
        return "DOUBLE"
    return _TYPES.get(found.pop(), "VARCHAR") if len(found) == 1 else "VARCHAR"


def _cell(value: object) -> object:
    if value is None:
        return _NULL
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value
