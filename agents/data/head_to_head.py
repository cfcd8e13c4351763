"""What the games between two go on from: the two that were asked about, or ranked against one."""

from collections.abc import Mapping

from agents.data.match.compute.frame import Filter, Frame
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.reading import Mention, Reading
from agents.data.two_answers import changed_in


def first_met(reading: Reading, previous: Frame, top: Mapping[str, str]) -> Frame | None:
    """Return what the games between one and the first of its rivals that were ranked go on from."""
    if not reading.met or reading.groups != ["matchup"] or reading.mentions or not previous.order:
        return None
    for one in previous.filters:
        if (
            one.side == "opponent"
            and previous.group_by == (one.dimension,)
            and one.dimension in top
        ):
            reading.groups = []
            reading.mentions = [Mention(one.dimension, top[one.dimension]),
                                Mention(one.dimension, one.values[0], opponent=True)]  # fmt: skip
            return previous.unranked().model_copy(update={"group_by": ()})
    return None


def head_to_head(
    reading: Reading, previous: Frame, earlier: Frame | None, model: SemanticModel
) -> Frame:
    """The head-to-head between them is that of the two sides that were asked about last."""
    if any(
        one.side == "own" and previous.filter(one.dimension, "opponent") is not None
        for one in previous.filters
    ):
        reading.groups, reading.settled = [], True  # they have met already
        reading.those = reading.those or "them"
        return previous
    changed = changed_in(previous, earlier) if earlier is not None else None
    before = earlier.filter(changed.dimension) if earlier and isinstance(changed, Filter) else None
    for one in previous.filters:
        if not model.dimensions[one.dimension].of_sides or one.side != "own" or one.exclude:
            continue
        values = one.values
        if before is not None and one == changed:
            values = (*before.values, *values)
        if len(set(values)) == 2 and model.has_rival(one.dimension):
            reading.mentions += [Mention(one.dimension, values[0]),
                                 Mention(one.dimension, values[1], opponent=True)]  # fmt: skip
            others = [] if reading.meet else [w for w in reading.unknown if w != "between"]
            reading.groups, reading.unknown = [], others
            reading.those = reading.those or "them"  # how many games: of those asked about last
            return previous
    reading.unknown += [reading.them] if reading.them else []
    return previous
