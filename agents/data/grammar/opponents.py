"""Two values of one side's column that meet: who of them is asked about, and who is faced."""

from typing import Any

from agents.data.grammar.chart import Parts
from agents.data.grammar.pieces import Bag, Conditioned, Grouped, Piece
from agents.data.grammar.scope import Scope
from agents.data.language.names import ColumnOption, ValueOption
from agents.data.model.schema import Column
from agents.data.query.carrying import RESULTS
from agents.data.query.query import Test

_BESIDE = ("compare", "more", "adj_more", "diff", "having")


def opposed(bag: Bag, scope: Scope) -> Bag:
    """Return the pieces with the second of two values that meet as the other side's.

    They meet where it is said so (how often did A and B meet), or where a result is asked for and
    each is said by itself (how often A won over B); values that are listed are told one by one, and
    so are both of two whose record is asked for, and places that nobody else can be faced from.
    """
    if not scope.table.metric or bag.has_any(*_BESIDE):
        return bag
    result = _asks_a_result(bag, scope)
    counted = bag.has_any("many", "times")
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
    if pair is not None:  # of Vega and of Orlov
        listed = listed or any(
            values[0].end <= one.start < values[1].start for one in bag.of("going_on")
        )
    each = bag.has_any("each", "record")
    if pair is not None and not meets and (_only_two(pair[0], scope) or (
        each and (bag.has("record") or not listed)
    )):  # fmt: skip
        return _of_each(bag, values, pair, scope)
    if not meets and (pair is None or listed or values[1].rule == "faced"):
        return bag
    kept = [piece for piece in apart if piece.type not in ("meet", "record")]
    if pair is None or values[1].rule == "faced":
        return Bag(kept)
    rivals = tuple(
        rival for option in values[1].values
        if option.op == "=" and option.column in {one.column for one in values[0].values}
        and (rival := scope.faced(option)) is not None
    )  # fmt: skip
    if not rivals:
        return bag
    faced = values[1]._replace(value=rivals, rule="faced")
    return Bag(faced if piece is values[1] else piece for piece in kept)


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
    alike = (scope.column(one).distinct for one in scope.table.of_role("mirror"))
    return column.role == "side" and column.distinct == 2 and all(one == 1 for one in alike)


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
    left = (piece for piece in bag.pieces if piece.type != "each" and (
        piece.type != "value" or all(one.column not in told for one in piece.values)))  # fmt: skip
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


def faced(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Piece | None:
    """What is said of the other side: its value (against Zerg, 저그 상대로), what is held of it
    (opponents rated over 2000), or that rows are told apart by it, or by both sides."""
    if "value" in parts:
        rivals = tuple(filter(None, (scope.faced(option) for option in parts["value"].values)))
        return Piece("value", rivals, 0, 0, -0.2) if rivals else None
    if "condition" in parts:
        held = _held_of_rival(scope, parts["column"], parts["condition"].value)
        return Piece("condition", held, 0, 0, 0.0) if held is not None else None
    names = _sides(scope) if "matchup" in parts else [
        scope.column(one.column).rival for one in parts["column"].columns
    ]  # fmt: skip
    options = tuple(ColumnOption(one, 0.0) for one in names if one)
    if not options:
        return None
    groups = tuple(Grouped((one,)) for one in options) if "matchup" in parts else (
        Grouped(options),)  # fmt: skip
    return Piece("group", groups, 0, 0, 0.0)


def _held_of_rival(scope: Scope, whose: Piece, said: Conditioned) -> Conditioned | None:
    test = said.condition
    role = scope.column(whose.columns[0].column).role
    if role not in ("opponent", "rival") or not isinstance(test, Test):
        return None
    rival = scope.column(said.column).rival if said.column == test.column else ""
    if not rival or test.than is not None or test.other is not None:
        return None
    return Conditioned(test.model_copy(update={"column": rival}), rival, said.negated)


def _sides(scope: Scope) -> list[str]:
    """The column of who met whom; else those of both sides."""
    told = scope.table.of_role("matchup")
    both = [[one.name, one.rival] for one in scope.table.columns
            if one.role == "side" and one.rival]  # fmt: skip
    return told[:1] or next(iter(both), [])


def recorded(scope: Scope, parts: Parts, with_: dict[str, Any]) -> str | None:
    """How games came out: the record of A against B, 전적."""
    return "" if scope.table.metric and scope.table.of_role("won") else None
