"""The same queries computed with pandas and plain Python, sharing nothing with the SQL."""

# ruff: noqa: DTZ001, DTZ007, DTZ901 - tables hold local times

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import lru_cache
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from agents.data.query.operands import columns_of, tests_of
from agents.data.query.query import (
    AllOf,
    AnyOf,
    Computed,
    Condition,
    Group,
    Measure,
    Not,
    Query,
    Span,
    Test,
)
from tests.query_samples import NOW, Sample

Z = NormalDist().inv_cdf(0.975)


@dataclass
class Expected:
    """What a query comes to: rows of a dictionary by (part, of, case), in order."""

    rows: list[dict[tuple[str, int, int], Any]]
    total: int
    matched: int
    empty: dict[str, int] = field(default_factory=dict)
    undecided: dict[str, int] = field(default_factory=dict)


class Evaluator:
    """Computes queries over one sample; groups of a query have widths, not bins."""

    def __init__(self, sample: Sample) -> None:
        self.table = sample.rows
        self._of_all: dict[Measure, Any] = {}
        self._across: dict[Computed, dict[int, Any]] = {}

    # operands and conditions, by row

    def operand(self, row: dict[str, Any], operand: Any) -> Any:
        if isinstance(operand, str):
            return row[operand]
        if not isinstance(operand, Computed):
            return operand
        args = [self.operand(row, one) for one in operand.args]
        if any(one is None for one in args):
            return None
        if operand.function in ("next", "previous", "first"):
            return self.across(operand)[id(row)]
        match operand.function:
            case "*":
                return float(args[0]) * float(args[1])
            case "/":
                return float(args[0]) / float(args[1]) if args[1] else None
            case "-" if isinstance(args[0], date):
                one, other = (
                    x if isinstance(x, datetime) else datetime(x.year, x.month, x.day) for x in args
                )
                return (one - other).total_seconds()
            case "-":
                return float(args[0]) - float(args[1])
            case "abs":
                return abs(args[0])
            case "length":
                return len(args[0])
            case "after":
                _, found, behind = args[0].partition(operand.said)
                return behind if found and behind else None
            case "number":
                return float(args[0]) if args[0].isdigit() else None
            case "year":
                return args[0].year
            case "seconds":
                return args[0]
        raise AssertionError(operand.function)

    def across(self, computed: Computed) -> dict[int, Any]:
        """What each row is told of others, by the identity of the row."""
        if computed not in self._across:
            (of,) = computed.args
            frame = pd.DataFrame(
                {
                    "id": [id(row) for row in self.table],
                    "of": pd.Series([self.operand(row, of) for row in self.table], dtype=object),
                    "same": [repr([row[one] for one in computed.same]) for row in self.table],
                    "meets": [self.holds(row, computed.where) is True for row in self.table],
                }
            )
            found: dict[int, Any] = {}
            for _, group in frame[frame["of"].notna()].groupby("same"):
                ordered = group.sort_values("of", kind="stable")
                met = ordered["of"].where(ordered["meets"], None)
                if computed.function == "first":
                    told = [next((one for one in met if one is not None), None)] * len(met)
                elif computed.function == "previous":
                    told = list(met.shift(1).ffill())
                else:
                    told = list(met.shift(-1).bfill())
                told = [None if pd.isna(one) else one for one in told]
                found |= dict(zip(ordered["id"], told, strict=True))
            self._across[computed] = found
        return self._across[computed]

    def holds(self, row: dict[str, Any], condition: Condition | None) -> bool | None:
        match condition:
            case None:
                return True
            case Test():
                return self.test(row, condition)
            case AllOf(all=parts):
                found = [self.holds(row, one) for one in parts]
                return False if False in found else None if None in found else True
            case AnyOf(any=parts):
                found = [self.holds(row, one) for one in parts]
                return True if True in found else None if None in found else False
            case Not(negated=part):
                inner = self.holds(row, part)
                return None if inner is None else not inner

    def test(self, row: dict[str, Any], test: Test) -> bool | None:
        value = self.operand(row, test.column)
        if test.op == "empty":
            return value is None or value == ""
        if test.op == "not empty":
            return value is not None and value != ""
        if test.op == "during":
            return None if value is None else within(value, self.span(test))
        if test.than is not None:
            if test.than not in self._of_all:
                self._of_all[test.than] = self.figure(test.than, self.table)["measure"]
            other = self._of_all[test.than]
        elif test.other is not None:
            other = self.operand(row, test.other)
        elif isinstance(value, date):
            return moment_test(value, test)
        elif value is None:
            return None
        else:
            return plain_test(value, test)
        if value is None or other is None:
            return None
        return compared(test.op, value, other)

    def span(self, test: Test) -> tuple[datetime, datetime]:
        span = test.span
        assert span is not None
        if span.unit is None:
            start = period(span.start)[0] if span.start else datetime.min
            return start, period(span.end)[0] if span.end else datetime.max
        now = NOW
        if span.anchor == "data":
            moments = [row[test.column] for row in self.table if row[test.column] is not None]
            now = as_time(max(moments)) if moments else NOW
        return relative(span, now)

    # figures

    def figure(self, measure: Measure, rows: list[dict[str, Any]]) -> dict[str, Any]:
        """The figure of some rows: measure, n, and where it has one low and high."""
        if measure.metric == "per_piece":
            price = self.figure(Measure(aggregate="sum", of="price"), rows)["measure"]
            pieces = self.figure(Measure(aggregate="sum", of="qty"), rows)["measure"]
            value = price / pieces if price is not None and pieces else None
            return {"measure": value, "n": len(rows)}
        if measure.metric == "won_price":
            won = Test(column="won", values=(True,))
            return self.figure(Measure(aggregate="mean", of="price", where=won), rows)
        kept = [row for row in rows if self.holds(row, measure.where)]
        if measure.share:
            return self.rate(measure, rows)
        if measure.aggregate == "count":
            if measure.of is None:
                return {"measure": len(kept)}
            return {"measure": sum(self.operand(row, measure.of) is not None for row in kept)}
        second = measure.other or measure.weight
        pairs = [
            (self.operand(row, measure.of), self.operand(row, second) if second else 1)
            for row in kept
        ]  # fmt: skip
        pairs = [pair for pair in pairs if None not in pair]
        values = [one for one, _ in pairs]
        return {"measure": self.aggregate(measure, pairs), "n": len(values), **ends(measure, pairs)}

    def aggregate(self, measure: Measure, pairs: list[tuple[Any, Any]]) -> Any:
        values = [one for one, _ in pairs]
        if measure.aggregate == "distinct":
            return len(set(values))
        if not values:
            return None
        if measure.aggregate in ("min", "max"):
            return min(values) if measure.aggregate == "min" else max(values)
        series = pd.Series([float(one) for one in values])
        if measure.weight is not None:
            weights = pd.Series([float(one) for _, one in pairs])
            return (series * weights).sum() / weights.sum() if weights.sum() else None
        match measure.aggregate:
            case "sum":
                return series.sum()
            case "mean":
                return series.mean()
            case "median":
                return series.median()
            case "quantile":
                return series.quantile(measure.q)
            case "stddev":
                return nothing(series.std())
        other = pd.Series([float(one) for _, one in pairs])
        if series.nunique() < 2 or other.nunique() < 2:
            return None
        r = nothing(series.corr(other))
        return None if r is None else round(r, 12)

    def rate(self, measure: Measure, rows: list[dict[str, Any]]) -> dict[str, Any]:
        """A rate of the rows' own; shares of all are made by `groups`."""
        bare = measure.model_copy(update={"share": ""})
        whole = bare.model_copy(update={"where": None})
        one, other = self.figure(bare, rows), self.figure(whole, rows)
        found = {
            "measure": quotient(one["measure"], other["measure"]),
            "n": other.get("n", other["measure"]),
        }  # fmt: skip
        if measure.aggregate == "count":
            found |= {"numerator": one["measure"], "denominator": other["measure"]}
            found |= wilson(one["measure"], other["measure"])
        return found

    # whole queries

    def rows(self, query: Query) -> Expected:
        kept = [row for row in self.table if self.holds(row, query.where)]
        shown = [(row, tuple(self.operand(row, one) for one in query.columns)) for row in kept]
        if query.distinct:
            first: dict[Any, Any] = {}
            for row, cells in shown:
                first.setdefault(cells, (row, cells))
            shown = list(first.values())
            for place in range(len(query.columns) - 1, -1, -1):
                shown.sort(key=lambda one: last(one[1][place], False))
        for order in reversed(query.order):
            shown.sort(key=lambda one: last(self.operand(one[0], order.column), order.descending))
        total = len(shown)
        shown = shown[query.offset :][: query.limit]
        return Expected(
            [{("row", at, -1): one for at, one in enumerate(cells)} for _, cells in shown],
            total, len(kept),
        )  # fmt: skip

    def groups(self, query: Query) -> Expected:
        kept = [row for row in self.table if self.holds(row, query.where)]
        cases = [case.where for case in query.compare.cases] if query.compare else []
        if cases:
            kept = [row for row in kept if any(self.holds(row, one) for one in cases)]
        keyed: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
        gaps: dict[int, int] = {}
        for row in kept:
            key = tuple(self.key(row, group) for group in query.groups)
            for place, one in enumerate(key):
                gaps[place] = gaps.get(place, 0) + (one is None)
            if None not in key:
                keyed.setdefault(key, []).append(row)
        empty: dict[str, int] = {}
        for place, count in gaps.items():
            name = first_column(query.groups[place].by)
            empty[name] = max(count, empty.get(name, 0))
        if not query.groups:
            keyed = {(): kept}
        measures = query.measures or (Measure(),)
        places = list(range(len(cases))) or [-1]
        found = []
        for key, rows in keyed.items():
            line: dict[Any, Any] = {("group", at, -1): one for at, one in enumerate(key)}
            line["rows"] = rows
            for place, measure in enumerate(measures):
                for case in places:
                    figure = self.in_case(measure, rows, cases, case)
                    if measure.share == "all":
                        whole = [row for group in keyed.values() for row in group]
                        figure = self.part(measure, figure, whole, cases, case)
                    line |= {(part, place, case): value for part, value in figure.items()}
            for case in places[1:]:
                for place in range(len(measures)):
                    assert query.compare is not None
                    now, before = line["measure", place, case], line["measure", place, 0]
                    line["change", place, case] = change(query.compare.change, now, before)
                    low, high = self.change_ends(measures[place], line, cases, place, case)
                    line["change_low", place, case] = low
                    line["change_high", place, case] = high
            found.append(line)
        self.windows(query, found, places)
        found = self.over(query, found, cases, places)
        found = ordered(query, found, len(cases))
        if query.per is not None:
            seen: dict[Any, int] = {}
            best = []
            for line in found:
                value = line["group", query.per.group, -1]
                seen[value] = seen.get(value, 0) + 1
                if seen[value] <= query.per.limit:
                    best.append(line)
            found = best
        total = len(found)
        undecided: dict[str, int] = {}
        for where in (one.where for one in measures if one.share == "rows" and one.where):
            for case in cases or [None]:
                rows = [row for group in keyed.values() for row in group if self.holds(row, case)]
                unsaid = [row for row in rows if self.holds(row, where) is None]
                sides = [one for test in tests_of(where) for one in (test.column, test.other)]
                for column in {one for each in sides for one in columns_of(each)}:
                    count = sum(row[column] is None for row in unsaid)
                    undecided[column] = max(count, undecided.get(column, 0))
        undecided = {column: count for column, count in undecided.items() if count}
        return Expected(found[query.offset :][: query.limit], total, len(kept), empty, undecided)

    def change_ends(
        self, measure: Measure, line: dict[Any, Any], cases: list[Condition], place: int, case: int
    ) -> tuple[Any, Any]:
        """The interval of a difference: Newcombe's of rates, Welch's of means; none of one group
        with itself."""
        rows = line["rows"]
        if any(self.holds(row, cases[0]) and self.holds(row, cases[case]) for row in rows):
            return None, None
        if measure.share and measure.aggregate == "count":
            one, other = (
                [line[part, place, at] for part in ("measure", "low", "high")] for at in (case, 0)
            )
            if None in one or None in other:
                return None, None
            off = one[0] - other[0]
            low = off - math.hypot(one[0] - one[1], other[2] - other[0])
            return max(-1, low), min(1, off + math.hypot(one[2] - one[0], other[0] - other[1]))
        if measure.metric == "won_price":
            won = Test(column="won", values=(True,))
            measure = Measure(aggregate="mean", of="price", where=won)
        if measure.aggregate != "mean" or measure.weight is not None:
            return None, None
        samples = []
        for at in (case, 0):
            kept = [
                self.operand(row, measure.of) for row in rows
                if self.holds(row, cases[at]) and self.holds(row, measure.where)
            ]  # fmt: skip
            samples.append(np.array([float(one) for one in kept if one is not None]))
        if min(len(one) for one in samples) < 2:
            return None, None
        off = samples[0].mean() - samples[1].mean()
        parts = [one.var(ddof=1) / len(one) for one in samples]
        if sum(parts) < 1e-20:
            return off, off
        freedom = sum(parts) ** 2 / sum(
            part**2 / (len(one) - 1) for part, one in zip(parts, samples, strict=True)
        )
        half = t975(round(freedom, 6)) * math.sqrt(sum(parts))
        return off - half, off + half

    def in_case(
        self, measure: Measure, rows: list[dict[str, Any]], cases: list[Condition], case: int
    ) -> dict[str, Any]:
        own = rows if case < 0 else [row for row in rows if self.holds(row, cases[case])]
        if measure.share == "all":
            return self.figure(measure.model_copy(update={"share": ""}), own)
        return self.figure(measure, own)

    def part(
        self, measure: Measure, figure: dict[str, Any], rows: list[dict[str, Any]],
        cases: list[Condition], case: int,
    ) -> dict[str, Any]:  # fmt: skip
        whole = self.in_case(measure, rows, cases, case)["measure"]
        found = {
            "measure": quotient(figure["measure"], whole),
            "n": figure.get("n", figure["measure"]),
        }
        if measure.aggregate == "count":
            found |= {"numerator": figure["measure"], "denominator": whole}
            found |= wilson(figure["measure"], whole)
        return found

    def key(self, row: dict[str, Any], group: Group) -> Any:
        value = self.operand(row, group.by)
        if value is None:
            return None
        if group.grain is not None:
            return truncated(as_time(value), group.grain)
        if group.cycle is not None:
            return {
                "quarter of year": lambda v: (v.month + 2) // 3, "month of year": lambda v: v.month,
                "day of month": lambda v: v.day, "weekday": lambda v: v.isoweekday(),
                "hour of day": lambda v: v.hour,
            }[group.cycle](value)  # fmt: skip
        if group.width is not None:
            parts = round(1 / group.width) if group.width < 1 else 0
            if parts and abs(1 / group.width - parts) < 1e-6:
                return math.floor(value * parts) / parts
            return math.floor(value / group.width) * group.width
        return float(value) if isinstance(value, float) else value

    def over(
        self, query: Query, lines: list[dict[Any, Any]], cases: list[Condition], places: list[int]
    ) -> list[dict[Any, Any]]:
        """The lines that are over all thresholds, each in every case."""
        kept = lines
        for having in query.having:
            for case in places:
                values = []
                for line in lines:
                    if isinstance(having.measure, int):
                        value = line["measure", having.measure, case]
                    else:
                        value = self.in_case(having.measure, line["rows"], cases, case)["measure"]
                    values.append(None if value is None else float(value))
                there = [one for one in values if one is not None]
                bound = having.value
                if having.deviations and there:
                    bound = float(np.mean(there)) + float(np.std(there)) * having.value
                over = {
                    id(line) for line, value in zip(lines, values, strict=True)
                    if value is not None and compared(having.op, value, bound)
                }  # fmt: skip
                kept = [line for line in kept if id(line) in over]
        return kept

    def windows(self, query: Query, lines: list[dict[Any, Any]], places: list[int]) -> None:
        for at, window in enumerate(query.windows):
            for case in places:
                parts: dict[Any, list[dict[Any, Any]]] = {}
                for line in lines:
                    others = tuple(
                        line["group", one, -1] for one in range(len(query.groups))
                        if one != window.along
                    )  # fmt: skip
                    parts.setdefault(others, []).append(line)
                for part in parts.values():
                    part.sort(key=lambda one: last(one["group", window.along, -1], False))
                    values = [one["measure", window.measure, case] for one in part]
                    for line, value in zip(part, windowed(window, values), strict=True):
                        line["window", at, case] = value


