"""A message is merged with the conversation's last frame: what it replaces, adds and removes."""

from dataclasses import replace
from datetime import timedelta

from agents.answering.periods.periods import Period, in_year, year_of
from agents.data.kept_of_last import keep_rows, kept_of_last
from agents.data.match.compute.frame import LENGTHS, Frame
from agents.data.match.model.rivals import met_dimension
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.own_log import TURNED
from agents.data.periods_left_out import counted_again, without_periods
from agents.data.reading import Reading
from agents.data.taken_together import told_apart, with_rows_kept
from agents.data.taking_out import drop, exclude, with_matchups, without_matchups
from agents.data.values_taken import replace_swapped, take_values

_LOSSES = ("losses", "loss_rate")


def merge(previous: Frame | None, reading: Reading, model: SemanticModel) -> Frame:
    """Return the frame of a message that follows `previous`.

    A message with its own measure begins anew and keeps at most the subject (whose win rate it
    is); one that names only another measure asks it of the same games; one without a measure is a
    fragment: a value replaces the value of its dimension, or adds a condition.
    """
    frame = kept_of_last(previous, reading, model)
    if _compares_with_last(frame, reading):
        reading = replace(reading, too=True)
    if reading.fresh:
        frame = Frame(measure=frame.measure)
    if reading.measure is not None:
        turned = bool(reading.of_rival)
        frame = frame.model_copy(update={"measure": reading.measure, "turned": turned})
    elif frame.turned and reading.of_oneself:  # as Warlock against Priest, after Priest's win rate
        measure = TURNED.get(frame.measure, frame.measure)
        frame = frame.model_copy(update={"measure": measure, "turned": False})
    frame = drop(frame, reading, model)
    frame, reading = with_matchups(frame, reading, model)
    frame = replace_swapped(frame, reading)
    frame = take_values(frame, reading)
    if reading.swap and not any(model.dimensions[m.dimension].of_sides for m in reading.mentions):
        frame = frame.swapped()  # but "the other way round, as Terran" says already who it is
    frame = exclude(frame, reading, model)
    if reading.unmet:
        frame = without_matchups(frame, reading, model)
    frame = keep_rows(_group(frame, reading, model), previous, model)
    frame = with_rows_kept(frame, reading, model)
    if (again := counted_again(frame, reading)) is not None:
        frame, reading = again, replace(reading, periods=[])
    frame = without_periods(frame, reading)
    if reading.periods:
        named = tuple(_of_last_year(period, frame, reading) for period in reading.periods)
        periods = (*frame.period, *named) if reading.too else _other_edge(frame, named, reading)
        frame = frame.model_copy(update={"period": tuple(dict.fromkeys(periods))})
    update: dict[str, object] = {}
    for name in ("order", "having", "at_most", "draws", "mirror", "presentation"):
        value = getattr(reading, name)
        if value is not None:
            update[name] = value
    if frame.measure == "mirror_share" and not reading.mentions and _meets_another(frame, model):
        frame = frame.without_filter(model.entity).without_filter(model.entity, "opponent")
    if frame.measure == "mirror_share" and _meets_itself(frame, model):
        frame = frame.without_filter(model.entity, "opponent")  # of Zerg's games the share of ZvZ
    if frame.mirror == "only" and reading.mirror is None and _meets_another(frame, model):
        update["mirror"] = "auto"  # against Terran, after the mirrors of Protoss
    elif reading.mirror == "only" and _meets_another(frame, model):
        frame = frame.without_filter(model.entity, "opponent")
    if frame.measure == "draw_rate" and reading.draws is None:
        update["draws"] = "auto"  # their rate, after the games without them
    said = {bound.figure for bound in reading.bounds}
    update["bounds"] = (*(b for b in frame.bounds if b.figure not in said), *reading.bounds)
    if reading.measured:
        said_of = {(one.quantity, one.side) for one in reading.measured}
        kept = (o for o in frame.measured if (o.quantity, o.side) not in said_of)
        update["measured"] = (*kept, *reading.measured)
    update |= {"lasting": tuple(reading.lasting) or frame.lasting}
    if reading.beyond is not None:
        update["beyond"] = reading.beyond
    if reading.newest is not None or (reading.periods and reading.measure is None):
        update["newest"] = reading.newest  # a period takes the place of the newest games
    if frame.measure not in LENGTHS or reading.ended is not None:
        update["ended"] = reading.ended if frame.measure in LENGTHS else None
    if reading.order is not None or reading.limit is not None:
        update |= {"limit": reading.limit, "skip": reading.skip}
        update |= _ranked_within(frame, reading)
    if reading.order is not None and reading.quality and frame.measure in _LOSSES:
        update["order"] = "asc" if reading.order == "desc" else "desc"  # the worst lost most
    frame = frame.model_copy(update=update)
    if frame.within is not None and not (
        len(frame.group_by) == 2 and frame.within in frame.group_by
    ):  # the best map for each race, and then on one map
        frame = frame.unranked()
    several = len(frame.period) > 1 or any(
        len(one.values) > 1 and not one.together for one in frame.filters
    )
    if not frame.group_by and not several:  # a single row has no rank
        frame = frame.unranked()
    return _counted(frame, model)


