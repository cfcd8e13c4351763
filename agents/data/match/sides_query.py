"""All that is known of either side of each game, as one SELECT: a row per game and side."""

from typing import NamedTuple

from agents.data.match.model.semantic_model import SemanticModel
from agents.data.match.sides import Sides, amount_column
from agents.data.tables.profile import TableProfile


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
    sides = Sides(model, {column.name: column.kind for column in table.columns})
    keys = {id(dimension): key for key, dimension in model.dimensions.items()}
    own, opponents = (
        {keys[id(one.dimension)]: one.name for one in sides.columns if one.side == side}
        for side in ("own", "opponent")
    )
    winner = model.winner
    result = "counts" if model.totals else "scores" if winner.score_a else "winner"
    return WholeSides(
        sql=sides.select().sql(dialect="duckdb"),
        entity=(own[model.entity], opponents[model.entity]),
        own=own,
        opponents=opponents,
        amounts={(key, side): amount_column(key, side) for key, side in sides.amounts},
        result=result,
        drawn=model.has_draws,
        counted=model.totals is not None,
        timed=model.time is not None,
    )