def windowed(window: Any, values: list[Any]) -> list[Any]:
    if window.kind == "previous":
        before = [None] * window.size + values
        return [
            change(window.change, now, then)
            for now, then in zip(values, before[: len(values)], strict=True)
        ]
    if window.kind == "rank":
        order = {one: at for at, one in enumerate(sorted({*values} - {None}))}
        plain = pd.Series([order.get(one, np.nan) for one in values], dtype=float)
        ranks = plain.rank(method="min", ascending=False)
        return [
            None if np.isnan(rank) else _around(int(rank), one, values)
            for rank, one in zip(ranks, values, strict=True)
        ]
    series = pd.Series([np.nan if one is None else float(one) for one in values], dtype=float)
    if window.kind == "running":
        found = series.fillna(0).cumsum().where(series.notna().cummax())
    elif window.kind == "moving":
        found = series.rolling(window.size, min_periods=1).mean()
    else:
        whole = series.sum(min_count=1)
        found = series / whole if whole else series * np.nan
    return [nothing(one) for one in found]


class Between(NamedTuple):
    """A rank that is one or another as the last bits of a figure fall."""

    first: int
    last: int


def _around(rank: int, one: Any, values: Sequence[Any]) -> int | Between:
    """The rank of a value; where others are it but for what computing with fractions leaves, which
    of them comes first is open.
    """
    if not isinstance(one, float) or one.is_integer():
        return rank
    near = [x for x in values if x is not None and math.isclose(x, one, rel_tol=1e-9)]
    above = sum(x is not None and x > max(near) for x in values)
    return Between(1 + above, len(near) + above) if len(near) > 1 else rank


