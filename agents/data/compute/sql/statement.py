"""A whole query as one SELECT: rows are grouped, figures made, windows laid over, the rest cut.

The stages are `grouped` (aggregates by key), `figured` (the measures), `windowed` (further figures
of each row), `ranked` and `kept` (thresholds, the best of each). What the reader does not see (what
intervals need, how many rows there are in all) is asked along with `facts`, and left out of the
statement that is shown.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from sqlglot import exp
from sqlglot.expressions import Expr

from agents.data.compute.result import OutColumn
from agents.data.compute.sql.columns import case_column, group_column, measure_columns, row_column
from agents.data.compute.sql.expressions import COMPARED, SqlContext
from agents.data.compute.sql.joins import sourced
from agents.data.compute.sql.measures import Aggregates, Figure, MeasureCompiler
from agents.data.compute.sql.trees import (
    aliased,
    all_of,
    any_of,
    cte,
    from_select,
    from_table,
    is_null,
    name,
    not_null,
    number,
    ordered,
    paren,
    scalar,
    select,
    when,
)
from agents.data.compute.sql.windows import changed, rank, threshold, windowed
from agents.data.query.metrics import Formula
from agents.data.query.operands import columns_of, conjuncts, joined, measured, tests_of
from agents.data.query.query import (
    Condition,
    Having,
    Measure,
    Order,
    Query,
)

MANY = 100_000


@dataclass(frozen=True)
class Output:
    """A column that is shown, and the name it has in the last stage."""

    column: OutColumn
    source: str


class Gap(NamedTuple):
    """Rows in which a column is empty, as a fact that counts them.

    Either they are left out ("empty") or count as not meeting the condition of a rate
    ("undecided"). `rows` is their number in a group, `measure` the place of that which lacks them;
    `column` is "" where any of several may be empty.
    """

    fact: str
    key: str
    column: str
    rows: Expr
    measure: int = -1


class Statement:
    """The SELECT of a query that groups rows; the query's bins have widths.

    `formulas` are the metrics that its measures name. `sizes` is how many values the large groups
    have of which the interval of a quantile is wanted.
    """

    def __init__(
        self,
        query: Query,
        scope: SqlContext,
        *,
        formulas: "dict[str, Formula | Measure]",
        sizes: Sequence[int] = (),
    ) -> None:
        self.query = query
        self.scope = scope
        self.aggregates = Aggregates()
        self.compiler = MeasureCompiler(
            scope, self.aggregates, sizes=sizes,
            skewness=bool(query.groups) or scope.table.rows < MANY,  # of many it matters little
        )  # fmt: skip
        self.formulas = formulas
        self.cases = query.compare.cases if query.compare else ()
        self.measures = measured(query)
        self.figures: dict[tuple[int, int], Figure] = {}
        for place, measure in enumerate(self.measures):
            for case in self.case_places:
                self.figures[place, case] = self._figure(measure, case)
        self._having = [(one, self._threshold(one)) for one in query.having]
        self.outputs = list(self._outputs())

    @property
    def case_places(self) -> list[int]:
        """The places of the cases that are compared; -1 alone without a comparison."""
        return list(range(len(self.cases))) or [-1]

    def sql(self, *, facts: bool, limit: int | None, offset: int = 0) -> str:
        """Return the statement in the scope's dialect.

        With `facts` the columns after those of `outputs` are `fact_names`; without, a person sees
        it, in lines.
        """
        kept = self._kept()
        columns: list[Expr] = [aliased(name(one.source), one.column.name) for one in self.outputs]
        if facts:
            columns += [
                aliased(scalar(name(one), self._stage("told")), f"_{one}")
                for one in self._told_names()
            ]
            columns.append(self._total())
            columns += [aliased(name(one), f"_{one}") for one in self._statistics()]
        found = select(
            columns, from_table(kept), order=self._keys(kept), limit=limit, offset=offset,
            stages=[*self._stages(facts)],
        )  # fmt: skip
        return found.sql(self.scope.dialect, copy=False, pretty=not facts)

    def told_sql(self) -> str:
        """Return the statement of the totals alone, for a query of which no row is shown."""
        columns = [*map(name, self._told_names()), self._total()]
        told = from_table(self._stage("told"))
        return select(columns, told, stages=[*self._stages(True)]).sql(
            self.scope.dialect, copy=False
        )

    def sizes_sql(self) -> str | None:
        """Return the statement that counts the values of quantiles by group, None without one."""
        counts = [one.present for one in self.figures.values() if one.statistic == "quantile"]
        if not counts:
            return None
        grouped = self._grouped(False)
        keys = grouped.expressions[: len(self.query.groups)]
        kept = [one for one in grouped.expressions if one.alias in counts]
        grouped.set("expressions", [*keys, *kept])
        stage = self._stage("grouped")
        columns = map(name, dict.fromkeys(counts))
        found = select(columns, from_table(stage), stages=[cte(stage, grouped)])
        return found.sql(self.scope.dialect, copy=False)

    def ties_sql(self, places: int) -> str:
        """Return the statement that counts the groups up to a place, with all who share it."""
        keys = [self._key(one) for one in self.query.order]
        place = exp.Window(this=rank(), order=exp.Order(expressions=keys), over="OVER")
        inner = select([aliased(place, "place")], from_table(self._kept()))
        found = select(
            [aliased(exp.Count(this=exp.Star()), "n")], from_select(inner, "placed"),
            exp.LTE(this=name("place"), expression=number(places)),
            stages=[*self._stages(False)],
        )  # fmt: skip
        return found.sql(self.scope.dialect, copy=False)

    def fact_names(self) -> list[str]:
        """Return the names of what the statement tells beside the rows."""
        return [*self._told_names(), "total", *self._statistics()]

    # stages

    def _stage(self, stage: str) -> str:
        """The name of a stage, which is never that of the table."""
        table = self.scope.table.name.casefold()
        return stage if stage != table else f"{stage}_"

    def _stages(self, facts: bool) -> Iterator[Expr]:
        yield cte(self._stage("grouped"), self._grouped(facts))
        yield cte(self._stage("figured"), self._figured(facts))
        stage = "figured"
        if self.query.windows or self._changes():
            yield cte(self._stage("windowed"), self._windowed())
            stage = "windowed"
        if self._having or self.query.per:
            yield from self._cut(self._stage(stage))
        if facts:
            yield cte(self._stage("told"), self._told())

    def _kept(self) -> str:
        """The name of the last stage."""
        if self._having or self.query.per:
            return self._stage("kept")
        return self._stage("windowed" if self.query.windows or self._changes() else "figured")

    def where(self) -> Expr | None:
        """Return which rows of the table are looked at: those of one of the cases."""
        cases = any_of(self.scope.condition(case.where) for case in self.cases)
        return all_of([self.scope.filter(self.query.where), cases])

    def _grouped(self, facts: bool) -> exp.Select:
        keys = [
            aliased(self.scope.group(group), f"g{place}")
            for place, group in enumerate(self.query.groups)
        ]
        of_others = self.aggregates.of_others if facts else {}
        trees = [
            aliased((of_others.get(alias) or tree).copy(), alias)
            for alias, tree in self.aggregates.trees
            if facts or alias in self._needed()
        ]
        rows = [aliased(exp.Count(this=exp.Star()), "n")] if facts else []
        found = sourced(select([*keys, *rows, *trees], where=self.where()), self.scope)
        if keys:
            places: list[Expr] = [number(place + 1) for place in range(len(keys))]
            found.set("group", exp.Group(expressions=places))
        return found

    def _figured(self, facts: bool) -> exp.Select:
        """The measures of each group whose key is there."""
        columns: list[Expr] = [name(f"g{one}") for one in range(len(self.query.groups))]
        for (place, case), figure in self.figures.items():
            alias = alias_of(place, case)
            columns.append(aliased(figure.value(), alias))
            if figure.has_n:
                columns.append(aliased(name(figure.n), f"{alias}_n"))
            if figure.statistic == "share":
                columns.append(aliased(name(figure.aggregate), f"{alias}_of"))
                columns.append(aliased(figure.denominator(), f"{alias}_all"))
        for place, (_, figures) in enumerate(self._having):
            for number_, figure in enumerate(figures):
                columns.append(aliased(figure.value(), f"h{place}_{number_}"))
        if facts:
            columns += [name(one) for one in self._statistics()]
        there = all_of(not_null(name(f"g{one}")) for one in range(len(self.query.groups)))
        return select(columns, from_table(self._stage("grouped")), there)

    def _windowed(self) -> exp.Select:
        columns: list[Expr] = [exp.Star()]
        for place, window in enumerate(self.query.windows):
            for case in self.case_places:
                alias = f"w{place}" if case < 0 else f"w{place}_{case}"
                others = [one for one in range(len(self.query.groups)) if one != window.along]
                tree = windowed(
                    window, alias_of(window.measure, case), [f"g{one}" for one in others],
                    self._group_key(window.along, descending=False), self.scope.dialect,
                )  # fmt: skip
                columns.append(aliased(tree, alias))
        for place, case in self._changes():
            assert self.query.compare is not None
            change = changed(
                name(alias_of(place, case)), name(alias_of(place, 0)), self.query.compare.change
            )
            columns.append(aliased(change, f"d{place}_{case}"))
        return select(columns, from_table(self._stage("figured")))

    def _cut(self, stage: str) -> Iterator[Expr]:
        """The groups over the thresholds, and of them the best of each."""
        conditions = [
            COMPARED[having.op](
                this=name(f"h{place}_{one}"), expression=threshold(having, f"h{place}_{one}", stage)
            )
            for place, (having, figures) in enumerate(self._having)
            for one in range(len(figures))
        ]
        where = all_of(conditions)
        per = self.query.per
        if per is None:
            yield cte(self._stage("kept"), select([exp.Star()], from_table(stage), where))
            return
        place = exp.Window(
            this=exp.RowNumber(), partition_by=[name(f"g{per.group}")],
            order=exp.Order(expressions=self._keys()), over="OVER",
        )  # fmt: skip
        ranked = select([exp.Star(), aliased(place, "place")], from_table(stage), where)
        yield cte(self._stage("ranked"), ranked)
        best = exp.LTE(this=name("place"), expression=number(per.limit))
        kept = select([exp.Star()], from_table(self._stage("ranked")), best)
        yield cte(self._stage("kept"), kept)

    def _told(self) -> exp.Select:
        columns = [aliased(exp.Sum(this=name("n")), "matched")]
        columns += [aliased(exp.Sum(this=one.rows.copy()), one.fact) for one in self.gaps]
        return select(columns, from_table(self._stage("grouped")))

    def _total(self) -> Expr:
        total = scalar(exp.Count(this=exp.Star()), self._kept())
        return aliased(total, "_total")

    # figures

    def _figure(self, measure: Measure, case: int) -> Figure:
        where = self._case(case)
        if not measure.metric:
            return self.compiler.figure(measure, case, where)
        where = joined((*conjuncts(where), *conjuncts(measure.where)))
        resolved = self.formulas[measure.metric]
        if isinstance(resolved, Measure):
            return self.compiler.figure(resolved, case, where)
        return self.compiler.formula(resolved, measure, case, where)

    def _threshold(self, having: Having) -> list[Figure]:
        if isinstance(having.measure, int):
            return [self.figures[having.measure, case] for case in self.case_places]
        return [self._figure(having.measure, case) for case in self.case_places]

    def _changes(self) -> list[tuple[int, int]]:
        """The measures and cases that are held against the first case."""
        return [(place, case) for place, case in self.figures if case > 0]

    def _needed(self) -> set[str]:
        """The aggregates that the shown columns are made of."""
        found: set[str] = set()
        figures = [*self.figures.values(), *(one for _, many in self._having for one in many)]
        for figure in figures:
            trees = [figure.value()]
            if figure.statistic == "share":
                trees.append(figure.denominator())
            found |= {column.name for tree in trees for column in tree.find_all(exp.Column)}
            found |= {figure.n} if figure.has_n else set()
            found |= {figure.aggregate} if figure.aggregate else set()
        return found

    def _statistics(self) -> list[str]:
        """The aggregates that only intervals need."""
        found = []
        for figure in self.figures.values():
            found += [one for one in (figure.squares, figure.cubes, figure.grid) if one]
        found += [one for one, _ in self._overlaps]
        return list(dict.fromkeys(found))

    @property
    def _overlaps(self) -> list[tuple[str, int]]:
        """The aggregates that count the rows which a case has in common with the first."""
        found = []
        for case in range(1, len(self.cases)):
            both = all_of(self.scope.condition(self.cases[one].where) for one in (0, case))
            tree = exp.Count(this=when(both, number(1)))
            found.append((self.aggregates.add(("overlap", case), tree), case))
        return found

    def overlap(self, case: int) -> str:
        """Return the name of the fact that counts what a case shares with the first."""
        return next(alias for alias, one in self._overlaps if one == case)

    @cached_property
    def gaps(self) -> list[Gap]:
        """What is empty where the query looks: of groups, of figures, of what rates count."""
        found = [
            Gap(f"empty_g{place}", "empty", next(columns_of(group.by), ""),
                when(is_null(name(f"g{place}")), name("n")))
            for place, group in enumerate(self.query.groups)
        ]  # fmt: skip
        for (place, case), figure in self.figures.items():
            if figure.formula is None:
                found += self._left_out(place, case, figure)
                found += self._undecided(place, case, figure)
        return found

    def _left_out(self, place: int, case: int, figure: Figure) -> Iterator[Gap]:
        """The rows in which that is empty of which there is a figure."""
        measure, rate = figure.measure, figure.measure.share == "rows"
        if measure.of is None:
            return
        rows, wheres = "n", (None if rate else measure.where, self._case(case))
        if (kept := self._all_of(wheres)) is not None:
            rows = self.aggregates.add(
                ("count", None, *wheres), exp.Count(this=when(kept, number(1)))
            )
        left = exp.Sub(this=name(rows), expression=name(figure.n if rate else figure.present))
        operands = [one for each in (measure.of, measure.other) for one in columns_of(each)]
        unfilled = [one for one in operands if not self._is_full(one)] or operands
        named = unfilled[0] if len(unfilled) == 1 or measure.other is None else ""
        yield Gap(f"empty_{place}_{case}", "empty", named, left, place)

    def _undecided(self, place: int, case: int, figure: Figure) -> Iterator[Gap]:
        """The rows of which a rate cannot tell whether to count them, and does not."""
        where = figure.measure.where
        if figure.measure.share != "rows" or where is None:
            return
        operands = [one for test in tests_of(where) for one in (test.column, test.other)]
        for column in dict.fromkeys(one for each in operands for one in columns_of(each)):
            if self._is_full(column):
                continue
            open_ = [is_null(paren(self.scope.condition(where))), is_null(self.scope.value(column))]
            kept = self._all_of((self._case(case),))
            both = all_of([kept, *open_])
            alias = self.aggregates.add(
                ("undecided", column, where, case), exp.Count(this=when(both, number(1)))
            )
            shown = all_of(not_null(name(f"g{one}")) for one in range(len(self.query.groups)))
            fact = f"undecided_{place}_{case}_{alias}"
            yield Gap(fact, "undecided", column, when(shown, name(alias)), place)

    def _is_full(self, name: str) -> bool:
        """Whether a column is known to be nowhere empty; on a server that was so once."""
        column = self.scope.table.column(name)
        counted = self.scope.dialect == "duckdb" and column.distinct > 0
        return counted and not column.empty and not column.path

    def _case(self, case: int) -> Condition | None:
        return self.cases[case].where if case >= 0 else None

    def _all_of(self, conditions: Iterable[Condition | None]) -> Expr | None:
        return all_of(map(self.scope.filter, conditions))

    def _told_names(self) -> list[str]:
        return ["matched", *(one.fact for one in self.gaps)]

    # columns

    def _outputs(self) -> Iterator[Output]:
        used: set[str] = set()
        for place, group in enumerate(self.query.groups):
            yield Output(group_column(group, place, self.scope, used), f"g{place}")
        for (place, case), figure in self.figures.items():
            alias = alias_of(place, case)
            label = self.cases[case].label if case >= 0 else ""
            for column in measure_columns(
                self.measures[place], figure, place, label, self.scope, used
            ):
                suffix = {"n": "_n", "numerator": "_of", "denominator": "_all"}
                yield Output(column, alias + suffix.get(column.part, ""))
        for place, case in self._changes():
            figure = self.figures[place, case]
            assert self.query.compare is not None
            yield Output(
                case_column(
                    self.measures[place], figure, place, self.cases[case].label,
                    self.query.compare.change, self.scope, used,
                ),
                f"d{place}_{case}",
            )  # fmt: skip
        for place, window in enumerate(self.query.windows):
            for case in self.case_places:
                figure = self.figures[window.measure, case]
                label = self.cases[case].label if case >= 0 else ""
                column = row_column(
                    window, self.measures[window.measure], figure, place, label, self.scope, used
                )
                yield Output(column, f"w{place}" if case < 0 else f"w{place}_{case}")

    def grain_of(self, column: OutColumn) -> str:
        """Return to which grain the moments of a column are written."""
        if column.part == "group":
            group = self.query.groups[column.of]
            return group.grain or self.scope.type_of(group.by).grain
        if column.part == "measure" and (of := self.measures[column.of].of) is not None:
            return self.scope.type_of(of).grain
        return ""

    # order

    def order_source(self, order: Order) -> str:
        """Return the name of what an order goes by, in the last stage."""
        if order.group is not None:
            return f"g{order.group}"
        assert order.measure is not None
        case = min(order.case, len(self.cases) - 1) if self.cases else -1
        if order.change and case > 0:
            return f"d{order.measure}_{case}"
        return alias_of(order.measure, case)

    def _keys(self, stage: str = "") -> list[Expr]:
        """The keys of the whole order; a column that is shown may have a name of the stage's."""
        keys = [self._key(one, stage) for one in self.query.order]
        given = {one.group for one in self.query.order}
        for place in range(len(self.query.groups)):
            if place not in given:
                keys.append(self._group_key(place, descending=False, stage=stage))
        return keys

    def _key(self, order: Order, stage: str = "") -> Expr:
        if order.group is not None:
            return self._group_key(order.group, descending=order.descending, stage=stage)
        alias = self.order_source(order)
        assert order.measure is not None
        figure = self.figures[order.measure, self.case_places[0]]
        of = figure.measure.of
        is_text = (
            figure.measure.aggregate in ("min", "max")
            and of is not None
            and self.scope.type_of(of).type == "text"
        )
        return ordered(name(alias, stage), order.descending, is_text, self.scope.dialect)

    def _group_key(self, place: int, *, descending: bool, stage: str = "") -> Expr:
        group = self.query.groups[place]
        kind = self.scope.type_of(group.by).type
        is_text = kind == "text" and group.cycle is None and group.width is None
        return ordered(
            name(f"g{place}", stage), descending, is_text, self.scope.dialect, present=True
        )


def alias_of(place: int, case: int) -> str:
    """Return the name that a measure has within the statement."""
    return f"m{place}" if case < 0 else f"m{place}_{case}"
