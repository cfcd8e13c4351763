"""A name that stands as a kind of games is of what games have, and no person: blitz games."""

from collections.abc import Sequence

from agents.answering.text.normal import name_form
from agents.data.lexicon import Lexicon, Term
from agents.data.scan import Span
from agents.data.spelling import guess


def as_kinds(spans: list[Span], text: str, lexicon: Lexicon) -> list[Span]:
    """Read what may be a person's name, too, as the value of games beside whose noun it stands."""
    games = [span for span in spans if _is_games(span)]
    if not games:
        return spans
    return [
        span._replace(terms=kind)
        if _is_beside(span, games, text) and (kind := _kind(span, lexicon)) else span
        for span in spans
    ]  # fmt: skip


def _kind(span: Span, lexicon: Lexicon) -> tuple[Term, ...]:
    """Return the one value of games that a name of several meanings has, or a word of it."""
    terms: Sequence[Term] = span.terms if span.kind == "value" and len(span.terms) > 1 else ()
    if span.kind == "unknown":
        terms = [t for t in guess(span.text, lexicon).close
                 if t.kind == "value" and span.text in name_form(t.detail)]  # fmt: skip
    found = [term for term in terms if not lexicon.model.dimensions[term.key].of_sides]
    return tuple(found) if len(found) == 1 and len(terms) > 1 else ()


def _is_games(span: Span) -> bool:
    return span.kind == "operator" and span.term is not None and span.term.key == "game_noun"


def _is_beside(span: Span, games: Sequence[Span], text: str) -> bool:
    """Whether a word stands where an adjective of games does, also behind them in Spanish."""
    return any(
        not text[span.end : game.start].strip()
        if game.start >= span.end
        else text[game.end : span.start].strip() in ("", "de")
        for game in games
    )
