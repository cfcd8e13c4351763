"""Two values of one side's column that meet: who of them is asked about, and who is faced."""

from typing import Any

from agents.data.grammar.actions import comparison
from agents.data.grammar.chart import Action, Parts
from agents.data.grammar.conditions import RESULTS
from agents.data.grammar.pieces import Bag, Conditioned, Grouped, Piece
from agents.data.grammar.scope import Scope
from agents.data.language.names import ColumnOption, ValueOption
from agents.data.model.schema import Column
from agents.data.query.query import Test

_BESIDE = ("compare", "more", "adj_more", "diff", "having")


def opposed(bag: Bag, scope: Scope) -> Bag:
    """Return the pieces with the second of two values that meet as the other side's.

    They meet where it is said so (how often did A and B meet), or where a result is asked for and
    each is said by itself (how often A won over B); values that are listed are told one by one, and
    so are both of two whose record is asked for, and places that nobody else can be faced from.
    """
    if not scope.table.metric or any(bag.has(kind) for kind in _BESIDE):
        return bag
    result = _asks_a_result(bag, scope)
    counted = bag.has("many") or bag.has("times")
    meets = bag.has("meet") or (bag.has("record") and counted and not result)
    if not meets and not bag.has("record") and not result:
        return bag
    apart = [part for piece in bag.pieces for part in _split(piece)]
    said = [piece for piece in apart if piece.type == "value" and (
        piece.rule == "faced" or any(scope.faced(option) for option in piece.values))]  # fmt: skip
    values = [one for place, one in enumerate(said)
              if all(one.value != other.value for other in said[:place])]  # fmt: skip
    pair = _pair(values, scope) if len(values) == 2 else None
    listed = any(len(option.values) == 2 for piece in bag.of("value") for option in piece.values)
    each = bag.has("each") or bag.has("record")
    if pair is not None and not meets and (_only_two(pair[0], scope) or (
        each and (bag.has("record") or not listed)
    )):  # fmt: skip
        return _of_each(bag, values, pair, scope)
    if not meets and (pair is None or listed or values[1].rule == "faced"):
        return bag
    kept = [piece for piece in apart if piece.type not in ("meet", "record")]
    if pair is None or values[1].rule == "faced":
        return Bag(tuple(kept))
    rivals = tuple(
        rival for option in values[1].values
        if option.op == "=" and option.column in {one.column for one in values[0].values}
        and (rival := scope.faced(option)) is not None
    )  # fmt: skip
    if not rivals:
        return bag
    faced = values[1]._replace(value=rivals, rule="faced")
    return Bag(tuple(faced if piece is values[1] else piece for piece in kept))


def _pair(
    values: list[Piece], scope: Scope
) -> tuple[Column, tuple[ValueOption, ValueOption]] | None:
    """The column of sides that two values are of, and what they are there."""
    own, other = ({one.column: one for one in _faceless(piece)} for piece in values)
    shared = [
        name for name in own if name in other
        and scope.faced(own[name]) is not None and own[name].values != other[name].values
    ]  # fmt: skip
    if not shared:
        return None
    name = min(shared, key=lambda one: own[one].cost + other[one].cost)
    return scope.column(name), (own[name], other[name])


def _only_two(column: Column, scope: Scope) -> bool:
    """Whether who is of the one side always faces the other: home and away."""
    alike = [one for one in scope.table.columns if one.role == "mirror"]
    return column.role == "side" and column.distinct == 2 and all(o.distinct == 1 for o in alike)


def _of_each(
    bag: Bag, values: list[Piece], pair: tuple[Column, tuple[ValueOption, ValueOption]],
    scope: Scope,
) -> Bag:  # fmt: skip
    """The games of two against each other, told for each of them."""
    column, (one, two) = pair
    both = (*one.values, *two.values)
    first = values[0]._replace(rule="each", parts=())
    made = [
        first._replace(value=(one._replace(op="in", values=both),)),
        first._replace(type="group", value=(Grouped((ColumnOption(column.name, 0.0),)),)),
    ]
    if not _only_two(column, scope):
        faced = Test(column=column.rival, op="in", values=both)
        made.append(first._replace(type="condition", value=Conditioned(faced, column.rival)))
    told = [option.column for piece in values for option in piece.values]
    left = (piece for piece in bag.pieces if piece.type != "value" or all(
        option.column not in told for option in piece.values))  # fmt: skip
    return Bag((*made, *left))


def _faceless(piece: Piece) -> tuple[ValueOption, ...]:
    """What a value may be, whether or not it is said to be faced."""
    said = next((one for one in piece.parts if one.type == "value"), None)
    options = said.values if piece.rule == "faced" and said is not None else piece.values
    return tuple(one for one in options if one.op == "=")


def _asks_a_result(bag: Bag, scope: Scope) -> bool:
    if any(piece.value.metric == scope.table.metric for piece in bag.of("measure")):
        return True
    columns = [piece.columns[0].column for piece in bag.of("column")]
    return any(scope.column(one).role in RESULTS for one in columns)


def _split(piece: Piece) -> list[Piece]:
    """Two values that were listed, each by itself."""
    if piece.type != "value" or any(len(one.values) != 2 for one in piece.values):
        return [piece]
    return [
        piece._replace(rule="", parts=(), value=tuple(
            ValueOption(one.column, "=", (one.values[place],), one.cost) for one in piece.values
        ))
        for place in (0, 1)
    ]  # fmt: skip


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


def faced_condition(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Conditioned | None:
    """What is held of whoever is faced: opponents rated over 2000."""
    said: Conditioned = parts["condition"].value
    test, whose = said.condition, scope.column(parts["column"].columns[0].column)
    if whose.role not in ("opponent", "rival") or not isinstance(test, Test):
        return None
    rival = scope.column(said.column).rival if said.column == test.column else ""
    if not rival or test.than is not None or test.other is not None:
        return None
    return Conditioned(test.model_copy(update={"column": rival}), rival, said.negated)


def compared_rival(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Conditioned | None:
    """A number against the other side's: a rating higher than the opponent's."""
    option = parts["column"].columns[0]
    column = scope.column(option.column)
    other = column.rival or next(
        (one.name for one in scope.table.columns if one.rival == column.name), "")  # fmt: skip
    op = comparison(parts)
    if op not in (">", "<", ">=", "<=") or not other or not scope.numeric(column):
        return None
    return Conditioned(Test(column=column.name, op=op, other=other), column.name)


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


def recorded(scope: Scope, parts: Parts, with_: dict[str, Any]) -> str | None:
    """How games came out: the record of A against B, 전적."""
    won = any(column.role == "won" for column in scope.table.columns)
    return "" if scope.table.metric and won else None


FACING_ACTIONS: dict[str, Action] = {
    one.__name__: one
    for one in (faced, faced_condition, compared_rival, faced_by, paired, recorded)
}
"""What constructions about the other side make, by the name that the packs give it."""
