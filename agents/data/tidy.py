"""Numbers that were written as text (52,5 and 52.5% and 1,234) become numbers."""

from typing import TYPE_CHECKING

from agents.data.look import literal
from agents.data.profile import quoted
from agents.data.table import TABLE

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_SEEN = 2000
# How a column's texts may look, all of them, and how they are read. The first that fits counts.
_FORMS = (
    (r"^\s*[+-]?\d+([.,]\d+)?\s*%\s*$", "replace(trim(rtrim(trim({0}), '%')), ',', '.')"),
    (r"^\s*[+-]?(\d{1,3}(,\d{3})+|\d{1,3})\s*$", "replace({0}, ',', '')"),
    (r"^\s*[+-]?(\d{1,3}(\.\d{3})+|\d+)(,\d+)?\s*$", "replace(replace({0}, '.', ''), ',', '.')"),
)


def tidied(connection: "DuckDBPyConnection", relation: str) -> str:
    """Make numbers of a table's columns that hold nothing else, and return the new relation."""
    described = connection.execute(f"DESCRIBE {TABLE}").fetchall()
    changed = []
    for name in (str(row[0]) for row in described if str(row[1]) == "VARCHAR"):
        reading = _reading(connection, quoted(name))
        if reading is not None:
            changed.append(f"CAST({reading} AS DOUBLE) AS {quoted(name)}")
    if not changed:
        return relation
    columns = f"* REPLACE ({', '.join(changed)})"
    connection.execute(f"CREATE OR REPLACE TABLE {TABLE} AS SELECT {columns} FROM {TABLE}")  # noqa: S608
    return f"(SELECT {columns} FROM {relation})"  # noqa: S608


def _reading(connection: "DuckDBPyConnection", column: str) -> str | None:
    """Return how a column of text is read as numbers, or None if it holds anything else."""
    for form, reading in _FORMS:
        if all(
            _all_fit(connection, column, form, rows)
            for rows in (f"(SELECT {column} FROM {TABLE} LIMIT {_SEEN})", TABLE)  # noqa: S608
        ):
            return reading.format(column)
    return None


def _all_fit(connection: "DuckDBPyConnection", column: str, form: str, rows: str) -> bool:
    fits = f"regexp_matches({column}, {literal(form)})"
    row = connection.execute(f"SELECT bool_and({fits}) FROM {rows}").fetchone()  # noqa: S608
    return row is not None and bool(row[0])
