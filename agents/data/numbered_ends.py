"""From, up to or between numbered rounds: they are compared as the numbers that they are."""

import re
from collections.abc import Iterator, Sequence

from agents.answering.text.packs import word_set
from agents.data.lexicon import Term, quantity_of
from agents.data.match.compute.version_days import VERSIONS
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.scan import Span

# What a word says of the number before or behind which it stands.
_LOWER = {"since_before": "at_least_before", "after_before": "over_before"}
_UPPER = {"until_before": "at_most_before", "before_before": "fewer_before"}
_BEHIND = {
    "since_after": "at_least_before",
    "until_after": "at_most_before",
    "before_after": "fewer_before",
}
_FROM = "from"  # alone it says which games are meant: the goals from round 20
_ONWARDS = word_set("on onwards onward forward forwards")
_FORWARD = re.compile(r"\s*(?:en adelante)\b")
_ARTICLES = word_set("the la las el los de del number numero no nº")
_LINKS = word_set("a al to and y e ~ – 에서")
_DASH = re.compile(r"\s*[-–~]\s*")
_ALIKE = word_set("and y e")


def with_numbered_ends(spans: list[Span], text: str, model: SemanticModel) -> list[Span]:
    """Put a comparison in the place of numbered values that something begins or ends with.

    From round 20 on is a round of at least 20, where the rounds of the table are whole numbers.
    What stands in no such place stays a value.
    """
    if not model.quantities or not any(_key(span, model) for span in spans):
        return spans
    put: dict[int, list[Span]] = {}
    gone: set[int] = set()
    for index in range(len(spans)):
        if index in gone or index in put:
            continue
        ends = _range(spans, index, text, model)
        for place, comparison, key in ends or _one(spans, index, text, model):
            put[place] = compared(spans[place], comparison, _number(spans[place]), key)
            gone |= {*_words_of(spans, place, comparison, key, model)}
        if ends:
            gone |= set(range(ends[0][0] + 1, ends[1][0]))
    gone -= put.keys()
    parts = (put.get(i, [span]) for i, span in enumerate(spans) if i not in gone)
    return [span for part in parts for span in part]


_End = tuple[int, str, str]  # the place of a number, how it compares, and what it is one of


def _key(span: Span, model: SemanticModel) -> str:
    """Return the number of games that a value is one of, or ""."""
    term = span.term
    if term is None or term.kind != "value" or len(span.terms) > 1 or not term.detail.isdigit():
        return ""
    dimension = model.dimensions[term.key]
    if dimension.of_sides or term.key in VERSIONS:
        return ""
    return quantity_of(Term("dimension", term.key), model)


def _range(spans: Sequence[Span], index: int, text: str, model: SemanticModel) -> list[_End]:
    """Return both ends of a range that begins at a place: rounds 10 to 20, 10~20라운드."""
    end = _next(spans, index)
    links = {span.text for span in spans[index + 1 : end] if span.text not in _ARTICLES}
    if end >= len(spans):
        return []
    keys = {key for key in (_key(spans[index], model), _key(spans[end], model)) if key}
    numbers = all(_key(spans[i], model) or spans[i].number is not None for i in (index, end))
    if len(keys) != 1 or not numbers:
        return []
    place = _before(spans, index)
    place = _before(spans, place) if place >= 0 and _is_noun(spans[place]) else place
    before = operator_at(spans, place)
    dashed = end == index + 1 and _DASH.fullmatch(text[spans[index].end : spans[end].start])
    from_one = operator_at(spans, index + 1) == "since_after"
    alike = links & _ALIKE and before == "between_before"
    linked = links & (_LINKS - _ALIKE) or operator_at(spans, index + 1) == "until_before"
    if not (dashed or from_one or alike or linked):
        return []
    key = keys.pop()
    return [(index, "at_least_before", key), (end, "at_most_before", key)]


def _next(spans: Sequence[Span], index: int) -> int:
    """Return the place of the next span that is more than a link between two ends."""
    place = index + 1
    while place < len(spans) and (
        spans[place].text in _ARTICLES | _LINKS
        or operator_at(spans, place) in ("until_before", "since_after")
    ):
        place += 1
    return place


def _one(spans: Sequence[Span], index: int, text: str, model: SemanticModel) -> Iterator[_End]:
    """Yield how a value compares that has nothing beside it but where it begins or ends."""
    key = _key(spans[index], model)
    if not key:
        return
    before = _before(spans, index)
    said = operator_at(spans, before)
    behind = _BEHIND.get(operator_at(spans, index + 1))
    onwards = index + 1 < len(spans) and spans[index + 1].text in _ONWARDS
    onwards = onwards or _FORWARD.match(text, spans[index].end) is not None
    if behind is not None and spans[index + 1].text:
        yield index, behind, key
    elif said in _LOWER and (spans[before].text != _FROM or onwards):
        yield index, _LOWER[said], key
    elif said in _UPPER:
        yield index, _UPPER[said], key


def _words_of(
    spans: Sequence[Span], place: int, comparison: str, key: str, model: SemanticModel
) -> Iterator[int]:
    """Yield the places of the words that are in the comparison: its noun, since, until."""
    before = _before(spans, place)
    if before >= 0 and quantity_of(spans[before].term, model) == key and _is_noun(spans[before]):
        yield before
        before = _before(spans, before)
    if operator_at(spans, before) in (*_LOWER, *_UPPER, "between_before"):
        yield before
    after = place + 1
    if operator_at(spans, after) in _BEHIND:
        yield after
    if after < len(spans) and spans[after].text in _ONWARDS and comparison != "at_most_before":
        yield after


def _is_noun(span: Span) -> bool:
    return span.kind in ("quantity", "dimension")


def _before(spans: Sequence[Span], index: int) -> int:
    """Return the place before one, or before the articles that stand there."""
    index -= 1
    while index >= 0 and spans[index].kind == "stop" and spans[index].text in _ARTICLES:
        index -= 1
    return index


def operator_at(spans: Sequence[Span], index: int) -> str:
    """Return the operator that stands at a place, or ""."""
    term = spans[index].term if 0 <= index < len(spans) else None
    return term.key if term is not None and term.kind == "operator" else ""


def _number(span: Span) -> int:
    return int(span.terms[0].detail if span.terms else span.text)


def compared(span: Span, comparison: str, number: int, key: str) -> list[Span]:
    """Return the spans of a number of some quantity that is compared, in the place of one span."""
    start = span.start
    return [
        Span(start, start, "", (Term("quantity", key),)),
        Span(start, start, "", (Term("operator", comparison),)),
        Span(start, span.end, span.text, number=number, fraction=float(number)),
    ]
