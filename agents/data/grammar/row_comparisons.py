"""Rows against other figures: what all come to, another row's, the other side's; beside a row,
alike, how long after another one, and from one day of a row to another."""

from collections.abc import Mapping, Sequence
from typing import Any

from agents.data.grammar.actions import column_compared, comparison
from agents.data.grammar.chart import Parts
from agents.data.grammar.conditions import Conditions
from agents.data.grammar.lattice import Lattice
from agents.data.grammar.pieces import Bag, Conditioned, Measured, Neighbour, Piece
from agents.data.grammar.scope import Scope, meant, test
from agents.data.language.names import BY_PART, ColumnOption, ValueOption
from agents.data.query.operands import conjuncts, joined
from agents.data.query.query import AllOf, Condition, Measure, Not, Order, Query, Test
from agents.data.query.sequences import apart, elapsed

_RATHER = -0.5  # the other side of a game is rather meant than a row that is called so
_ALIKE = 0.05  # how much farther fetched a column is that may be meant as well
Run = tuple[int, int]
_SAID = ("column", "value", "target", "dated")
"""Types of what a column of days may be said by: delivered, which is a state as well."""
_THINGS = ("noun", "thing", "column", "number", "value")
_FIGURE = frozenset((
    "agg", "measure", "rank", "most", "more", "adj_most", "number", "bound", "rows", "condition",
    "share", "bins",
))  # fmt: skip
"""Types that say which figure of a length is meant, or that rows are; else it is the mean."""


