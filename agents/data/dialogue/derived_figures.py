"""Figures of what was told: how many that is, what part, how far two of them differ, their sum."""

from agents.data.dialogue.log import DialogueLog
from agents.data.grammar.pieces import KINDS, Bag, Piece
from agents.data.grammar.scope import Scope
from agents.data.query.derived import counted, differing, shared, summed
from agents.data.query.edits import Edit
from agents.data.query.operands import conjuncts, tests_of
from agents.data.query.query import Change, Measure, Query, Test

_TWO = 2


def related(bag: Bag, scope: Scope, log: DialogueLog) -> tuple[Edit, ...]:
    """Return the edits of a message that asks for nothing but a figure of what was told."""
    query = log.query
    rest = bag.without(*KINDS["around"])
    said, kinds = rest.pieces, rest.by_type.keys()
    if query is None or not said:
        return ()
    if kinds & {"diff", "growth", "change"} and rest.is_only("differing"):
        growth: Change = "growth" if kinds & {"growth", "share"} else "difference"
        return differing(log.answered, query, growth)
    if kinds == {"share"} and query.compare is not None:
        return differing(log.answered, query, "growth")
    if "share" in kinds and all(_is_held(one, query) for one in said if one.type != "share"):
        return shared(query, _named(said, query), scope.table, log.answered)
    if bag.has("agg", "sum") and kinds <= {"agg", "limit"} and _is_of_two(bag):
        return summed(log.answered, query)
    total = kinds == {"agg"} and query.measures in ((), (Measure(),)) and bool(query.groups)
    if ("many" in kinds and rest.is_only("counted")) or total:
        return _count(bag, query)
    return ()


def _is_of_two(bag: Bag) -> bool:
    limits = [one.value for one in bag.of("limit")]
    return limits == [_TWO] or (not limits and (bag.has("anaphor", "many") or bag.has("both")))


def _is_held(piece: Piece, query: Query) -> bool:
    """Whether a piece only names again what the rows of a query are."""
    held = piece.type == "condition" and piece.value.condition in conjuncts(query.where)
    return held or piece.type in ("noun", "target") or bool(_named((piece,), query))


def _named(pieces: tuple[Piece, ...], query: Query) -> list[Test]:
    """The conditions of a query that pieces name."""
    said = [one for piece in pieces if piece.type == "value" for one in piece.values]
    found = [
        test for test in tests_of(query.where)
        if any(one.column == test.column and one.values == test.values for one in said)
    ]  # fmt: skip
    stated = [piece.value.condition for piece in pieces if piece.type == "condition"]
    return found + [test for test in tests_of(query.where) if test in stated]


def _count(bag: Bag, query: Query) -> tuple[Edit, ...]:
    """How many rows or groups were told, or in all."""
    if any(one.value != "sum" for one in bag.of("agg")):
        return ()
    rows, on = bag.has_any("noun", "times"), bag.has_any("going_on", "anaphor")
    return counted(query, total=bag.has("agg"), on=on, rows=rows)
