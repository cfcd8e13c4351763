"""The intervals of a query's figures, from the statistics of its rows and, of small groups, the
values themselves.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from math import isfinite, isnan, sqrt
from typing import Any

from sqlglot import exp

from agents.data.compute.engines.port import Engine, Row
from agents.data.compute.result import Cell, OutColumn, Warned
from agents.data.compute.sql.columns import interval_columns
from agents.data.compute.sql.joins import sourced
from agents.data.compute.sql.measures import Figure, levels
from agents.data.compute.sql.statement import Statement, alias_of
from agents.data.compute.sql.trees import (
    aliased,
    all_of,
    any_of,
    as_double,
    from_select,
    literal,
    name,
    paren,
    select,
    when,
)
from agents.data.compute.statistics import (
    FEW,
    Interval,
    bootstrap,
    fisher,
    is_skewed,
    newcombe,
    of_mean,
    of_quantile,
    welch,
    wilson,
)

LARGE = 1_000  # values from which on a mean has Student's interval, a median one of quantiles
BUDGET = 20_000  # values that are read to work out intervals of small groups
Key = tuple[int, int, int]


@dataclass
class Intervals:
    """The intervals of the rows that are shown; `work_out` reads what it needs of the engine.

    `names` are those of the facts, which stand in each row after the columns of the statement.
    `shares_rows` says that the cases of a comparison are not independent though they share no row.
    """

    statement: Statement
    engine: Engine
    rows: Sequence[Row]
    names: Sequence[str]
    shares_rows: bool = False
    warnings: list[Warned] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._place = {one.source: at for at, one in enumerate(self.statement.outputs)}
        shift = len(self.statement.outputs)
        self._place |= {one: shift + at for at, one in enumerate(self.names)}
        self._values: dict[Key, Any] = {}
        self._found: dict[tuple[str, int, int, int], Interval | None] = {}
        self._skewed = 0

    async def work_out(self) -> None:
        """Work out all intervals."""
        await self._read_values()
        for at, row in enumerate(self.rows):
            for (place, case), figure in self.statement.figures.items():
                self._found["measure", at, place, case] = self._of(figure, row, (at, place, case))
                if case > 0:
                    self._found["change", at, place, case] = self._change(row, place, case)
        if self._skewed:
            self.warnings.append(Warned(key="skewed", count=self._skewed))

    def columns(self, column: OutColumn) -> list[OutColumn]:
        """Return the columns of the ends that follow a column, if its figure has an interval."""
        if not self._has(column):
            return []
        return list(interval_columns(column))

    def cells(self, column: OutColumn, at: int) -> list[Cell]:
        """Return the ends of the interval of a row's figure."""
        if not self._has(column):
            return []
        found = self._found.get((column.part, at, column.of, column.case))
        return [found.low, found.high] if found is not None else [None, None]

    def _has(self, column: OutColumn) -> bool:
        if column.part not in ("measure", "change"):
            return False
        figure = self.statement.figures[column.of, column.case]
        if column.part == "measure":
            return figure.statistic != "none" and not (
                figure.statistic == "share" and figure.measure.aggregate != "count"
            )
        compare = self.statement.query.compare
        return (
            compare is not None and compare.change == "difference" and not self.shares_rows
            and figure.statistic in ("share", "mean")
        )  # fmt: skip

    def _fact(self, row: Row, source: str) -> Any:
        return row[self._place[source]]

    def _of(self, figure: Figure, row: Row, key: Key) -> Interval | None:
        alias = alias_of(key[1], key[2])
        match figure.statistic:
            case "share":
                return self._share(row, alias)
            case "mean":
                return self._mean(figure, row, alias, key)
            case "quantile":
                return self._quantile(figure, row, alias, key)
            case "correlation":
                value, n = self._fact(row, alias), self._fact(row, f"{alias}_n")
                return fisher(float(value), int(n)) if value is not None else None
        return None

    def _share(self, row: Row, alias: str) -> Interval | None:
        hits, n = self._fact(row, f"{alias}_of"), self._fact(row, f"{alias}_all")
        return wilson(int(hits), int(n)) if n else None

    def _mean(self, figure: Figure, row: Row, alias: str, key: Key) -> Interval | None:
        values = self._values.get(key)
        if values is not None:
            skewed = is_skewed(values) if len(values) >= 3 else False
            self._skewed += skewed
            if len(values) < FEW or skewed:
                return bootstrap(values)
        moments = self._moments(figure, row, alias)
        return of_mean(*moments) if moments else None

    def _moments(self, figure: Figure, row: Row, alias: str) -> tuple[float, float, int] | None:
        """The mean, the sample's standard deviation and the count of a row's values."""
        mean, n = self._fact(row, alias), int(self._fact(row, f"{alias}_n"))
        squares = self._fact(row, figure.squares)
        if mean is None or squares is None or n < 2 or not isfinite(float(mean)):
            return None
        if isnan(figure.centre):
            return float(mean), float(squares), n
        off = float(mean) - figure.centre
        variance = max(0.0, (float(squares) - n * off * off) / (n - 1))
        return float(mean), sqrt(variance), n

    def _quantile(self, figure: Figure, row: Row, alias: str, key: Key) -> Interval | None:
        q = figure.measure.q if figure.measure.q is not None else 0.5
        values = self._values.get(key)
        if values is not None:
            return of_quantile([float(one) for one in values], q)
        n = int(self._fact(row, f"{alias}_n"))
        if not figure.grid or (grid := self._fact(row, figure.grid)) is None:
            return None
        fitting = [
            at for at, (size, _, _) in enumerate(levels(q, self.statement.compiler.sizes))
            if size <= n
        ]  # fmt: skip
        if not fitting:
            return None
        return Interval(float(grid[2 * fitting[-1]]), float(grid[2 * fitting[-1] + 1]))

    def _change(self, row: Row, place: int, case: int) -> Interval | None:
        """The interval of how a case differs from the first, where they share no rows."""
        if self._fact(row, self.statement.overlap(case)):
            return None
        figure, base = self.statement.figures[place, case], self.statement.figures[place, 0]
        one, other = alias_of(place, case), alias_of(place, 0)
        if figure.statistic == "share":
            facts = [self._fact(row, f"{a}_{b}") for a in (one, other) for b in ("of", "all")]
            if not facts[1] or not facts[3]:
                return None
            return newcombe(int(facts[0]), int(facts[1]), int(facts[2]), int(facts[3]))
        if figure.statistic == "mean":
            now, before = self._moments(figure, row, one), self._moments(base, row, other)
            return welch(*now, *before) if now and before else None
        return None

    async def _read_values(self) -> None:
        """Read the values of small groups, as far as the budget goes."""
        wanted: dict[int, list[tuple[int, int]]] = {}
        for at, row in enumerate(self.rows):
            for (place, case), figure in self.statement.figures.items():
                if _samples(figure) and self._wants_values(figure, row, alias_of(place, case)):
                    wanted.setdefault(at, []).append((place, case))
        sizes = {
            at: max(int(self._fact(self.rows[at], f"{alias_of(*one)}_n")) for one in figures)
            for at, figures in wanted.items()
        }
        left, chosen = BUDGET, []
        for at in sorted(sizes, key=lambda one: (sizes[one], one)):
            left -= sizes[at]
            if left < 0:
                break
            chosen.append(at)
        if not chosen:
            return
        places = sorted({one for at in chosen for one in wanted[at]})
        groups = len(self.statement.query.groups)
        keys: dict[Hashable, int] = {tuple(self.rows[at][:groups]): at for at in chosen}
        gathered: dict[Key, list[Any]] = {(at, *one): [] for at in chosen for one in wanted[at]}

        def take(rows: list[Row]) -> None:
            for row in rows:
                at = keys.get(tuple(row[:groups]))
                if at is None:  # what is no number is equal to itself in a database alone
                    continue
                for one, value in zip(places, row[groups:], strict=True):
                    held = gathered.get((at, *one))
                    if value is not None and held is not None:
                        held.append(float(value))

        await self.engine.each(self._values_sql(places, chosen), {}, take)
        self._values = dict(gathered)

    def _wants_values(self, figure: Figure, row: Row, alias: str) -> bool:
        """Whether an interval is worked out of the values: of few, and of skewed ones."""
        n = int(self._fact(row, f"{alias}_n"))
        if not 2 <= n < LARGE:
            return False
        if figure.statistic != "mean":
            return True
        moments = self._moments(figure, row, alias)
        if moments is None:  # some have no end
            return False
        if n < FEW or not figure.cubes:
            return True
        off, spread = moments[0] - figure.centre, moments[1] ** 2 * (n - 1) / n
        squares, cubes = (float(self._fact(row, one)) for one in (figure.squares, figure.cubes))
        third = cubes / n - 3 * off * squares / n + 2 * off**3
        # A little sooner than Cochran's rule: sums round, and the values decide.
        return spread == 0 or n <= 26 * (third / spread**1.5) ** 2 + 1

    def _values_sql(self, places: Sequence[tuple[int, int]], chosen: Sequence[int]) -> str:
        statement, scope = self.statement, self.statement.scope
        columns = [
            aliased(scope.group(group), f"g{at}") for at, group in enumerate(statement.query.groups)
        ]
        for place, case in places:
            measure = statement.figures[place, case].measure
            assert measure.of is not None
            of_case = statement.cases[case].where if case >= 0 else None
            condition = all_of(map(scope.filter, (measure.where, of_case)))
            value = when(condition, as_double(scope.number(measure.of)))
            columns.append(aliased(value, f"x{place}_{case}".replace("-", "")))
        inner = sourced(select(columns, where=statement.where()), scope)
        groups = len(statement.query.groups)
        if not groups:
            return inner.sql(scope.dialect, copy=False)
        if groups == 1:
            kept: Any = exp.In(
                this=name("g0"), expressions=[literal(self.rows[at][0]) for at in chosen]
            )
        else:
            kept = any_of(
                paren(all_of(
                    exp.EQ(this=name(f"g{one}"), expression=literal(self.rows[at][one]))
                    for one in range(groups)
                ) or exp.true())
                for at in chosen
            )  # fmt: skip
        found = select([exp.Star()], from_select(inner, "rows"), kept)
        return found.sql(scope.dialect, copy=False)


def _samples(figure: Figure) -> bool:
    """Whether the interval of a figure is worked out of values, where they are few."""
    return figure.formula is None and (
        figure.statistic == "quantile" or (figure.statistic == "mean" and not figure.measure.share)
    )
