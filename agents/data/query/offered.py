"""Queries that can be offered: near another one, or what can be told of any table."""

from collections.abc import Iterator

from agents.data.model.schema import Table
from agents.data.query.operands import conjuncts, joined
from agents.data.query.query import Condition, Group, Measure, Order, Query

_EXAMPLES = 3


def narrowed(query: Query, condition: Condition) -> Query:
    """Return a query of those of its rows that meet a condition as well."""
    where = joined((*conjuncts(query.where), condition))
    return query.model_copy(update={"where": where})


def loosened(query: Query) -> Iterator[Query]:
    """Yield a query without each of its conditions, of several that no row may meet together."""
    parts = conjuncts(query.where)
    for gone in parts if len(parts) > 1 else ():
        where = joined([one for one in parts if one is not gone])
        yield query.model_copy(update={"where": where})


def examples(table: Table) -> tuple[Query, ...]:
    """Return what can be told of a table in any case."""
    categories = [one for one in table.columns if one.kind == "category" and one.distinct > 1]
    categories.sort(key=lambda one: one.role != "kind")  # what lines are like is told first
    numbers = [one for one in table.columns if one.kind == "number" and one.adds != "none"]
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
