"""A frame is made definite for one table: which columns, which mirrors, which order."""

from typing import NamedTuple

from agents.answering.periods.periods import grain_of, overlap
from agents.data.match.compute.frame import EXTREMES, GRAINS, LENGTHS, Filter, Frame, Mirror
from agents.data.match.compute.statistics import FEW_GAMES
from agents.data.match.model.rivals import met_dimension, rival_dimension
from agents.data.match.model.semantic_model import SemanticModel

RATES = ("win_rate", "loss_rate", "wins", "losses", "skill_rate")
SHARES = ("pick_share", "mirror_share", "draw_rate")
SUBJECT = (*RATES, "pick_share")
_RANKED = ("win_rate", "loss_rate", "draw_rate", "skill_rate")
ANY_GAMES = 1  # the least number of games where the usual one was taken away


def ranks_by_rate(frame: Frame) -> bool:
    """Whether rows need some number of games unless another one is said: their rates are ranked."""
    ranked = frame.order is not None or any(one.figure == "rate" for one in frame.bounds)
    return (ranked or frame.beyond is not None) and frame.measure in _RANKED


class Group(NamedTuple):
    """A column by which rows are grouped: `name` in the result, what it is, and of which side."""

    name: str
    dimension: str
    side: str = "own"


class Plan(NamedTuple):
    """What will be computed: the frame with nothing left open.

    `counts_sides` says that a side is counted (and not a game once), `compares_sides` that a side's
    value must stand beside its rival's, `needs_time` that the moment of a game matters,
    `tells_game` that one game is named with its day and sides. `not_itself` is the players'
    dimension where a name's games against itself are left out, which it both won and lost.
    """

    frame: Frame
    groups: tuple[Group, ...]
    mirror: Mirror
    sided: bool
    least: int | None
    compares_sides: bool = False
    needs_time: bool = False
    tells_game: bool = False
    not_itself: str | None = None

    @property
    def rate(self) -> bool:
        """Whether rows have wins beside games."""
        return self.frame.measure in RATES

    @property
    def without_draws(self) -> bool:
        """Whether drawn games are left out."""
        return self.frame.draws == "exclude"

    @property
    def needs_length(self) -> bool:
        """Whether the length of a game matters."""
        return self.frame.measure in LENGTHS or bool(self.frame.lasting)

    @property
    def counts_sides(self) -> bool:
        """Whether rows count sides of games."""
        return self.rate or self.frame.measure in SHARES

    def names_side(self, model: SemanticModel) -> bool:
        """Whether one side of a game is meant, by a condition or a grouping."""
        if model.stored == "alone":
            return True
        named = {one.dimension for one in self.frame.filters}
        named |= {group.dimension for group in self.groups}
        return any(key in named for key, one in model.dimensions.items() if one.of_sides)

    def leaves_out_mirrors(self, model: SemanticModel) -> bool:
        """Whether mirrors are left out of what may have some: no TvZ is one."""
        entity = model.dimensions[model.entity]
        own, rival = (self.frame.filter(model.entity, side) for side in ("own", "opponent"))
        apart = own is not None and rival is not None and not (own.exclude or rival.exclude)
        met = apart and own and rival and set(own.values).isdisjoint(rival.values)
        met = met and self.frame.measure != "skill_rate"  # to which mirrors tell of the players
        return self.mirror == "exclude" and not (entity.mirrorless or met)

    def sides_of_mirror(self, model: SemanticModel) -> tuple[str, str]:
        """Return how much of a game each of its counted sides is: of a mirror match, of another.

        A game has two sides. Where a race is asked for only a mirror match has both of them, and
        where a player or another side's value is, no game has.
        """
        named = {one.dimension for one in self.frame.filters}
        named |= {group.dimension for group in self.groups}
        sided = {key for key in named if model.is_of_sides(key)}
        if model.stored == "alone" or sided - {model.entity}:
            return "1", "1"
        return ("0.5", "1") if sided else ("0.5", "0.5")

    @property
    def over_time(self) -> bool:
        """Whether the only grouping is a time grain, beside at most one other."""
        return any(group.dimension in GRAINS for group in self.groups)

    @property
    def overlaps(self) -> bool:
        """Whether a game may be in several of the periods that are set beside each other."""
        return any(group.dimension == "period" for group in self.groups) and overlap(
            self.frame.period
        )

    @property
    def by_age(self) -> bool:
        """Versions sort by when they were first played: as text, 4.10 comes before 4.9."""
        patches = any(group.dimension == "patch" for group in self.groups)
        return patches and self.needs_time and self.rate


