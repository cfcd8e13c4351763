"""A frame is computed: its rows, the query that gave them, and the nearest frame that has any."""

import asyncio
import logging
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import NamedTuple

from agents.answering.engine import MOST_ROWS, Cell, Engine, Row
from agents.answering.source import TABLE, Source
from agents.data.match.compute.adjustment import MOST_PAIRINGS, Adjustment, adjusted
from agents.data.match.compute.cut_rows import (
    Cut,
    Tally,
    added_up,
    ends_of,
    rest_of,
    tally_of,
    unsure_of,
    won_by,
)
from agents.data.match.compute.frame import Frame
from agents.data.match.compute.impossible import impossible
from agents.data.match.compute.plan import Plan, plan, side_column, skill_plan
from agents.data.match.compute.result_columns import output_names, whole_of
from agents.data.match.compute.sql import Query, QueryBuilder
from agents.data.match.compute.version_days import NONE, FirstDays, first_days
from agents.data.match.draft.kept_model import ModelFile
from agents.data.match.loading import GAMES
from agents.data.match.model.look import Look, moment
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.match.model.shape_question import ShapeQuestion
from agents.data.tables.opening import Loading, open_table
from agents.data.tables.profile import TableProfile, profile
from agents.data.tables.readers.delimited import not_a_table, too_large

log = logging.getLogger(__name__)
_MOST_BUILT = 256


class Relaxed(NamedTuple):
    """The nearest frame that has games: `frame` is what had to go, `games` how many there are."""

    dropped: Frame
    games: int


class Newest(NamedTuple):
    """The newest games that were asked for: how many there are, from their first day to the last.

    They are more than `asked` where games of one moment have no order, and fewer where no more fit.
    """

    asked: int
    games: int
    first: str
    last: str


class Analysis(NamedTuple):
    """A plan with its rows; `names` are the rows' columns. `drift` says what befell the file.

    `ranked` are the wins and games of all rows of a ranking of which `rows` are the first,
    `left_out` the rows that have too few games to be ranked, `unsure` the groups of a
    ranking within each whose last shown row's interval overlaps the next one's. `cut` tells of all
    rows where they are too many to hand over, and `rows` the first of them.
    """

    plan: Plan
    names: tuple[str, ...]
    rows: tuple[Row, ...]
    query: Query
    drift: str | None = None
    relaxed: Relaxed | None = None
    unranked: bool = False
    adjustment: Adjustment = Adjustment()
    ranked: tuple[tuple[float, int], ...] = ()
    left_out: tuple[Row, ...] = ()
    unsure: tuple[str, ...] = ()
    newest: Newest | None = None
    cut: Cut | None = None

    def cell(self, row: Row, name: str) -> Cell:
        """Return the value of a row in a column."""
        return row[self.names.index(name)]


