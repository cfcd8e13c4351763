"""Queries that can be offered: near another one, or what can be told of any table."""

from collections.abc import Iterator
from typing import Any, TypeVar

from agents.data.model.schema import Table, TableModel
from agents.data.query.operands import conjuncts, joined, said_in
from agents.data.query.query import Group, Measure, Operand, Order, Query
from agents.data.query.sides import settled
from agents.data.query.totals import without_sums
from app.domain.base import Value

Renamed = TypeVar("Renamed", bound=Value)
_EXAMPLES = 3


def loosened(query: Query) -> Iterator[Query]:
    """Yield a query without each of its conditions, of several that no row may meet together."""
    parts = conjuncts(query.where)
    for gone in parts if len(parts) > 1 else ():
        where = joined([one for one in parts if one is not gone])
        yield query.model_copy(update={"where": where})


def examples(table: Table) -> tuple[Query, ...]:
    """Return what can be told of a table in any case."""
    categories = [one for one in table.meant if one.kind == "category" and one.distinct > 1]
    categories.sort(key=lambda one: one.role != "kind")  # what lines are like is told first
    numbers = [one for one in table.meant if one.kind == "number" and one.adds != "none"]
    found: list[Query] = []
    by = Group(by=categories[0].name) if categories else None
    if numbers and by is not None:
        aggregate = "sum" if numbers[0].adds == "sum" else "mean"
        found.append(
            Query(measures=(Measure(aggregate=aggregate, of=numbers[0].name),), groups=(by,))  # type: ignore[arg-type]  # an aggregate
        )
    if by is not None:
        found.append(Query(measures=(Measure(),), groups=(by,), order=(Order(measure=0),)))
    name = table.calling
    if numbers and name is not None:
        column = numbers[0].name
        found.append(
            Query(rows=True, columns=(name.name, column), order=(Order(column=column),), limit=5)
        )
    return tuple(found[:_EXAMPLES]) or (Query(measures=(Measure(),)),)


def as_likely(query: Query, worth: str, *, counted: bool) -> Iterator[Query]:
    """Yield what may be meant as well as a sum of the column `worth` of what rows come to: rows,
    where a word for them is one for that sum, too, `counted`; and of the group that comes to the
    most the one row that does."""
    plain = query.measures == (Measure(aggregate="sum", of=worth),) and not query.windows
    if plain and counted:
        yield query.model_copy(update={"measures": (Measure(),)})
    by = query.groups[0].by if len(query.groups) == 1 else None
    if plain and isinstance(by, str) and query.groups == (Group(by=by),) and query.limit == 1:
        order = tuple(Order(column=worth, descending=one.descending) for one in query.order)
        yield Query(rows=True, columns=(by, worth), where=query.where, order=order, limit=1)


def renamed(value: Renamed, column: str, other: Operand) -> Renamed:
    """Return a query, or an edit, of another column, or of what is worked out; what weighs the one
    is not said of the other."""
    if column not in said_in(value):
        return value

    def changed(data: Any) -> Any:
        if isinstance(data, dict):
            return {key: None if key == "weight" else changed(one) for key, one in data.items()}
        if isinstance(data, list | tuple):
            return [changed(one) for one in data]
        return other if data == column else data

    return type(value).model_validate(changed(value.model_dump(by_alias=True)))


def asked_of(query: Query, table: Table, model: TableModel) -> Query:
    """Return a query as it is asked of the table that a message was read against."""
    return without_sums(settled(of_table(query, table, model), table), table)


def of_table(query: Query, table: Table, model: TableModel) -> Query:
    """Return a query with the name of its table, unless that is the one that is meant without."""
    if query.table or table.name in (model.tables[0].name, model.asked.name):
        return query
    return query.model_copy(update={"table": table.name})