def ordered(query: Query, lines: list[dict[Any, Any]], cases: int) -> list[dict[Any, Any]]:
    for place in range(len(query.groups) - 1, -1, -1):
        lines.sort(key=lambda one: last(one["group", place, -1], False))
    for order in reversed(query.order):
        if order.group is not None:
            key: Any = ("group", order.group, -1)
        else:
            case = min(order.case, cases - 1) if cases else -1
            key = ("change" if order.change and case > 0 else "measure", order.measure, case)
        lines.sort(key=lambda one: last(one[key], order.descending))
    return lines


class _Turned:
    """Compares the other way round."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __lt__(self, other: "_Turned") -> bool:
        return bool(other.value < self.value)


def last(value: Any, descending: bool) -> Any:
    if value is None:
        return (True, 0)
    if isinstance(value, float):
        value = round(value, 9)
    if isinstance(value, str):
        value = value.encode()
    return (False, _Turned(value) if descending else value)


def plain_test(value: Any, test: Test) -> bool:
    if test.op in ("in", "not in"):
        return (value in test.values) == (test.op == "in")
    if test.op == "between":
        return bool(test.values[0] <= value <= test.values[1])
    sought = test.values[0]
    match test.op:
        case "contains":
            return sought.lower() in value.lower()
        case "starts":
            return bool(value.lower().startswith(sought.lower()))
        case "ends":
            return bool(value.lower().endswith(sought.lower()))
    if isinstance(value, str):
        value, sought = value.encode(), sought.encode()
    return compared(test.op, value, sought)


def moment_test(value: date, test: Test) -> bool:
    spans = [period(str(one)) for one in test.values]
    moment = as_time(value)
    inside = [start <= moment < end for start, end in spans]
    (start, end), until = spans[0], spans[-1][1]
    return {
        "=": any(inside), "in": any(inside), "!=": not any(inside), "not in": not any(inside),
        "between": start <= moment < until, "<": moment < start, "<=": moment < end,
        ">": moment >= end, ">=": moment >= start,
    }[test.op]  # fmt: skip


def compared(op: str, one: Any, other: Any) -> bool:
    return bool(
        {"=": one == other, "!=": one != other, "<": one < other, "<=": one <= other,
         ">": one > other, ">=": one >= other}[op]
    )  # fmt: skip


def as_time(value: date) -> datetime:
    return value if isinstance(value, datetime) else datetime(value.year, value.month, value.day)


def within(value: date, span: tuple[datetime, datetime]) -> bool:
    return span[0] <= as_time(value) < span[1]


def period(text: str) -> tuple[datetime, datetime]:
    """The ends of what a text covers, by pandas."""
    if "T" in text:
        one = pd.Timestamp(text)
        return one.to_pydatetime(), (one + pd.Timedelta(minutes=1)).to_pydatetime()
    if "W" in text:
        start = datetime.strptime(text + "-1", "%G-W%V-%u")
        return start, start + timedelta(days=7)
    given = pd.Period(text.replace("-Q", "Q"))
    return given.start_time.to_pydatetime(), (given + 1).start_time.to_pydatetime()


def relative(span: Span, now: datetime) -> tuple[datetime, datetime]:
    code = {"year": "Y", "quarter": "Q", "month": "M", "week": "W", "day": "D"}[str(span.unit)]
    unit = pd.Period(pd.Timestamp(now), freq=code) - span.ago
    return (
        (unit - (span.count - 1)).start_time.to_pydatetime(),
        (unit + 1).start_time.to_pydatetime(),
    )


def truncated(value: datetime, grain: str) -> datetime:
    if grain == "hour":
        return value.replace(minute=0, second=0, microsecond=0)
    code = {"year": "Y", "quarter": "Q", "month": "M", "week": "W", "day": "D"}[grain]
    return pd.Period(pd.Timestamp(value), freq=code).start_time.to_pydatetime()


def change(kind: str, now: Any, before: Any) -> Any:
    if now is None or before is None:
        return None
    now, before = float(now), float(before)
    if kind == "difference":
        return now - before
    if before == 0:
        return None
    return now / before if kind == "ratio" else (now - before) / abs(before)


def quotient(one: Any, other: Any) -> Any:
    return float(one) / float(other) if one is not None and other else None


def nothing(value: Any) -> Any:
    return None if value is None or math.isnan(value) else float(value)


def first_column(operand: Any) -> str:
    while isinstance(operand, Computed):
        operand = operand.args[0]
    return str(operand)


# intervals


def wilson(hits: float, n: float) -> dict[str, Any]:
    """The two rates at which the score test would just not reject what was seen."""
    if not n:
        return {"low": None, "high": None}
    p = hits / n
    roots = np.roots([1 + Z * Z / n, -(2 * p + Z * Z / n), p * p])
    low, high = sorted(float(one.real) for one in roots)
    return {"low": 0.0 if hits == 0 else low, "high": 1.0 if hits == n else high}


@lru_cache(maxsize=2000)
def t975(freedom: float) -> float:
    """Student's 97.5 % quantile, by adding up its density."""
    scale = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(
        freedom * math.pi
    )
    low, high = 0.0, 700.0

    def beyond(x: float) -> float:  # the area from 0 to x, over the angle: no end to run to
        angle = np.linspace(0, math.atan(x / math.sqrt(freedom)), 4_001)
        density = scale * np.cos(angle) ** (freedom - 1) * math.sqrt(freedom)
        return float(np.trapezoid(density, angle))

    for _ in range(45):
        middle = (low + high) / 2
        low, high = (middle, high) if beyond(middle) < 0.475 else (low, middle)
    return low


