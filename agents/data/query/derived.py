"""Figures of what was told: its share, how far two answers differ, and what they add up to."""

from collections.abc import Sequence

from agents.data.model.schema import Table
from agents.data.query.carrying import RESULTS, told_by
from agents.data.query.edits import Edit, Of, Rank, SetBeside, Ungroup, Where, Windows, Without
from agents.data.query.operands import ROW, conjuncts, joined, label_of, tests_of
from agents.data.query.query import (
    AnyOf,
    Case,
    Change,
    Compare,
    Condition,
    Measure,
    Order,
    Query,
    Test,
)

_TWO = 2
_LATEST = 9999


def shared(
    query: Query, named: Sequence[Condition], table: Table, answered: Sequence[Query]
) -> tuple[Edit, ...]:
    """Return the edits that tell the rows of a query as a share of those without its last condition
    that is not `named`, or without a result. Rows that are texts are told as a share of those that
    were told before them, where these are some of those, else of all."""
    if query.compare is not None or len(query.measures) > 1:
        return ()
    before = query.measures[0] if query.measures else Measure()
    if before.share or before.metric or before.aggregate not in ("count", "sum"):
        return ()
    if table.texts and before.where is None and (told := _of_told(query, named, answered)):
        return told
    parts = [one for one in conjuncts(query.where) if isinstance(one, Test) and one not in named]
    parts = [one for one in parts if not _counts_once(one, table)]
    won = [one for one in parts if table.column(str(one.column)).role in RESULTS]
    if before.where is not None:
        return (Of(measures=(before.model_copy(update={"share": "rows"}),)),)
    if not parts:
        whole = before.model_copy(update={"share": "all"})
        return (Of(measures=(whole,)),) if query.groups else ()
    part = (won or parts)[-1]
    measure = before.model_copy(update={"where": part, "share": "rows"})
    if table.metric and table.column(str(part.column)).role == "won":
        measure = Measure(metric=table.metric)
    gone = {str(part.column)} | told_by(measure, table)
    held = {str(one.column) for one in tests_of(query.where)}
    return (*(Without(column=one) for one in sorted(gone & held)), Of(measures=(measure,)))


def _of_told(
    query: Query, named: Sequence[Condition], answered: Sequence[Query]
) -> tuple[Edit, ...]:
    """The edits that tell rows as a share of those that are named, or were told before them."""
    last = answered[-2].where if answered[-1:] == (query,) and answered[1:] else None
    whole, parts = named or conjuncts(last), conjuncts(query.where)
    among = [one for one in parts if one in whole]
    if not set(whole) <= set(parts) or len(among) == len(parts):
        return ()
    part = joined([one for one in parts if one not in among])
    figure = query.measures[0] if query.measures else Measure()
    share = Of(measures=(figure.model_copy(update={"where": part, "share": "rows"}),))
    base = joined(among)
    return (Without(), Where(condition=base), share) if base is not None else (Without(), share)


def _counts_once(test: Test, table: Table) -> bool:
    """Whether a condition only sees to it that each game counts once."""
    column = test.column
    return not isinstance(column, str) or table.column(column).role in ("first", "mirror")


def _pair(answered: Sequence[Query], query: Query) -> tuple[Test, Test] | None:
    """The condition in which the last two answers differ, of each."""
    if len(answered) < _TWO or answered[-1] != query:
        return None
    before = answered[-2]
    if before.model_copy(update={"where": query.where}) != query:
        return None
    one, two = conjuncts(before.where), conjuncts(query.where)
    gone, come = [c for c in one if c not in two], [c for c in two if c not in one]
    if len(gone) != 1 or len(come) != 1:
        return None
    first, second = gone[0], come[0]
    if not (isinstance(first, Test) and isinstance(second, Test)):
        return None
    return (first, second) if first.column == second.column else None


def differing(answered: Sequence[Query], query: Query, change: Change) -> tuple[Edit, ...]:
    """Return the edits that set a query beside the one that was answered before it, which is of
    other rows; none where they differ in anything else."""
    if query.compare is not None:
        return (SetBeside(change=change),)
    pair = _pair(answered, query)
    if pair is None:
        return ()
    return (SetBeside(compare=Compare(cases=against(pair[1], pair[0]), change=change)),)


def against(one: Test, other: Test) -> tuple[Case, Case]:
    """Return two conditions as cases: from the earlier time to the later, else as they stand."""
    timed = _moment(one) and _moment(other)
    two = sorted((one, other), key=_moment) if timed else (one, other)
    return Case(label=label_of(two[0]), where=two[0]), Case(label=label_of(two[1]), where=two[1])


def _moment(test: Test) -> str:
    """Where a condition is in time, "" for one of something else."""
    if test.span is not None and test.span.unit is not None:
        return f"{_LATEST - test.span.ago:04}"  # of two, both are counted from today
    if test.span is not None:
        return test.span.start or test.span.end or ""
    number = isinstance(test.values[0], int | float) if test.values else False
    return str(test.values[0]) if number and test.op == "=" else ""


def summed(answered: Sequence[Query], query: Query) -> tuple[Edit, ...]:
    """Return the edits that tell a query and the one answered before it as one figure."""
    pair = _pair(answered, query)
    added = query.measures[0].aggregate in ("count", "sum") if query.measures else not query.rows
    if pair is None or not added or any(one.share or one.metric for one in query.measures):
        return ()
    both: Condition = AnyOf(any=pair)
    if all(one.op == "=" for one in pair):
        both = Test(column=pair[0].column, op="in", values=tuple(one.values[0] for one in pair))
    kept = tuple(one for one in conjuncts(query.where) if one != pair[1])
    where = joined((*kept, both))
    return (Without(), Where(condition=where)) if where is not None else ()


def counted(query: Query, *, total: bool, on: bool, rows: bool) -> tuple[Edit, ...]:
    """Return the edits that tell how many rows or groups were told, or in all, where a `total` is
    asked for, it is gone `on` from a query, or a word for `rows` stands; () for those of all."""
    if query.compare is not None or query.having or query.limit or query.per:
        return ()
    count = (Of(measures=(Measure(),)),)
    if query.rows or not query.groups:
        return count if on or not rows or (total and query.rows) else ()
    if not (total or on) and rows:
        return ()  # how many orders are there: of all
    whole = (Rank(), Windows(), Ungroup())
    if total or rows:
        adds = not query.measures or query.measures[0].aggregate in ("count", "sum")
        return (*whole, *(() if adds else count))
    group = query.groups[0]
    if len(query.groups) > 1 or not isinstance(group.by, str) or group.grain or group.bins:
        return ()
    return (*whole, Of(measures=(Measure(aggregate="distinct", of=group.by),)))


def placed(query: Query, count: int, ordinals: Sequence[int], told: int, *, last: bool) -> Rank:
    """Return so many of what was told from its beginning, or its end, or from a place on; `told` is
    how many rows were, 0 where that is not known.

    Of rows in the order of the table the first is the earliest, in whichever direction they were
    told; else that which stood first.
    """
    order = query.order or (Order(column=ROW, descending=False),)
    if order[0].column == ROW and order[0].descending and not ordinals:
        last = not last
    if ordinals or not last:
        place = query.offset + max(ordinals, default=1) - 1
        return Rank(order=order, limit=count, offset=place)
    if query.limit is not None:
        most = min(query.limit, told or query.limit)
        count = min(count, most)
        return Rank(order=order, limit=count, offset=query.offset + most - count)
    back = tuple(one.model_copy(update={"descending": not one.descending}) for one in order)
    return Rank(order=back, limit=count)
