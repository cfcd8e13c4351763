"""What several steps do: parts of a table below each other, new headers, values written anew."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from agents.answering.source import TABLE
from agents.data.tables.quoting import literal, quoted

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def stacked(connection: "DuckDBPyConnection", parts: Sequence[tuple[str, str]]) -> None:
    """Put the rows of each part, its columns and its condition, below each other."""
    union = " UNION ALL ".join(f"SELECT {one} FROM {TABLE} WHERE {where}" for one, where in parts)
    connection.execute(f"CREATE OR REPLACE TABLE {TABLE} AS {union}")


def renamed(connection: "DuckDBPyConnection", new: dict[str, str]) -> None:
    """Give columns new names.

    Where one is to be called what another one is called now, that one comes after it in `new`.
    """
    for name, one in reversed(new.items()):
        connection.execute(f"ALTER TABLE {TABLE} RENAME COLUMN {quoted(name)} TO {quoted(one)}")


def cased(expression: str, meant: Mapping[str, str], *, otherwise: str = "NULL") -> str:
    """Return the SQL of what each value of an expression means."""
    whens = " ".join(f"WHEN {literal(v)} THEN {literal(one)}" for v, one in meant.items())
    return f"CASE {expression} {whens} ELSE {otherwise} END"
