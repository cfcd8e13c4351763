"""Nouns that begin another name: "map control" is no control of maps, even if a mode is Control."""

from agents.data.match.model.semantic_model import SemanticModel
from agents.data.phrase import Phrase

_WHERE = ("on ", "at ", "in ", "online", "offline")  # behind any noun
_GROUPING = ("by_before", "which", "each", "all", "compare")


def is_compound(phrase: Phrase, index: int, key: str, model: SemanticModel) -> bool:
    """Whether the noun of a dimension stands right before a value of something else.

    In Spanish it follows the value: control de mapa. Where a word groups by the noun (by, which),
    where it is a plural, or where the value is a side's (map Terran), it is a noun by itself.
    """
    text = phrase[index].text
    if phrase.key(index - 1) in _GROUPING or not text.isascii() or text.endswith("s"):
        return False
    after = _gap(phrase, index) == "" and _is_other(phrase, index + 1, key, model)
    if after and not {"highest", "lowest"} <= phrase.operators():
        after = not phrase[index + 1].text.startswith(_WHERE)  # best deck on the play
    before = _gap(phrase, index - 1) in ("de", "del")
    return after or (before and _is_other(phrase, index - 1, key, model))


def _gap(phrase: Phrase, left: int) -> str | None:
    """Return what stands between a span and the next one, or None where there are not both."""
    if left < 0 or left + 1 >= len(phrase):
        return None
    return phrase.text[phrase[left].end : phrase[left + 1].start].strip()


def _is_other(phrase: Phrase, place: int, key: str, model: SemanticModel) -> bool:
    """Whether a span is a value of whole games, and not of that dimension."""
    if phrase.kind(place) != "value":
        return False
    keys = [term.key for term in phrase[place].terms]
    return key not in keys and not any(model.dimensions[one].of_sides for one in keys)
