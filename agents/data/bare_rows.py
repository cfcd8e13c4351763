"""Rows that hold nothing, or a single cell (a source, a remark), are no rows of a table."""

from typing import TYPE_CHECKING

from agents.data.changing import changed, columns_of
from agents.data.load_note import LoadNote
from agents.data.profile import quoted
from agents.data.table import TABLE

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_FEWEST = 4  # columns, of which one alone says nothing


def without_bare(
    connection: "DuckDBPyConnection", relation: str
) -> tuple[str, tuple[LoadNote, ...]]:
    """Leave out the rows with at most one cell, and return the new relation and a note on them."""
    names = list(columns_of(connection))
    if len(names) < _FEWEST:
        return relation, ()
    filled = " + ".join(f"({quoted(name)} IS NOT NULL)::INT" for name in names)
    sql = f"SELECT count(*), count(*) FILTER (n = 1) FROM (SELECT {filled} AS n FROM {TABLE}) "  # noqa: S608
    row = connection.execute(f"{sql} WHERE n < 2").fetchone()
    if row is None or not row[0]:
        return relation, ()
    notes = (LoadNote(key="note_bare_rows", count=int(row[1])),) if row[1] else ()
    return changed(connection, relation, "*", f"{filled} > 1"), notes
