"""A query against a model: what a table cannot mean of it, as problems, with what is near."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from agents.data.model.schema import Column, Table, TableModel, Words
from agents.data.query.fitting import fits, pairing
from agents.data.query.joining import based, counted_twice
from agents.data.query.operands import Typed, columns_of, measured, parts_of, typed
from agents.data.query.query import (
    ACROSS,
    MEANT_OF_NUMBERS,
    PART,
    WORDS,
    AllOf,
    AnyOf,
    Computed,
    Condition,
    Cycle,
    Group,
    Measure,
    Operand,
    Query,
    Test,
)
from agents.data.query.spans import covered
from app.domain.base import Value

ProblemKey = Literal[
    "table", "column", "metric", "bad_metric", "value", "not_number", "not_added", "running",
    "not_moment", "not_text", "too_fine", "not_value", "not_compared", "hidden_order", "no_order",
    "too_many_groups", "skill_table", "skill_groups", "counted_twice",
]  # fmt: skip
GRAINS: tuple[str, ...] = (
    "year", "quarter", "month", "week", "day", "hour", "minute", "second",
)  # fmt: skip
CYCLE_GRAINS: dict[Cycle, str] = {
    "quarter of year": "quarter", "month of year": "month", "day of month": "day",
    "weekday": "day", "hour of day": "hour",
}  # fmt: skip
_PARTS: dict[str, str] = {
    "year": "year", "month": "month", "day": "day", "weekday": "day", "clock": "hour",
}  # fmt: skip
"""The functions of a moment, and how exactly it has to be known for them."""
MOST_GROUPS = 4
NEAR = 3
_LEAST_LIKE = 55.0
_FARTHER = 25.0  # behind the likeliest


class QueryProblem(Value):
    """What of a query a table cannot mean.

    `what` is what was asked for (a name, a value, a grain), `column` the column it is about, and
    `near` what could have been meant, the likeliest first.
    """

    key: ProblemKey
    what: str = ""
    column: str = ""
    near: tuple[str, ...] = ()


def problems(query: Query, model: TableModel) -> tuple[QueryProblem, ...]:
    """Return what of a query the model cannot mean, each once; () if all is well."""
    try:
        query = based(query, model)
        table = model.queried(query.table)
    except KeyError:
        near = nearest(query.table, {one.name: (one.name,) for one in model.tables})
        return (QueryProblem(key="table", what=query.table, near=near),)
    return tuple(dict.fromkeys(_Checker(model, table).query(query)))


def nearest(
    name: str, candidates: Mapping[str, Sequence[str]], *, most: int = NEAR
) -> tuple[str, ...]:
    """Return the keys of which one of the spellings is most like a name, the likeliest first."""
    from rapidfuzz import fuzz, utils

    sought = utils.default_process(name)
    scores: list[tuple[float, str]] = []
    for key, spellings in candidates.items():
        folded = (utils.default_process(one) for one in spellings)
        best = max(
            (
                max(fuzz.ratio(sought, one), 0.95 * fuzz.token_set_ratio(sought, one))
                for one in folded
            ),
            default=0.0,
        )
        if best >= _LEAST_LIKE:
            scores.append((-best, key))
    best = min(scores, default=(0.0, ""))[0]
    return tuple(key for score, key in sorted(scores)[:most] if score <= best + _FARTHER)


def spellings(column: Column) -> tuple[str, ...]:
    """Return all names of a column: its own, the file's, and those people gave it."""
    names = (column.name, column.header, *_said(column.words))
    return tuple(dict.fromkeys(one for one in names if one))


def _said(words: dict[str, Words]) -> list[str]:
    return [said for one in words.values() for said in (one.label, *one.synonyms) if said]


