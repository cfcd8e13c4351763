"""A message is merged with the conversation's last frame: what it replaces, adds and removes."""

from dataclasses import replace
from datetime import timedelta

from agents.data.carried import keep_rows
from agents.data.frame import LENGTHS, Filter, Frame, Side
from agents.data.model import SemanticModel
from agents.data.own_log import TURNED
from agents.data.periods import Period, in_year, year_of
from agents.data.plan import RATES
from agents.data.reading import Mention, Reading
from agents.data.rivals import met_dimension
from agents.data.settling import leaves_rows
from agents.data.sides_asked import at_side
from agents.data.taking_out import drop, exclude, with_matchups, without_matchups

_LOSSES = ("losses", "loss_rate")
_SIDED_MEASURES = (*RATES, "pick_share")
_NEW = Frame()


def merge(previous: Frame | None, reading: Reading, model: SemanticModel) -> Frame:
    """Return the frame of a message that follows `previous`.

    A message with its own measure begins anew and keeps at most the subject (whose win rate it
    is); one that names only another measure asks it of the same games; one without a measure is a
    fragment: a value replaces the value of its dimension, or adds a condition.
    """
    frame = _base(previous, reading, model)
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
    frame = _replace_swapped(frame, reading)
    frame = _take_values(frame, reading)
    if reading.swap and not any(model.dimensions[m.dimension].of_sides for m in reading.mentions):
        frame = frame.swapped()  # but "the other way round, as Terran" says already who it is
    frame = exclude(frame, reading, model)
    if reading.unmet:
        frame = without_matchups(frame, reading, model)
    frame = keep_rows(_group(frame, reading, model), previous, model)
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
    if frame.mirror == "only" and reading.mirror is None and _meets_another(frame, model):
        update["mirror"] = "auto"  # against Terran, after the mirrors of Protoss
    elif reading.mirror == "only" and _meets_another(frame, model):
        frame = frame.without_filter(model.entity, "opponent")
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
    sided = any(key in ("opponent", "matchup") or _sided(key, model) for key in frame.group_by)
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


def _base(previous: Frame | None, reading: Reading, model: SemanticModel) -> Frame:
    if previous is None:
        return _NEW
    if reading.measure is None:
        changed = bool(reading.groups) or reading.all
        if changed:
            return previous.unranked().model_copy(
                update={"having": None, "bounds": (), "beyond": None}
            )
        return previous
    if previous.group_by and _same_rows(reading, previous, model):
        return previous.unranked()
    if previous.group_by and _only_bounds(reading, previous):
        return previous
    if reading.rivals_of:  # against whom did they lose most?
        own = tuple(one for one in previous.filters if one.side == "own")
        return previous.unranked().model_copy(update={"filters": own, "group_by": ()})
    if reading.bare_measure and reading.total:  # overall: of all games of whom it is about
        whose = tuple(f for f in previous.filters if model.dimensions[f.dimension].of_sides)
        whose = tuple(f for f in whose if f != at_side(previous, model))  # at home and away
        return Frame(filters=whose if reading.measure in _SIDED_MEASURES else ())
    if reading.bare_measure:
        return previous.unranked() if reading.measure != previous.measure else previous
    if reading.those:
        return previous.unranked().without_thresholds().model_copy(update={"group_by": ()})
    if _only_rows(reading, model):
        return previous.unranked().without_thresholds()
    if _ranks_rows(reading, previous, model):
        whose = tuple(f for f in previous.filters if model.dimensions[f.dimension].of_sides)
        return Frame(filters=whose, group_by=previous.group_by)
    against = (previous.filter(m.dimension) for m in reading.mentions if m.opponent)
    kept = next(against, None) or previous.filter(model.entity) or _player(previous, model)
    names_subject = (
        any(model.dimensions[m.dimension].of_sides and not m.opponent for m in reading.mentions)
        or any(key in ("matchup", "opponent") or _sided(key, model) for key in reading.groups)
        or reading.all
        or reading.who
    )
    if reading.there or reading.pointed or reading.the_one:  # how many games there: of whom it was
        there = previous.unranked().without_thresholds().model_copy(update={"group_by": ()})
        whole = (f for f in there.filters if not model.dimensions[f.dimension].of_sides)
        return there.model_copy(update={"filters": tuple(whole)}) if names_subject else there
    met = any(mention.opponent for mention in reading.mentions)
    sided = met or reading.measure in _SIDED_MEASURES
    if kept is None or names_subject or not sided:
        return Frame()
    opposite = Mention(kept.dimension, kept.values[0], opponent=True)
    if opposite in reading.mentions:
        return Frame()
    rival = previous.filter(kept.dimension, "opponent")
    return Frame(filters=(kept,) if rival is None or met else (kept, rival))


