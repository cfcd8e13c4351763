"""Edits make of a query the next one: a pure function that always returns, and never raises."""

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from pydantic import ValidationError

from agents.data.model.schema import TableModel
from agents.data.query import edits as edit
from agents.data.query.checking import QueryProblem, problems
from agents.data.query.edits import Edit
from agents.data.query.operands import (
    columns_of,
    conjuncts,
    joined,
    measured,
    one_of,
    parts_of,
    rebuilt,
    tests_of,
)
from agents.data.query.query import (
    ACROSS,
    RECURRING,
    AnyOf,
    Case,
    Compare,
    Computed,
    Condition,
    Group,
    Measure,
    Operand,
    Query,
    Scalar,
    Test,
)
from app.domain.base import Value


class Refusal(Value):
    """Why edits lead to no query that can be computed: `edit` is the place of the one at fault.

    Keys: `problems` (the table cannot mean it: `problems` tell), `nothing_before` (there is no
    query that far back), `nothing_compared` (a change of a comparison that is not there), and
    `does_not_fit` (an order, a threshold or a window of what the query does not have).
    """

    key: Literal["problems", "nothing_before", "nothing_compared", "does_not_fit"]
    edit: int = -1
    problems: tuple[QueryProblem, ...] = ()


def apply(
    query: Query, edits: Sequence[Edit], model: TableModel, before: Sequence[Query] = ()
) -> Query | Refusal:
    """Return the query after the edits, one after the other, or why there is none.

    `before` are the queries that were answered before this one, the newest last: `Undo` takes the
    newest, and `Recall` counts back from `query` itself, which is 1. Never raises.
    """
    log = [*before, query]
    now = query
    for place, one in enumerate(edits):
        try:
            if isinstance(one, edit.Undo):
                log.pop()
                now = log[-1]
            elif isinstance(one, edit.Recall):
                now = log[-one.back] if one.back <= len(log) else log[len(log)]
            elif isinstance(one, edit.SetBeside) and _changes_nothing(now, one):
                return Refusal(key="nothing_compared", edit=place)
            else:
                now = _edited(now, one)
        except IndexError:
            return Refusal(key="nothing_before", edit=place)
        except ValidationError:
            return Refusal(key="does_not_fit", edit=place)
    found = problems(now, model)
    return Refusal(key="problems", problems=found) if found else now


def _changed(query: Query, **changes: object) -> Query:
    """The query with other parts, validated; raises ValidationError."""
    parts = {name: getattr(query, name) for name in Query.model_fields}
    return Query(**{**parts, **changes})


def _edited(query: Query, one: Edit) -> Query:
    match one:
        case edit.Ask():
            return one.query
        case edit.Of():
            return _of(query, one)
        case edit.Where():
            return _where(query, one.condition, one.instead, more=one.more)
        case edit.Without():
            kept = () if one.column is None else _without(query.where, one.column)
            return _changed(query, where=joined(kept))
        case edit.Instead():
            return _instead(query, one.column, one.values)
        case edit.During():
            held = [part for part in conjuncts(query.where) if not _is_only_of(part, one.column)]
            if one.span is not None:
                held.append(Test(column=one.column, op="during", span=one.span))
            return _changed(query, where=joined(held))
        case edit.By():
            return _by(query, one)
        case edit.Ungroup():
            kept_groups = [
                place for place, group in enumerate(query.groups)
                if one.by is not None and group.by != one.by
            ]  # fmt: skip
            return _regrouped(query, kept_groups)
        case edit.Thresholds() | edit.Rank() | edit.Windows() | edit.Show():
            parts = {name: getattr(one, name) for name in type(one).model_fields}
            return _changed(query, **{key: part for key, part in parts.items() if key != "edit"})
        case edit.SetBeside():
            return _set_beside(query, one)
        case edit.ShowRows():
            return _rows(query, one.columns)
        case edit.Swap():
            return _mapped(query, lambda name: _swapped(name, one.one, one.other))
    return query


