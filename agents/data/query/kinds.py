"""Which kinds of rows a query is about, of a table whose rows are texts.

A kind is a number (see `Table.texts`). What is said of rows may hold of none of them together, and
then is not what was meant.
"""

import re
from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import combinations

from agents.data.model.schema import Table
from agents.data.query.operands import conjuncts, joined, measured, said_in, tests_of
from agents.data.query.query import AllOf, AnyOf, Condition, Query, Scalar, Test

Kinds = frozenset[int]
_WORD = re.compile(r"[^\W\d_]{2,}")
_MOST = 4  # queries that are offered
_CODE = re.compile(r"\w+([.:_-]\w+)+")


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
        case Test(column=str(name), op="not empty"):
            return table.filled.get(name)
        case Test(column=str(name), op="contains" | "=" | "in", values=values) if values:
            if name == table.name_of_row:
                return _holding(str(values[0]), table)
            if name in table.kinds and values[0] is True:
                return table.kinds[name]
            return _valued(name, values, table) if condition.op != "contains" else None
    return None


def _holding(text: str, table: Table) -> Kinds | None:
    """The kinds of rows that hold a word, or all words of a text."""
    said = (text, *_WORD.findall(text)) if text not in table.texts else (text,)
    known = [table.texts[one] for one in said if one in table.texts]
    return frozenset.intersection(*known) if known else None


def _valued(name: str, values: tuple[Scalar, ...], table: Table) -> Kinds | None:
    known = table.valued.get(name)
    if known is None:
        return table.filled.get(name)
    return reduce(frozenset.union, (known.get(str(one), Kinds()) for one in values), Kinds())


def agree(query: Query, table: Table) -> bool:
    """Whether rows of some kind may meet all that a query says of them, and have what it tells."""
    told = [one for one in _said(query, table) if one is not None]
    own = [[met(one, table) for one in conjuncts(measure.where)] for measure in query.measures]
    ways = [[*told, *(one for one in kinds if one is not None)] for kinds in own] or [told]
    return all(len(way) < 2 or frozenset.intersection(*way) for way in ways)


def agreeing(query: Query, table: Table) -> tuple[Query, ...]:
    """Return queries without as few of the conditions as do not hold beside the others; of several
    figures those of which each holds."""
    if query.measures[1:]:
        alone = (query.model_copy(update={"measures": (one,)}) for one in query.measures)
        if told := tuple(one for one in alone if agree(one, table)):
            return told
    parts = conjuncts(query.where)
    for kept in range(len(parts) - 1, -1, -1):
        fewer = (query.model_copy(update={"where": joined(some)})
                 for some in combinations(parts, kept))  # fmt: skip
        if found := tuple(one for one in fewer if agree(one, table)):
            return found[:_MOST]
    return ()


def named_together(conditions: Iterable[Condition], table: Table) -> Test | None:
    """Return the one value whose parts are all that conditions say: that a session was closed is
    `session.closed`."""
    told = [
        [str(one.values[0]) if one.op == "contains" else str(one.column)
         for one in tests_of(condition)]
        for condition in conditions
    ]  # fmt: skip
    found = [
        Test(column=name, op="=", values=(value,))
        for name, values in table.valued.items() for value in values
        if _CODE.fullmatch(value)
        and all(any(word in value.casefold() for word in words) for words in told)
    ]  # fmt: skip
    return found[0] if len(found) == 1 else None


def _said(query: Query, table: Table) -> Iterator[Kinds | None]:
    """Yield the kinds of each condition, and those with a value of each column that is told."""
    for condition in conjuncts(query.where):
        yield met(condition, table)
    of = [one.of for one in measured(query) if one.aggregate != "count"]
    for operand in (*of, *(one.by for one in query.groups), *(one.column for one in query.order)):
        if isinstance(operand, str):
            yield table.filled.get(operand)


def with_things(query: Query, named: Iterable[str], table: Table) -> Query:
    """Return a query of the rows that tell of things which were only named, where that narrows
    them: those that were banned, of a log that says `Ban 10.0.0.1`."""
    for name in dict.fromkeys(named):
        rows, filled = met(query.where, table), table.filled.get(name, Kinds())
        narrows = filled if rows is None else rows & filled < rows and rows & filled
        if narrows and table.column(name).role == "noun" and name not in said_in(query):
            where = joined((*conjuncts(query.where), Test(column=name, op="not empty")))
            query = query.model_copy(update={"where": where})
    return query
