"""In total, after rows or after one of several: what the last question told apart is put aside."""

from agents.data.match.compute.frame import LENGTHS, Filter, Frame
from agents.data.match.compute.plan import needs_subject
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.reading import Reading
from agents.data.sides_asked import at_side, is_seat
from agents.data.two_answers import changed_in


def in_total(
    reading: Reading, previous: Frame, earlier: Frame | None, model: SemanticModel
) -> Frame:
    """Return the last frame without its grouping, or else without what the question varied."""
    games = reading.measure == "games"
    reading.settled = True
    plain = previous.unranked().without_thresholds().model_copy(update={"group_by": ()})
    if previous.group_by and games:
        told = model.of_one_view or bool(reading.those)  # of just these rows
        whole = plain.filters if told else _of_whole_games(plain, model)
        reading.measure = None  # it is that of these games
        return plain.model_copy(update={"filters": whole, "measure": "games", "mirror": "auto"})
    if previous.group_by:
        if (rows := _in_all_games(previous, plain, model)) is not None:
            return rows
        if needs_subject(plain, model):
            plain = plain.model_copy(update={"measure": "games"})
        return plain
    if games:
        return previous
    if plain.newest is not None:
        return plain.model_copy(update={"newest": None})
    changed = changed_in(previous, earlier) if earlier is not None else None
    if changed == "period":
        return plain.model_copy(update={"period": ()})
    if changed is not None and changed == (side := at_side(plain, model)) and side is not None:
        return plain.without_filter(side.dimension)  # of whom it is about, home and away
    whole_filters = [f for f in plain.filters if not model.dimensions[f.dimension].of_sides]
    if isinstance(changed, Filter) and not model.dimensions[changed.dimension].of_sides:
        return plain.without_filter(changed.dimension, changed.side)
    if len(whole_filters) == 1 and not plain.period:
        return plain.without_filter(whole_filters[0].dimension)
    if plain.period or whole_filters:
        own = [one for one in plain.filters if one not in whole_filters]
        return plain.model_copy(update={"period": (), "filters": tuple(own)})
    if (
        isinstance(changed, Filter)
        and changed.side == "own"
        and not changed.exclude
        and any(
            f.dimension == model.player and f.dimension != changed.dimension for f in plain.filters
        )
    ):
        return plain.without_filter(changed.dimension)  # with Huns, then all of that player's
    if plain.measure in LENGTHS and plain.filters:  # how long all games take
        return plain.model_copy(update={"filters": ()})
    rivals = [one for one in plain.filters if one.side == "opponent"]
    if rivals and len(rivals) < len(plain.filters):
        own = [one for one in plain.filters if one not in rivals]
        return plain.model_copy(update={"filters": tuple(own)})
    reading.settled = False
    return previous


def _in_all_games(previous: Frame, plain: Frame, model: SemanticModel) -> Frame | None:
    """The worst on one map, and in total: the same rows, which alone are whose figure it is."""
    whole = [f for f in plain.filters if _is_of_games(f, model)]
    sided = len(whole) < len(plain.filters)
    alone = plain.model_copy(update={"filters": ()})
    rows = previous.measure == "pick_share" or needs_subject(alone, model)
    if sided or not rows or not (whole or plain.period):
        return None
    return previous.model_copy(update={"filters": (), "period": ()})


def of_all_games(frame: Frame, model: SemanticModel) -> Frame:
    """Return a frame with all games of whom it is about: of every season, map and place."""
    kept = tuple(f for f in frame.filters if not _is_of_games(f, model))
    return frame.model_copy(update={"filters": kept, "period": (), "newest": None})


def _is_of_games(condition: Filter, model: SemanticModel) -> bool:
    """Whether a condition says which games are meant: on a map, at home."""
    key = condition.dimension
    return not model.dimensions[key].of_sides or is_seat(key, model)


def _of_whole_games(frame: Frame, model: SemanticModel) -> tuple[Filter, ...]:
    """Return the conditions of a count of games: those of a race's rate are not its own."""
    sided = [f for f in frame.filters if model.dimensions[f.dimension].of_sides]
    if any(f.side == "opponent" or f.dimension == model.player for f in sided):
        return frame.filters  # the games of these two, or of this person
    return tuple(f for f in frame.filters if f not in sided)