def compared_other(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Conditioned | Piece | None:
    """A column against another figure than a number: what all have on average, what another row
    has, another column of the row, or the other side of a game."""
    op = comparison(parts)
    if op is None:
        return None
    if "agg" in parts:
        return _above_mean(scope, parts, op)
    if "other" in parts:
        return _of_columns(scope, parts, op)
    return _of_row(scope, parts, op) if "value" in parts else _of_rival(scope, parts, op)


def _above_mean(scope: Scope, parts: Parts, op: Any) -> Conditioned | None:
    """Above average."""
    name = scope.pick(parts["column"].columns, scope.numeric, only=True)
    if name is None or parts["agg"].value not in ("mean", "median"):
        return None
    than = Measure(aggregate=parts["agg"].value, of=name)
    return Conditioned(Test(column=name, op=op, than=than), name)


def _of_row(scope: Scope, parts: Parts, op: Any) -> Conditioned | None:
    """A population larger than Spain's."""
    name = column_compared(scope, parts)
    own = [one for one in parts["value"].values if one.column != name and one.op == "="]
    if name is None or not own or not scope.table.is_unique(own[0].column):
        return None
    than = Measure(aggregate="max", of=name, where=test(own[0]))
    return Conditioned(Test(column=name, op=op, than=than), name)


def _of_columns(scope: Scope, parts: Parts, op: Any) -> Conditioned | None:
    """A stock below the least that has to be there. Where only the other column is said, the one is
    meant that alone is of its kind and in its unit."""
    other = scope.pick(parts["other"].columns, scope.measured, only=True)
    if other is None or parts["other"].columns[0].cost >= BY_PART:
        return None
    held = scope.column(other)
    alike = {one.name for one in scope.table.columns if one.name != other
             and (one.kind, one.stored) == (held.kind, held.stored)}  # fmt: skip
    if "column" in parts:
        name = scope.pick(one for one in parts["column"].columns if one.column in alike)
    else:
        units = [one for one in sorted(alike) if scope.column(one).unit == held.unit]
        name = units[0] if len(units) == 1 else None
    return Conditioned(Test(column=name, op=op, other=other), name) if name else None


def _of_rival(scope: Scope, parts: Parts, op: Any) -> Piece | None:
    """A rating higher than the opponent's."""
    column = scope.column(parts["column"].columns[0].column)
    other = column.rival or next(
        (one.name for one in scope.table.columns if one.rival == column.name), "")  # fmt: skip
    if op not in (">", "<", ">=", "<=") or not other or not scope.numeric(column):
        return None
    found = Conditioned(Test(column=column.name, op=op, other=other), column.name)
    return Piece("condition", found, 0, 0, _RATHER)


def neighbour(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Neighbour | None:
    """The row before or behind another: the team listed after Spain."""
    side = parts.get("after") or parts["next"]
    if "value" in parts:
        return Neighbour(side.value == "+", parts["value"].values)
    said = parts["condition"].value.condition  # the round after round 3
    if not isinstance(said, Test) or said.op != "=" or not isinstance(said.column, str):
        return None
    option = ValueOption(said.column, "=", said.values, parts["condition"].cost)
    return Neighbour(side.value == "+", (option,)) if said.values else None


def alike(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Conditioned | None:
    """Rows that have the same in a column as another row: the same position as Kim."""
    values = list(parts["value"].values)
    for option in parts["column"].columns:
        if option.column not in {one.column for one in values}:
            own = test(values[0])
            same = Test(
                column=option.column, op="=",
                than=Measure(aggregate="max", of=option.column, where=own),
            )  # fmt: skip
            other = Not(**{"not": own})
            return Conditioned(AllOf(all=(same, other)), option.column)
    return None


def silent(scope: Scope, parts: Parts, with_: dict[str, Any]) -> Conditioned | None:
    """That nothing of a kind happened for a while, or nothing at all: a stretch without errors."""
    condition = meant(scope, parts["of"], filled=True) if parts["of"].type != "noun" else None
    known = condition is not None or parts["of"].type == "noun"
    timed = scope.time is not None and scope.time.stored in ("date", "timestamp")
    return Conditioned(condition) if known and timed else None


def is_lasting(piece: Piece) -> bool:
    """Whether a piece asks how long something took."""
    return "lasting" in (piece.type, piece.rule)


def lasting(
    pieces: Sequence[Piece], found: Lattice, run: Run, unread: Mapping[Run, str], scope: Scope
) -> tuple[list[Piece], list[Run]]:
    """Return pieces with the length that a word of lasting asks for: the column of lengths, else
    the time between two days of a row, of which both were named (from order to delivery), the
    later one (until delivery), or none where there are but two; and the `unread` words of the `run`
    by which days were named in part."""
    words, own = [one for one in pieces if one.type == "lasting"], scope.length
    if not words or (not own and scope.table.order):
        return [*pieces], []
    if own:
        options, ends = [ColumnOption(own, 0.0)], []
    else:
        ends = _days(pieces, found, run, unread, scope)
        options = _between([_likeliest(one) for one in ends], scope)
    if not options:
        return [*pieces], []
    word = words[0]._replace(
        type="column", value=tuple(options), cost=options[0].cost, rule="lasting"
    )
    order = () if own else ("after", "going_on")  # between order and delivery, before they leave
    things = {one.start for one in pieces if one.type in _THINGS}
    rest = [one for one in pieces if one not in words and (one.type not in order or not one.start)
            and (one.type != "first" or one.end - one.start > 1 or one.end in things)  # they last
            and not any(one.start < end.end and end.start < one.end for end in ends)]  # fmt: skip
    if not own and not _FIGURE.intersection(one.type for one in rest):
        word = word._replace(type="measure", value=Measured("mean", word.columns), parts=(word,))
    return [*rest, word], [one.run for one in ends if one.run in unread]


def _days(
    pieces: Sequence[Piece], found: Lattice, run: Run, unread: Mapping[Run, str], scope: Scope
) -> list[Piece]:
    """The columns of days that were named, in the order in which they were said; by what their
    headers begin with, too."""
    days = {name for ends in scope.lengths.values() for name in ends}
    others = [one for one in pieces if one.type not in _SAID]
    named: list[Piece] = []
    for place in sorted(one for one in found.starting if run[0] <= one < run[1]):
        heard = [one for one in found.starting[place]
                 if one.type == "column" and one.end <= run[1]]  # fmt: skip
        for (start, end), said in unread.items():
            begun = [one for one in days if scope.column(one).header.startswith(said)]
            if start == place and len(begun) == 1:
                heard.append(Piece("column", (ColumnOption(begun[0], BY_PART),), start, end, 0.0))
        for piece in sorted(heard, key=lambda one: (-one.end, one.cost)):
            options = tuple(one for one in piece.columns if one.column in days)
            free = not any(one.start < piece.end and piece.start < one.end
                           for one in (*others, *named))  # fmt: skip
            if options and free and all(one.value != options for one in named):
                named.append(piece._replace(value=options))
                break
    return named


def _likeliest(piece: Piece) -> set[str]:
    return {one.column for one in piece.columns if one.cost < piece.columns[0].cost + _ALIKE}


def _between(named: Sequence[set[str]], scope: Scope) -> list[ColumnOption]:
    """The lengths that may be meant, of days that were named."""
    ends = {one: scope.lengths[one.column] for one in scope.elapsed()}
    if len(named) > 1:
        first, second = named[:2]
        found = [
            one
            for one, (two, earlier) in ends.items()
            if (two in first and earlier in second) or (two in second and earlier in first)
        ]
    else:  # what is said to be the end began with the first of its days
        begun = [scope.lengths[one.column][1] for one in ends][:1]
        said = named[0] if named else {day for days in ends.values() for day in days}
        until = [one for one, days in ends.items() if days[0] in said and days[1] in begun]
        found = until if named and until else [
            one for one, days in ends.items() if said.intersection(days)
        ]  # fmt: skip
    return [one._replace(cost=BY_PART if found[1:] else 0.0) for one in found]


def from_to(lattice: Lattice, bag: Bag, scope: Scope) -> Query | None:
    """Return how long it was from what happened to what came of it: how long from the order to the
    restart."""
    if scope.time is None or not scope.table.order or not any(map(is_lasting, bag.pieces)):
        return None
    rest = Bag(one for one in bag.pieces if not is_lasting(one))
    marks = [one for begun in lattice.starting.values() for one in begun if one.type == "parting"]
    for mark in sorted(marks, key=lambda one: one.start):
        one, two = _rows_of(rest.before(mark.start), scope), _rows_of(rest.behind(mark.end), scope)
        if one is not None and two is not None:
            return _in_order(elapsed(one, two, scope.time.name), bag)
    return None


def silence(bag: Bag, scope: Scope) -> Query | None:
    """Return how long nothing of a kind happened: the longest stretch without an error."""
    said = bag.first_of("silence")
    if said is None or scope.time is None:
        return None
    rest = Bag(one for one in bag.pieces if one is not said)
    rows = joined((*conjuncts(said.value.condition), *conjuncts(_rows_of(rest, scope))))
    return _in_order(apart(rows, scope.time.name), Bag((*bag.pieces, *said.parts)))


def _rows_of(bag: Bag, scope: Scope) -> Condition | None:
    held = Conditions(bag, scope)
    held.settle()
    return held.where if not held.loose else None


def _in_order(query: Query, bag: Bag) -> Query:
    """The longest of them, or the shortest, where that is asked for."""
    for rank in bag.of("rank")[:1]:
        order = Order(column=query.columns[-1], descending=rank.value.descending)
        query = query.model_copy(update={"order": (order,), "limit": 1})
    return query
