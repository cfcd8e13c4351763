"""Which rows of one table belong to a row of another: the file says it, or names and values do."""

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from agents.data.model.header_kinds import tokens
from agents.data.model.schema import Column, Key, Table, TableModel
from agents.data.tables.aggregates import aggregates
from agents.data.tables.quoting import quoted
from agents.data.tables.rows import Rows

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


def with_keys(
    connection: "DuckDBPyConnection", tables: Sequence[Table], sources: Sequence[Rows]
) -> tuple[Table, ...]:
    """Return the tables with their keys.

    Where the file has none, a column belongs to another table's only key if it has that one's name
    (or the table's with it: `customer_id`, `id` of `customers`) and none but its values.
    """
    named = {source.table: table for source, table in zip(sources, tables, strict=True)}
    found = []
    for table, source in zip(tables, sources, strict=True):
        keys = [
            Key(columns=own, table=named[other].name, to=to or named[other].primary)
            for own, other, to in source.links
            if other in named and len(own) == len(to or named[other].primary)
        ]
        known = {key.columns for key in keys}
        for other in tables:
            if other.name == table.name or len(other.primary) != 1:
                continue
            to = other.primary[0]
            keys += [
                Key(columns=(column.name,), table=other.name, to=(to,))
                for column in table.columns
                if (column.name,) not in known
                and column.name not in table.primary
                and _named_for(column, other, to)
                and _holds_only(connection, table, column.name, other, to)
            ][:1]
        found.append(table.model_copy(update={"keys": tuple(keys)}))
    return tuple(found)


def _named_for(column: Column, other: Table, to: str) -> bool:
    own, key, table = tokens(column.name), tokens(to), tokens(other.name)
    if own == key:
        return key != ["id"]
    ends = (key, *(["id"], ["code"], ["key"]))
    return any(
        len(own) > len(end) and own[-len(end) :] == end and _is_noun_of(own[: -len(end)], table)
        for end in ends
    )


def _is_noun_of(own: list[str], table: list[str]) -> bool:
    """Whether words are those of a table's name but for how the last one ends (city, cities)."""
    one, other = own[-1], table[-1]
    alike = len(one) > 3 and other.startswith(one[:-1]) and len(other) - len(one) <= 3
    return own[:-1] == table[:-1] and (one == other or alike)


def _holds_only(
    connection: "DuckDBPyConnection", table: Table, column: str, other: Table, to: str
) -> bool:
    if table.column(column).stored != other.column(to).stored:
        return False
    others = (
        f"(SELECT DISTINCT {quoted(column)} AS v FROM {quoted(table.name)}) "
        f"WHERE v IS NOT NULL AND v NOT IN (SELECT {quoted(to)} FROM {quoted(other.name)} "
        f"WHERE {quoted(to)} IS NOT NULL)"
    )
    return aggregates(connection, ["count(*)"], others) == (0,)


def with_unique_keys(connection: "DuckDBPyConnection", model: TableModel) -> TableModel:
    """Return the model without keys that lead to several rows, which would count rows twice."""

    @cache
    def leads_to_one(table: str, to: tuple[str, ...]) -> bool:
        columns = ", ".join(map(quoted, to))
        (most,) = aggregates(
            connection, ["max(n)"],
            f"(SELECT count(*) AS n FROM {quoted(table)} WHERE ({columns}) IS NOT NULL "
            f"GROUP BY {columns})",
        )  # fmt: skip
        return most is None or most <= 1

    tables = tuple(
        one.model_copy(update={
            "keys": tuple(key for key in one.keys if leads_to_one(key.table, key.to))
        }) if one.keys else one
        for one in model.tables
    )  # fmt: skip
    return model.model_copy(update={"tables": tables})
