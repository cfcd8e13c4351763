"""What a suggested question is about, and by what it splits: what people would ask of a table."""

from agents.answering.text.language import LANGUAGES, Language
from agents.answering.text.normal import is_hangul
from agents.data.match.model.semantic_model import Dimension, SemanticModel
from agents.data.match.model.words import words

_FIRST = ("map", "patch")


def asked_about(model: SemanticModel, language: Language) -> str:
    """Return the key of the dimension whose values questions name: what is compared, or who plays.

    One letter without a name of its own, a hand or a group, is nothing that anybody asks of.
    """
    keys = [model.entity, *([model.player] if model.player is not None else [])]
    keys += [key for key, d in model.dimensions.items() if d.of_sides and key not in keys]
    return next((k for k in keys if _has_names(model.dimensions[k], language)), model.entity)


def _has_names(dimension: Dimension, language: Language) -> bool:
    if dimension.fixed is not None:
        return True  # black and white, 흑 and 백
    shown = [dimension.show(value, language) for value in dimension.values]
    named = (text for text in shown if len(text) > 1 or is_hangul(text))
    return any(not text.isdigit() for text in named)


def split_by(model: SemanticModel, subject: str, taken: str) -> Dimension | None:
    """Return the dimension by which the figures of a `subject` are split, but not by `taken`.

    It is one that is known by name; what somebody always has (a hand, a country), a number of
    the games and a remark split nothing.
    """
    counted = {column for one in model.quantities.values() for column in one.columns}
    known = {key for language in LANGUAGES for key in words(language).dimensions}
    found = [
        ((key not in _FIRST, dimension.fixed is not None), dimension)
        for key, dimension in model.dimensions.items()
        if key not in (subject, taken) and dimension.role == "plain" and key in known
        and dimension.column not in counted
        and not (subject == model.player and dimension.of_sides and dimension.fixed is None)
    ]  # fmt: skip
    return min(found, key=lambda one: one[0])[1] if found else None
