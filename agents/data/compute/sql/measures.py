"""Measures as aggregates of SQL: the figure, what it rests on, and what its interval needs."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from sqlglot import exp
from sqlglot.expressions import Expr

from agents.data.compute.sql.expressions import CannotCompute, SqlContext
from agents.data.compute.sql.joins import sourced
from agents.data.compute.sql.trees import (
    all_of,
    as_double,
    cast,
    correlation,
    divided,
    double,
    element,
    name,
    not_null,
    number,
    paren,
    quantile,
    quantiles,
    select,
    when,
)
from agents.data.compute.statistics import order_ranks
from agents.data.query.metrics import Formula
from agents.data.query.operands import Typed
from agents.data.query.query import AllOf, Condition, Measure

MOST_LEVELS = 5  # each costs two quantiles of all groups

Statistic = Literal["share", "mean", "quantile", "correlation", "none"]


@dataclass
class Aggregates:
    """The aggregates of a grouped SELECT, each once, under names of their own.

    `of_others` has those that are part of another one, for where that is worked out too.
    """

    trees: list[tuple[str, Expr]] = field(default_factory=list)
    of_others: dict[str, Expr] = field(default_factory=dict)
    _known: dict[Hashable, str] = field(default_factory=dict)

    def add(self, key: Hashable, tree: Expr) -> str:
        """Return the name of an aggregate; the same key is the same aggregate."""
        if key not in self._known:
            self._known[key] = f"a{len(self.trees)}"
            self.trees.append((self._known[key], tree))
        return self._known[key]


@dataclass(frozen=True)
class Figure:
    """A measure in one case, as expressions over the aggregates' names.

    `value`, `n`, `numerator` and `denominator` make a tree anew at each call. `total` says how the
    denominator is had of all groups: added up over them, or worked out by a query of its own.
    `centre`, `squares`, `cubes` and `grid` name what intervals need. `unit` and `share` are those
    that a metric says of its formula.
    """

    measure: Measure
    case: int
    statistic: Statistic
    aggregate: str = ""
    n: str = ""
    present: str = ""
    over: str = ""
    other: str = ""
    total: "Expr | None" = None
    squares: str = ""
    cubes: str = ""
    centre: float = 0.0
    grid: str = ""
    formula: Expr | None = None
    unit: str = ""
    share: bool = False

    @property
    def has_n(self) -> bool:
        """Whether how many rows it rests on is another number than the figure itself."""
        counts = self.measure.aggregate == "count" and self.statistic != "share"
        return self.formula is not None or not counts

    def value(self) -> Expr:
        """Return the figure."""
        if self.formula is not None:
            return self.formula.copy()
        if self.measure.share or self.statistic == "share":
            return divided(name(self.aggregate), self.denominator())
        if self.other:
            return divided(name(self.aggregate), name(self.other))
        if self.statistic == "correlation":  # to 12 places: 1 is 1 on every engine
            known = exp.Nullif(this=name(self.aggregate), expression=double(float("nan")))
            return as_double(cast(known, "DECIMAL", 15, 12))
        return name(self.aggregate)

    def denominator(self) -> Expr:
        """Return what a share is a share of."""
        if self.over:
            return name(self.over)
        if self.total is not None:
            return self.total.copy()
        return exp.Window(this=exp.Sum(this=name(self.aggregate)), over="OVER")


def levels(q: float, sizes: Iterable[int]) -> list[tuple[int, float, float]]:
    """Return for how many values which quantiles enclose the q-quantile with 95 %.

    At most a few: sizes that are near each other share the smallest of them, so that the interval
    of n values, that of the largest level up to n, is never too narrow.
    """
    wanted, nearness = sorted(set(sizes)), 1.1
    thinned = _apart(wanted, nearness)
    while len(thinned) > MOST_LEVELS:
        nearness *= 1.5
        thinned = _apart(wanted, nearness)
    found = []
    for n in thinned:
        ranks = order_ranks(n, q)
        if ranks is not None:
            found.append((n, (ranks[0] - 1) / (n - 1), (ranks[1] - 1) / (n - 1)))
    return found


def _apart(sizes: Iterable[int], nearness: float) -> list[int]:
    found: list[int] = []
    for size in sizes:
        if not found or size > nearness * found[-1]:
            found.append(size)
    return found


class MeasureCompiler:
    """Turns measures into figures, over one scope and one collection of aggregates."""

    def __init__(
        self,
        scope: SqlContext,
        aggregates: Aggregates,
        *,
        sizes: Sequence[int] = (),
        skewness: bool = True,
    ) -> None:
        self.scope = scope
        self.skewness = skewness
        self.aggregates = aggregates
        self.sizes = sizes

    def figure(
        self,
        measure: Measure,
        case: int = -1,
        where: Condition | None = None,
        *,
        bare: bool = False,
    ) -> Figure:
        """Return the figure of a measure in the rows of a case.

        `bare` leaves out what only intervals need.
        """
        key = (measure.where, where)
        condition = all_of(map(self.scope.filter, (where, measure.where)))
        if measure.aggregate == "count":
            return self._count(measure, case, where, condition)
        assert measure.of is not None
        kind = self.scope.type_of(measure.of)
        present = self._add(
            ("present", measure.of, measure.other, measure.weight, *key),
            exp.Count(this=self._present(measure, condition)),
        )
        figure = Figure(
            measure, case, _STATISTICS.get(measure.aggregate, "none"),
            self._add(
                (measure.aggregate, measure.of, measure.other, measure.weight, measure.q, *key),
                self.tree(measure, kind, condition),
            ),
            n=present, present=present,
        )  # fmt: skip
        changes: dict[str, object] = {}
        if measure.weight is not None:
            changes["other"] = self._add(
                ("weights", measure.of, measure.weight, *key),
                exp.Sum(this=when(
                    all_of([condition, not_null(self.scope.number(measure.of))]),
                    as_double(self.scope.number(measure.weight)),
                )),
            )  # fmt: skip
            changes["statistic"] = "none"
        if measure.share:
            changes |= {"statistic": "none"}  # of what a part of a mean is, no interval is known
            changes |= self._shared(measure, case, where)
        elif not bare and measure.aggregate == "mean" and measure.weight is None:
            changes |= self._spread(measure, kind, condition, key)
        elif not bare and figure.statistic == "quantile":
            changes["grid"] = self._grid(figure, condition, key)
        return Figure(**{**figure.__dict__, **changes})

    def formula(
        self, formula: Formula, measure: Measure, case: int, where: Condition | None
    ) -> Figure:
        """Return the figure of a metric: measures, joined by what its expression does with them."""
        if formula.counts:
            hits, n = (
                self.figure(one, case, where, bare=True).aggregate
                for one in formula.parts if isinstance(one, Measure)
            )  # fmt: skip
            return Figure(measure, case, "share", hits, n=n, present=n, over=n, share=True)
        n = self._add(
            ("rows", None, where),
            exp.Count(this=when(self.scope.filter(where), number(1)) if where else exp.Star()),
        )
        return Figure(
            measure, case, "none", n=n, present=n, formula=self._joined(formula, case, where),
            unit=formula.unit, share=formula.share,
        )  # fmt: skip

    def _joined(
        self, formula: Formula | Measure | float, case: int, where: Condition | None
    ) -> Expr:
        if isinstance(formula, Measure):
            return self.figure(formula, case, where, bare=True).value()
        if isinstance(formula, float | int):
            return double(formula)
        one, other = (self._joined(part, case, where) for part in formula.parts)
        if formula.operator == "/":
            return divided(one, other)
        node = {"+": exp.Add, "-": exp.Sub, "*": exp.Mul}[formula.operator]
        return paren(node(this=as_double(one), expression=as_double(other)))

    def _add(self, key: Hashable, tree: Expr) -> str:
        return self.aggregates.add(key, tree)

    def _count(
        self, measure: Measure, case: int, where: Condition | None, condition: Expr | None
    ) -> Figure:
        counted = self._counted(measure, condition)
        aggregate = self._add(("count", measure.of, measure.where, where), counted)
        figure = Figure(
            measure, case, "share" if measure.share else "none", aggregate, n=aggregate,
            present=aggregate,
        )  # fmt: skip
        if not measure.share:
            return figure
        changes = self._shared(measure, case, where)
        return Figure(**{**figure.__dict__, **changes})

    def _counted(self, measure: Measure, condition: Expr | None) -> Expr:
        """How many rows there are; where each stands for many, how many these are in all."""
        many = next((one.name for one in self.scope.table.columns if one.role == "n"), None)
        if many is not None:
            there = not_null(self.scope.value(measure.of)) if measure.of is not None else None
            counted = when(all_of([condition, there]), name(many))
            return exp.Coalesce(this=exp.Sum(this=counted), expressions=[number(0)])
        if measure.of is not None:
            return exp.Count(this=when(condition, self.scope.value(measure.of)))
        return exp.Count(this=exp.Star() if condition is None else when(condition, number(1)))

    def _shared(self, measure: Measure, case: int, where: Condition | None) -> dict[str, object]:
        """What a share divides by: of the group's rows, or of all groups."""
        if measure.share == "rows":
            whole = measure.model_copy(update={"where": None, "share": ""})
            over = self.figure(whole, case, where, bare=True)
            return {"over": over.aggregate, "n": over.present}
        if measure.aggregate in ("count", "sum") and measure.weight is None:
            return {}
        if self.scope.whole is None:
            raise CannotCompute("A share of all cannot stand within a condition.")
        inner = measure.model_copy(update={"share": ""})
        if where is not None:
            both = AllOf(all=(where, *([measure.where] if measure.where else [])))
            inner = inner.model_copy(update={"where": both})
        return {"total": self.scope.whole(inner)}

    def tree(self, measure: Measure, kind: Typed, condition: Expr | None) -> Expr:
        """Return the aggregate of a measure, before it is divided by anything."""
        assert measure.of is not None
        scope, of = self.scope, measure.of
        match measure.aggregate:
            case "distinct":
                return exp.Count(this=exp.Distinct(expressions=[when(condition, scope.value(of))]))
            case "min" | "max":
                node = exp.Min if measure.aggregate == "min" else exp.Max
                value = scope.number(of) if kind.type == "boolean" else scope.value(of)
                if kind.type == "text" and scope.dialect == "postgres":
                    value = exp.Collate(
                        this=value, expression=exp.Identifier(this="C", quoted=True)
                    )
                return node(this=when(condition, value))
            case "sum":
                return exp.Sum(this=when(condition, scope.number(of)))
            case "mean" if measure.weight is not None:
                weighed = exp.Mul(
                    this=as_double(scope.number(of)),
                    expression=as_double(scope.number(measure.weight)),
                )
                return exp.Sum(this=when(condition, weighed))
            case "mean":
                return exp.Avg(this=when(condition, scope.number(of)))
            case "stddev":
                return exp.StddevSamp(this=when(condition, as_double(scope.number(of))))
            case "correlation":
                assert measure.other is not None
                pair = as_double(scope.number(of)), as_double(scope.number(measure.other))
                return correlation(condition, *pair, scope.dialect)
        q = 0.5 if measure.aggregate == "median" else measure.q
        assert q is not None
        return quantile(when(condition, as_double(scope.number(of))), q, scope.dialect)

    def _present(self, measure: Measure, condition: Expr | None) -> Expr:
        """The operand where it counts: of two, where both are there."""
        assert measure.of is not None
        second = measure.other if measure.other is not None else measure.weight
        there = not_null(self.scope.value(second)) if second is not None else None
        return when(all_of([condition, there]), self.scope.value(measure.of))

    def _spread(
        self, measure: Measure, kind: Typed, condition: Expr | None, key: tuple[Hashable, ...]
    ) -> dict[str, object]:
        """The sum of squares about the middle of the column: as exact as a deviation, and cheap."""
        assert measure.of is not None
        column = kind.column
        if column is not None and isinstance(column.low, float | int) and isinstance(
            column.high, float | int
        ):  # fmt: skip
            centre = (column.low + column.high) / 2
            if abs(centre) <= column.high - column.low:
                centre = 0.0  # hardly less exact, and two subtractions a row fewer
            cubes = self._power(measure, condition, centre, 3, key) if self.skewness else ""
            return {
                "squares": self._power(measure, condition, centre, 2, key),
                "cubes": cubes,
                "centre": centre,
            }
        spread = measure.model_copy(update={"aggregate": "stddev"})
        return {
            "squares": self._add(("stddev", measure.of, *key), self.tree(spread, kind, condition)),
            "centre": float("nan"),
        }

    def _power(
        self,
        measure: Measure,
        condition: Expr | None,
        centre: float,
        power: int,
        key: tuple[Hashable, ...],
    ) -> str:
        """The sum of powers of what values are off the centre."""
        assert measure.of is not None
        tree: Expr | None = None
        for _ in range(power):
            off = as_double(self.scope.number(measure.of))
            if centre:
                off = paren(exp.Sub(this=off, expression=double(centre)))
            tree = off if tree is None else exp.Mul(this=tree, expression=off)
        assert tree is not None
        return self._add((f"power {power}", measure.of, *key), exp.Sum(this=when(condition, tree)))

    def _grid(self, figure: Figure, condition: Expr | None, key: tuple[Hashable, ...]) -> str:
        """The quantiles that enclose one, and it: to sort for all of them takes as long as once."""
        measure = figure.measure
        assert measure.of is not None
        q = measure.q if measure.q is not None else 0.5
        if self.scope.dialect not in ("duckdb", "postgres", "spark"):
            return ""
        qs = [end for _, low, high in levels(q, self.sizes) for end in (low, high)]
        if not qs:
            return ""
        tree = quantiles(
            when(condition, as_double(self.scope.number(measure.of))), [*qs, q], self.scope.dialect
        )
        self.aggregates.of_others[figure.aggregate] = element(tree.copy(), len(qs))
        return self._add(("grid", measure.of, q, *key), tree)


_STATISTICS: dict[str, Statistic] = {
    "mean": "mean", "median": "quantile", "quantile": "quantile", "correlation": "correlation",
}  # fmt: skip


def figure_subquery(measure: Measure, scope: SqlContext, where: Expr | None = None) -> Expr:
    """Return the subquery of one figure over a whole table, or its rows of a condition."""
    aggregates = Aggregates()
    figure = MeasureCompiler(scope, aggregates).figure(measure, bare=True)
    value = figure.value()
    trees = dict(aggregates.trees)
    replaced = value.transform(
        lambda node: trees[node.name].copy()
        if isinstance(node, exp.Column) and node.name in trees else node
    )  # fmt: skip
    return exp.Subquery(this=sourced(select([replaced], where=where), scope))