def _meets_another(frame: Frame, model: SemanticModel) -> bool:
    """Whether a side is set against another one of what is compared."""
    own, rival = frame.filter(model.entity), frame.filter(model.entity, "opponent")
    return own is not None and rival is not None and not set(own.values) & set(rival.values)


def _meets_itself(frame: Frame, model: SemanticModel) -> bool:
    """Whether a side is set against itself: ZvZ."""
    own, rival = frame.filter(model.entity), frame.filter(model.entity, "opponent")
    return own is not None and rival is not None and own.values == rival.values


def _ranked_within(frame: Frame, reading: Reading) -> dict[str, object]:
    """The best map for each race is one of each, not of all pairs; a ranking is whole."""
    if not reading.groups and frame.within in frame.group_by:  # top 2, after the best of each
        return {"within": frame.within, "limit": reading.limit or frame.limit}
    each = [key for key in frame.group_by if key in reading.each]
    if reading.order is None or len(frame.group_by) != 2 or len(each) != 1 or reading.skip:
        return {"within": None}
    return {"within": each[0], "limit": reading.limit or (None if reading.in_full else 1)}


def _counted(frame: Frame, model: SemanticModel) -> Frame:
    """What is picked of a whole game (its opening, its map) is counted in games."""
    sided = any(key in ("opponent", "matchup") or model.is_of_sides(key) for key in frame.group_by)
    named = any(model.dimensions[one.dimension].of_sides for one in frame.filters)
    if frame.measure == "pick_share" and frame.group_by and not sided and not named:
        return frame.model_copy(update={"measure": "games"})
    return frame


def _compares_with_last(frame: Frame, reading: Reading) -> bool:
    """After Mage, "compare with Archer" asks for both."""
    named = {(m.dimension, m.opponent) for m in reading.mentions}
    if not reading.compare or reading.measure is not None or len(reading.periods) > 1:
        return False
    if len(reading.periods) == 1 and not (named or reading.groups):
        return bool(frame.period) and reading.periods[0] not in frame.period
    if len(reading.mentions) != 1:
        return False
    ((dimension, opponent),) = named
    return frame.filter(dimension, "opponent" if opponent else "own") is not None


def _of_last_year(period: Period, frame: Frame, reading: Reading) -> Period:
    """Return a period without a year in the year that was asked for last: April, after March."""
    years = {year_of(one) for one in frame.period or frame.periods_out}
    (spoken,) = years if len(years) == 1 else (None,)
    return in_year(period, spoken) if reading.floating and spoken is not None else period


def _other_edge(frame: Frame, named: tuple[Period, ...], reading: Reading) -> tuple[Period, ...]:
    """Up to December, after "since October 2019", is until the next December."""
    if reading.measure is not None or len(named) != 1 or len(frame.period) != 1:
        return named
    (old,), (new,) = frame.period, named
    if old.start is not None and old.end is None and new.start is None and new.end is not None:
        end = new.end
        if reading.floating:
            years = range(old.start.year, old.start.year + 3)
            if (end - timedelta(days=1)).year == old.start.year and end <= old.start:
                return named  # up to August, after "since September": of the same year
            end = min(e for e in (end.replace(year=one) for one in years) if e > old.start)
        return (Period(start=old.start, end=end),) if old.start < end else named
    if old.end is not None and old.start is None and new.end is None and new.start is not None:
        start = new.start
        if reading.floating:
            years = range(old.end.year - 1, old.end.year + 1)
            start = max(s for s in (start.replace(year=one) for one in years) if s < old.end)
        return (Period(start=start, end=old.end),) if start < old.end else named
    return named


def _group(frame: Frame, reading: Reading, model: SemanticModel) -> Frame:
    groups = list(reading.groups)
    sided = any(model.dimensions[m.dimension].of_sides for m in reading.mentions)
    if reading.compare and not groups and (sided or (reading.mentions and not frame.group_by)):
        return frame.unranked().model_copy(update={"group_by": ()})
    own = any(model.dimensions[m.dimension].of_sides and not m.opponent for m in reading.mentions)
    if reading.all and not groups and not own:
        groups = [model.entity]
    if not groups:
        return frame
    named = {m.dimension for m in reading.mentions if not m.opponent}
    opposed = {(m.dimension, m.opponent) for m in reading.mentions}
    for key in groups:
        if key in model.dimensions and key not in named:
            paired = frame.filter(key) is not None and (key, True) not in opposed
            frame = told_apart(frame, key)
            if paired and reading.order is not None:  # after A against B: the best of all
                frame = frame.without_filter(key, "opponent", exclude=False)
    met = {met_dimension(key, model) for key in groups} - {None}
    met |= {model.entity} if "matchup" in groups else set()
    for one in met:
        if one is not None and ("matchup" in groups or (one, True) not in opposed):
            frame = frame.without_filter(one, "opponent", exclude=False)
    old = frame.group_by if reading.too else ()
    return frame.model_copy(update={"group_by": tuple(dict.fromkeys((*old, *groups)))})