def _same_rows(reading: Reading, previous: Frame, model: SemanticModel) -> bool:
    """Whether a message only ranks the rows that were shown: which map is played most.

    It may say how many games a row needs.
    """
    rows = set(reading.groups) <= set(previous.group_by)
    if leaves_rows(reading, previous, model):
        return False
    return (
        rows
        and replace(reading, groups=[], who=False, having=None, at_most=None, bounds=[]).only_ranks
    )


def _ranks_rows(reading: Reading, previous: Frame, model: SemanticModel) -> bool:
    """Whether what was shown is ranked in other games: the best win rate in 2024, of people."""
    if reading.order is None or reading.groups or not previous.group_by:
        return False
    sides = (m for m in (*reading.mentions, *reading.excluded) if not m.opponent)
    sided = any(model.dimensions[m.dimension].of_sides for m in sides)
    return not (sided or reading.all or leaves_rows(reading, previous, model))


def _only_rows(reading: Reading, model: SemanticModel) -> bool:
    """Whether only a figure and its rows are named: games by map, the map with most games.

    Of which games is left to the talk, but for which race is best, which asks by itself.
    """
    rows = Reading(measure=reading.measure, groups=reading.groups, trend=reading.trend,
                   order=reading.order, limit=reading.limit, listing=reading.listing,
                   presentation=reading.presentation)  # fmt: skip
    named = any(key == "matchup" or _sided(key, model) for key in reading.groups)
    whole = reading.total or (named and reading.order is not None)
    return bool(reading.groups) and reading == rows and not whole


def _only_bounds(reading: Reading, previous: Frame) -> bool:
    """Whether a message only says which rows are wanted: those above 45 %, and Black over 40 %?"""
    slots = {(f.dimension, f.side == "opponent") for f in previous.filters}
    if not reading.bounds or not {(m.dimension, m.opponent) for m in reading.mentions} <= slots:
        return False
    bounded = Reading(measure=reading.measure, bounds=reading.bounds, having=reading.having,
                      mentions=reading.mentions, too=reading.too)  # fmt: skip
    return reading.measure == previous.measure and reading == bounded


def _player(frame: Frame, model: SemanticModel) -> Filter | None:
    for one in frame.filters:
        if model.dimensions[one.dimension].role == "player" and one.side == "own":
            return one
    return None


def _sided(key: str, model: SemanticModel) -> bool:
    return key in model.dimensions and model.dimensions[key].of_sides


def _replace_swapped(frame: Frame, reading: Reading) -> Frame:
    """After Terran against Zerg, "Zerg?" asks for Zerg against Terran."""
    for key in dict.fromkeys(m.dimension for m in reading.mentions):
        own = [m.value for m in reading.mentions if m.dimension == key and not m.opponent]
        against = [m for m in reading.mentions if m.dimension == key and m.opponent]
        rival, subject = frame.filter(key, "opponent"), frame.filter(key)
        if len(own) != 1 or against or rival is None or own[0] not in rival.values or reading.too:
            continue
        if subject is None or own[0] in subject.values:
            frame = frame.without_filter(key, "opponent")
        else:
            turned = Filter(dimension=key, values=subject.values, side="opponent")
            frame = frame.with_filter(turned)
    return frame


