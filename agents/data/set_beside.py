"""A "vs" that sets no side against a rival but compares: A vs B against C, A vs B vs C."""

from agents.data.match.model.semantic_model import SemanticModel
from agents.data.phrase import Phrase

BESIDE = ("vs", "vs.", "versus", "v", "대")
_MEETING = ("against", "contra", "frente a")


def sets_beside(phrase: Phrase, index: int, model: SemanticModel) -> bool:
    """Whether the "vs" at `index` compares two: with a third whom both meet, or among three."""
    if not _is_vs(phrase, index):
        return False
    left, right = _side_at(phrase, index - 1, model), _side_at(phrase, index + 1, model)
    if not left or left != right:
        return False
    if _is_vs(phrase, index + 2) and _side_at(phrase, index + 3, model):
        return True
    if _is_vs(phrase, index - 2) and _side_at(phrase, index - 3, model) == left:
        return True
    met = (i + 1 for i in range(len(phrase)) if phrase[i].text in _MEETING)
    return any(_side_at(phrase, i, model) for i in met if i not in (index - 1, index + 1))


def _is_vs(phrase: Phrase, index: int) -> bool:
    return phrase.key(index) == "versus_between" and phrase[index].text in BESIDE[:-1]


def _side_at(phrase: Phrase, index: int, model: SemanticModel) -> str:
    """Return what a named side is one of, or "" where none is; a place of the table is no side."""
    term = phrase.term(index)
    if term is None or term.kind != "value" or term.key == "side":
        return ""
    return term.key if model.dimensions[term.key].of_sides else ""
