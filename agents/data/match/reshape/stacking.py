"""What several steps do: parts of a table below each other, new headers, values written anew."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from agents.answering.source import TABLE
from agents.data.tables.quoting import literal, quoted

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def stacked(
    connection: "DuckDBPyConnection", relation: str, parts: Sequence[tuple[str, str]]
) -> str:
    """Put the rows of each part, its columns and its condition, below each other.

    Returns the new relation.
    """

    def union(source: str) -> str:
        return " UNION ALL ".join(f"SELECT {c} FROM {source} WHERE {where}" for c, where in parts)

    connection.execute(f"CREATE TABLE stacked AS {union(TABLE)}")
    connection.execute(f"DROP TABLE {TABLE}")
    connection.execute(f"ALTER TABLE stacked RENAME TO {TABLE}")
    return f"({union(relation)})"


def renamed(
    connection: "DuckDBPyConnection", relation: str, names: Sequence[str], new: dict[str, str]
) -> str:
    """Give columns new names, and return the new relation; `names` are those of all columns.

    Where one is to be called what another one is called now, that one comes after it in `new`.
    """
    for name, one in reversed(new.items()):
        connection.execute(f"ALTER TABLE {TABLE} RENAME COLUMN {quoted(name)} TO {quoted(one)}")
    columns = ", ".join(f"{quoted(name)} AS {quoted(new.get(name, name))}" for name in names)
    return f"(SELECT {columns} FROM {relation})" if new else relation


def cased(expression: str, meant: Mapping[str, str], *, otherwise: str = "NULL") -> str:
    """Return the SQL of what each value of an expression means."""
    whens = " ".join(f"WHEN {literal(v)} THEN {literal(one)}" for v, one in meant.items())
    return f"CASE {expression} {whens} ELSE {otherwise} END"
