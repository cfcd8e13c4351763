"""A query is run on an engine: rows, what they rest on, intervals, and what must be told."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import ceil, floor, log10
from typing import Any

from agents.data.compute.cells import cell
from agents.data.compute.comparing import CountedGroup, compared
from agents.data.compute.engines.port import Engine, Row
from agents.data.compute.fitted import (
    MOST_PAIRINGS,
    asked,
    counted,
    fitted,
    places_of,
    rates,
    won_games,
)
from agents.data.compute.intervals import LARGE, Intervals
from agents.data.compute.outcomes import Outcomes
from agents.data.compute.result import Cell, Compared, Computation, OutColumn, Warned
from agents.data.compute.sql.columns import amount_decimals, operand_name, type_of
from agents.data.compute.sql.expressions import CannotCompute, SqlContext
from agents.data.compute.sql.measures import figure_subquery
from agents.data.compute.sql.rows import rows_sql, rows_total_sql, shown_columns
from agents.data.compute.sql.statement import Statement, alias_of
from agents.data.compute.sql.trees import aliased, all_of, not_null
from agents.data.compute.statistics import FEW
from agents.data.model.schema import Table, TableModel
from agents.data.query.fitting import fits, pairing
from agents.data.query.joining import based, counted_twice
from agents.data.query.metrics import resolved_metric
from agents.data.query.operands import measured, parts_of
from agents.data.query.query import Group, Measure, Operand, Query, Test
from agents.data.query.spans import covered

MOST_ROWS = 10_000
TIES = 100  # rows read beyond a limit, to see how many share the last place

_NEARLY_ALL, _FIRST = 0.95, 2  # of rows in the first steps: then the others have one together
_DAY = 86_400.0  # seconds
_TIMES = (
    *(1.0, 2.0, 5.0, 10.0, 15.0, 30.0), *(60.0, 120.0, 300.0, 600.0, 900.0, 1800.0),
    *(3600.0, 7200.0, 10_800.0, 21_600.0, 43_200.0),
)  # fmt: skip
"""Seconds of the parts of a minute, an hour and a day that clocks and tables of times have."""


async def compute(
    query: Query, model: TableModel, engine: Engine, as_of: datetime, *, most: int = MOST_ROWS
) -> Computation:
    """Return what a query comes to, at most `most` rows of it.

    `as_of` is the moment from which relative spans count, without a zone. The query of the result
    is the given one, with a width for the bins it asks for. Raises CannotCompute for what the
    model's table cannot mean (`checking.problems` tells beforehand), and what the engine raises.
    """
    query = based(query, model)
    table = model.queried(query.table)
    if twice := [one for own in measured(query) for one in counted_twice(own, table)]:
        raise CannotCompute(f"Rows of {twice[0].path[-1].table} would count several times.")
    computing = _Computing(model, table, engine, as_of, most)
    if query.rows:
        return await computing.rows(query)
    return await (computing.fitted(query) if fits(query) else computing.groups(query))


@dataclass
class _Computing:
    model: TableModel
    table: Table
    engine: Engine
    as_of: datetime
    most: int

    async def rows(self, query: Query) -> Computation:
        scope = await self._scope(query)
        operands = shown_columns(query, scope)
        limit = min(query.limit or self.most, self.most)
        sql = rows_sql(query, scope, limit=limit, offset=query.offset)
        found = await self.engine.run(sql, {}, most=limit)
        totals = (await self.engine.run(rows_total_sql(query, scope), {}, most=1))[0]
        used: set[str] = set()
        columns = tuple(_row_column(one, place, scope, used) for place, one in enumerate(operands))
        grains = [scope.type_of(one).grain for one in operands]
        rows = tuple(
            tuple(cell(*one) for one in zip(row, columns, grains, strict=True))
            for row in found
        )  # fmt: skip
        total = int(totals[-1])
        return Computation(
            query=query, columns=columns, rows=rows, total=total, matched=int(totals[0]),
            sql=sql, dialect=self.engine.dialect, warnings=self._cut(query, len(rows), total),
        )  # fmt: skip

    async def fitted(self, query: Query) -> Computation:
        """What a query of rates between equal players comes to."""
        found = pairing(query, self.table)
        if isinstance(found, str):
            raise CannotCompute("There are no rates between equal players of such rows.")
        bare = await self.groups(counted(query))
        places = places_of(query)
        if not set(places) <= set(bare.outcomes):
            raise CannotCompute("Only a rate of games won is fitted.")
        games = won_games(query, found)
        statement = Statement(games, await self._scope(games), formulas={})
        sql = statement.sql(facts=False, limit=MOST_PAIRINGS + 1)
        adjusted = await rates(self.engine, sql, asked(bare, found))
        return fitted(bare, query, dict.fromkeys(places, adjusted))

    async def groups(self, query: Query) -> Computation:
        scope = await self._scope(query)
        if any(group.bins for group in query.groups):
            widths = await self._widths(query, scope)
            query = query.model_copy(update={"groups": widths})
            scope = await self._scope(query)
        formulas = {
            one.metric: resolved_metric(self.model.metric(one.metric), self.table)
            for one in [*measured(query), *(h.measure for h in query.having)]
            if isinstance(one, Measure) and one.metric
        }
        statement = Statement(query, scope, formulas=formulas)
        if sizes := await self._sizes(statement):
            statement = Statement(query, scope, formulas=formulas, sizes=sizes)
        outcomes = Outcomes(query, self.table, formulas)
        limit = min(query.limit or self.most, self.most)
        reach = limit + TIES if query.limit is not None and query.order else limit
        sql = statement.sql(facts=True, limit=reach, offset=query.offset)
        found = await self.engine.run(sql, {}, most=reach)
        names = statement.fact_names()
        if found:
            facts = dict(zip(names, found[0][len(statement.outputs) :], strict=True))
        else:
            told = (await self.engine.run(statement.told_sql(), {}, most=1))[0]
            facts = dict(zip(names, told, strict=False))
        total = int(facts.get("total") or 0)
        shown = found[:limit]
        ties = await self._ties(statement, found, limit)
        shares_rows = outcomes.is_shared and bool(outcomes.rates)
        intervals = Intervals(statement, self.engine, shown, names, shares_rows=shares_rows)
        await intervals.work_out()
        columns, rows = _table(statement, shown, intervals)
        capped = limit if total > len(shown) or query.limit else None
        visible = statement.sql(facts=False, limit=capped, offset=query.offset)
        beside = await self._counted(outcomes, scope)
        level = outcomes.level(beside)
        warnings = [
            *self._empty(statement, facts, outcomes), *self._small(statement, columns, rows),
            *intervals.warnings, *outcomes.told(beside),
        ]  # fmt: skip
        if any(one.aggregate == "correlation" for one in statement.measures):
            warnings.append(Warned(key="not_cause"))
        if ties:
            warnings.append(Warned(key="ties", count=ties))
        warnings += self._cut(query, len(rows), total)
        return Computation(
            query=query, columns=columns, rows=rows, total=total,
            matched=int(facts.get("matched") or 0),
            sql=visible, dialect=self.engine.dialect, warnings=tuple(warnings),
            outcomes=outcomes.rates,
            level=level,
            compared=await self._compared(statement, outcomes, shown, total, level),
        )  # fmt: skip

    async def _counted(self, outcomes: Outcomes, scope: SqlContext) -> dict[str, int]:
        """What is counted beside the figures of rows that are sides of games."""
        wanted = outcomes.wanted()
        if not wanted:
            return {}
        sql = figures_statement(list(wanted.values()), scope)
        found = (await self.engine.run(sql, {}, most=1))[0]
        return {key: int(one or 0) for key, one in zip(wanted, found, strict=True)}

    async def _compared(
        self,
        statement: Statement,
        outcomes: Outcomes,
        shown: Sequence[Row],
        total: int,
        level: float | None,
    ) -> Compared | None:
        """Which groups stand apart by their rate, of all that there are, shown or not."""
        query = statement.query
        rate = statement.figures[0, statement.case_places[0]]
        cases = len(query.compare.cases) if query.compare is not None else 0
        if not query.groups or cases > 2 or rate.statistic != "share" or not rate.over:
            return None
        if cases and outcomes.is_shared and outcomes.rates:
            return None
        won = 0 in outcomes.rates
        if won and outcomes.is_even and not cases:
            return None
        rows = shown
        if total > len(shown) or query.having or query.per:
            whole = query.model_copy(update={
                "limit": None, "offset": 0, "per": None, "order": (), "windows": (),
                "having": tuple(one for one in query.having if one.measure == Measure()),
            })  # fmt: skip
            bare = Statement(whole, statement.scope, formulas=statement.formulas)
            sql = bare.sql(facts=False, limit=self.most)
            rows = await self.engine.run(sql, {}, most=self.most)
            statement = bare
        sources = [one.source for one in statement.outputs]
        at = [
            sources.index(f"{alias_of(0, case)}_{end}")
            for case in statement.case_places for end in ("of", "all")
        ]  # fmt: skip
        keys = slice(0, len(query.groups))
        timed = any(one.grain or one.cycle for one in query.groups)
        both = outcomes.pairing() if won else None

        def same(row: Row) -> Hashable:
            """The key, from either side of a pairing the same."""
            key = list(row[keys])
            if both is not None:
                ends = sorted(str(key[place]) for place in both)
                for place, end in zip(both, ends, strict=True):
                    key[place] = end
            return tuple(key)

        every = [
            CountedGroup(tuple(row[keys]), same(row), *(float(row[one] or 0) for one in at))
            for row in rows
        ]
        level = level if won and not timed else None
        found = compared(every, [tuple(row[keys]) for row in shown], level)
        if found is None:
            return None
        return found.model_copy(update={"dependent": won and outcomes.is_shared})

    async def _sizes(self, statement: Statement) -> list[int]:
        """How many values the large groups have, where the intervals of quantiles want it."""
        sql = statement.sizes_sql()
        if sql is None:
            return []
        found: Sequence[Row] = [self._counts(statement)]
        if not found[0]:
            found = await self.engine.run(sql, {}, most=self.most)
        return [int(one) for row in found for one in row if one is not None and one >= LARGE]

    def _counts(self, statement: Statement) -> tuple[int, ...]:
        """How many values each group has, if that was counted when the table was opened."""
        query = statement.query
        groups = [one.by for one in query.groups if one == Group(by=one.by)]
        if len(groups) != 1 or len(query.groups) != 1 or query.where or query.compare:
            return ()
        (by,) = groups
        column = self.table.column(by) if isinstance(by, str) else None
        whole = all(
            isinstance(one.of, str) and not one.where and not self.table.column(one.of).empty
            for one in statement.measures if isinstance(one, Measure) and one.of is not None
        )  # fmt: skip
        counted = column is not None and column.complete and not column.path
        return column.counts if column is not None and counted and whole else ()

    async def _scope(self, query: Query) -> SqlContext:
        latest = {}
        for test in parts_of(query):
            if not isinstance(test, Test):
                continue
            anchored = test.span is not None and test.span.anchor == "data"
            if anchored and isinstance(test.column, str) and test.column not in latest:
                latest[test.column] = await self._latest(test.column)
        bare = SqlContext(self.table, self.engine.dialect, self.as_of, latest)
        inner = SqlContext(
            self.table, self.engine.dialect, self.as_of, latest,
            figure=lambda measure: figure_subquery(measure, bare),
        )  # fmt: skip

        def whole(measure: Measure) -> Any:
            there = (not_null(inner.group(one)) for one in query.groups)
            return figure_subquery(measure, inner, all_of([inner.filter(query.where), *there]))

        return SqlContext(
            self.table, self.engine.dialect, self.as_of, latest, figure=inner.figure, whole=whole
        )

    async def _latest(self, column: str) -> datetime:
        """The last moment of a column; the day of the question, where it has none."""
        known = self.table.column(column).high if self.table.has(column) else None
        if not isinstance(known, str):
            scope = SqlContext(self.table, self.engine.dialect, self.as_of)
            sql = figures_statement([Measure(aggregate="max", of=column)], scope)
            found = (await self.engine.run(sql, {}, most=1))[0][0]
            if found is None:
                return self.as_of
            known = found.isoformat()
        try:
            return covered(known).start or self.as_of
        except ValueError:
            return self.as_of

    async def _widths(self, query: Query, scope: SqlContext) -> tuple[Group, ...]:
        """The groups, with widths for bins of which only about how many is said."""
        found = []
        for group in query.groups:
            if group.bins is not None:
                by = group.by
                ends = [
                    Measure(aggregate="min", of=by, where=query.where),
                    Measure(aggregate="quantile", q=_NEARLY_ALL, of=by, where=query.where),
                    Measure(aggregate="max", of=by, where=query.where),
                ]
                sql = figures_statement(ends, scope)
                low, far, high = map(_number, (await self.engine.run(sql, {}, most=1))[0])
                kind = scope.type_of(by)
                timed = kind.type == "length" and kind.unit in ("", "s")
                known = isinstance(by, str) and scope.table.has(by) and scope.table.column(by)
                least = 1.0 if known and known.is_whole else 0.0
                width = max(least, round_width(low, high, group.bins, timed=timed))
                close = max(least, round_width(low, far, group.bins, timed=timed))
                last = round((far // close + 1) * close, 9)
                crowded = low < far < (low // width + _FIRST) * width and last < high
                group = (
                    Group(by=by, width=close, open=last) if crowded else Group(by=by, width=width)
                )
            found.append(group)
        return tuple(found)

    async def _ties(self, statement: Statement, found: Sequence[Row], limit: int) -> int:
        """How many rows beyond the limit share the place of the last one."""
        query = statement.query
        if query.limit is None or not query.order or len(found) <= limit:
            return 0
        sources = [one.source for one in statement.outputs]
        keys = [
            sources.index(statement.order_source(one))
            for one in query.order if statement.order_source(one) in sources
        ]  # fmt: skip
        last = [found[limit - 1][key] for key in keys]
        count = 0
        for row in found[limit:]:
            if [row[key] for key in keys] != last:
                return count
            count += 1
        if count < TIES:
            return count
        reached = limit + query.offset
        places = await self.engine.run(statement.ties_sql(reached), {}, most=1)
        return max(0, int(places[0][0]) - reached)

    def _cut(self, query: Query, shown: int, total: int) -> tuple[Warned, ...]:
        wanted = min(total - query.offset, query.limit or total)
        return (Warned(key="cut", count=shown, rows=total),) if shown < wanted else ()

    def _empty(
        self, statement: Statement, facts: dict[str, Any], outcomes: Outcomes
    ) -> list[Warned]:
        """What is empty, but for results of games, of which `outcomes` tell: of a comparison in
        all its cases, where these share no row."""
        cases = range(1, len(statement.cases))
        apart = not any(facts.get(statement.overlap(case)) for case in cases)
        of_measures: dict[tuple[str, str, int], int] = {}
        for gap in statement.gaps:
            count = int(facts.get(gap.fact) or 0)
            if count and gap.measure not in outcomes.rates:
                told = of_measures.get((gap.key, gap.column, gap.measure), 0)
                adds = apart and gap.key == "empty" and gap.measure >= 0
                both = told + count if adds else max(told, count)
                of_measures[gap.key, gap.column, gap.measure] = both
        found: dict[tuple[str, str], int] = {}
        for (key, column, _), count in of_measures.items():
            found[key, column] = max(count, found.get((key, column), 0))
        return [
            Warned(key=key, column=column, count=count) for (key, column), count in found.items()
        ]

    def _small(
        self, statement: Statement, columns: Sequence[OutColumn], rows: Sequence[Sequence[Cell]]
    ) -> list[Warned]:
        """How many rows rest on few rows, of the figures for which that matters."""
        places = []
        for place, column in enumerate(columns):
            if column.part not in ("n", "denominator"):
                continue
            whole = statement.measures[column.of].share == "all"
            if not whole and (column.part == "denominator" or _has(columns, "low", column)):
                places.append(place)
        counts = [[int(row[place] or 0) for place in places] for row in rows]
        few = sum(any(0 < one < FEW for one in numbers) for numbers in counts)
        return [Warned(key="small", count=few, n=FEW)] if few else []


def _number(cell: Any) -> float:
    return float(cell or 0)


def figures_statement(measures: Sequence[Measure], scope: SqlContext) -> str:
    """Return the statement of some figures over the whole table, side by side."""
    found = [figure_subquery(one, scope).this for one in measures]
    columns = [aliased(one.expressions[0], f"f{at}") for at, one in enumerate(found)]
    return str(found[0].select(*columns, append=False, copy=False).sql(scope.dialect))


def round_width(low: float, high: float, bins: int, *, timed: bool = False) -> float:
    """Return the width of about so many bins with round ends: 1, 2, 2.5 or 5 times a power of 10,
    of seconds (`timed`) such minutes, hours or days as clocks part them.

    Of the round widths the one nearest in ratio to what would divide the range evenly.
    """
    if not high > low:
        return 1.0
    raw = (high - low) / bins
    power = floor(log10(raw))
    steps = [step * 10.0**at for at in (power - 1, power, power + 1) for step in (1, 2, 2.5, 5)]
    if timed and raw > _TIMES[0]:
        days = (_DAY * step for step in steps if step >= 1)
        steps = [*_TIMES, *days]
    best = min(steps, key=lambda one: abs(log10(one / raw)))
    digits = max(0, ceil(-log10(best)) + 1)
    return round(best, digits) if best < 1 else best


def _has(columns: Sequence[OutColumn], part: str, like: OutColumn) -> bool:
    return any((one.part, one.of, one.case) == (part, like.of, like.case) for one in columns)


def _row_column(operand: Operand, place: int, scope: SqlContext, used: set[str]) -> OutColumn:
    kind = scope.type_of(operand)
    name = operand_name(operand)
    while name.casefold() in used:
        name += "_"
    used.add(name.casefold())
    label = kind.column.label_in("") if kind.column else name
    return OutColumn(
        name=name, label=label, type=type_of(kind), part="row", of=place, unit=kind.unit,
        share=kind.share, decimals=amount_decimals(kind),
    )  # fmt: skip


def _table(
    statement: Statement, found: Sequence[Row], intervals: Intervals
) -> tuple[tuple[OutColumn, ...], tuple[tuple[Cell, ...], ...]]:
    """The columns and rows that are shown, with the ends of intervals beside their figures."""
    columns: list[OutColumn] = []
    for output in statement.outputs:
        columns.append(output.column)
        columns += intervals.columns(output.column)
    rows = []
    grains = [statement.grain_of(one.column) for one in statement.outputs]
    for place, row in enumerate(found):
        cells: list[Cell] = []
        for output, value, grain in zip(statement.outputs, row, grains, strict=False):
            cells.append(cell(value, output.column, grain))
            cells += intervals.cells(output.column, place)
        rows.append(tuple(cells))
    return tuple(columns), tuple(rows)
