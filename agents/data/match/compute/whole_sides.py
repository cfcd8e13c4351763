"""All that is known of either side of each game, as one SELECT: a row per game and side."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from agents.data.match.compute.frame import Frame
from agents.data.match.compute.plan import Plan, amount_column, plan, side_column
from agents.data.match.compute.sides import Sides, Wanted
from agents.data.match.model.semantic_model import Quantity, SemanticModel
from agents.data.tables.profile import TableProfile

if TYPE_CHECKING:
    from sqlglot import exp


class WholeSides(NamedTuple):
    """The SELECT, and its columns.

    `entity` are the columns of what is compared and of its rival's, `own` and `opponents` those of
    each dimension by its key, `amounts` those of numbers by key and side. There are `won` (1, 0,
    or nothing where it is not known), `drawn` and `moment` where they are known, `first` in one of
    the two rows of each game, all other columns under their own names, and in `counted` rows of
    many games `n`, of which `won` and `drawn` are sums. `result` says how the result is
    told: "winner", "scores" or "counts".
    """

    sql: str
    entity: tuple[str, str]
    own: dict[str, str]
    opponents: dict[str, str]
    amounts: dict[tuple[str, str], str]
    result: str
    drawn: bool
    counted: bool
    timed: bool


def whole_sides(model: SemanticModel, table: TableProfile) -> WholeSides | None:
    """Return the sides of a table of games, None if no rival is known."""
    if not model.has_rival(model.entity):
        return None
    whole = plan(Frame(measure="win_rate", group_by=(model.entity, "opponent")), model)
    built = _All(whole._replace(needs_time=model.time is not None), model, table)
    found = built.expressions()
    last = found.pop("sides")
    for name, query in found.items():
        last = last.with_(name, as_=query, dialect="duckdb")
    wanted = built.columns()
    own = {key: one.name for key, one in _by_key(model, wanted, "own")}
    opponents = {key: one.name for key, one in _by_key(model, wanted, "opponent")}
    winner = model.winner
    result = "counts" if model.totals else "scores" if winner.score_a else "winner"
    return WholeSides(
        sql=last.sql(dialect="duckdb"),
        entity=(own[model.entity], opponents[model.entity]),
        own=own,
        opponents=opponents,
        amounts={(key, side): amount_column(key, side) for key, side in built.amounts()},
        result=result,
        drawn=model.has_draws,
        counted=model.totals is not None,
        timed=model.time is not None,
    )


def _by_key(
    model: SemanticModel, wanted: Iterable[Wanted], side: str
) -> Iterable[tuple[str, Wanted]]:
    for one in wanted:
        key = next(key for key, d in model.dimensions.items() if d is one.dimension)
        if one.side == side:
            yield key, one


class _All(Sides):
    """The reading of all columns, whatever is asked."""

    def __init__(self, plan: Plan, model: SemanticModel, table: TableProfile) -> None:
        super().__init__(plan, model, {column.name: column.kind for column in table.columns})
        self._whole = model
        self._names = [column.name for column in table.columns]

    def _side(self, own: str) -> "exp.Select":
        from sqlglot import exp

        select = super()._side(own)
        first: exp.Expr = exp.Boolean(this=own == "a")
        if self._needs_join():
            slot = exp.column("slot", "own")
            first = exp.EQ(this=slot, expression=exp.Literal.number(1))
        kept = [self._column(name) for name in self._others()]
        return select.select(exp.alias_(first, "first"), *kept)

    def _others(self) -> list[str]:
        """Return the columns that nothing else is made of."""
        model = self._whole
        parts = [*model.dimensions.values(), *model.quantities.values()]
        read = {name for part in parts for name in part.columns} | set(model.winner.columns)
        if model.time is not None:
            read.add(model.time.column)
        if model.totals is not None:
            read |= set(model.totals.columns)
        made = {one.name for one in self.columns()} | {"won", "drawn", "moment", "first", "n"}
        made |= {amount_column(key, side) for key, side in self.amounts()}
        return [name for name in self._names if name not in read and name not in made]

    def columns(self) -> list[Wanted]:
        """Return every dimension of either side, and of the game."""
        found = []
        for key, dimension in self._whole.dimensions.items():
            sides = ["own"]
            if self._whole.is_of_sides(key) and self._whole.has_rival(key):
                sides.append("opponent")
            found += [
                Wanted(side_column(key, side, self._whole), dimension, side) for side in sides
            ]
        return found

    def amounts(self) -> list[tuple[str, str]]:
        """Return every number of either side, and of the game."""
        return [
            (key, side)
            for key, quantity in self._whole.quantities.items()
            for side in ("own", "opponent")
            if not quantity.theirs and (side == "own" or self._is_both(quantity))
        ]

    def _is_both(self, quantity: Quantity) -> bool:
        """Whether the number of the other side is known too."""
        beside = quantity.sided and self._whole.game is not None and self._whole.stored == "both"
        return beside or quantity.a is not None
