"""The players of one team or country are asked for each by itself: players of Brant, win rates."""

from agents.data.lexicon import Term
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.phrase import Phrase
from agents.data.reading import Mark

_HAVING_PEOPLE = ("team", "clan", "university", "country", "region", "nationality")
_RATES = ("win_rate", "loss_rate", "skill_rate")
_MANY = "들"


def are_members(phrase: Phrase, index: int, marks: list[Mark], model: SemanticModel) -> bool:
    """Whether a noun of people in the plural stands beside the only side, a team's or country's.

    A rate of theirs is that of each; what they play, Zerg, has a rate of its own, and so have two
    countries that meet. By map or month it is that of all of them.
    """
    term = phrase.term(index)
    if term is None or term.key != model.player or not _is_plural(phrase, index):
        return False
    measures = {one.term.key for one in phrase if one.kind == "measure" and one.term is not None}
    if not measures or not measures <= set(_RATES) or "trend" in phrase.operators():
        return False
    if any(one.kind in ("grain", "matchup") for one in phrase):
        return False
    if sum(one.kind == "dimension" for one in phrase) > 1:
        return False
    sides = [i for i, one in enumerate(phrase) if one.kind == "value" and _is_side(one.term, model)]
    if len(sides) != 1 or sides[0] not in (index - 1, index + 1):
        return False
    whose = phrase.term(sides[0])
    return marks[sides[0]] == "plain" and whose is not None and whose.key in _HAVING_PEOPLE


def _is_plural(phrase: Phrase, index: int) -> bool:
    said = phrase[index]
    if said.text[-1].isascii():
        return said.text.endswith("s")
    return said.text.endswith(_MANY) or phrase.text.startswith(_MANY, said.end)


def _is_side(term: Term | None, model: SemanticModel) -> bool:
    return term is not None and model.dimensions[term.key].of_sides