def needs_subject(frame: Frame, model: SemanticModel) -> bool:
    """Whether the measure is a side's and nothing says which side is meant."""
    if frame.measure not in SUBJECT:
        return False
    if model.grain == "side" and model.stored == "alone" and model.game is None:
        return False  # rows without rivals: their rate says something by itself
    if model.totals is not None and model.stored == "alone" and frame.group_by:
        return False  # so do the sums of such rows, set beside each other
    if frame.measure == "pick_share" and _picked_of_games(frame, model) is not None:
        return False
    amounts = (model.quantities[one.quantity] for one in frame.measured if one.side == "own")
    return not (
        any(model.is_of_sides(one.dimension) and not one.exclude for one in frame.filters)
        or any(one.column is not None and one.of_sides for one in amounts)
        or any(model.is_of_sides(key) or key == "matchup" or met_dimension(key, model) is not None
               for key in frame.group_by)
    )  # fmt: skip


def _picked_of_games(frame: Frame, model: SemanticModel) -> Filter | None:
    """Return the filter whose share of all games is asked for: Acropolis among the maps."""
    named = [one for one in frame.filters if not one.exclude]
    sided = any(model.dimensions[one.dimension].of_sides for one in named)
    if sided or len(named) != 1 or frame.group_by:
        return None
    return named[0]


def plan(frame: Frame, model: SemanticModel) -> Plan:
    """Return the definite form of a frame that needs nothing more from the person.

    The order in which conditions were said makes no difference to the query.
    """
    places = {key: place for place, key in enumerate(model.dimensions)}
    ordered = sorted(frame.filters, key=lambda f: (places[f.dimension], f.side, f.exclude))
    frame = frame.model_copy(update={"filters": tuple(ordered)})
    groups = _groups(frame, model)
    if frame.within not in {group.name for group in groups} or len(groups) != 2:
        frame = frame.model_copy(update={"within": None})
    sided_keys = {key for key, dimension in model.dimensions.items() if dimension.of_sides}
    used = {group.dimension for group in groups} | {one.dimension for one in frame.filters}
    of_games = frame.measure == "pick_share" and _picked_of_games(frame, model) is not None
    sided = frame.measure in (*RATES, *SHARES) or bool(used & sided_keys)
    sided = sided and not (of_games and frame.mirror == "auto")
    sided = sided or frame.mirror in ("only", "exclude") or frame.ended is not None
    sided = sided or any(model.quantities[one.quantity].of_sides for one in frame.measured)
    least = frame.having
    if frame.measure == "skill_rate":  # the query cannot order by what is fitted to its rows
        frame = frame.unranked()
    if least is None and ranks_by_rate(frame) and groups:
        least = FEW_GAMES
    least = None if least == ANY_GAMES else least
    twice = model.grain == "side" and model.game is None and model.stored == "both"
    counted = twice or model.totals is not None  # nothing else tells the two sides to be one game
    compares = model.has_rival(model.entity) and (
        frame.measure == "mirror_share" or (counted and sided and frame.measure == "games")
    )
    timed = any(group.dimension in GRAINS or group.dimension == "period" for group in groups)
    aged = any(group.dimension == "patch" for group in groups) and frame.measure in RATES
    return Plan(
        frame,
        groups,
        _mirror(frame, model, used, sided=sided),
        sided,
        least,
        compares_sides=compares,
        needs_time=model.time is not None
        and (timed or aged or frame.has_periods or frame.newest is not None),
        tells_game=frame.measure in EXTREMES and not groups and model.grain == "game",
        not_itself=_not_itself(frame, model, groups),
    )


def _not_itself(frame: Frame, model: SemanticModel, groups: tuple[Group, ...]) -> str | None:
    key = model.player
    if key is None or frame.measure not in RATES or not model.dimensions[key].meets_itself:
        return None
    named = any(one.dimension == key and one.side == "own" for one in frame.filters)
    grouped = any(group.dimension == key and group.side == "own" for group in groups)
    return key if named or grouped else None


def skill_plan(definite: Plan, model: SemanticModel) -> Plan:
    """Return the plan of the games behind skill-adjusted rates: all races, with their players."""
    assert model.player is not None
    rest = tuple(one for one in definite.frame.filters if one.dimension != model.entity)
    groups = tuple(
        _group(key, side, model) for key in (model.entity, model.player)
        for side in ("own", "opponent")
    )  # fmt: skip
    asked = definite.frame
    frame = Frame(filters=rest, period=asked.period, periods_out=asked.periods_out,
                  lasting=asked.lasting)  # fmt: skip
    timed = model.time is not None and frame.has_periods
    return Plan(frame, groups, "include", sided=True, least=None, needs_time=timed)


