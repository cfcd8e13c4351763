"""Rows that stand for many: sums of the others are left aside where nobody asks for them, and rates
of rows are weighed by how many each is of."""

from math import prod

from agents.data.model.schema import Column, Table
from agents.data.query.operands import conditions_of, conjuncts, joined, names_in
from agents.data.query.query import AnyOf, Condition, Measure, Query, Test

_DENSE = 0.5  # of all combinations, from which on a table has a row for each


def without_sums(query: Query, table: Table) -> Query:
    """Return a query without the rows of totals; one that speaks of them, or of another table, as
    it is."""
    told = [column for column in table.columns if column.totals]
    if not told or query.table not in ("", table.name):
        return query
    said = {name for one in conditions_of(query) for name in names_in(one)}
    held = tuple(apart(column) for column in told if column.name not in said)
    where = tuple(_beside(one, told) for one in conjuncts(query.where))
    return query.model_copy(update={"where": joined((*where, *held))})


def sums_apart(condition: Condition | None, table: Table) -> list[Column]:
    """Return the columns whose totals a condition leaves aside."""
    parts = conjuncts(condition)
    return [one for one in table.columns if one.totals and apart(one) in parts]


def apart(column: Column) -> Condition:
    """Return the condition of rows that are none of a column's totals."""
    several = len(column.totals) > 1
    test = Test(column=column.name, op="not in" if several else "!=", values=column.totals)
    return AnyOf(any=(test, Test(column=column.name, op="empty"))) if column.empty else test


def _beside(condition: Condition, told: list[Column]) -> Condition:
    """A condition on a figure of the whole table: of that without its totals."""
    if not isinstance(condition, Test) or condition.than is None:
        return condition
    where = conjuncts(condition.than.where)
    spoken = {name for one in where for name in names_in(one)}
    held = tuple(apart(column) for column in told if column.name not in spoken)
    than = condition.than.model_copy(update={"where": joined((*where, *held))})
    return condition.model_copy(update={"than": than})


def weighed(query: Query, table: Table) -> Query:
    """Return a query whose means of rates weigh rows by what they are rates of."""
    if not any(column.weight for column in table.columns) or query.table not in ("", table.name):
        return query
    measures = tuple(_weighed(one, table) for one in query.measures)
    return query.model_copy(update={"measures": measures})


def _weighed(measure: Measure, table: Table) -> Measure:
    plain = measure.aggregate == "mean" and measure.weight is None and isinstance(measure.of, str)
    column = table.column(str(measure.of)) if plain and table.has(str(measure.of)) else None
    if column is None or not column.weight:
        return measure
    return measure.model_copy(update={"weight": column.weight})


def main_number(table: Table, time: Column | None) -> Column | None:
    """Return the number that a table is about: its only rate of rows that stand for many; in long
    form its only number, where the other columns say when and of what each row is, and none of them
    calls it by a name."""
    rates = [one for one in table.columns if one.weight]
    if rates:
        return rates[0] if len(rates) == 1 else None
    numbers = [one for one in table.columns if one.kind in ("number", "length")]
    others = [one for one in table.columns if one not in numbers]
    kinds = {one.kind for one in others}
    named = any(table.is_unique(one.name) for one in others if one.kind != "moment")
    if len(numbers) != 1 or numbers[0].adds == "none" or named or time is None:
        return None
    told = kinds <= {"category", "yes_no", "moment"} and "category" in kinds
    cells = prod(max(one.distinct, 1) for one in others)
    dense = cells * _DENSE <= table.rows <= cells
    return numbers[0] if told and dense else None
