"""Figures over all rows of a table, asked for in a few statements."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from agents.answering.source import TABLE

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_AT_ONCE = 24  # in one statement: each may hold the values of a column in memory


def aggregates(
    connection: "DuckDBPyConnection", expressions: Iterable[str], rows: str = TABLE
) -> tuple[Any, ...]:
    """Return what aggregates (SQL) come to over `rows`, a relation and perhaps its condition."""
    wanted, found = list(expressions), tuple[Any, ...]()
    for start in range(0, len(wanted), _AT_ONCE):
        sql = f"SELECT {', '.join(wanted[start : start + _AT_ONCE])} FROM {rows}"
        found += connection.execute(sql).fetchone() or ()
    return found
