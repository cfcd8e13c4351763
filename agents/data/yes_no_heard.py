"""Columns that say yes and no are heard by their header: offline only, win rate going first."""

import re
from collections.abc import Sequence
from functools import cache

from agents.answering.text.language import LANGUAGES
from agents.data.lexicon import Term
from agents.data.match.compute.frame import Frame
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.match.model.words import words
from agents.data.match.model.yes_no import answers_of, is_of_beginner
from agents.data.scan import Span

_TURNED = re.compile(
    r"\W*(?:and\s|y\s|(?:what|how)\sabout\s|그럼\s|그러면\s)?(?:(?:the\s)?games\s|las\sde\s)?"
    r"(?:(?P<yes>with|con|있으면|있을\s?(?:때|땐))|without|if\snot|when\snot|not|sin|si\sno|cuando\sno|"
    r"없이|없으면|없을\s?(?:때|땐)|아니면|아닐\s?(?:때|땐)|아닌\s?경기)(?:는|은)?"
    r"(?:\s(?:it|that|ello|eso|ella))?\W*", re.I,
)  # fmt: skip
_BEFORE, _AFTER = ("by_before", "each", "which"), ("by_after", "each")


def turned(text: str, previous: Frame | None, model: SemanticModel) -> str:
    """Return a question with the other answer where it only turns the last one's: and without?"""
    found = _TURNED.fullmatch(text) if previous is not None else None
    if previous is None or found is None:
        return text
    asked = [model.dimensions[o.dimension] for o in previous.filters if not o.exclude]
    both = [(one, two) for one in asked if (two := answers_of(one))]
    if len(both) != 1:
        return text
    ((dimension, (yes, no)),) = both
    member = dimension.members.get(yes if found["yes"] else no)
    return member.names[0] if member is not None and member.names else text


def with_answers(spans: list[Span], model: SemanticModel) -> list[Span]:
    """Read the header of a column of yes and no as its yes, unless it groups: offline matches.

    What its yes is called groups where it stands beside a word that does: 오프라인별로.
    """
    both = {key: two for key, one in model.dimensions.items() if (two := answers_of(one))}
    if not both:
        return spans
    read = [_read(spans, index, both) for index in range(len(spans))]
    found = [part for span in read for part in _apart(span, both)]
    if model.grain == "side" or model.stored != "both":
        return found
    # Whose beginning a row of two equal sides tells of is not known.
    unclear = {key for key in both if is_of_beginner(model.dimensions[key])}
    return [
        span._replace(terms=()) if span.kind == "value" and span.terms[0].key in unclear else span
        for span in found
    ]


def _read(spans: Sequence[Span], index: int, both: dict[str, tuple[str, str]]) -> Span:
    span = spans[index]
    term = span.term
    if term is None or term.key not in both:
        return span
    before = _key(spans[index - 1]) if index else ""
    after = _key(spans[index + 1]) if index + 1 < len(spans) else ""
    groups = before in _BEFORE or after in _AFTER or span.text.startswith(_by())
    if span.kind == "dimension" and not groups:
        return span._replace(terms=(Term("value", term.key, both[term.key][0]),))
    if span.kind == "value" and groups:
        return span._replace(terms=(Term("dimension", term.key),))
    return span


def _apart(span: Span, both: dict[str, tuple[str, str]]) -> list[Span]:
    """Part the games from what they are, where a header names both: "title fights" are fights."""
    kind, _, noun = span.text.rpartition(" ")
    term = span.term
    if not kind or term is None or term.kind != "value" or term.key not in both:
        return [span]
    if noun not in _games():
        return [span]
    cut = span.end - len(noun)
    game = Span(cut, span.end, noun, terms=(Term("operator", "game_noun"),))
    return [span._replace(end=cut - 1, text=kind), game]


@cache
def _games() -> frozenset[str]:
    """Return what games are called in any language."""
    return frozenset(g for one in LANGUAGES for g in words(one).operators["game_noun"])


@cache
def _by() -> tuple[str, ...]:
    """Return what a span begins with that was read together with its "by": by offline."""
    return tuple(f"{by} " for one in LANGUAGES for by in words(one).operators["by_before"])


def _key(span: Span) -> str:
    return span.term.key if span.term is not None and span.kind == "operator" else ""
