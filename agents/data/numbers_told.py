"""A number of the table is asked for itself, which nothing computes: most kills, kills by map."""

from agents.answering.text.packs import word_set
from agents.data.lexicon import quantity_of
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.phrase import Phrase

_MOST = word_set(
    "most fewest least highest lowest more fewer maximum minimum mas menos 최다 최소 최고 최저 "
    "많은 적은 높은 낮은"
)
_ONE_BY_ONE = ("by_before", "each", "which", "listing")


def asks_for_number(phrase: Phrase, index: int, model: SemanticModel) -> bool:
    """Whether a noun by which games may be grouped is no grouping but the figure of a question.

    Only what adds up over games is: the best round is one of them, and most kills are no row.
    """
    quantity = model.quantities.get(quantity_of(phrase.term(index), model))
    if quantity is None or not quantity.adds or phrase.key(index - 1) in _ONE_BY_ONE:
        return False
    if index and phrase.adjoin(index - 1) and phrase[index - 1].text.split()[-1] in _MOST:
        return True
    by_after = phrase.key(index + 1) == "by_before" and _is_row(phrase, index + 2, index)
    return by_after or (phrase.key(index - 1) == "by_after" and index + 1 == len(phrase))


def _is_row(phrase: Phrase, index: int, other: int) -> bool:
    """Whether a noun of rows stands there, which is another one: but round by round."""
    return phrase.kind(index) in ("dimension", "grain") and phrase.term(index) != phrase.term(other)
