"""Which kinds of rows a query is about, of a table whose rows are texts.

A kind is a number (see `Table.texts`). What is said of rows may hold of none of them together, and
then is not what was meant.
"""

from collections.abc import Iterator
from functools import reduce

from agents.data.model.schema import Table
from agents.data.query.operands import conjuncts, measured
from agents.data.query.query import AllOf, AnyOf, Condition, Query, Scalar, Test

Kinds = frozenset[int]


def met(condition: Condition | None, table: Table) -> Kinds | None:
    """Return the kinds of rows that may meet a condition; None where that is not known."""
    match condition:
        case AllOf(all=parts):
            known = [one for part in parts if (one := met(part, table)) is not None]
            return frozenset.intersection(*known) if known else None
        case AnyOf(any=parts):
            either = [met(one, table) for one in parts]
            known = [one for one in either if one is not None]
            return reduce(frozenset.union, known) if len(known) == len(either) else None
        case Test(column=str(name), op="contains" | "=" | "in", values=values) if values:
            if name == table.name_of_row:
                return table.texts.get(str(values[0]))
            if name in table.kinds and values[0] is True:
                return table.kinds[name]
            return _valued(name, values, table) if condition.op != "contains" else None
    return None


def _valued(name: str, values: tuple[Scalar, ...], table: Table) -> Kinds | None:
    known = table.valued.get(name)
    if known is None:
        return table.filled.get(name)
    return reduce(frozenset.union, (known.get(str(one), Kinds()) for one in values), Kinds())


def agree(query: Query, table: Table) -> bool:
    """Whether rows of some kind may meet all that a query says of them, and have what it tells."""
    told = [one for one in _said(query, table) if one is not None]
    own = [one for measure in query.measures if (one := met(measure.where, table)) is not None]
    ways = [[*told, one] for one in own] or [told]
    return all(len(way) < 2 or frozenset.intersection(*way) for way in ways)


def _said(query: Query, table: Table) -> Iterator[Kinds | None]:
    """Yield the kinds of each condition, and those with a value of each column that is told."""
    for condition in conjuncts(query.where):
        yield met(condition, table)
    of = [one.of for one in measured(query) if one.aggregate != "count"]
    for operand in (*of, *(one.by for one in query.groups), *(one.column for one in query.order)):
        if isinstance(operand, str):
            yield table.filled.get(operand)
