"""Columns that only say which sides met, in one text: "BOS vs. LAL", "LAL @ BOS", "A-B"."""

from collections.abc import Mapping

from agents.data.match.model.pack import form_for
from agents.data.match.model.semantic_model import Dimension

_LOOKED_AT = 200


def is_matchup_label(key: str, dimensions: Mapping[str, Dimension]) -> bool:
    """Whether each value of a dimension is made of two values of the sides'."""
    dimension = dimensions[key]
    if dimension.fixed is not None or (dimension.of_sides and dimension.a and dimension.b):
        return False
    values = dimension.sample[:_LOOKED_AT]
    for other, one in dimensions.items():
        if other == key or not one.of_sides or one.fixed is not None:
            continue
        names = {name.strip().casefold() for name in one.sample}
        if len(names) > 1 and values and all(_is_of_two(value, names) for value in values):
            return True
    return False


def _is_of_two(value: str, names: set[str]) -> bool:
    text = value.casefold()
    return any(
        text[: cut.start()].strip() in names and text[cut.end() :].strip() in names
        for cut in form_for("matchup_joint").finditer(text)
    )
