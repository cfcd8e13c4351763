"""The table of games while it is read: what is asked of its rows, and how they are changed."""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from agents.answering.source import TABLE, LoadNote
from agents.data.model.measuring import NUMBERS, measured, stored
from agents.data.model.schema import Column, Table
from agents.data.tables.aggregates import aggregates
from agents.data.tables.header_words import named_by_id
from agents.data.tables.quoting import literal, quoted

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

log = logging.getLogger(__name__)
LISTED = 5000  # different values up to which they are all known
_NUMBERS = 50  # of numbers, of which no more mean something
_UNLISTED = ("other", "time", "interval")
_SHARED = 0.5  # of the values of the column that has fewer


class Loaded:
    """Owns a cursor on the loaded table; expressions and conditions are SQL, whose names of columns
    are quoted. Rows are all of them, or another relation."""

    def __init__(self, connection: "DuckDBPyConnection") -> None:
        self.connection = connection

    def columns(self) -> dict[str, str]:
        """Return the types of the columns by their names."""
        described = self.connection.execute(f"DESCRIBE {TABLE}").fetchall()
        return {str(row[0]): str(row[1]) for row in described}

    def texts(self) -> list[str]:
        """Return the columns of texts."""
        return [name for name, kind in self.columns().items() if kind == "VARCHAR"]

    def numbers(self) -> list[str]:
        """Return the columns of numbers."""
        return [name for name, kind in self.columns().items() if kind.startswith(NUMBERS)]

    def profile(self) -> Table:
        """Return what is in each column: how many different values, and which, where they are few;
        as texts, commonest first."""
        rows, types = self.count(), self.columns()
        found = measured(self.connection, TABLE, [*types.items()], rows, listed=LISTED)
        columns = []
        for name, type_ in types.items():
            one, kind = found[name], stored(type_)
            few = LISTED if kind == "text" or named_by_id(name) else _NUMBERS
            known = one.complete and one.distinct <= few and kind not in _UNLISTED
            values = tuple(value for value, _ in one.values) if known else ()
            columns.append(Column(
                name=name, stored=kind, distinct=one.distinct, empty=rows - one.filled,
                values=values,
            ))  # fmt: skip
        return Table(name=TABLE, rows=rows, columns=tuple(columns))

    def figures(self, expressions: Iterable[str], rows: str = TABLE) -> tuple[Any, ...]:
        """Return what aggregates come to."""
        return aggregates(self.connection, expressions, rows)

    def number(self, expression: str, condition: str = "TRUE") -> float:
        """Return an aggregate over the rows that meet a condition; 0 for none."""
        (found,) = self.figures([expression], f"{TABLE} WHERE {condition}")
        return float(found or 0)

    def count(self, condition: str = "TRUE") -> int:
        """Return how many rows meet a condition."""
        return int(self.number("count(*)", condition))

    def any(self, condition: str) -> bool:
        """Return whether a row meets a condition; the first one ends the look."""
        return not self._is_empty(f"SELECT 1 FROM {TABLE} WHERE {condition}")

    def every(self, condition: str) -> bool:
        """Return whether rows meet a condition and none does not; of some it may be open."""
        return bool(self.figures([f"bool_and({condition})"])[0])

    def values(self, name: str, most: int, rows: str = TABLE) -> list[str]:
        """Return the different texts of a column, commonest first; [] if they are too many."""
        column = quoted(name)
        sql = (
            f"SELECT {column}::VARCHAR AS v, count(*) AS n FROM {rows} WHERE {column} IS NOT NULL "
            f"GROUP BY 1 ORDER BY n DESC, v LIMIT {most + 1}"
        )
        found = [str(row[0]) for row in self.connection.execute(sql).fetchall()]
        return found if len(found) <= most else []

    def share_values(self, one: str, two: str) -> bool:
        """Return whether half of the values of the column that has fewer stand in both."""
        parts = [f"SELECT {quoted(name)} AS v FROM {TABLE} WHERE v IS NOT NULL"
                 for name in (one, two)]  # fmt: skip
        fewer = min(self.figures(f"count(DISTINCT {quoted(name)})" for name in (one, two)))
        (both,) = self.figures(["count(*)"], f"({' INTERSECT '.join(parts)})")
        return bool(fewer > 1 and both >= _SHARED * fewer)

    def rows_per_value(self, column: str) -> tuple[float, int]:
        """Return the share of values that stand in exactly two rows, and the most rows of one."""
        name = quoted(column)
        two, most = self.figures(
            ("avg((n = 2)::INT)", "max(n)"),
            f"(SELECT count(*) AS n FROM {TABLE} WHERE {name} IS NOT NULL GROUP BY {name})",
        )
        return float(two or 0), int(most or 0)

    def varies_within(self, column: str, key: str) -> bool:
        """Return whether a column differs between rows that share a key."""
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
        found = self.connection.execute(sql).fetchall()
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
        rows = self.connection.execute(sql).fetchall()
        return {str(name): tuple(map(str, ids)) for name, ids in rows}

    def is_mirrored(self, own: str, rival: str, won: str, lost: str) -> bool:
        """Return whether each row has its counterpart, the sides swapped; `won`, `lost` are
        conditions."""
        a, b = quoted(own), quoted(rival)
        return self._is_empty(
            f"SELECT 1 FROM (SELECT {a} AS x, {b} AS y, ({won})::INT AS s FROM {TABLE} UNION ALL "
            f"SELECT {b}, {a}, -(({lost})::INT) FROM {TABLE}) GROUP BY x, y HAVING sum(s) <> 0"
        )

    def is_complete(self, a: str, b: str, games: str, wins: str, condition: str) -> bool:
        """Return whether totals of pairs are there in both orders, with the other's wins."""
        return self._is_empty(
            f"SELECT 1 FROM (SELECT {a} AS x, {b} AS y, {games} AS g, {wins} AS w FROM {TABLE} "
            f"WHERE {condition} UNION ALL SELECT {b}, {a}, -{games}, {wins} - {games} FROM {TABLE} "
            f"WHERE {condition}) WHERE x <> y GROUP BY x, y HAVING sum(g) <> 0 OR sum(w) <> 0"
        )

    def _is_empty(self, sql: str) -> bool:
        return self.connection.execute(f"{sql} LIMIT 1").fetchone() is None

    def change(self, columns: str, condition: str = "TRUE") -> None:
        """Keep these columns of the rows that meet a condition."""
        self.stack([(columns, condition)])

    def stack(self, parts: Sequence[tuple[str, str]]) -> None:
        """Put the rows of each part, its columns and its condition, below each other."""
        union = " UNION ALL ".join(f"SELECT {one} FROM {TABLE} WHERE {w}" for one, w in parts)
        self.connection.execute(f"CREATE OR REPLACE TABLE {TABLE} AS {union}")

    def replace(self, new: Mapping[str, str]) -> None:
        """Put expressions in the place of columns, by their names."""
        columns = ", ".join(f"{expression} AS {quoted(name)}" for name, expression in new.items())
        if new:
            self.change(f"* REPLACE ({columns})")

    def rename(self, new: dict[str, str]) -> None:
        """Give columns new names.

        Where one is to be called what another is called now, that one comes after it in `new`.
        """
        for name, one in reversed(new.items()):
            renaming = f"RENAME COLUMN {quoted(name)} TO {quoted(one)}"
            self.connection.execute(f"ALTER TABLE {TABLE} {renaming}")


