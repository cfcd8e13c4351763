"""Questions about the loaded table's values that a draft of its model depends on."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from agents.answering.source import TABLE
from agents.data.tables.aggregates import aggregates
from agents.data.tables.quoting import quoted

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class Look:
    """Owns a cursor on the loaded table; all conditions come from column names, quoted."""

    def __init__(self, connection: "DuckDBPyConnection") -> None:
        self._connection = connection

    def number(self, expression: str, condition: str = "TRUE") -> float:
        """Return an aggregate over the rows that meet a condition; 0 for none."""
        (found,) = aggregates(self._connection, [expression], f"{TABLE} WHERE {condition}")
        return float(found or 0)

    def count(self, condition: str) -> int:
        """Return how many rows meet a condition."""
        return int(self.number("count(*)", condition))

    def any(self, condition: str) -> bool:
        """Return whether a row meets a condition; the first one ends the look."""
        return not self._is_empty(f"SELECT 1 FROM {TABLE} WHERE {condition}")

    def rows_per_value(self, column: str) -> tuple[float, int]:
        """Return the share of values that stand in exactly two rows, and the most rows of one."""
        name = quoted(column)
        two, most = aggregates(
            self._connection, ("avg((n = 2)::INT)", "max(n)"),
            f"(SELECT count(*) AS n FROM {TABLE} WHERE {name} IS NOT NULL GROUP BY {name})",
        )  # fmt: skip
        return float(two or 0), int(most or 0)

    def varies_within(self, column: str, key: str) -> bool:
        """Whether a column differs between rows that share a key."""
        name, by = quoted(column), quoted(key)
        return not self._is_empty(
            f"SELECT 1 FROM {TABLE} GROUP BY {by} HAVING count(DISTINCT {name}) > 1"
        )

    def strangers(self, column: str, sides: tuple[str, str], most: int) -> dict[str, float]:
        """Return the values of a column that are those of neither side in their rows.

        All three are expressions. The values come with their share of the rows that have one.
        """
        name = f"({column})::VARCHAR"
        sql = (
            f"SELECT {name}, count(*) AS n FROM {TABLE} WHERE {name} IS NOT NULL "
            f"AND {column} IS DISTINCT FROM {sides[0]} AND {column} IS DISTINCT FROM {sides[1]} "
            f"GROUP BY 1 ORDER BY n DESC LIMIT {most}"
        )
        found = self._connection.execute(sql).fetchall()
        whole = self.count(f"{name} IS NOT NULL") if found else 1
        return {str(value): int(n) / max(1, whole) for value, n in found}

    def several(self, columns: Iterable[tuple[str, str]], most: int) -> dict[str, tuple[str, ...]]:
        """Return the names with several ids; `columns` are pairs of names and ids."""
        read = " UNION ALL ".join(
            f"SELECT DISTINCT {quoted(name)}::VARCHAR AS name, {quoted(one)} AS id FROM {TABLE}"
            for name, one in columns
        )
        sql = (
            f"SELECT name, list(DISTINCT id::VARCHAR ORDER BY id::VARCHAR) FROM ({read}) "
            "WHERE name IS NOT NULL AND id IS NOT NULL "
            f"GROUP BY name HAVING count(DISTINCT id) > 1 ORDER BY name LIMIT {most}"
        )
        rows = self._connection.execute(sql).fetchall()
        return {str(name): tuple(map(str, ids)) for name, ids in rows}

    def is_mirrored(self, own: str, rival: str, won: str, lost: str) -> bool:
        """Whether each row has its counterpart, the sides swapped; `won`, `lost` are conditions."""
        a, b = quoted(own), quoted(rival)
        return self._is_empty(
            f"SELECT 1 FROM (SELECT {a} AS x, {b} AS y, ({won})::INT AS s FROM {TABLE} UNION ALL "
            f"SELECT {b}, {a}, -(({lost})::INT) FROM {TABLE}) GROUP BY x, y HAVING sum(s) <> 0"
        )

    def is_complete(self, a: str, b: str, games: str, wins: str, condition: str) -> bool:
        """Whether totals of pairs are there in both orders, with the wins of the other order."""
        return self._is_empty(
            f"SELECT 1 FROM (SELECT {a} AS x, {b} AS y, {games} AS g, {wins} AS w FROM {TABLE} "
            f"WHERE {condition} UNION ALL SELECT {b}, {a}, -{games}, {wins} - {games} FROM {TABLE} "
            f"WHERE {condition}) WHERE x <> y GROUP BY x, y HAVING sum(g) <> 0 OR sum(w) <> 0"
        )

    def _is_empty(self, sql: str) -> bool:
        return self._connection.execute(f"{sql} LIMIT 1").fetchone() is None