def _changes_nothing(query: Query, one: edit.SetBeside) -> bool:
    return one.compare is None and one.change is not None and query.compare is None


def _of(query: Query, one: edit.Of) -> Query:
    query = _grouped(query)
    before = measured(query) if query.measures or one.more else ()
    after = tuple(dict.fromkeys((*before, *one.measures))) if one.more else one.measures
    count = max(1, len(after))
    having = query.having
    if not one.more:  # a threshold goes on meaning the figure it was of
        held = measured(query)
        having = tuple(
            have.model_copy(update={"measure": held[have.measure]})
            if isinstance(have.measure, int) and (*after, Measure())[: count] != held[: count]
            else have
            for have in query.having
        )  # fmt: skip
    return _changed(
        query, measures=after, having=having,
        order=tuple(o for o in query.order if o.measure is None or o.measure < count),
        windows=tuple(w for w in query.windows if w.measure < count),
    )  # fmt: skip


def _grouped(query: Query) -> Query:
    """A query of rows as one of figures over them."""
    if not query.rows:
        return query
    return _changed(query, rows=False, columns=(), distinct=False, order=(), limit=None, offset=0)


def _where(
    query: Query, condition: Condition, instead: Condition | None = None, *, more: bool
) -> Query:
    given = conjuncts(condition)
    if instead is not None:
        held, gone = conjuncts(query.where), conjuncts(instead)
        place = next((at for at, part in enumerate(held) if part == gone[0]), len(held))
        before, behind = (
            [part for part in some if part not in gone] for some in (held[:place], held[place:])
        )
        return _changed(query, where=joined((*before, *given, *behind)))
    if more:
        return _changed(query, where=joined((*conjuncts(query.where), *given)))
    columns = {name for test in tests_of(condition) for name in _names(test)}
    kept = [part for part in conjuncts(query.where) if not _names_of(part) <= columns]
    return _changed(query, where=joined((*kept, *given)))


def _without(condition: Condition | None, column: Operand) -> list[Condition]:
    return [
        part for part in conjuncts(condition)
        if all(test.column != column and test.other != column for test in tests_of(part))
    ]  # fmt: skip


def _is_only_of(condition: Condition, column: Operand) -> bool:
    return all(test.column == column for test in tests_of(condition)) and any(tests_of(condition))


def _names(test: Test) -> Iterator[str]:
    for operand in (test.column, test.other):
        parts = [one for one in parts_of(operand) if isinstance(one, Computed)]
        if any(one.function in (*ACROSS, *RECURRING) for one in parts):
            # What is said of other rows leaves alone what is said of the row itself; what comes
            # again and again (Mondays), in which days it does (March).
            yield parts[0].model_dump_json()
        else:
            yield from columns_of(operand)


def _names_of(condition: Condition) -> set[str]:
    return {name for test in tests_of(condition) for name in _names(test)}


def _instead(query: Query, column: Operand, values: tuple[Scalar, ...]) -> Query:
    """The values in the place of those before, in the conditions, else in the last case of them;
    never left out, where those before were."""
    told = one_of(column, values)

    def other(test: Test) -> Condition:
        return told if test.column == column else test

    if any(test.column == column for test in tests_of(query.where)):
        parts = [rebuilt(part, other) for part in conjuncts(query.where)]
        return _changed(query, where=joined(parts))
    if query.compare is not None:
        cases = list(query.compare.cases)
        for place in range(len(cases) - 1, -1, -1):
            if any(test.column == column for test in tests_of(cases[place].where)):
                label = ", ".join(str(value) for value in values)
                cases[place] = Case(label=label, where=rebuilt(cases[place].where, other))
                compare = Compare(cases=tuple(cases), change=query.compare.change)
                return _changed(query, compare=compare)
    return _where(query, told, more=False)


