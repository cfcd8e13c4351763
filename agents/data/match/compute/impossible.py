"""Why a table cannot answer a frame: what it lacks, or what cannot be told of it."""

from typing import Literal

from agents.answering.periods.periods import grain_of
from agents.data.match.compute.frame import GRAINS, LENGTHS, Frame
from agents.data.match.compute.plan import SUBJECT
from agents.data.match.model.rivals import met_dimension
from agents.data.match.model.semantic_model import SemanticModel

Impossible = Literal[
    "no_players",
    "only_players",
    "skill_groups",
    "no_rival",
    "no_own",
    "no_time",
    "coarse_time",
    "no_duration",
    "no_draws",
    "no_mirrors",
    "no_quantity",
    "whose",
    "beyond",
    "newest",
    "newest_each",
]
_FINER = {"year": ("quarter", "month", "week", "day"), "month": ("week", "day")}


def impossible(frame: Frame, model: SemanticModel) -> Impossible | None:
    """Return why this table cannot answer a frame, or None if it can."""
    timed = (
        frame.has_periods
        or frame.newest is not None
        or any(key in GRAINS for key in frame.group_by)
    )
    if timed and model.time is None:
        return "no_time"
    if frame.newest is not None and (unordered := _unordered(frame, model)) is not None:
        return unordered
    lengths = frame.measure in LENGTHS or bool(frame.lasting)
    if lengths and (model.duration is None or model.totals is not None):
        return "no_duration"
    if any(one.quantity not in model.quantities for one in frame.measured):
        return "no_quantity"
    if _whose_number(frame, model):
        return "whose"
    if frame.beyond is not None and frame.group_by != (frame.beyond.dimension,):
        return "beyond"
    if frame.measure == "draw_rate" and not model.has_draws:
        return "no_draws"
    met = {one.dimension for one in frame.filters if one.side == "opponent"}
    met |= {one for key in frame.group_by if (one := met_dimension(key, model)) is not None}
    mirrors = frame.mirror in ("only", "exclude") or frame.measure == "mirror_share"
    mirrors = mirrors or bool(frame.unmet)
    met |= {model.entity} if mirrors or "matchup" in frame.group_by else set()
    if any(not model.has_rival(key) for key in met):
        return "no_rival"
    if _needs_own(frame, model, mirrors=mirrors):
        return "no_own"
    counted = frame.mirror in ("only", "include") or frame.measure == "mirror_share"
    if counted and model.totals is not None and model.dimensions[model.entity].mirrorless:
        return "no_mirrors"
    if model.time is not None and model.time.grain != "day":
        finer = _FINER[model.time.grain]
        if any(key in finer for key in frame.group_by) or any(
            grain_of(period) in finer for period in (*frame.period, *frame.periods_out)
        ):
            return "coarse_time"
    if frame.measure == "skill_rate":
        if model.player is None or not model.has_rival(model.player) or model.totals is not None:
            return "no_players"
        if model.player == model.entity:  # between equals there would be nothing left to tell
            return "only_players"
        if _is_beyond_fit(frame, model):
            return "skill_groups"
    return None


def _is_beyond_fit(frame: Frame, model: SemanticModel) -> bool:
    """Whether rows or games are asked for that the fit of all games by race does not tell apart.

    It knows conditions of whole games, and one race or each of several, against one or all.
    """
    allowed = (model.entity, "matchup", "opponent")
    other = any(key not in allowed for key in frame.group_by) or len(frame.period) > 1
    for one in frame.filters:
        several = len(one.values) > 1
        if one.dimension == model.entity:
            other = other or one.exclude or (one.together and several)
        elif model.dimensions[one.dimension].of_sides:
            other = True
        else:
            other = other or (several and not (one.exclude or one.together))
    rated = any(bound.figure != "seconds" for bound in frame.bounds)
    return bool(other or rated or frame.measured or frame.beyond or frame.ended or frame.unmet)


def _unordered(frame: Frame, model: SemanticModel) -> Impossible | None:
    """Return why no newest games can be told: no row is one game with its day, or each has some."""
    twice = model.grain == "side" and model.game is None and model.stored == "both"
    coarse = model.time is not None and model.time.grain != "day"
    if model.totals is not None or twice or coarse or frame.measure == "skill_rate":
        return "newest"
    people = model.player in frame.group_by and frame.order is None
    people = people or any(
        one.dimension == model.player and len(one.values) > 1 and not one.exclude
        for one in frame.filters
    )
    return "newest_each" if people or len(frame.period) > 1 else None


def _needs_own(frame: Frame, model: SemanticModel, *, mirrors: bool) -> bool:
    """Whether something of the own side is asked for of which only the rival's is known."""
    if any(one.side == "own" and model.dimensions[one.dimension].of_rival for one in frame.filters):
        return True
    both = mirrors or {"matchup", model.entity} & set(frame.group_by)
    return model.dimensions[model.entity].of_rival and bool(both or frame.measure == "skill_rate")


def _whose_number(frame: Frame, model: SemanticModel) -> bool:
    """Whether a number is meant that each side has, and nothing says of which side.

    Where rows are players of a team, only what each of them has is told apart by it.
    """
    of_sides = [one for one in frame.measured if model.quantities[one.quantity].of_sides]
    if not of_sides:
        return False
    columned = any(model.quantities[o.quantity].column for o in of_sides if o.side != "own")
    joined = model.grain == "side" and model.game is not None and model.stored == "both"
    if columned and not joined:
        return True
    if model.grain == "side" and model.stored == "alone" and model.game is None:
        return False  # each row is one side, and its columns say whose numbers these are
    if all(one.side == "gap" for one in of_sides):
        return False  # it is the same for both
    if frame.measure == "mirror_share":
        return True
    if frame.measure in SUBJECT and not model.has_teams:
        return False  # whose rate it is is asked for
    sided = {key for key, dimension in model.dimensions.items() if dimension.of_sides}
    if model.has_teams:
        sided = set(model.rows_of_players)
    named = {one.dimension for one in frame.filters if one.side == "own" and not one.exclude}
    return not (named | set(frame.group_by)) & {*sided, "matchup"}
