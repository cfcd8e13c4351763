"""Figures of what was told: how many that is, what part, how far two of them differ, their sum."""

from agents.data.dialogue.log import DialogueLog
from agents.data.grammar.pieces import Bag, Piece
from agents.data.grammar.scope import Scope
from agents.data.query.carrying import RESULTS, told_by
from agents.data.query.edits import Edit, Of, Rank, SetBeside, Ungroup, Where, Windows, Without
from agents.data.query.operands import conjuncts, joined, tests_of
from agents.data.query.query import (
    AnyOf,
    Case,
    Change,
    Compare,
    Condition,
    Measure,
    Query,
    Test,
)

_AROUND = frozenset(("going_on", "anaphor", "ask", "much", "both", "put", "talk"))
"""Types that say nothing of which figure of what was told is meant."""
_COUNTING = frozenset(("many", "agg", "noun", "times", "grain", "column"))
_DIFFERING = frozenset(("diff", "growth", "change", "share", "many"))
_SUMMING = frozenset(("agg", "limit"))
_TWO = 2


def related(bag: Bag, scope: Scope, log: DialogueLog) -> tuple[Edit, ...]:
    """Return the edits of a message that asks for nothing but a figure of what was told."""
    query = log.query
    said = [one for one in bag.pieces if one.type not in _AROUND]
    kinds = {one.type for one in said}
    if query is None or not said:
        return ()
    if kinds & {"diff", "growth", "change"} and kinds <= _DIFFERING:
        growth: Change = "growth" if kinds & {"growth", "share"} else "difference"
        return _difference(log, query, growth)
    if kinds == {"share"} and query.compare is not None:
        return _difference(log, query, "growth")
    if "share" in kinds and all(_is_held(one, query) for one in said if one.type != "share"):
        return _share(said, query, scope)
    if bag.has("agg", "sum") and kinds <= _SUMMING and _is_of_two(bag):
        return _sum(log, query)
    total = kinds == {"agg"} and query.measures in ((), (Measure(),)) and bool(query.groups)
    if ("many" in kinds and kinds <= _COUNTING) or total:
        return _count(bag, said, query, scope)
    return ()


def _is_of_two(bag: Bag) -> bool:
    limits = [one.value for one in bag.of("limit")]
    return limits == [_TWO] or (not limits and (bag.has("anaphor", "many") or bag.has("both")))


# What part


def _is_held(piece: Piece, query: Query) -> bool:
    """Whether a piece only names again what the rows of a query are."""
    if piece.type in ("noun", "target"):
        return True
    if piece.type == "condition":
        return piece.value.condition in conjuncts(query.where)
    return piece.type == "value" and bool(_named((piece,), query))


def _named(pieces: tuple[Piece, ...], query: Query) -> list[Test]:
    """The conditions of a query that pieces name."""
    said = [one for piece in pieces if piece.type == "value" for one in piece.values]
    found = [
        test for test in tests_of(query.where)
        if any(one.column == test.column and one.values == test.values for one in said)
    ]  # fmt: skip
    stated = [piece.value.condition for piece in pieces if piece.type == "condition"]
    return found + [test for test in tests_of(query.where) if test in stated]


def _share(said: list[Piece], query: Query, scope: Scope) -> tuple[Edit, ...]:
    """The rows of a query out of those without its last condition, or of a result: as a share."""
    if query.compare is not None or len(query.measures) > 1:
        return ()
    before = query.measures[0] if query.measures else Measure()
    if before.share or before.metric or before.aggregate not in ("count", "sum"):
        return ()
    named = _named(tuple(said), query)
    parts = [one for one in conjuncts(query.where) if isinstance(one, Test) and one not in named]
    parts = [one for one in parts if not _counts_once(one, scope)]
    won = [one for one in parts if scope.column(str(one.column)).role in RESULTS]
    if before.where is not None:
        return (Of(measures=(before.model_copy(update={"share": "rows"}),)),)
    if not parts:
        whole = before.model_copy(update={"share": "all"})
        return (Of(measures=(whole,)),) if query.groups else ()
    part = (won or parts)[-1]
    measure = before.model_copy(update={"where": part, "share": "rows"})
    if scope.table.metric and scope.column(str(part.column)).role == "won":
        measure = Measure(metric=scope.table.metric)
    gone = {str(part.column)} | told_by(measure, scope.table)
    held = {str(one.column) for one in tests_of(query.where)}
    return (*(Without(column=one) for one in sorted(gone & held)), Of(measures=(measure,)))


