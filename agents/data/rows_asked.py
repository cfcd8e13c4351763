"""The rows that a question asks for without naming them: a trend, the highest, who met whom."""

from dataclasses import replace

from agents.data.in_turn import IN_TURN
from agents.data.match.compute.frame import GRAINS, Frame
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.merge import merge
from agents.data.ranked_sides import ranked
from agents.data.reading import Mention, Reading
from agents.data.settling import asks_who_met, leaves_rows


def add_groups(
    reading: Reading, previous: Frame | None, model: SemanticModel, *, trend: str
) -> None:
    """Turn "trend" and a bare "highest" into groupings; a trend goes by the grain `trend`."""
    kinds = [mention.dimension for mention in reading.mentions]  # two seasons go in turn as well
    in_turn = IN_TURN & {*reading.groups, *(key for key in kinds if kinds.count(key) > 1)}
    if reading.trend and not in_turn and not any(g in GRAINS for g in reading.groups):
        reading.groups.append(trend)
    own = [m for m in reading.mentions if m.dimension == model.entity and not m.opponent]
    if "matchup" in reading.groups and (second := _second_of_two(reading, model)) is not None:
        reading.groups.remove("matchup")  # the matchup of these two
        reading.mentions = [
            replace(m, opponent=True) if m is second else m for m in reading.mentions
        ]
    rivals = any(mention.opponent for mention in reading.mentions)
    if "matchup" in reading.groups and model.entity in reading.groups:
        reading.groups.remove(model.entity)  # a matchup names the entity
    if "matchup" in reading.groups and rivals:
        reading.groups.remove("matchup")
        if reading.order and not own:  # who has the worst matchup against Cammy
            reading.groups.append(model.entity)
    asked = ranked(reading, model)
    if asks_who_met(reading):
        reading.groups.append(asked)
    if reading.bounds and not reading.groups and previous is None and not own:
        reading.groups.append(asked)  # above 12 %: which ones?
    if reading.order is None or reading.groups:
        return
    named = [(m.dimension, m.value) for m in reading.mentions if not m.opponent]
    if len(named) - len({dimension for dimension, _ in named}):
        return  # two of a kind are compared with each other
    subject = any(dimension == asked for dimension, _ in named)
    if previous is not None and not (named or previous.group_by) and len(previous.period) > 1:
        return  # the best of the years that were compared
    if previous is not None and not named and _names_two(previous, model):
        if reading.measure is None and (place := _place(previous, model)) and not reading.either:
            reading.groups.append(place)  # and the worst? after TvZ on Redwood
        return  # which of the two is better?
    kept = (
        previous is not None
        and merge(previous, reading, model).group_by
        and not leaves_rows(reading, previous, model)
    )
    if not subject and not kept:
        reading.groups.append(_told_last(reading, previous, model) or asked)


def _told_last(reading: Reading, previous: Frame | None, model: SemanticModel) -> str:
    """Return what the last question named one of: and the worst? after a player's rate, or ""."""
    if previous is None or previous.group_by or reading.mentions or reading.measure is not None:
        return ""
    if model.player is not None and previous.filter(model.player) is not None:
        return model.player
    sided = any(model.dimensions[one.dimension].of_sides for one in previous.filters)
    return _place(previous, model) if previous.measure == "games" and not sided else ""


def _place(frame: Frame, model: SemanticModel) -> str:
    """Return the only dimension of whole games of which a frame without rows names one, or ""."""
    told = [f for f in frame.filters if not (f.exclude or model.dimensions[f.dimension].of_sides)]
    one = len(told) == 1 and len(told[0].values) == 1 and not frame.group_by
    return told[0].dimension if one else ""


def _names_two(frame: Frame, model: SemanticModel) -> bool:
    """Whether two sides are named, beside each other or against each other."""
    sided = [f for f in frame.filters if model.dimensions[f.dimension].of_sides]
    several = any(len(f.values) > 1 for f in sided)
    return several or {f.side for f in sided} == {"own", "opponent"}


def _second_of_two(reading: Reading, model: SemanticModel) -> Mention | None:
    """Return the second of the two sides of one kind that are named, if they can meet."""
    sided = [m for m in reading.mentions if model.dimensions[m.dimension].of_sides]
    if len(sided) != 2 or any(m.opponent for m in sided):
        return None
    one, two = sided
    meet = one.dimension == two.dimension and model.has_rival(one.dimension)
    return two if meet and one.value != two.value else None
