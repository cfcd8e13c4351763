"""How much of what a query asks about stands in a text: a figure from 0 to 1, without an index.

    relevance(q, m) = (1/n) · Σ over the n telling words of q of  hit(word, m)

`hit` of a Latin word or number is 1 if m has it, from four characters on also as a beginning. Of a
Hangul, Han or Kana word, taken without its particle, it is 1 if it stands anywhere in m; else, from
three syllables on, the number of its syllable pairs that do, over the number of all plus one.
Words are those of `app.words`: without case, accents and width.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from app.words import Term, fold, query_terms

MOST_WORDS: Final = 24
"""Words of a query that count: a whole document given as query is judged by its beginning."""
READ: Final = 4000
"""Characters of a text and of a query that are read."""

_KEPT = 2000
_BREAK = re.compile(r"[\W_]+")


def relevance_to(query: str) -> Callable[[str], float]:
    """Return the function that judges texts by this query; one without words judges all as 0."""
    judges = [_judge(term) for term in query_terms(query[:READ])[:MOST_WORDS]]

    def relevance(text: str) -> float:
        if not judges:
            return 0.0
        folded = _folded(text[:READ])
        return sum([judge(folded) for judge in judges]) / len(judges)

    return relevance


@lru_cache(maxsize=_KEPT)
def _folded(text: str) -> str:
    """Return the words of a text, folded, each between blanks.

    The same messages are looked at for each turn of a conversation.
    """
    return f" {_BREAK.sub(' ', fold(text))} "


def _judge(term: Term) -> Callable[[str], float]:
    run, base, pairs = term.shown[0], term.shown[min(1, len(term.shown) - 1)], term.shown[2:]
    if not pairs and base.isascii():
        begins = f" {base}" if len(base) >= 4 else f" {base} "
        return lambda text: float(begins in text)
    if len(base) < 3:
        word = base if len(base) > 1 else run
        return lambda text: float(word in text)
    return lambda text: (
        1.0 if base in text else sum(pair in text for pair in pairs) / (len(pairs) + 1)
    )