def _groups(frame: Frame, model: SemanticModel) -> tuple[Group, ...]:
    found: list[Group] = []
    rivals = rival_dimension(model)
    for one in sorted(frame.filters, key=lambda one: one.side != "own"):  # Zerg against Terran
        if len(one.values) > 1 and not (one.exclude or one.together):
            found.append(_group(one.dimension, one.side, model))
    for key in frame.group_by:
        if key == "matchup":
            found += [_group(rivals, "own", model), _group(rivals, "opponent", model)]
        elif (met := met_dimension(key, model)) is not None:
            found.append(_group(met, "opponent", model))
        elif key in model.dimensions and model.dimensions[key].of_rival:
            found.append(_group(key, "opponent", model))  # whom I met
        else:
            found.append(_group(key, "own", model))
    picked = any(_is_sided(group, model) or group.side == "opponent" for group in found)
    if frame.measure == "pick_share" and not picked:
        of_games = _picked_of_games(frame, model)
        subject = of_games or next(one for one in frame.filters if _is_subject(one, model))
        found.insert(0, _group(subject.dimension, "own", model))
    whose = frame.measure in RATES and not model.of_one_view  # there all rows are one side's
    if whose and not any(_is_subject(one, model) for one in frame.filters):
        rival = any(one.side == "opponent" for one in frame.filters)
        if (
            rival
            and not _of_one_person(model)
            and not any(_is_sided(group, model) for group in found)
        ):
            found.insert(0, _group(model.entity, "own", model))
    if len(frame.period) > 1 and not any(group.dimension in GRAINS for group in found):
        grains = {grain_of(period) for period in frame.period}
        grain = grains.pop() if len(grains) == 1 else None
        found.append(Group(grain or "period", grain or "period"))
    return tuple(dict.fromkeys(found))


def _of_one_person(model: SemanticModel) -> bool:
    """Whether all rows are games of whoever kept the table: the rates are that person's."""
    return model.of_one_view and model.player is None


def _is_subject(one: Filter, model: SemanticModel) -> bool:
    return model.dimensions[one.dimension].of_sides and one.side == "own" and not one.exclude


def _is_sided(group: Group, model: SemanticModel) -> bool:
    dimension = model.dimensions.get(group.dimension)
    return dimension is not None and dimension.of_sides and group.side == "own"


def _group(key: str, side: str, model: SemanticModel) -> Group:
    return Group(side_column(key, side, model), key, side)


def amount_column(key: str, side: str) -> str:
    """Return the column of the sides table that holds a quantity: "rating_number"."""
    return f"{key}_number" if side == "own" else f"{side}_{key}_number"


def side_column(key: str, side: str, model: SemanticModel) -> str:
    """Return the column of the sides table: "race", and "opponent" for the other side's."""
    if side == "own":
        return key
    return "opponent" if key == model.entity else f"opponent_{key}"


def _mirror(frame: Frame, model: SemanticModel, used: set[str], *, sided: bool) -> Mirror:
    """Mirrors are out where races are compared, and in where players or whole games are counted.

    They are in, too, where the rows are games as one side saw them: what that side won of its
    mirrors is not half of them by definition.
    """
    if frame.mirror != "auto":
        return frame.mirror
    own, rival = frame.filter(model.entity), frame.filter(model.entity, "opponent")
    if own is not None and rival is not None and own.values == rival.values:
        return "only"  # Terran against Terran
    if frame.measure in SHARES or model.compares_places or not model.has_rival(model.entity):
        return "include"
    if model.of_one_view:
        return "include"
    entity = model.dimensions[model.entity]
    own_race = own is not None or model.entity in frame.group_by or "matchup" in frame.group_by
    if _of_one_person(model) and not own_race:
        return "include"  # my win rate against Zerg, whatever I played
    if not sided or entity.sides_differ or entity.role != "entity" or model.entity not in used:
        return "include"
    of_person = (
        any(_is_somebody(one.dimension, model) and not one.exclude for one in frame.filters)
        or (model.player in frame.group_by and not own_race)
        or (own is not None and rival is None and model.player in frame.group_by)
    )  # the best players against Zerg, or of Zerg; the races against Maru, his own too
    return "include" if of_person else "exclude"


def _is_somebody(key: str, model: SemanticModel) -> bool:
    """Whether a dimension says who a side is: a player, or a team where no player is known."""
    return model.dimensions[key].role == "player" or (key == "team" and model.player is None)
