"""Words that are said instead of one part of a query are read as such a part first."""

from agents.data.grammar.pieces import Bag, Grouped, Piece
from agents.data.grammar.reading import as_figure, replaced
from agents.data.grammar.scope import Scope


def as_part(bag: Bag, part: str, scope: Scope) -> Bag:
    """Return what words alone leave open as a part of a query: as a group where they are instead of
    `groups`, as a figure where they are instead of `measures`; of other parts they say all by
    themselves."""
    match part:
        case "groups":
            return replaced(bag, lambda piece: _as_group(piece, scope))
        case "measures" if not bag.has_any("measure", "agg", "many", "rank", "share"):
            counted = [one._replace(type="many", value="") for one in bag.of("noun")]
            both = Bag((*counted, *bag.pieces))
            return replaced(both, lambda piece: as_figure(piece, scope, "column"))
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
