"""Slips of the tongue that are corrected at once count for nothing: Serral, I mean Maru."""

from agents.data.lexicon import Term
from agents.data.scan import Span

_CORRECTING = frozenset(
    [
        "아니", "아니다", "아니지", "정정", "i mean", "i meant", "sorry", "oops",
        "correction", "my bad", "digo", "perdon", "quiero decir", "mejor dicho",
    ]
)  # fmt: skip
_NOTHING = (Term("stop", ""),)
_NAMED = ("value", "period", "matchup")


def without_slips(spans: list[Span]) -> list[Span]:
    """Return the spans with what is corrected as words that count for nothing.

    What stands right before a word of correcting is taken back, if it is unknown or of the same
    kind as what follows.
    """
    places = [i for i, span in enumerate(spans) if i and span.text in _CORRECTING]
    if not places:
        return spans
    found = list(spans)
    for place in places:
        before = _beside(spans, range(place - 1, -1, -1))
        after = _beside(spans, range(place + 1, len(spans)))
        if before is None or after is None or spans[after].kind not in _NAMED:
            continue
        one, two = spans[before], spans[after]
        if one.kind == "unknown" or (one.kind == two.kind and _key(one) == _key(two)):
            found[before] = one._replace(terms=_NOTHING, period=None)
    return found


def _beside(spans: list[Span], places: range) -> int | None:
    """Return the first of some places where a word stands that counts for something."""
    return next((i for i in places if spans[i].kind not in ("stop", "particle")), None)


def _key(span: Span) -> str:
    return span.terms[0].key if span.terms else ""
