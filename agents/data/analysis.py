"""A frame is computed: its rows, the query that gave them, and the nearest frame that has any."""

import asyncio
from datetime import date
from pathlib import Path
from typing import NamedTuple

from agents.data.draft import draft, with_samples
from agents.data.engine import Cell, Engine, Row
from agents.data.frame import Frame
from agents.data.model import SemanticModel, from_yaml, to_yaml
from agents.data.plan import Plan, plan
from agents.data.profile import TableProfile, profile, quoted
from agents.data.sql import Query, QueryBuilder
from agents.data.table import TABLE, Source
from app.errors import BadFile


class Relaxed(NamedTuple):
    """The nearest frame that has games: `frame` is what had to go, `games` how many there are."""

    dropped: Frame
    games: int


class Analysis(NamedTuple):
    """A plan with its rows; `names` are the rows' columns. `drift` says what befell the file."""

    plan: Plan
    names: tuple[str, ...]
    rows: tuple[Row, ...]
    query: Query
    drift: str | None = None
    relaxed: Relaxed | None = None
    unranked: bool = False

    def cell(self, row: Row, name: str) -> Cell:
        """Return the value of a row in a column."""
        return row[self.names.index(name)]


class Analyst:
    """Owns a loaded table with its model, and computes frames on it."""

    def __init__(
        self, *, engine: Engine, table: TableProfile, model: SemanticModel, dates: "Dates | None"
    ) -> None:
        self.model = model
        self.dates = dates
        self._engine = engine
        self._kinds = {column.name: column.kind for column in table.columns}

    @classmethod
    def open(cls, path: Path, *, model_folder: Path | None = None) -> "Analyst":
        """Load a table, and its model from the folder if one was kept there; blocks.

        A drafted model is written to the folder, for a person to edit. Raises `BadFile`.
        """
        engine = Engine.open(path)
        try:
            connection = engine.connection
            table = profile(connection)
            model = _model(table, engine.source, model_folder)
            dates = _dates(engine, model)
        except BaseException:
            engine.close()
            raise
        return cls(engine=engine, table=table, model=model, dates=dates)

    @property
    def source(self) -> Source:
        """The file behind the table."""
        return self._engine.source

    async def analyse(self, frame: Frame) -> Analysis:
        """Compute a frame; raises `QueryTooLong`."""
        definite = plan(frame, self.model)
        query, rows = await self._run(definite)
        unranked = False
        if not rows and definite.least is not None and frame.having is None:
            definite = definite._replace(least=None)
            query, rows = await self._run(definite)
            unranked = bool(rows)
        drift = await self._engine.drift()
        relaxed = None if rows else await self._relax(frame)
        return Analysis(definite, _names(definite), rows, query, drift, relaxed, unranked)

    async def counts(self, dimension: str, frame: Frame) -> dict[str, int]:
        """Return the games of each value of a dimension under a frame's conditions, most first."""
        bare = frame.without_filter(dimension).model_copy(
            update={"measure": "win_rate", "group_by": (dimension,), "order": None, "limit": None}
        )
        _, rows = await self._run(plan(bare, self.model))
        names = _names(plan(bare, self.model))
        value, games = names.index(dimension), names.index("games")
        return {str(row[value]): int(row[games] or 0) for row in rows}

    def close(self) -> None:
        """Free the table; idempotent."""
        self._engine.close()

    async def _run(self, definite: Plan) -> tuple[Query, tuple[Row, ...]]:
        query = await asyncio.to_thread(QueryBuilder(definite, self.model, self._kinds).build)
        return query, tuple(await self._engine.run(query.bound, query.values))

    async def _relax(self, frame: Frame) -> Relaxed | None:
        """Drop one condition, the newest first, until there are games."""
        conditions: list[Frame] = []
        if frame.period:
            conditions.append(Frame(period=frame.period))
        conditions += [Frame(filters=(one,)) for one in reversed(frame.filters)]
        if frame.mirror != "auto":
            conditions.append(Frame(mirror=frame.mirror))
        for dropped in conditions:
            games = await self._games(_without(frame, dropped))
            if games:
                return Relaxed(dropped, games)
        return None

    async def _games(self, frame: Frame) -> int:
        bare = frame.model_copy(
            update={"group_by": (), "order": None, "limit": None, "having": None}
        )
        definite = plan(bare, self.model)._replace(groups=())
        _, rows = await self._run(definite)
        return int(rows[0][_names(definite).index("games")] or 0) if rows else 0


def _without(frame: Frame, dropped: Frame) -> Frame:
    if dropped.period:
        return frame.model_copy(update={"period": ()})
    if dropped.mirror != "auto":
        return frame.model_copy(update={"mirror": "auto"})
    rest = tuple(one for one in frame.filters if one not in dropped.filters)
    return frame.model_copy(update={"filters": rest})


def _names(definite: Plan) -> tuple[str, ...]:
    groups = tuple(group.name for group in definite.groups)
    match definite.frame.measure:
        case "games":
            return (*groups, "games")
        case "duration":
            return (*groups, "games", "mean_seconds")
        case "losses":
            return (*groups, "games", "wins", "losses", "win_rate", "ci_low", "ci_high")
        case _:
            return (*groups, "games", "wins", "win_rate", "ci_low", "ci_high")


class Dates(NamedTuple):
    """The first and last day of the table."""

    first: date
    last: date


def _dates(engine: Engine, model: SemanticModel) -> Dates | None:
    if model.time is None:
        return None
    column = quoted(model.time)
    sql = f"SELECT min({column})::DATE, max({column})::DATE FROM {TABLE}"  # noqa: S608
    row = engine.connection.execute(sql).fetchone()
    return Dates(row[0], row[1]) if row is not None and row[0] is not None else None


def _model(table: TableProfile, source: Source, folder: Path | None) -> SemanticModel:
    kept = None if folder is None else folder / f"{source.path.stem}-{source.sha256[:12]}.yaml"
    if kept is not None and kept.is_file():
        model = from_yaml(kept)
        missing = set(model.columns) - {column.name for column in table.columns}
        if missing:
            raise BadFile(
                f"The model file {kept} names columns that {source.name} does not have: "
                f"{', '.join(sorted(missing))}.",
                key="bad_model",
                file=str(kept),
                cause=", ".join(sorted(missing)),
            )
        return with_samples(model, table)
    model = draft(table, source.name)
    if kept is not None:
        try:
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_text(to_yaml(model), encoding="utf-8")
        except OSError:
            pass  # The model is used from memory; the profile reports its own trouble.
    return with_samples(model, table)