def _by(query: Query, one: edit.By) -> Query:
    query = _grouped(query)
    if one.more:
        groups = list(query.groups)
        for group in one.groups:
            places = [at for at, given in enumerate(groups) if given.by == group.by]
            if places:
                groups[places[0]] = group
            else:
                groups.append(group)
        return _changed(query, groups=tuple(groups))
    after = one.groups
    same = [
        place for place in range(min(len(after), len(query.groups)))
        if after[place] == query.groups[place]
    ]  # fmt: skip
    return _changed(
        query, groups=after,
        order=() if query.limit is None and after[0].grain else tuple(
            o for o in query.order if o.group is None or o.group in same),
        per=query.per if query.per is not None and query.per.group in same else None,
        windows=tuple(
            w for w in query.windows
            if w.along in same or (w.kind in ("rank", "share") and w.along < len(after))
        ),
    )  # fmt: skip


def _regrouped(query: Query, kept: Sequence[int]) -> Query:
    """Only these groups, by their places; what was by others goes with them."""
    at = {place: new for new, place in enumerate(kept)}
    order = [
        o.model_copy(update={"group": at[o.group]}) if o.group is not None else o
        for o in query.order if o.group is None or o.group in at
    ]  # fmt: skip
    windows = [w.model_copy(update={"along": at[w.along]}) for w in query.windows if w.along in at]
    per = query.per
    if per is not None:
        per = per.model_copy(update={"group": at[per.group]}) if per.group in at else None
    groups: tuple[Group, ...] = tuple(query.groups[place] for place in kept)
    return _changed(query, groups=groups, order=tuple(order), windows=tuple(windows), per=per)


def _set_beside(query: Query, one: edit.SetBeside) -> Query:
    if one.compare is None:
        compare = query.compare
        if compare is None:
            return query
        if one.change is not None:
            return _changed(query, compare=Compare(cases=compare.cases, change=one.change))
        kept = _where(query, compare.cases[0].where, more=False)
        order = tuple(o.model_copy(update={"case": 1, "change": False}) for o in kept.order)
        return _changed(kept, compare=None, order=order)
    query = _grouped(query)
    compare = one.compare
    if one.change is not None:
        compare = Compare(cases=compare.cases, change=one.change)
    compared = set[str]().union(*(_names_of(case.where) for case in compare.cases))
    kept_parts = [part for part in conjuncts(query.where) if not _names_of(part) <= compared]
    return _changed(query, where=joined(kept_parts), compare=compare)


def _rows(query: Query, columns: tuple[Operand, ...]) -> Query:
    """The rows behind the figures: of the conditions, the cases, and a measure's own."""
    if query.rows:
        return _changed(query, columns=columns or query.columns)
    parts = list(conjuncts(query.where))
    if query.compare is not None:
        parts.append(AnyOf(any=tuple(case.where for case in query.compare.cases)))
    if len(query.measures) == 1 and not query.measures[0].share:
        parts += conjuncts(query.measures[0].where)
    return Query(table=query.table, where=joined(parts), rows=True, columns=columns)


def _swapped(operand: Operand, one: Operand, other: Operand) -> Operand:
    if operand == one:
        return other
    if operand == other:
        return one
    if isinstance(operand, Computed):
        args = tuple(
            _swapped(arg, one, other) if isinstance(arg, str | Computed) else arg
            for arg in operand.args
        )
        return operand.model_copy(update={"args": args})
    return operand


def _mapped(query: Query, changed: "Callable[[Operand], Operand]") -> Query:
    """The query with other operands in every condition."""

    def test(one: Test) -> Condition:
        other = changed(one.other) if one.other is not None else None
        return one.model_copy(update={"column": changed(one.column), "other": other})

    def condition(one: Condition | None) -> Condition | None:
        return None if one is None else rebuilt(one, test)

    compare = query.compare
    if compare is not None:
        cases = tuple(
            Case(label=case.label, where=rebuilt(case.where, test)) for case in compare.cases
        )
        compare = Compare(cases=cases, change=compare.change)
    measures = tuple(
        one.model_copy(update={"where": condition(one.where)}) for one in query.measures
    )
    return _changed(query, where=condition(query.where), compare=compare, measures=measures)
