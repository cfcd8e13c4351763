"""Headers that stand twice (`Race`, `Race.1`) are the first and the second side of a game."""

import re
from typing import TYPE_CHECKING

from agents.data.profile import quoted
from agents.data.table import TABLE

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# As pandas and DuckDB tell the second of two columns with one header apart.
_AGAIN = re.compile(r"(.+?)(?:\.|_)1$")
_SHARED = 0.5


def numbered(connection: "DuckDBPyConnection", relation: str) -> str:
    """Number the columns whose headers stand twice, and return the new relation.

    `Race` and `Race.1` become `Race_1` and `Race_2`; a text column must have values in common
    with its second, so that these are two sides. Any other table stays as it is.
    """
    described = connection.execute(f"DESCRIBE {TABLE}").fetchall()
    kinds = {str(row[0]): str(row[1]) for row in described}
    doubled = {}
    for name in kinds:
        again = _AGAIN.fullmatch(name)
        if again is not None and again[1] in kinds and not _has_more(again[1], kinds):
            doubled[again[1]] = name
    texts = [one for one, two in doubled.items() if kinds[one] == kinds[two] == "VARCHAR"]
    if not any(_shares_values(connection, one, doubled[one]) for one in texts):
        return relation
    new = {one: f"{one}_1" for one in doubled} | {two: f"{one}_2" for one, two in doubled.items()}
    columns = ", ".join(
        f"{quoted(name)} AS {quoted(new[name])}" if name in new else quoted(name) for name in kinds
    )
    connection.execute(f"CREATE OR REPLACE TABLE {TABLE} AS SELECT {columns} FROM {TABLE}")  # noqa: S608
    return f"(SELECT {columns} FROM {relation})"  # noqa: S608


def _has_more(name: str, kinds: dict[str, str]) -> bool:
    """Whether a header stands a third time: those are no sides."""
    return any(f"{name}{joint}2" in kinds for joint in "._")


def _shares_values(connection: "DuckDBPyConnection", one: str, two: str) -> bool:
    """Whether half of the values of the column that has fewer stand in both."""
    first, second = (
        f"SELECT DISTINCT {quoted(name)} AS v FROM {TABLE} WHERE v IS NOT NULL"  # noqa: S608
        for name in (one, two)
    )
    row = connection.execute(
        "SELECT count(*) FILTER (n = 2), count(*) FILTER (a = 1), count(*) FILTER (b = 1) "  # noqa: S608
        "FROM (SELECT v, count(*) AS n, max(a) AS a, max(b) AS b FROM "
        f"(SELECT v, 1 AS a, 0 AS b FROM ({first}) UNION ALL SELECT v, 0, 1 FROM ({second})) "
        "GROUP BY v)"
    ).fetchone()
    assert row is not None
    both, left, right = map(int, row)
    return min(left, right) > 1 and both >= _SHARED * min(left, right)