def ends(measure: Measure, pairs: list[tuple[Any, Any]]) -> dict[str, Any]:
    """The interval of a mean, a quantile or a correlation."""
    if measure.weight is not None:
        return {}
    values = [one for one, _ in pairs]
    if measure.aggregate == "mean":
        return mean_ends([float(one) for one in values])
    if measure.aggregate in ("median", "quantile"):
        return quantile_ends([float(one) for one in values], measure.q or 0.5)
    if measure.aggregate == "correlation":
        return correlation_ends(pairs)
    return {}


def mean_ends(values: list[float]) -> dict[str, Any]:
    n = len(values)
    if n < 2:
        return {"low": None, "high": None}
    sample = np.array(sorted(values))
    spread = sample.std()
    skewness = ((sample - sample.mean()) ** 3).mean() / spread**3 if spread else 0.0
    if n < 30 or (spread and n <= 25 * skewness**2):
        return bca(sample)
    half = t975(n - 1) * sample.std(ddof=1) / math.sqrt(n)
    return {"low": sample.mean() - half, "high": sample.mean() + half}


def bca(sample: Any) -> dict[str, Any]:
    """Efron's interval, from the published formulas."""
    n = len(sample)
    if sample[0] == sample[-1]:
        return {"low": sample.mean(), "high": sample.mean()}
    means = sample[np.random.default_rng(n).integers(n, size=(1000, n))].mean(axis=1)
    normal = NormalDist()
    share = (np.mean(means < sample.mean()) + np.mean(means <= sample.mean())) / 2
    z0 = normal.inv_cdf(min(max(share, 0.001), 0.999))
    jackknife = np.array([np.delete(sample, at).mean() for at in range(n)])
    off = jackknife.mean() - jackknife
    a = (off**3).sum() / (6 * (off**2).sum() ** 1.5) if (off**2).sum() else 0.0
    found = {}
    for name, z in (("low", -Z), ("high", Z)):
        point = normal.cdf(z0 + (z0 + z) / (1 - a * (z0 + z)))
        found[name] = np.sort(means)[min(999, max(0, round(point * 999)))]
    return found


def quantile_ends(values: list[float], q: float) -> dict[str, Any]:
    n = len(values)
    shares = np.cumsum([math.comb(n, k) * q**k * (1 - q) ** (n - k) for k in range(n + 1)])
    below = [k for k in range(n + 1) if shares[k] <= 0.025]
    above = [k for k in range(n + 1) if shares[k] >= 0.975]
    ordered_values = sorted(values)
    if n < 2 or not below or not above or above[0] >= n:
        return {"low": None, "high": None}
    return {"low": ordered_values[below[-1]], "high": ordered_values[above[0]]}


def correlation_ends(pairs: list[tuple[Any, Any]]) -> dict[str, Any]:
    n = len(pairs)
    data = np.array([(float(one), float(other)) for one, other in pairs])
    if n < 4 or len(set(data[:, 0])) < 2 or len(set(data[:, 1])) < 2:
        return {"low": None, "high": None}
    r = float(np.corrcoef(data.T)[0, 1])
    if abs(r) > 1 - 1e-12:
        return {"low": r, "high": r}
    half = Z / math.sqrt(n - 3)
    return {
        "low": float(np.tanh(np.arctanh(r) - half)),
        "high": float(np.tanh(np.arctanh(r) + half)),
    }
