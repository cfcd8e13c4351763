"""Words that are said instead of one part of a query are read as such a part first."""

from agents.data.grammar.pieces import Bag, Grouped, Measured, Piece
from agents.data.grammar.reading import replaced
from agents.data.grammar.scope import Scope

_NUMBERS = ("number", "length")


def as_part(bag: Bag, part: str, scope: Scope) -> Bag:
    """Return what words alone leave open as a part of a query: as a group where they are instead of
    `groups`, as a figure where they are instead of `measures`; of other parts they say all by
    themselves."""
    match part:
        case "groups":
            return replaced(bag, lambda piece: _as_group(piece, scope))
        case "measures" if not bag.has_any("measure", "agg", "many", "rank", "share"):
            counted = [one._replace(type="many", value="") for one in bag.of("noun")]
            return replaced(Bag((*counted, *bag.pieces)), lambda piece: _as_figure(piece, scope))
    return bag


def _as_group(piece: Piece, scope: Scope) -> Piece:
    match piece.type:
        case "column":
            told = Grouped(piece.columns)
        case "grain" if scope.time is not None:
            told = Grouped(grain=piece.value)
        case "cycle" if scope.time is not None:
            told = Grouped(cycle=piece.value)
        case _:
            return piece
    return piece._replace(type="group", value=(told,))


def _as_figure(piece: Piece, scope: Scope) -> Piece:
    column = scope.column(piece.columns[0].column) if piece.type == "column" else None
    if column is None or column.kind not in _NUMBERS or column.adds == "none":
        return piece
    figure = Measured("sum" if column.adds == "sum" else "mean", piece.columns)
    return piece._replace(type="measure", value=figure)
