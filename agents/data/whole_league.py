"""In the league, of a table that names none, is in all of its games."""

from agents.answering.text.packs import word_set
from agents.data.lexicon import Term
from agents.data.scan import Span

_WHOLE = word_set("league ladder championship liga campeonato 리그 래더 선수권")
_THE = word_set("the our this la el esta este nuestra nuestro 이 우리")
_IN_KO = ("에서", "에선", "에서는")
_NOTHING = (Term("stop", ""),)


def without_the_league(spans: list[Span]) -> list[Span]:
    """Return the spans with "the league" as words that count for nothing, where it is no column.

    Which league, or one that is named, still asks for what the table does not have.
    """
    if _WHOLE.isdisjoint([span.text for span in spans]):
        return spans
    return [
        span._replace(terms=_NOTHING) if _is_the_league(spans, index) else span
        for index, span in enumerate(spans)
    ]


def _is_the_league(spans: list[Span], index: int) -> bool:
    span = spans[index]
    if span.kind not in ("missing", "unknown") or span.text not in _WHOLE:
        return False
    before = spans[index - 1].text if index else ""
    after = spans[index + 1] if index + 1 < len(spans) else None
    if after is not None and after.kind in ("value", "number", "unknown"):
        return False  # the league Alpha
    if span.text.isascii():
        return before in _THE
    alone = not index or spans[index - 1].kind in ("stop", "measure", "particle")
    return alone and after is not None and after.text in _IN_KO