class Analyst:
    """Owns a loaded table with its model, and computes frames on it.

    `games` counts the table's games: of two rows each one, or the sum that totals hold.
    While `question` is not None the table's shape is open and there is no model yet.
    """

    def __init__(self, *, engine: Engine, table: TableProfile, kept: ModelFile) -> None:
        self.question: ShapeQuestion | None = None
        self.dates: Dates | None = None
        self.versions: FirstDays = NONE
        self.games = engine.source.rows
        self._model: SemanticModel | None = None
        self._engine = engine
        self._table = table
        self._kept = kept
        self._kinds = {column.name: column.kind for column in table.columns}
        self._said: dict[str, str] = {}
        self._built: dict[Plan, Query] = {}
        self.settle({})

    @classmethod
    def open(
        cls, path: Path, *, model_folder: Path | None = None, loading: Loading | None = None
    ) -> "Analyst":
        """Load a table, and its model from the folder if one was kept there; blocks.

        A drafted model is written to the folder, for a person to edit. Raises `BadFile`, and
        `LoadingStopped` after `loading.stop()`.
        """
        import duckdb

        engine = open_table(path, tables=model_folder, loading=loading, subject=GAMES)
        try:
            table = profile(engine.connection)
            return cls(engine=engine, table=table, kept=ModelFile(engine.source, model_folder))
        except duckdb.OutOfMemoryException:
            engine.close()
            raise too_large(path) from None
        except duckdb.Error as error:  # something in the table that no look at it foresees
            engine.close()
            log.warning("%s was read, but not understood: %s", path.name, error)
            raise not_a_table(path) from None
        except BaseException:
            engine.close()
            raise

    @property
    def model(self) -> SemanticModel:
        """What the columns mean; there is none while a question about the shape is open."""
        assert self._model is not None
        return self._model

    @property
    def model_file(self) -> str:
        """Where in the profile the model is kept, "" if it is not."""
        return self._kept.shown

    def newly_drafted(self) -> bool:
        """Return once whether the model is a first guess, which nobody has seen yet."""
        drafted, self._kept.drafted = self._kept.drafted, False
        return drafted and not self.source.simulated

    def values_of(self, column: str) -> tuple[str, ...]:
        """Return the values of a column, commonest first; raises KeyError."""
        return self._table.column(column).values

    def settle(self, said: Mapping[str, str]) -> None:
        """Draft the model with a person's answers about the shape, by slot; blocks.

        Sets `question` if something is still open. Raises `BadFile` if it cannot be used.
        """
        self._said.update(said)
        look = Look(self._engine.connection)
        try:
            self._model = self._kept.read(self._table, look, self._said)
        except ShapeQuestion as question:
            self.question = question
            return
        self.question = None
        self.dates = _dates(self._engine, self._model)
        self.versions = first_days(self._engine.connection, self._model)
        self.games = self._count_games()

    def _count_games(self) -> int:
        """Count the games, which are its rows only where a row is a game."""
        counted = Frame(measure="games")
        if self.model.grain == "game" or impossible(counted, self.model) is not None:
            return self.source.rows
        definite = plan(counted, self.model)
        query = QueryBuilder(definite, self.model, self._kinds).build()
        row = self._engine.connection.execute(query.bound, query.values).fetchone()
        place = output_names(definite, self.model).index("games")
        return int(row[place] or 0) if row is not None else 0

    @property
    def source(self) -> Source:
        """The file behind the table."""
        return self._engine.source

    async def analyse(self, frame: Frame) -> Analysis:
        """Compute a frame; raises `QueryTooLong`."""
        definite = plan(frame, self.model)
        query, rows, more = await self._first_rows(definite)
        unranked = False
        behind = frame.skip > 0 and not rows and await self._has_rows(definite)
        if not rows and not behind and definite.least is not None and frame.having is None:
            definite = definite._replace(least=None)
            query, rows, more = await self._first_rows(definite)
            unranked = bool(rows)
        left_out = await self._left_out(definite) if rows else ()
        drift = await self._engine.drift()
        relaxed = None if rows or behind else await self._relax(frame)
        names = output_names(definite, self.model)
        ranked: tuple[tuple[float, int], ...] = ()
        unsure: tuple[str, ...] = ()
        cut: Cut | None = None
        limit = definite.frame.limit
        if rows and (more or (limit is not None and frame.measure == "win_rate")):
            tally = await self._tally(definite)
            if frame.measure == "win_rate":
                rate, games = names.index("win_rate"), names.index("games")
                shown = [won_by(row[rate], row[games]) for row in rows]
                ranked = rest_of(tally, shown)
            if more:
                high, low = [(await self._run(one))[1] for one in ends_of(definite)]
                in_all = tally.rows if limit is None else min(limit, tally.rows)
                ends = tuple(dict.fromkeys((*high, *low)))
                cut = Cut(in_all, tally.draws, ends)
        if definite.frame.within is not None and limit is not None and rows:
            one_more = definite.frame.model_copy(update={"limit": limit + 1})
            if frame.measure == "win_rate":
                _, every = await self._run(definite._replace(frame=one_more))
                unsure = unsure_of(definite, names, every)
        skill = frame.measure == "skill_rate" and rows
        adjustment = await self._adjusted(definite, names, rows) if skill else Adjustment()
        return Analysis(
            definite,
            names,
            rows,
            query,
            drift,
            relaxed,
            unranked,
            adjustment,
            ranked,
            left_out,
            unsure,
            await self._newest(definite) if rows else None,
            cut,
        )

    async def _newest(self, definite: Plan) -> Newest | None:
        """Return what the newest games are, if these were asked for."""
        asked = definite.frame.newest
        if asked is None:
            return None
        builder = QueryBuilder(definite, self.model, self._kinds)
        query = await asyncio.to_thread(builder.build_newest)
        ((games, first, last),) = await self._engine.run(query.bound, query.values)
        return Newest(asked, int(games or 0), str(first), str(last))

    async def _has_rows(self, definite: Plan) -> bool:
        """Whether there are rows before the places that were asked for."""
        first = definite.frame.model_copy(update={"skip": 0})
        _, rows = await self._run(definite._replace(frame=first))
        return bool(rows)

    async def _left_out(self, definite: Plan) -> tuple[Row, ...]:
        """Return the rows of a ranking that have fewer games than it asks for."""
        if definite.least is None or definite.frame.having is not None:
            return ()
        most = min(definite.frame.at_most or definite.least, definite.least - 1)
        frame = definite.frame.model_copy(update={"limit": None, "skip": 0, "at_most": most})
        _, rows = await self._run(definite._replace(frame=frame, least=None))
        return rows

    async def counts(self, dimension: str, frame: Frame) -> dict[str, int]:
        """Return the games of each value of a dimension in a frame's games; both sides count."""
        every = frame.without_filter(dimension).unranked()
        measure = "win_rate" if self.model.dimensions[dimension].of_sides else "games"
        bare = every.model_copy(
            update={"measure": measure, "group_by": (dimension,), "beyond": None}
        )
        _, rows = await self._run(plan(bare, self.model))
        names = output_names(plan(bare, self.model), self.model)
        # Of what only rivals are known by, the rows are those of rivals, under another name.
        value = names.index(dimension) if dimension in names else 0
        games = names.index("games")
        return added_up(rows, value, games)

    async def values(self, dimension: str) -> tuple[int, tuple[str, ...]]:
        """Return how many values of a dimension there are, and the ones with the most games."""
        known = self.model.dimensions[dimension].values
        if known:
            return len(known), known
        frame = Frame(measure="games", group_by=(dimension,), mirror="include")
        definite = plan(frame, self.model)
        _, rows = await self._run(definite)
        return (await self._tally(definite)).rows, tuple(str(row[0]) for row in rows)

    def close(self) -> None:
        """Free the table; idempotent."""
        self._engine.close()

    async def _run(self, definite: Plan) -> tuple[Query, tuple[Row, ...]]:
        query = self._built.get(definite)
        if query is None:
            query = await asyncio.to_thread(QueryBuilder(definite, self.model, self._kinds).build)
            if len(self._built) >= _MOST_BUILT:
                self._built.pop(next(iter(self._built)))
            self._built[definite] = query
        return query, tuple(await self._engine.run(query.bound, query.values))

    async def _first_rows(self, definite: Plan) -> tuple[Query, tuple[Row, ...], bool]:
        """Return the rows, or the first of too many with the query of just these."""
        query, rows = await self._run(definite)
        if len(rows) < MOST_ROWS:
            return query, rows, False
        builder = QueryBuilder(definite, self.model, self._kinds)
        query = await asyncio.to_thread(builder.build, MOST_ROWS)
        again = await self._engine.run(query.bound, query.values, most=MOST_ROWS)
        tally = await self._tally(definite)
        limit = definite.frame.limit
        more = (tally.rows if limit is None else min(limit, tally.rows)) > MOST_ROWS
        return query, tuple(again), more

    async def _tally(self, definite: Plan) -> Tally:
        """Count the rows of a plan by their wins and games, whatever its limit."""
        builder = QueryBuilder(definite, self.model, self._kinds)
        query = await asyncio.to_thread(builder.build_tally)
        found: list[Row] = []
        await self._engine.each(query.bound, query.values, found.extend)
        return tally_of(found)

    async def _adjusted(
        self, definite: Plan, names: tuple[str, ...], rows: tuple[Row, ...]
    ) -> Adjustment:
        """Return the skill-adjusted rate of each row."""
        games = skill_plan(definite, self.model)
        columns = tuple(group.name for group in games.groups)
        builder = QueryBuilder(games, self.model, self._kinds)
        query = await asyncio.to_thread(builder.build_games, columns, MOST_PAIRINGS)
        asked = [self._asked(definite, names, row) for row in rows]
        return await adjusted(self._engine, query, asked)

    def _asked(self, definite: Plan, names: tuple[str, ...], row: Row) -> tuple[str, str | None]:
        """Return whose rate a row is, and against whom."""
        found: list[str | None] = []
        for side in ("own", "opponent"):
            name = side_column(self.model.entity, side, self.model)
            one = definite.frame.filter(self.model.entity, side)
            value = str(row[names.index(name)]) if name in names else None
            found.append(value or (one.values[0] if one is not None else None))
        return str(found[0]), found[1]

    async def _relax(self, frame: Frame) -> Relaxed | None:
        """Drop one condition, the newest first, until there are games."""
        conditions: list[Frame] = []
        if frame.has_thresholds:
            conditions.append(frame.thresholds)
        if frame.period:
            conditions.append(Frame(period=frame.period))
        if frame.periods_out:
            conditions.append(Frame(periods_out=frame.periods_out))
        conditions += [Frame(filters=(one,)) for one in reversed(frame.filters)]
        if frame.lasting:
            conditions.append(Frame(lasting=frame.lasting))
        if frame.measured:
            conditions.append(Frame(measured=frame.measured))
        if frame.mirror != "auto":
            conditions.append(Frame(mirror=frame.mirror))
        for dropped in conditions:
            games = await self.games_under(_without(frame, dropped))
            if games:
                return Relaxed(dropped, games)
        return None

    async def games_under(self, frame: Frame) -> int:
        """Count what a frame counts without groups and thresholds; games, if it names no side."""
        bare = frame.without_thresholds().unranked().model_copy(update={"group_by": ()})
        if not any(self.model.dimensions[one.dimension].of_sides for one in frame.filters):
            bare = bare.model_copy(update={"measure": "games"})
        definite = plan(bare, self.model)._replace(groups=())
        _, rows = await self._run(definite)
        counted = output_names(definite, self.model).index(whole_of(bare.measure))
        return int(rows[0][counted] or 0) if rows else 0


def _without(frame: Frame, dropped: Frame) -> Frame:
    if dropped.has_thresholds:
        return frame.without_thresholds()
    if dropped.has_periods:
        return frame.model_copy(update={"period": (), "periods_out": ()})
    if dropped.measured:
        return frame.model_copy(update={"measured": ()})
    if dropped.lasting:
        return frame.model_copy(update={"lasting": ()})
    if dropped.mirror != "auto":
        return frame.model_copy(update={"mirror": "auto"})
    rest = tuple(one for one in frame.filters if one not in dropped.filters)
    return frame.model_copy(update={"filters": rest})


class Dates(NamedTuple):
    """The first and last day of the table."""

    first: date
    last: date


def _dates(engine: Engine, model: SemanticModel) -> Dates | None:
    time = model.time
    if time is None:
        return None
    sql = f"SELECT min({moment(time)})::DATE, max({moment(time)})::DATE FROM {TABLE}"  # noqa: S608
    row = engine.connection.execute(sql).fetchone()
    if row is None or row[0] is None:
        return None
    last = row[1].replace(month=12, day=31) if time.grain == "year" else row[1]
    return Dates(row[0], last)
