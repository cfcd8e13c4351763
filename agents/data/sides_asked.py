"""What a frame asks of one's own side: whom it is about, and on which side they were."""

from agents.data.match.compute.frame import Filter, Frame
from agents.data.match.model.semantic_model import SemanticModel

_SEAT = "side"  # the column that tells home and away, or who was White


def is_seat(key: str, model: SemanticModel) -> bool:
    """Whether a dimension tells at which side of the game somebody was, not who it was."""
    return key == _SEAT or model.dimensions[key].fixed is not None


def own_sides(frame: Frame, model: SemanticModel) -> list[Filter]:
    """Return what is asked of one's own side."""
    sided = (one for one in frame.filters if model.dimensions[one.dimension].of_sides)
    return [one for one in sided if one.side == "own" and not one.exclude]


def at_side(frame: Frame, model: SemanticModel) -> Filter | None:
    """Return the side on which those who are named were, at home or as White, or None."""
    own = own_sides(frame, model)
    if len(own) < 2:
        return None
    return next((one for one in own if model.dimensions[one.dimension].fixed is not None), None)


def of_two(frame: Frame, model: SemanticModel) -> Frame | None:
    """Return the frame of the only two sides of one kind that another one names, or None."""
    sided = [one for one in frame.filters if model.dimensions[one.dimension].of_sides]
    values = tuple(dict.fromkeys(value for one in sided for value in one.values))
    if len(values) != 2 or len({one.dimension for one in sided}) != 1:
        return None
    return Frame(filters=(Filter(dimension=sided[0].dimension, values=values),))