Step = Callable[[Loaded], tuple[LoadNote, ...] | None]
"""Changes the loaded table, and returns notes on it; leaves alone what it is not made for."""


def shaped(table: Loaded, steps: Iterable[Step]) -> tuple[LoadNote, ...]:
    """Bring the loaded table into shape; return what must be said of it.

    A step that DuckDB refuses is passed over, and the table is as the step found it.
    """
    import duckdb

    notes: list[LoadNote] = []
    for step in steps:
        table.connection.begin()
        try:
            notes += step(table) or ()
            table.connection.commit()
        except duckdb.Error as error:
            table.connection.rollback()  # it may have changed the table before it failed
            if isinstance(error, (duckdb.InterruptException, duckdb.OutOfMemoryException)):
                raise
            log.warning("the step %r of loading was passed over: %s", step.__name__, error)
    return tuple(notes)


def first_rows(count: int) -> str:
    """Return the first rows of the table, as a relation."""
    return f"(SELECT * FROM {TABLE} LIMIT {count})"


def cased(expression: str, meant: Mapping[str, str]) -> str:
    """Return the SQL of what each value of an expression means."""
    whens = " ".join(f"WHEN {literal(v)} THEN {literal(one)}" for v, one in meant.items())
    return f"CASE {expression} {whens} END"