class _Checker:
    def __init__(self, model: TableModel, table: Table) -> None:
        self._model = model
        self._table = table

    def query(self, query: Query) -> Iterator[QueryProblem]:
        yield from self._condition(query.where)
        for measure in measured(query):
            yield from self._measure(measure)
        for group in query.groups:
            yield from self._group(group)
        if len(query.groups) > MOST_GROUPS:
            yield QueryProblem(key="too_many_groups", what=str(MOST_GROUPS))
        for having in query.having:
            if isinstance(having.measure, Measure):
                yield from self._measure(having.measure)
        for case in query.compare.cases if query.compare else ():
            yield from self._condition(case.where)
        yield from self._windows(query)
        yield from self._changes(query)
        yield from self._rows(query)
        if fits(query):
            found = pairing(query, self._table)
            if isinstance(found, str):
                yield QueryProblem(key=found)

    def _rows(self, query: Query) -> Iterator[QueryProblem]:
        for operand in query.columns:
            yield from self._operand(operand)
        for order in query.order:
            if order.column is None:
                continue
            yield from self._operand(order.column)
            hidden = query.columns and order.column not in query.columns
            if query.distinct and hidden:
                yield QueryProblem(key="hidden_order", what=_shown(order.column))

    def _operand(self, operand: Operand | float | int | None) -> Iterator[QueryProblem]:
        """Columns that are not there, and functions of what they cannot be worked out from."""
        for name in columns_of(operand):
            if not self._table.has(name):
                known = {one.name: spellings(one) for one in self._table.columns}
                yield QueryProblem(key="column", what=name, near=nearest(name, known))
        for one in parts_of(operand):
            if isinstance(one, Computed):
                yield from self._condition(one.where)
        if isinstance(operand, Computed) and self._is_known(operand):
            yield from self._function(operand)

    def _function(self, computed: Computed) -> Iterator[QueryProblem]:
        ordered = ("row", "next", "previous")
        if computed.function in ordered and self._table.derived and not self._table.order:
            yield QueryProblem(key="no_order", what=computed.function)
        for inner in computed.args:
            if isinstance(inner, Computed):
                yield from self._function(inner)
        kinds = [typed(one, self._table) for one in computed.args]
        if computed.function == "-" and all(one.type == "moment" for one in kinds):
            return
        for one, kind in zip(computed.args, kinds, strict=True):
            name = _shown(one)
            needed = _PARTS.get(computed.function)
            if needed is not None and kind.type != "moment":
                yield QueryProblem(key="not_moment", what=computed.function, column=name)
            elif needed is not None and kind.grain in GRAINS[: GRAINS.index(needed)]:
                yield QueryProblem(key="too_fine", what=needed, column=name)
            elif computed.function == "seconds" and kind.type != "length":
                yield QueryProblem(key="not_number", what="seconds", column=name)
            elif computed.function in ("+", "-", "*", "/", "abs") and not kind.is_counted:
                yield QueryProblem(key="not_number", what=computed.function, column=name)
            elif computed.function in (*WORDS, PART, "number") and kind.type != "text":
                yield QueryProblem(key="not_text", what=computed.function, column=name)
            elif computed.function in ("next", "previous") and kind.type == "text":
                continue  # in the order of the table
            elif computed.function in ACROSS and kind.type != "moment" and not kind.is_counted:
                yield QueryProblem(key="not_compared", what=computed.function, column=name)

    def _is_known(self, operand: Operand | float | int | None) -> bool:
        return all(self._table.has(name) for name in columns_of(operand))

    def _type(self, operand: Operand | float | int) -> Typed | None:
        """What an operand is; None of one that is a problem already."""
        return typed(operand, self._table) if self._is_known(operand) else None

    def _measure(self, measure: Measure) -> Iterator[QueryProblem]:
        if measure.metric:
            yield from self._metric(measure.metric)
            yield from self._condition(measure.where)
            return
        for operand in (measure.of, measure.other, measure.weight):
            yield from self._operand(operand)
            if operand is None or measure.aggregate not in MEANT_OF_NUMBERS:
                continue
            kind = self._type(operand)
            if kind is not None and not kind.is_counted:
                others = [
                    one.name for one in self._table.columns
                    if typed(one.name, self._table).type in ("number", "length")
                ]  # fmt: skip
                yield QueryProblem(
                    key="not_number", what=measure.aggregate, column=_shown(operand),
                    near=tuple(others[:NEAR]),
                )  # fmt: skip
        for column in counted_twice(measure, self._table):
            yield QueryProblem(key="counted_twice", what=column.path[-1].table, column=column.name)
        if measure.aggregate == "sum" and measure.of is not None:
            kind = self._type(measure.of)
            if kind is not None and kind.is_counted and kind.adds != "sum":
                near = ("mean",) if kind.adds == "mean" else ("distinct", "count")
                yield QueryProblem(
                    key="not_added", what="sum", column=_shown(measure.of), near=near
                )
        yield from self._condition(measure.where)

    def _metric(self, name: str) -> Iterator[QueryProblem]:
        from agents.data.query.metrics import BadMetric, resolved_metric

        try:
            resolved_metric(self._model.metric(name), self._table)
        except KeyError:
            known = {
                one.name: (one.name, *_said(one.words))
                for one in self._model.metrics
            }  # fmt: skip
            yield QueryProblem(key="metric", what=name, near=nearest(name, known))
        except BadMetric as error:
            yield QueryProblem(key="bad_metric", what=str(error.details["what"]), column=name)

    def _group(self, group: Group) -> Iterator[QueryProblem]:
        yield from self._operand(group.by)
        kind = self._type(group.by)
        if kind is None:
            return
        wanted = group.grain or (CYCLE_GRAINS[group.cycle] if group.cycle else "")
        if wanted:
            yield from self._grain(wanted, group.grain or str(group.cycle), kind, group.by)
        elif (group.bins or group.width) and kind.type not in ("number", "length"):
            yield QueryProblem(key="not_number", what="bins", column=_shown(group.by))

    def _grain(self, wanted: str, said: str, kind: Typed, by: Operand) -> Iterator[QueryProblem]:
        if kind.type != "moment":
            times = [
                one.name for one in self._table.columns
                if typed(one.name, self._table).type == "moment"
            ]  # fmt: skip
            yield QueryProblem(
                key="not_moment", what=said, column=_shown(by), near=tuple(times[:NEAR])
            )
            return
        finest = kind.grain or (
            "day" if kind.column is not None and kind.column.stored == "date" else "second"
        )
        if GRAINS.index(wanted) > GRAINS.index(finest):
            yield QueryProblem(key="too_fine", what=said, column=_shown(by), near=(finest,))

    def _condition(self, condition: Condition | None) -> Iterator[QueryProblem]:
        match condition:
            case Test():
                yield from self._test(condition)
            case AllOf(all=parts) | AnyOf(any=parts):
                for part in parts:
                    yield from self._condition(part)
            case None:
                return
            case _:
                yield from self._condition(condition.negated)

    def _test(self, test: Test) -> Iterator[QueryProblem]:
        yield from self._operand(test.column)
        yield from self._operand(test.other)
        if test.than is not None:
            yield from self._measure(test.than)
        kind = self._type(test.column)
        if kind is None:
            return
        name = _shown(test.column)
        if test.op == "during":
            assert test.span is not None
            if kind.type != "moment":
                yield QueryProblem(key="not_moment", what="during", column=name)
            for end in (test.span.start, test.span.end):
                if end is not None and not _is_moment(end):
                    yield QueryProblem(key="not_value", what=end, column=name)
        elif test.other is not None or test.than is not None:
            yield from self._pair(test, kind, name)
        elif test.op in ("contains", "starts", "ends") and kind.type == "moment":
            yield QueryProblem(key="not_compared", what=test.op, column=name)
        else:
            yield from self._values(test, kind, name)

    def _pair(self, test: Test, kind: Typed, name: str) -> Iterator[QueryProblem]:
        if test.other is not None:
            other = self._type(test.other)
            what = _shown(test.other)
        else:
            assert test.than is not None
            other, what = self._figure(test.than), test.than.aggregate
        if test.op not in ("=", "!=", "<", "<=", ">", ">="):
            yield QueryProblem(key="not_compared", what=test.op, column=name)
        elif (
            other is not None
            and kind.type != other.type
            and not (kind.is_counted and other.is_counted)
        ):
            yield QueryProblem(key="not_compared", what=what, column=name)

    def _figure(self, measure: Measure) -> Typed | None:
        """What the figure of a measure is."""
        if measure.aggregate in ("min", "max") and measure.of is not None and not measure.share:
            return self._type(measure.of)
        return Typed("number")

    def _values(self, test: Test, kind: Typed, name: str) -> Iterator[QueryProblem]:
        for value in test.values:
            if kind.type == "moment":
                fits = _is_moment(str(value))
            elif kind.type in ("number", "length") and isinstance(value, str):
                fits = test.op in ("contains", "starts", "ends") or _is_number(value)
            else:
                fits = True
            if not fits:
                yield QueryProblem(key="not_value", what=str(value), column=name)
            elif kind.type == "text" and test.op in ("=", "in", "!=", "not in"):
                yield from self._known_value(str(value), kind)

    def _known_value(self, value: str, kind: Typed) -> Iterator[QueryProblem]:
        column = kind.column
        if column is None or not column.complete or value in column.values:
            return
        near = nearest(value, {one: (one,) for one in column.values})
        yield QueryProblem(key="value", what=value, column=column.name, near=near)

    def _windows(self, query: Query) -> Iterator[QueryProblem]:
        """A running sum and a part of a sum want figures that add up."""
        for window in query.windows:
            measure = measured(query)[window.measure]
            adds = measure.aggregate in ("count", "sum") and not measure.share
            if window.kind in ("running", "share") and not (adds or measure.metric):
                near = ("moving",) if window.kind == "running" else ("previous",)
                yield QueryProblem(
                    key="running", what=window.kind, column=measure.aggregate, near=near
                )
            elif window.kind != "rank":
                yield from self._computed_with(measure, window.kind)

    def _changes(self, query: Query) -> Iterator[QueryProblem]:
        if query.compare is not None:
            for measure in measured(query):
                yield from self._computed_with(measure, query.compare.change)
        for having in query.having:
            measure = (
                having.measure if isinstance(having.measure, Measure)
                else measured(query)[having.measure]
            )  # fmt: skip
            yield from self._computed_with(measure, "having")

    def _computed_with(self, measure: Measure, what: str) -> Iterator[QueryProblem]:
        """The least and greatest of texts and moments are no numbers to go on with."""
        if measure.aggregate in ("min", "max") and measure.of is not None and not measure.metric:
            kind = self._type(measure.of)
            if kind is not None and not kind.is_counted:
                yield QueryProblem(key="not_number", what=what, column=_shown(measure.of))


def _is_moment(text: str) -> bool:
    try:
        covered(text)
    except ValueError:
        return False
    return True


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _shown(operand: Operand | float | int) -> str:
    if isinstance(operand, Computed):
        said = [f'"{operand.said}"'] if operand.said else []
        said += [str(operand.place)] if operand.place else []
        return f"{operand.function}({', '.join([*map(_shown, operand.args), *said])})"
    return operand if isinstance(operand, str) else f"{operand:g}"
