"""Whether rules read a question about rows that are texts by nothing but the names of columns.

What rows say in words, rules guess at: a model that may be asked is asked then.
"""

from collections.abc import Iterator
from typing import Final

from agents.data.agent.proposals.checking import ReadQuestion
from agents.data.grammar.pieces import Piece
from agents.data.language.names import ITS_HEADER
from agents.data.query.operands import columns_of, parts_of
from agents.data.query.query import WITHOUT_VALUE, Query, Test

_EVENT: Final = "event"  # of a column that says yes where a row has certain words
_FIGURES: Final = ("many", "times", "share", "target", "measure")
"""Pieces of which each asks for something: of two, rules may leave one out."""
_GUESSED: Final = ("change", "anaphor", "text")
_OF_SEVERAL: Final = ("in", "not in")
_IN_WORDS: Final = "together"
"""A construction that takes words of a value for it."""


def is_sure(query: Query, asked: ReadQuestion) -> bool:
    """Whether a query that rules made goes by plain names: of columns by their own words, of values
    as they are or by a word for them alone, of rows by what all of them are called."""
    pieces = [one for piece in asked.found.bag.pieces for one in _all(piece)]
    figures = [one for one in asked.found.bag.pieces if one.type in _FIGURES]
    return (
        len(figures) < 2
        and not query.windows
        and not any(_is_guess(one, asked) for one in pieces)
        and not any(_is_by_text(one, asked) for one in parts_of(query) if isinstance(one, Test))
    )


def _all(piece: Piece) -> Iterator[Piece]:
    yield piece
    for part in piece.parts:
        yield from _all(part)


def _is_guess(piece: Piece, asked: ReadQuestion) -> bool:
    if piece.type == "column":
        return min(one.cost for one in piece.columns) > ITS_HEADER
    if piece.type == "value":
        return min(one.cost for one in piece.values) > ITS_HEADER
    if piece.type == "noun":
        said = asked.found.said(piece.run).casefold()
        labels = [one.label.casefold() for one in asked.scope.table.noun.values()]
        return not any(said in one or one in said for one in labels)
    return piece.type in _GUESSED or piece.rule == _IN_WORDS


def _is_by_text(test: Test, asked: ReadQuestion) -> bool:
    """Whether a test goes by words of rows, by what only some kinds of rows have, or by several
    values, which may be meant each for itself."""
    table = asked.scope.table
    looked_at = [table.column(name) for name in columns_of(test.column)]
    return test.op in (*WITHOUT_VALUE, *_OF_SEVERAL) or any(
        one.kind == "text" or one.role == _EVENT for one in looked_at
    )