def _counts_once(test: Test, scope: Scope) -> bool:
    """Whether a condition only sees to it that each game counts once."""
    column = test.column
    return not isinstance(column, str) or scope.column(column).role in ("first", "mirror")


# Two that were told


def _pair(log: DialogueLog, query: Query) -> tuple[Test, Test] | None:
    """The condition in which the last two answers differ, of each."""
    if len(log.answered) < _TWO or log.answered[-1] != query:
        return None
    before = log.answered[-2]
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


def _difference(log: DialogueLog, query: Query, change: Change) -> tuple[Edit, ...]:
    if query.compare is not None:
        return (SetBeside(change=change),)
    pair = _pair(log, query)
    if pair is None:
        return ()
    # From the earlier time to the later; else what was told first against what was told then.
    ordered = sorted(pair, key=_moment) if all(map(_moment, pair)) else [pair[1], pair[0]]
    cases = tuple(Case(label=label_of(one), where=one) for one in ordered)
    return (SetBeside(compare=Compare(cases=cases, change=change)),)


def _moment(test: Test) -> str:
    """Where a condition is in time, "" for one of something else."""
    if test.span is not None:
        return test.span.start or test.span.end or ""
    number = isinstance(test.values[0], int | float) if test.values else False
    return str(test.values[0]) if number and test.op == "=" else ""


def label_of(test: Test) -> str:
    """Return what the rows of a condition are called beside others."""
    if test.span is not None and test.span.start:
        return test.span.start[:4]
    return str(test.values[0]) if test.values else str(test.column)


def _sum(log: DialogueLog, query: Query) -> tuple[Edit, ...]:
    pair = _pair(log, query)
    added = query.measures[0].aggregate in ("count", "sum") if query.measures else not query.rows
    if pair is None or not added or any(one.share or one.metric for one in query.measures):
        return ()
    both: Condition = AnyOf(any=pair)
    if all(one.op == "=" for one in pair):
        both = Test(column=pair[0].column, op="in", values=tuple(one.values[0] for one in pair))
    kept = tuple(one for one in conjuncts(query.where) if one != pair[1])
    where = joined((*kept, both))
    return (Without(), Where(condition=where)) if where is not None else ()


# How many


def _count(bag: Bag, said: list[Piece], query: Query, scope: Scope) -> tuple[Edit, ...]:
    """How many rows or groups were told, or in all."""
    if query.compare is not None or query.having or query.limit or query.per:
        return ()
    if any(one.value != "sum" for one in bag.of("agg")):
        return ()
    if not all(_is_row(one, scope) for one in said if one.type in ("grain", "column")):
        return ()
    rows = {"noun", "times", "grain", "column"} & {one.type for one in said}
    total = bag.has("agg")
    on = bag.has_any("going_on", "anaphor")
    counted = Of(measures=(Measure(),))
    if query.rows:
        return (counted,) if total or on or not rows else ()
    if not query.groups:
        return () if rows and not on else (counted,)
    if not (total or on) and rows:
        return ()  # how many orders are there: of all
    whole: tuple[Edit, ...] = (Rank(), Windows(), Ungroup())
    if total or rows:
        adds = not query.measures or query.measures[0].aggregate in ("count", "sum")
        return (*whole, *(() if adds else (counted,)))
    group = query.groups[0]
    if len(query.groups) > 1 or not isinstance(group.by, str) or group.grain or group.bins:
        return ()
    return (*whole, Of(measures=(Measure(aggregate="distinct", of=group.by),)))


def _is_row(piece: Piece, scope: Scope) -> bool:
    """Whether a word says what each row is: a title, or a day of a table of days."""
    if piece.type == "grain":
        time = scope.time
        return time is not None and time.grain == piece.value and scope.table.is_unique(time.name)
    return scope.calls_rows(piece.columns[0].column)
