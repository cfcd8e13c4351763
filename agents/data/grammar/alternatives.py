"""What a message can mean instead, where a word has several meanings or a figure was left open."""

from collections.abc import Iterator
from typing import NamedTuple

from agents.data.grammar.pieces import SUBJECT, Bag, Measured, Piece, Ranked
from agents.data.grammar.reading import draft
from agents.data.grammar.scope import Scope
from agents.data.language.names import BARE, BY_PART, ColumnOption
from agents.data.query.offered import renamed
from agents.data.query.operands import CONTRARY, tests_of
from agents.data.query.query import Query

MOST = 5
_OF_A_KIND = {"number", "length", "identifier", "category", "yes_no"}
_TIED = 0.05  # how much farther fetched a column is that may be meant as well


class Alternative(NamedTuple):
    """One meaning: the column, and the value of it, that a word then stands for."""

    column: str
    value: str
    query: Query


def of_values(bag: Bag, scope: Scope, tie: Piece) -> tuple[Alternative, ...]:
    """Return the queries of the columns that a value may equally well be of."""
    found = []
    least = min(one.cost for one in tie.values)
    for option in (one for one in tie.values if one.cost <= least + _TIED):
        made = draft(_with(bag, tie, tie._replace(value=(option,))), scope)
        if made is not None:
            found.append(Alternative(option.column, str(option.values[0]), made.query))
    return tuple(found[:MOST])


def of_columns(
    bag: Bag, query: Query, scope: Scope
) -> tuple[Piece, tuple[Alternative, ...]] | None:
    """Return a word by which several columns are called in part, of which a query has one by
    chance, and the queries of each: the win rate, of bronze_winrate and gold_winrate; the price, of
    price (€) and price ($); the status code, of two servers."""
    said = {one.of for one in query.measures} | {one.by for one in query.groups}
    said |= {*query.columns, *(one.column for one in tests_of(query.where) if one.op in CONTRARY)}
    for piece in (part for one in bag.pieces for part in _leaves(one)):
        tied = [one.column for one in piece.columns if one.cost <= piece.columns[0].cost + _TIED]
        tied = [one for one in tied if not any(scope.column(o).written == one for o in tied)]
        has = [one for one in tied if one in said and not query.compare]
        nearest = piece.columns[0].cost
        heard_whole = nearest < BY_PART and nearest != BARE and piece.rule != SUBJECT
        if heard_whole or len(tied) < 2 or len(has) != 1:
            continue
        kinds = {scope.column(one).kind for one in tied}
        if len(kinds) == 1 and kinds <= _OF_A_KIND:
            found = (Alternative(one, "", renamed(query, has[0], one)) for one in tied[:MOST])
            return piece, tuple(found)
    return None


def is_called_after(bag: Bag) -> bool:
    """Whether what a table is called after was taken for what its rows come to."""
    return any(one.rule == SUBJECT for piece in bag.pieces for one in _leaves(piece))


def _leaves(piece: Piece) -> Iterator[Piece]:
    """Yield the columns that a piece is made of."""
    if piece.type == "column":
        yield piece
        return
    for part in piece.parts:
        yield from _leaves(part)


def of_figures(bag: Bag, scope: Scope, missing: Piece) -> tuple[Alternative, ...]:
    """Return the queries of the numbers that a figure without its column may be of."""
    found: list[Alternative] = []
    for name in scope.computed:
        option = (ColumnOption(name, 0.0),)
        if missing.type == "agg":
            other = missing._replace(type="measure", value=Measured(missing.value, option))
        elif missing.type == "rank":
            other = missing._replace(value=missing.value._replace(columns=option))
        elif missing.type in ("most", "more"):
            other = missing._replace(type="rank", value=Ranked(missing.value == "+", option))
        else:
            other = missing._replace(type="column", value=option)
        pieces = _with(bag, missing, other)
        if missing.type in ("much", "limit", "compare"):
            pieces = Bag((*pieces.pieces, missing))
        made = draft(pieces, scope)
        if made is not None and all(made.query != one.query for one in found):
            found.append(Alternative(name, "", made.query))
    return tuple(found[:MOST])


def _with(bag: Bag, piece: Piece, other: Piece) -> Bag:
    return bag.changed(lambda one: other if one is piece else one)
