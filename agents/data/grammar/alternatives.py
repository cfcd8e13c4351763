"""What a message can mean instead, where a word has several meanings or a figure was left open."""

from typing import NamedTuple

from agents.data.grammar.pieces import Bag, Measured, Piece, Ranked
from agents.data.grammar.reading import draft
from agents.data.grammar.scope import Scope
from agents.data.language.names import ColumnOption
from agents.data.query.query import Query

MOST = 5


class Alternative(NamedTuple):
    """One meaning: the column, and the value of it, that a word then stands for."""

    column: str
    value: str
    query: Query


def of_values(bag: Bag, scope: Scope, tie: Piece) -> tuple[Alternative, ...]:
    """Return the queries of the columns that a value may equally well be of."""
    found = []
    least = min(one.cost for one in tie.values)
    for option in tie.values:
        if option.cost > least + 0.05:
            continue
        made = draft(_with(bag, tie, tie._replace(value=(option,))), scope)
        if made is not None:
            found.append(Alternative(option.column, str(option.values[0]), made.query))
    return tuple(found[:MOST])


def of_figures(bag: Bag, scope: Scope, missing: Piece) -> tuple[Alternative, ...]:
    """Return the queries of the numbers that a figure without its column may be of."""
    found: list[Alternative] = []
    for column in scope.table.columns:
        if not scope.numeric(column):
            continue
        option = (ColumnOption(column.name, 0.0),)
        if missing.type == "agg":
            other = missing._replace(type="measure", value=Measured(missing.value, option))
        elif missing.type == "rank":
            other = missing._replace(value=missing.value._replace(columns=option))
        elif missing.type in ("most", "more"):
            other = missing._replace(type="rank", value=Ranked(missing.value == "+", option))
        else:
            other = missing._replace(type="column", value=option)
        pieces = _with(bag, missing, other)
        if missing.type in ("much", "limit"):
            pieces = Bag((*pieces.pieces, missing))
        made = draft(pieces, scope)
        if made is not None and all(made.query != one.query for one in found):
            found.append(Alternative(column.name, "", made.query))
    return tuple(found[:MOST])


def _with(bag: Bag, piece: Piece, other: Piece) -> Bag:
    return Bag(tuple(other if one is piece else one for one in bag.pieces))
