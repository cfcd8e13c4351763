"""Values of one letter beside another of their kind: only F and SF, F y SF, F랑 SF만."""

import re
from collections.abc import Mapping
from functools import lru_cache

from agents.data.lexicon import Lexicon, Term
from agents.data.scan import Span

_CAPITAL = re.compile(r"(?<![\w.'-])[A-Z](?![^\W가-힣]|[.'-])")


def with_letters_beside(spans: list[Span], text: str, lexicon: Lexicon) -> list[Span]:
    """Read a capital letter as the value of a kind of which the message names another value.

    So is one that stands alone, or behind "only" or "without", if one kind alone has it.
    """
    written = {found[0] for found in _CAPITAL.finditer(text)}
    if not written or not (known := _of_one_letter(lexicon)):
        return spans
    named = {term.key for span in spans if span.kind == "value" for term in span.terms}
    only = any(_narrows(span) for span in spans) or all(
        span.text.upper() in written or span.kind in ("stop", "particle") for span in spans
    )
    letters = [
        (place, known.get(span.text.upper(), ()))
        for place, span in enumerate(spans)
        if span.kind in ("unknown", "stop") and span.text.upper() in written
    ]
    shared = [{term.key for term in terms} for _, terms in letters]
    found = list(spans)
    for place, terms in letters:
        beside = named or (set.intersection(*shared) if only or len(letters) > 1 else set())
        meant = [term for term in terms if term.key in beside]
        if len(meant) == 1:
            found[place] = spans[place]._replace(terms=tuple(meant))
    return found


def _narrows(span: Span) -> bool:
    key = span.term.key if span.kind == "operator" and span.term is not None else ""
    return key == "only" or key.rpartition("_")[0] in ("without", "include")


@lru_cache(maxsize=8)
def _of_one_letter(lexicon: Lexicon) -> Mapping[str, tuple[Term, ...]]:
    """Return the values of one capital letter, by it."""
    found: dict[str, tuple[Term, ...]] = {}
    for key, dimension in lexicon.model.dimensions.items():
        for value in dimension.values if dimension.fixed is None else ():
            if len(value) == 1 and "A" <= value <= "Z":
                found[value] = (*found.get(value, ()), Term("value", key, value))
    return found
