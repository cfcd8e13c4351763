"""Which table a query over several is computed on: the one whose rows its figures are of.

A row is joined with one row at most of each table that its keys lead to, so that a condition or a
group may be by any of their columns. A sum or a mean of such a column would count a row of the
other table as often as it is led to; so the query moves to that table, if it can be said there.
"""

from collections.abc import Callable, Iterator
from typing import Any

from agents.data.model.schema import Column, Table, TableModel
from agents.data.query.operands import columns_of, measured
from agents.data.query.query import MEANT_OF_NUMBERS, Computed, Measure, Query
from app.domain.base import Value

_NAMES = frozenset({"column", "other", "of", "weight", "by", "columns"})


def counted_twice(measure: Measure, table: Table) -> Iterator[Column]:
    """Yield the columns of other tables whose values a measure would count several times."""
    if measure.aggregate in MEANT_OF_NUMBERS and not measure.metric:
        for operand in (measure.of, measure.other, measure.weight):
            found = [table.column(name) for name in columns_of(operand) if table.has(name)]
            if found and all(one.path for one in found):  # else each row has a value of its own
                yield from found


def based(query: Query, model: TableModel) -> Query:
    """Return a query on the table whose rows its figures are of; as it is, where it cannot move.

    Raises KeyError for a table that is not there.
    """
    if len(model.tables) == 1:
        return query
    table = model.queried(query.table)
    names = list(dict.fromkeys(_names(query)))
    if all(map(table.has, names)):
        return _to_the_one(query, table, names)
    for other in model.tables:
        moved = _to_the_many(query, table, model.queried(other.name), names)
        if moved is not None:
            return moved
    return query


def _to_the_one(query: Query, table: Table, names: list[str]) -> Query:
    """A query whose figures are all of another table's columns, over the rows of that one."""
    found = [list(counted_twice(one, table)) for one in measured(query)]
    if not found or not all(found):
        return query
    column = found[0][0]
    prefix = column.name.removesuffix(column.of)
    if not all(name.startswith(prefix) for name in names):
        return query
    moved: Query = _renamed(query, lambda name: name.removeprefix(prefix))
    return moved.model_copy(update={"table": column.path[-1].table})


def _to_the_many(query: Query, table: Table, other: Table, names: list[str]) -> Query | None:
    """A query by columns of a table whose rows belong to those of its own, over that one's rows.

    Rows of its own are then counted as different ones.
    """
    led = {one.path: one.name.removesuffix(one.of) for one in other.columns
           if one.path and one.path[-1].table == table.name}  # fmt: skip
    if len(led) != 1 or query.rows:
        return None
    ((path, prefix),) = led.items()
    key, mark = path[-1], f"{other.name}."

    def named(name: str) -> str:
        if name.startswith(mark):
            return name.removeprefix(mark)
        if name in key.to:  # which is the same as the column that leads there
            own = key.columns[key.to.index(name)]
            before = (c.name for c in other.columns if c.path == path[:-1] and c.of == own)
            return next(before, own)
        return f"{prefix}{name}"

    if not all(other.has(named(name)) for name in names):
        return None
    measures = []
    for one in measured(query):
        if one == Measure(where=one.where, label=one.label) and len(key.to) == 1:
            one = one.model_copy(update={"aggregate": "distinct", "of": key.to[0]})
        if not any(name.startswith(mark) for name in columns_of(one.of)) and not (
            one.aggregate in ("min", "max", "distinct") and not one.share
        ):
            return None
        measures.append(one)
    moved: Query = _renamed(query.model_copy(update={"measures": tuple(measures)}), named)
    return moved.model_copy(update={"table": other.name})


def _names(value: object, field: str = "") -> Iterator[str]:
    """The names of columns within a value of a query."""
    if isinstance(value, str):
        if field in _NAMES:
            yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from _names(one, field)
    elif isinstance(value, Value):
        inner = "columns" if isinstance(value, Computed) else ""
        for name in type(value).model_fields:
            if name != "function":
                yield from _names(getattr(value, name), inner or name)


def _renamed(value: Any, rename: Callable[[str], str], field: str = "") -> Any:
    """A value of a query with its columns under other names."""
    if isinstance(value, str):
        return rename(value) if field in _NAMES else value
    if isinstance(value, tuple):
        return tuple(_renamed(one, rename, field) for one in value)
    if isinstance(value, Value):
        inner = "columns" if isinstance(value, Computed) else ""
        return value.model_copy(update={
            name: _renamed(getattr(value, name), rename, inner or name)
            for name in type(value).model_fields if name != "function"
        })  # fmt: skip
    return value
