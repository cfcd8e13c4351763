"""Groupings by whom a side met: its rivals' race, or the people that it played against."""

from agents.data.match.model.semantic_model import SemanticModel

_PREFIX = "opponent_"


def rival_dimension(model: SemanticModel) -> str:
    """Return what opponents are told apart by; white's opponent is not black but a player."""
    if not model.compares_places:
        return model.entity
    others = (k for k, d in model.dimensions.items() if d.of_sides and k != model.entity)
    return model.player or next(others, model.entity)


def rivals_key(key: str, model: SemanticModel) -> str:
    """Return the grouping by the rival's value of a dimension: "opponent", "opponent_player"."""
    return "opponent" if key == rival_dimension(model) else f"{_PREFIX}{key}"


def met_dimension(group: str, model: SemanticModel) -> str | None:
    """Return the dimension of whose rival's values a grouping makes rows, or None."""
    if group == "opponent":
        return rival_dimension(model)
    key = group.removeprefix(_PREFIX)
    known = key != group and group not in model.dimensions and key in model.dimensions
    return key if known else None
