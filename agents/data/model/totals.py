"""Rows that stand for many: sums of the other rows ("Total" below the countries), and rates with
how many each is of beside them.

The word "total" alone is no evidence: a column that adds up has to come to the same in those rows
as in all others together.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from agents.data.model.header_kinds import tells, tokens
from agents.data.model.schema import Column, Table
from agents.data.tables.aggregates import aggregates
from agents.data.tables.quoting import listed, literal, quoted
from agents.data.tables.written import strings

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_NEAR = 0.005  # of the sum: the parts were rounded
_RATES = ("rate", "share")  # keys of what a kind was told by
_MOST = 24  # numbers that are added up for evidence
_SIGNS = " .:*()[]-–—†‡"


def said_to_be_totals(values: Iterable[str]) -> tuple[str, ...]:
    """Return the values of a column that are words for a sum."""
    known = frozenset(strings("totals"))
    return tuple(one for one in values if " ".join(one.casefold().split()).strip(_SIGNS) in known)


def with_weights(columns: Iterable[Column]) -> tuple[Column, ...]:
    """Return columns whose rates know the one column of counts that they are rates of: the only
    one, or of several that whose header begins alike (gold_winrate, gold_games)."""
    told = tuple(columns)
    counts = [
        one for one in told
        if one.kind == "number" and one.adds == "sum" and not one.unit
        and isinstance(one.low, float) and one.low >= 0 and tells(one.header, "counted")
    ]  # fmt: skip
    if not counts:
        return told
    return tuple(
        one.model_copy(update={"weight": _weight(one, counts)})
        if one.adds == "mean" and (one.why in _RATES or tells(one.header, "rate")) else one
        for one in told
    )  # fmt: skip


def _weight(rate: Column, counts: Sequence[Column]) -> str:
    if len(counts) == 1:
        return counts[0].name
    first = tokens(rate.header)[:1]
    near = [one for one in counts if tokens(one.header)[:1] == first]
    return near[0].name if len(near) == 1 else ""


def is_sum(total: float | None, others: float | None) -> bool:
    """Whether a figure is the sum of the others."""
    if not total or not others:
        return False
    return abs(total - others) <= _NEAR * max(abs(total), abs(others))


def with_totals(connection: "DuckDBPyConnection", table: Table) -> Table:
    """Return a table whose columns know which of their values stand for sums of the other rows."""
    numbers = [one for one in table.columns if one.kind == "number" and one.adds == "sum"][:_MOST]
    if not numbers or table.rows < 3:
        return table
    columns = tuple(_told(connection, table.name, one, numbers) for one in table.columns)
    return table if columns == table.columns else table.model_copy(update={"columns": columns})


def without_totals(table: Table) -> str:
    """Return in SQL the rows of a table that are no sums of others."""
    kept = [
        f"({cell} IS NULL OR {cell} NOT IN ({listed(one.totals)}))"
        for one in table.columns if one.totals for cell in [quoted(one.name)]
    ]  # fmt: skip
    name = quoted(table.name)
    return f"(SELECT * FROM {name} WHERE {' AND '.join(kept)})" if kept else name


def _told(
    connection: "DuckDBPyConnection", table: str, column: Column, numbers: Sequence[Column]
) -> Column:
    said = said_to_be_totals(_values(connection, table, column)) if column.stored == "text" else ()
    if not said or len(said) == column.distinct:
        return column
    cell, words = quoted(column.name), listed(said)
    sums = [f"sum({quoted(one.name)})::DOUBLE" for one in numbers]
    others = aggregates(connection, sums, f"{quoted(table)} WHERE {cell} NOT IN ({words})")
    each = ", ".join((cell, *sums))
    rows = connection.execute(
        f"SELECT {each} FROM {quoted(table)} WHERE {cell} IN ({words}) GROUP BY 1"
    ).fetchall()
    found = tuple(sorted(value for value, *own in rows if any(map(is_sum, own, others))))
    return column.model_copy(update={"totals": found}) if found else column


def _values(connection: "DuckDBPyConnection", table: str, column: Column) -> Sequence[str]:
    """Return the values of a column, of many only those that may be words for a sum."""
    if column.distinct <= len(column.values):
        return column.values
    # One pattern: it looks at all rows, and to fold each of their texts takes seven times as long.
    words, cell = "|".join(strings("totals")), quoted(column.name)
    pattern = rf"(?i)[^\pL]*(?:{words})[^\pL]*"
    rows = connection.execute(
        f"SELECT DISTINCT {cell} FROM {quoted(table)} "
        f"WHERE regexp_full_match({cell}, {literal(pattern)})"
    )
    return [value for (value,) in rows.fetchall()]
