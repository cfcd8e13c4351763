"""Games with at least one of what is counted, or with none: with a red card, 퇴장이 없는 경기."""

from collections.abc import Sequence

from agents.answering.text.packs import word_set
from agents.data.lexicon import quantity_of
from agents.data.match.compute.frame import Frame
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.numbered_ends import compared, operator_at
from agents.data.numbers import COMPARISONS
from agents.data.scan import Span

_ARTICLES = word_set("a an any some un una algun alguna unos unas")
_PARTICLES = word_set("이 가 도 은 는")
_THERE_IS = word_set("있는 있을 있었던 있으면 있던 나온 나왔을 나왔던 나오면")
_THERE_IS_NONE = word_set("없는 없을 없었던 없으면 없던 없이")


def with_some(spans: list[Span], previous: Frame | None, model: SemanticModel) -> list[Span]:
    """Put a comparison behind what is counted in games, where they are those with or without it.

    What a number says is left to it, and so is a condition of the last question that is dropped.
    """
    if not any(quantity.adds for quantity in model.quantities.values()):
        return spans
    found: list[Span] = []
    for index, span in enumerate(spans):
        key = quantity_of(span.term, model) if span.kind in ("quantity", "dimension") else ""
        some = _some(spans, index) if key and model.quantities[key].adds else None
        if some is None or (not some and (_is_held(key, previous) or _tells_none(span, model))):
            found.append(span)
            continue
        found = _without_word(found)
        found += compared(span, "at_least_before" if some else "at_most_before", int(some), key)
    return [
        span for place, span in enumerate(found)
        if not (span.text in _THERE_IS | _THERE_IS_NONE and _ends_some(found, place))
    ]  # fmt: skip


def _tells_none(span: Span, model: SemanticModel) -> bool:
    """Whether rows can be told by the number itself, so that none is its value 0."""
    dimension = model.dimensions.get(span.term.key) if span.term is not None else None
    return span.kind == "dimension" and dimension is not None and "0" in dimension.values


def _some(spans: Sequence[Span], index: int) -> bool | None:
    """Whether a noun stands where games have some of it; None where nothing says so."""
    before = index - 1
    while before >= 0 and spans[before].text in _ARTICLES:
        before -= 1
    after = index + 1
    while after < len(spans) and spans[after].text in _PARTICLES:
        after += 1
    beside = [spans[place] for place in (before, after) if 0 <= place < len(spans)]
    if any(span.fraction is not None for span in beside):
        return None
    if {operator_at(spans, before), operator_at(spans, after)} & {*COMPARISONS, "condition"}:
        return None
    word = spans[after].text if after < len(spans) else ""
    if word in _THERE_IS or word in _THERE_IS_NONE:
        return word in _THERE_IS
    said = operator_at(spans, before)
    return said == "include_before" if said in ("include_before", "without_before") else None


def _without_word(spans: list[Span]) -> list[Span]:
    """Return the spans but for a "without" that they end in."""
    end = len(spans)
    while end and spans[end - 1].text in _ARTICLES:
        end -= 1
    return spans[: end - 1] if end and operator_at(spans, end - 1) == "without_before" else spans


def _is_held(key: str, previous: Frame | None) -> bool:
    """Whether the last question kept games by a number, which another one may drop."""
    return previous is not None and any(one.quantity == key for one in previous.measured)


def _ends_some(spans: Sequence[Span], place: int) -> bool:
    """Whether a word of being follows a number that was put there."""
    before = place - 1
    while before >= 0 and spans[before].text in _PARTICLES:
        before -= 1
    return before >= 2 and spans[before].number is not None and spans[before - 2].kind == "quantity"
