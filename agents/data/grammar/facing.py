"""Two values of one side's column that meet: who of them is asked about, and who is faced."""

from typing import Any

from agents.data.grammar.bag import Bag
from agents.data.grammar.chart import Action, Parts
from agents.data.grammar.pieces import Grouped, Piece
from agents.data.grammar.scope import Scope
from agents.data.language.names import ColumnOption, ValueOption

_BESIDE = ("compare", "more", "adj_more", "diff", "having")
RESULTS = ("won", "lost", "drawn")


def opposed(bag: Bag, scope: Scope) -> Bag:
    """Return the pieces with the second of two values that meet as the other side's.

    They meet where it is said so (how often did A and B meet), or where a result is asked for and
    each is said by itself (how often A won over B); values that are listed are told one by one.
    """
    if not scope.table.metric or any(bag.has(kind) for kind in _BESIDE):
        return bag
    meets = bag.has("meet")
    if not meets and not _asks_a_result(bag, scope):
        return bag
    kept = [piece for piece in bag.pieces if piece.type != "meet"]
    if meets:
        kept = [part for piece in kept for part in _split(piece, scope)]
    values = [piece for piece in kept if piece.type == "value" and piece.rule != "faced"]
    if len(values) != 2:
        return Bag(tuple(kept)) if meets else bag
    one, two = values
    columns = {option.column for option in one.values if option.op == "="}
    rivals = tuple(
        rival for option in two.values
        if option.op == "=" and option.column in columns
        and (rival := scope.faced(option)) is not None
    )  # fmt: skip
    if not rivals or one.values[0].values == two.values[0].values:
        return bag
    return Bag(tuple(two._replace(value=rivals, rule="faced") if piece is two else piece
                     for piece in kept))  # fmt: skip


def _asks_a_result(bag: Bag, scope: Scope) -> bool:
    if any(piece.value.metric == scope.table.metric for piece in bag.of("measure")):
        return True
    columns = [piece.columns[0].column for piece in bag.of("column")]
    return any(scope.column(one).role in RESULTS for one in columns)


def _split(piece: Piece, scope: Scope) -> list[Piece]:
    """Two values that were listed, each by itself."""
    option = piece.values[0] if piece.type == "value" else None
    if option is None or option.op != "in" or len(option.values) != 2:
        return [piece]
    apart = [(ValueOption(option.column, "=", (value,), option.cost),) for value in option.values]
    return [piece._replace(value=one, rule="", parts=()) for one in apart]


def is_beaten(bag: Bag) -> bool:
    """Whether a value is faced by a verb that says who won: how many times A beat B."""
    return any(
        part.type == "against" and part.value == "won"
        for piece in bag.of("value") for part in piece.parts
    )  # fmt: skip


def faced(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Any:
    """Who is faced: the value as the other side's. Against Zerg, 저그 상대로."""
    rivals = tuple(filter(None, (scope.faced(option) for option in parts["value"].values)))
    return Piece("value", rivals, 0, 0, -0.2) if rivals else None


def faced_by(scope: Scope, parts: Parts, with_: dict[str, Any]) -> tuple[Grouped, ...] | None:
    """Told apart by who is faced: against each race."""
    rivals = tuple(
        ColumnOption(scope.column(one.column).rival, one.cost)
        for one in parts["column"].columns if scope.column(one.column).rival
    )  # fmt: skip
    return (Grouped(rivals),) if rivals else None


def paired(scope: Scope, parts: Parts, with_: dict[str, Any]) -> tuple[Grouped, ...] | None:
    """Told apart by both sides: by matchup."""
    told = [one.name for one in scope.table.columns if one.role == "matchup"]
    if told:
        return (Grouped((ColumnOption(told[0], 0.0),)),)
    for column in scope.table.columns:
        if column.role == "side" and column.rival:
            both = (column.name, column.rival)
            return tuple(Grouped((ColumnOption(one, 0.0),)) for one in both)
    return None


FACING_ACTIONS: dict[str, Action] = {one.__name__: one for one in (faced, faced_by, paired)}
"""What constructions about the other side make, by the name that the packs give it."""