def _take_values(frame: Frame, reading: Reading) -> Frame:
    by_slot: dict[tuple[str, bool], list[str]] = {}
    frame, reading = _count_again(frame, reading)
    if reading.too and _crosses(frame, reading):
        reading = replace(reading, too=False)  # the matchup alone, no product of both
    elif reading.too:
        frame = _of_matchups(frame, reading)
    for mention in reading.mentions:
        by_slot.setdefault((mention.dimension, mention.opponent), []).append(mention.value)
    if not reading.too and any(opponent for _, opponent in by_slot):
        # Another rival takes the place of the one before: vs Terran, vs Maru.
        kept = (one for one in frame.filters if one.side == "own" or one.exclude)
        frame = frame.model_copy(update={"filters": tuple(kept)})
    for (dimension, opponent), values in by_slot.items():
        side: Side = "opponent" if opponent else "own"
        barred = frame.filter(dimension, side, exclude=True)
        if reading.too and barred is not None and frame.filter(dimension, side) is None:
            both = (*barred.values, *(value for value in values if value not in barred.values))
            frame = frame.with_filter(barred.model_copy(update={"values": both}))
            continue  # except Acropolis, and Triton too
        if reading.too and (old := frame.filter(dimension, side)) is not None:
            values = [*values, *(value for value in old.values if value not in values)]
        frame = frame.without_filter(dimension, side)
        frame = frame.with_filter(
            Filter(
                dimension=dimension,
                values=tuple(dict.fromkeys(values)),
                side=side,
                together=any(m.together for m in reading.mentions if m.dimension == dimension),
            )
        )
        if not opponent:
            rest = tuple(group for group in frame.group_by if group != dimension)
            frame = frame.model_copy(update={"group_by": rest})
    return frame


def _count_again(frame: Frame, reading: Reading) -> tuple[Frame, Reading]:
    """Include EU: where it was left out it is left out no more, else it is added to the others."""
    done: list[Mention] = []
    for mention in reading.included if reading.measure is None else ():
        side: Side = "opponent" if mention.opponent else "own"
        barred = frame.filter(mention.dimension, side, exclude=True)
        if barred is None or mention.value not in barred.values:
            shown = mention.dimension in frame.group_by and frame.filter(mention.dimension) is None
            done += [mention] if shown and reading.adds else []
            continue
        left = tuple(value for value in barred.values if value != mention.value)
        frame = frame.without_filter(mention.dimension, side, exclude=True)
        if left:
            frame = frame.with_filter(barred.model_copy(update={"values": left}))
        done.append(mention)
    added = reading.adds and reading.measure is None
    if not done and reading.too >= added:
        return frame, reading
    mentions = [mention for mention in reading.mentions if mention not in done]
    return frame, replace(reading, mentions=mentions, too=reading.too or added)


def _matchup(reading: Reading) -> tuple[str, str, str] | None:
    """Return the dimension and sides of the only matchup that is named, or None."""
    pairs = [(m.dimension, m.value, o.value) for m in reading.mentions for o in reading.mentions
             if not m.opponent and o.opponent and m.dimension == o.dimension]  # fmt: skip
    return pairs[0] if len(pairs) == 1 else None


def _crosses(frame: Frame, reading: Reading) -> bool:
    """Whether a matchup is named beside a side without rivals: Terran, and ZvP too."""
    pair = _matchup(reading)
    if pair is None:
        return False
    own, rival = frame.filter(pair[0]), frame.filter(pair[0], "opponent")
    if own is None or rival is None:
        return own is not None
    return len(own.values) > 1 or len(rival.values) > 1


def _of_matchups(frame: Frame, reading: Reading) -> Frame:
    """Leave out what is in the product of two matchups only: TvP, of TvZ and ZvP."""
    pair = _matchup(reading)
    own = frame.filter(pair[0]) if pair is not None else None
    rival = frame.filter(pair[0], "opponent") if pair is not None else None
    if pair is None or own is None or rival is None:
        return frame
    wanted = {(own.values[0], rival.values[0]), pair[1:]}
    crossed = {(one, two) for one, _ in wanted for _, two in wanted if one != two} - wanted
    return frame.model_copy(update={"unmet": (*frame.unmet, *sorted(crossed))})


def _of_last_year(period: Period, frame: Frame, reading: Reading) -> Period:
    """Return a period without a year in the year that was asked for last: April, after March."""
    years = {year_of(one) for one in frame.period}
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
            frame = frame.without_filter(key, "own", exclude=False)
    met = {met_dimension(key, model) for key in groups} - {None}
    met |= {model.entity} if "matchup" in groups else set()
    for one in met:
        if one is not None and ("matchup" in groups or (one, True) not in opposed):
            frame = frame.without_filter(one, "opponent", exclude=False)
    old = frame.group_by if reading.too else ()
    return frame.model_copy(update={"group_by": tuple(dict.fromkeys((*old, *groups)))})
