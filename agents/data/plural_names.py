"""Names of values with a plural: druids for a deck Druid, how many KOs."""

from agents.data.lexicon import Lexicon
from agents.data.scan import Span

_SHORTEST = 2  # letters


def with_singulars(spans: list[Span], lexicon: Lexicon) -> list[Span]:
    """Return the spans, what is not understood read as the values that it is the plural of."""
    return [_read(s, lexicon) if s.kind == "unknown" and s.text[-1] == "s" else s for s in spans]


def _read(span: Span, lexicon: Lexicon) -> Span:
    name = span.text[:-1]
    if len(name) < _SHORTEST or not name.isascii() or not name[-1].isalpha():
        return span
    terms = lexicon.terms.get(name, ())
    meant = bool(terms) and all(term.kind == "value" for term in terms)
    return span._replace(terms=terms) if meant else span
