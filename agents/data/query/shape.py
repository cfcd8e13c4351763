"""What a query is like: its shape, and the kinds of columns in each of its parts."""

from collections.abc import Iterator

from agents.data.model.schema import Table
from agents.data.query.operands import tests_of
from agents.data.query.query import Query


def kinds_of_columns(query: Query, table: Table) -> Iterator[str]:
    """Yield of what kinds the columns are that a query has, each with its part in it."""
    operands = [("shown", one) for one in query.columns[:1]]
    operands += [("by", one.by) for one in query.groups]
    operands += [("order", one.column) for one in query.order if one.column is not None]
    operands += [("figure", one.of) for one in query.measures if one.of is not None]
    operands += [(f"test {one.op}", one.column) for one in tests_of(query.where)]
    held = {one.column for one in tests_of(query.where)}
    for part, operand in operands:
        if not isinstance(operand, str):
            yield f"{part} {operand.function}"
            continue
        column = table.column(operand)
        alone = "unique" if table.is_unique(operand) else "again"
        yield f"{part} {column.kind} {alone}"
        if part == "shown" and operand in held:
            yield "shown is held"


def shape_of(query: Query) -> str:
    """Return what a query makes, in a few words: rows of so many columns, a comparison, a sum of
    groups."""
    if query.rows:
        kind = "first row" if query.limit == 1 else "some rows" if query.limit else "rows"
        return f"{kind} of {min(len(query.columns), 2)}"
    if query.compare is not None:
        return "comparison"
    measure = query.measures[0].aggregate if query.measures else "count"
    return f"{measure} {'groups' if query.groups else 'alone'}"
