"""How long it was from one row to another, of rows that follow each other in time."""

from agents.data.grammar.conditions import Conditions
from agents.data.grammar.lattice import Lattice
from agents.data.grammar.pieces import Bag, Piece
from agents.data.grammar.scope import Scope
from agents.data.query.operands import conjuncts, joined
from agents.data.query.query import Computed, Condition, Order, Query, Test

_SHOWN = 5  # stretches, where nobody said how many


def is_lasting(piece: Piece) -> bool:
    """Whether a piece asks how long something took."""
    return "lasting" in (piece.type, piece.rule)


def from_to(lattice: Lattice, bag: Bag, scope: Scope) -> Query | None:
    """Return how long it was from what happened to what came of it: how long from the order to the
    restart."""
    time = scope.time
    if time is None or not scope.table.order or not any(map(is_lasting, bag.pieces)):
        return None
    rest = Bag(tuple(one for one in bag.pieces if not is_lasting(one)))
    marks = [one for begun in lattice.starting.values() for one in begun
             if one.type == "parting"]  # fmt: skip
    for mark in sorted(marks, key=lambda one: one.start):
        one, two = _rows_of(rest.before(mark.start), scope), _rows_of(rest.behind(mark.end), scope)
        if one is None or two is None:
            continue
        then = Computed(function="next", args=(time.name,), where=two)
        where = joined((*conjuncts(one), Test(column=then, op="not empty")))
        apart = Computed(function="-", args=(then, time.name))
        return _in_order(Query(rows=True, where=where, columns=(time.name, then, apart)), bag)
    return None


def silence(bag: Bag, scope: Scope) -> Query | None:
    """Return how long nothing of a kind happened: the longest stretch without an error."""
    said, time = bag.first_of("silence"), scope.time
    if said is None or time is None:
        return None
    rest = Bag(tuple(one for one in bag.pieces if one is not said))
    rows = joined((*conjuncts(said.value.condition), *conjuncts(_rows_of(rest, scope))))
    last = Computed(function="previous", args=(time.name,), where=rows)
    apart = Computed(function="-", args=(time.name, last))
    query = Query(rows=True, where=rows, columns=(time.name, last, apart),
                  order=(Order(column=apart),), limit=_SHOWN)  # fmt: skip
    return _in_order(query, Bag((*bag.pieces, *said.parts)))


def _rows_of(bag: Bag, scope: Scope) -> Condition | None:
    held = Conditions(bag, scope)
    held.settle()
    return held.where if not held.loose else None


def _in_order(query: Query, bag: Bag) -> Query:
    """The longest of them, or the shortest, where that is asked for."""
    rank = bag.first_of("rank", "most", "adj_most")
    if rank is None:
        return query
    descending = rank.value.descending if rank.type == "rank" else not rank.value.endswith("-")
    order = Order(column=query.columns[-1], descending=descending)
    return query.model_copy(update={"order": (order,), "limit": 1})
