"""What the words around something that is left out say: without A, B; without anything after."""

from collections.abc import Container

from agents.data.match.model.semantic_model import SemanticModel
from agents.data.phrase import Phrase

_MOMENTS = {
    1: ("since_before", "after_before", "until_before", "before_before"),
    -1: ("since_after", "until_after", "before_after"),
}
_RANKING = frozenset(["highest", "lowest", "top", "bottom", "superlative", "who"])


def is_denied(phrase: Phrase, at: int, nouns: Container[str]) -> bool:
    """Whether what stands behind "no" is one of some nouns, or a period right behind it."""
    period = phrase.kind(at) == "period" and phrase.adjoin(at - 1)
    return phrase.key(at) in nouns or period


def is_moment(phrase: Phrase, index: int, step: int) -> bool:
    """Whether a word between what leaves out and a period says on which side of that.

    `step` is 1 where the period follows the word, -1 where it stands before it: 5월까지 빼고.
    """
    return phrase.key(index) in _MOMENTS[step] and phrase.kind(index + step) == "period"


def goes_on_list(phrase: Phrase, at: int, step: int, model: SemanticModel) -> bool:
    """Whether the name at a place goes on a list of what is left out, behind it or before it."""
    return _is_listed(phrase, at) if step > 0 else _is_listed_before(phrase, at, model)


def _is_listed(phrase: Phrase, at: int) -> bool:
    """Whether the name at a place goes on a list of names alike: without Maru, Serral and Clem.

    Before a figure it may be whose figure that is: without Maru, Serral win rate.
    """
    if not _are_alike(phrase, at):
        return False
    while _are_alike(phrase, at):
        at += 1
    whose = phrase.kind(at) == "measure" or (
        phrase.kind(at) == "operator" and phrase.key(at) != "without_before"
    )
    return not (whose and phrase.adjoin(at - 1))


def _is_listed_before(phrase: Phrase, at: int, model: SemanticModel) -> bool:
    """Whether the name at a place goes on a list of names: 서킷, 네오 제외하고.

    Of sides the first may be whose figure is asked for: 테란 저그 빼고 승률. It is not where no
    figure is, or where they are ranked: 마루, 세랄 빼고, 제일 잘하는 선수는?
    """
    term = phrase.term(at)
    if term is None or term.kind != "value" or not _are_alike(phrase, at + 1):
        return False
    if not model.dimensions[term.key].of_sides:
        return True
    alone = all(s.kind == "value" or phrase.key(i) == "without_after" for i, s in enumerate(phrase))
    nouns = {s.term.key for s in phrase if s.kind == "dimension" and s.term is not None}
    return alone or term.key in nouns or (not nouns and bool(phrase.operators() & _RANKING))


def _are_alike(phrase: Phrase, at: int) -> bool:
    """Whether a name and the one before it are of one kind, with nothing between but "and"."""
    if not 0 < at < len(phrase):
        return False
    one, two = phrase[at - 1], phrase[at]
    kinds = {term.key for term in one.terms} & {term.key for term in two.terms}
    named = one.kind == two.kind and (one.kind == "period" or (one.kind == "value" and bool(kinds)))
    return named and (phrase.adjoin(at - 1) or phrase.joined(at - 1, at))
