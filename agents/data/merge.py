"""A message is merged with the conversation's last frame: what it replaces, adds and removes."""

from dataclasses import replace
from datetime import timedelta

from agents.data.carried import keep_rows
from agents.data.frame import GRAINS, LENGTHS, Filter, Frame, Side
from agents.data.model import SemanticModel
from agents.data.own_log import TURNED
from agents.data.periods import Period, in_year, year_of
from agents.data.plan import RATES
from agents.data.reading import Mention, Reading

_OF_QUANTITY = "measured:"
_SIDED_MEASURES = (*RATES, "pick_share")


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
    frame = _drop(frame, reading, model)
    frame, reading = _with_matchups(frame, reading, model)
    frame = _replace_swapped(frame, reading, model)
    frame = _take_values(frame, reading)
    sides = {m.opponent for m in reading.mentions if m.dimension == model.entity}
    if reading.swap and len(sides) < 2:  # the other way round, ZvT: that is said already
        frame = frame.swapped()
    frame = _exclude(frame, reading)
    if reading.unmet:
        frame = _without_matchups(frame, reading, model)
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
    if reading.bounds:
        said = {bound.figure for bound in reading.bounds}
        others = tuple(bound for bound in frame.bounds if bound.figure not in said)
        update["bounds"] = (*others, *reading.bounds)
    if reading.lasting:
        update["lasting"] = tuple(reading.lasting)
    if reading.measured:
        said_of = {(one.quantity, one.side) for one in reading.measured}
        kept = (o for o in frame.measured if (o.quantity, o.side) not in said_of)
        update["measured"] = (*kept, *reading.measured)
    if reading.beyond is not None:
        update["beyond"] = reading.beyond
    if frame.measure not in LENGTHS:
        update["ended"] = None
    elif reading.ended is not None:
        update["ended"] = reading.ended
    if reading.order is not None or reading.limit is not None:
        update |= {"limit": reading.limit, "skip": reading.skip}
        update |= _ranked_within(frame, reading)
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
    if not reading.compare or len(reading.mentions) != 1 or reading.measure is not None:
        return False
    ((dimension, opponent),) = named
    return frame.filter(dimension, "opponent" if opponent else "own") is not None


def _base(previous: Frame | None, reading: Reading, model: SemanticModel) -> Frame:
    if previous is None:
        return Frame()
    if reading.measure is None:
        changed = bool(reading.groups) or reading.all
        if changed:
            return previous.unranked().model_copy(
                update={"having": None, "bounds": (), "beyond": None}
            )
        return previous
    if previous.group_by and (reading.only_ranks or _same_rows(reading, previous)):
        return previous.unranked()
    if previous.group_by and _only_bounds(reading, previous):
        return previous
    if reading.rivals_of:  # against whom did they lose most?
        own = tuple(one for one in previous.filters if one.side == "own")
        return previous.unranked().model_copy(update={"filters": own, "group_by": ()})
    if reading.bare_measure and reading.total:  # overall: of all games of whom it is about
        whose = tuple(f for f in previous.filters if model.dimensions[f.dimension].of_sides)
        return Frame(filters=whose if reading.measure in _SIDED_MEASURES else ())
    if reading.bare_measure:
        return previous.unranked() if reading.measure != previous.measure else previous
    if reading.those:
        return previous.unranked().without_thresholds().model_copy(update={"group_by": ()})
    against = (previous.filter(m.dimension) for m in reading.mentions if m.opponent)
    kept = next(against, None) or previous.filter(model.entity) or _player(previous, model)
    names_subject = (
        any(model.dimensions[m.dimension].of_sides and not m.opponent for m in reading.mentions)
        or any(key in ("matchup", "opponent") or _sided(key, model) for key in reading.groups)
        or reading.all
        or reading.who
    )
    met = any(mention.opponent for mention in reading.mentions)
    sided = met or reading.measure in _SIDED_MEASURES
    if kept is None or names_subject or not sided:
        return Frame()
    opposite = Mention(kept.dimension, kept.values[0], opponent=True)
    if opposite in reading.mentions:
        return Frame()
    rival = previous.filter(kept.dimension, "opponent")
    return Frame(filters=(kept,) if rival is None or met else (kept, rival))


def _same_rows(reading: Reading, previous: Frame) -> bool:
    """Whether a message only ranks the rows that were shown: which map is played most."""
    rows = set(reading.groups) <= set(previous.group_by)
    return rows and replace(reading, groups=[], who=False).only_ranks


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


def _drop(frame: Frame, reading: Reading, model: SemanticModel) -> Frame:
    for key in reading.dropped:
        if key == "period":
            rest = tuple(group for group in frame.group_by if group not in GRAINS)
            frame = frame.model_copy(update={"period": (), "group_by": rest})
        elif key == "lasting":
            frame = frame.model_copy(update={"lasting": ()})
        elif key == "measured":
            frame = frame.model_copy(update={"measured": ()})
        elif key.startswith(_OF_QUANTITY):
            left = tuple(o for o in frame.measured if o.quantity != key.removeprefix(_OF_QUANTITY))
            frame = frame.model_copy(update={"measured": left})
        elif key == "thresholds":
            frame = frame.without_thresholds()
        elif key == "opponent":
            kept = tuple(one for one in frame.filters if one.side != "opponent")
            rest = tuple(group for group in frame.group_by if group != "opponent")
            frame = frame.model_copy(update={"filters": kept, "group_by": rest})
        else:
            frame = frame.without_filter(key)
            rest = tuple(group for group in frame.group_by if group != key)
            frame = frame.model_copy(update={"group_by": rest})
    return frame


def _replace_swapped(frame: Frame, reading: Reading, model: SemanticModel) -> Frame:
    """After Terran against Zerg, "Zerg?" asks for Zerg against Terran."""
    own = [m.value for m in reading.mentions if m.dimension == model.entity and not m.opponent]
    against = [m for m in reading.mentions if m.dimension == model.entity and m.opponent]
    rival = frame.filter(model.entity, "opponent")
    subject = frame.filter(model.entity)
    if len(own) != 1 or against or rival is None or own[0] not in rival.values or reading.too:
        return frame
    if subject is None or own[0] in subject.values:
        return frame.without_filter(model.entity, "opponent")
    return frame.with_filter(Filter(dimension=model.entity, values=subject.values, side="opponent"))


def _take_values(frame: Frame, reading: Reading) -> Frame:
    by_slot: dict[tuple[str, bool], list[str]] = {}
    if reading.too and _crosses(frame, reading):
        reading = replace(reading, too=False)  # the other matchup alone, no product of both
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


def _crosses(frame: Frame, reading: Reading) -> bool:
    """Whether a matchup beside the one before shares neither side with it: TvZ, and ZvP too."""
    pairs = [(m.value, o.value) for m in reading.mentions for o in reading.mentions
             if not m.opponent and o.opponent and m.dimension == o.dimension]  # fmt: skip
    if len(pairs) != 1:
        return False
    own = frame.filter(reading.mentions[0].dimension)
    rival = frame.filter(reading.mentions[0].dimension, "opponent")
    if own is None or rival is None:
        return False
    ((one, two),) = pairs
    return own.values != (one,) and rival.values != (two,)


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


def _exclude(frame: Frame, reading: Reading) -> Frame:
    replaced = {(m.dimension, m.value) for m in reading.replaced}
    answered = {m.dimension for m in reading.mentions}
    for mention in [*reading.excluded, *reading.replaced]:
        side: Side = "opponent" if mention.opponent else "own"
        old = frame.filter(mention.dimension, side)
        if old is not None and mention.value in old.values:
            left = tuple(value for value in old.values if value != mention.value)
            frame = frame.without_filter(mention.dimension, side)
            if left:
                frame = frame.with_filter(old.model_copy(update={"values": left}))
            elif mention in reading.excepted:
                frame = frame.with_filter(old.model_copy(update={"exclude": True}))
        elif (
            mention.dimension,
            mention.value,
        ) not in replaced or mention.dimension not in answered:
            barred = frame.filter(mention.dimension, side, exclude=True)
            values = (*(barred.values if barred else ()), mention.value)
            frame = frame.with_filter(
                Filter(
                    dimension=mention.dimension,
                    values=tuple(dict.fromkeys(values)),
                    exclude=True,
                    side=side,
                )
            )
    return frame


def _with_matchups(frame: Frame, reading: Reading, model: SemanticModel) -> tuple[Frame, Reading]:
    """Count matchups again that were left out: including TvZ, or only TvZ."""
    own, rivals = (
        {m.value for m in reading.mentions if m.dimension == model.entity and m.opponent is met}
        for met in (False, True)
    )
    named = [p for p in frame.unmet if (own, rivals) in (({p[0]}, {p[1]}), ({p[1]}, {p[0]}))]
    if not named:
        return frame, reading
    left = tuple(pair for pair in frame.unmet if pair not in named)
    if reading.met_again:
        rest = [m for m in reading.mentions if m.dimension != model.entity]
        reading = replace(reading, mentions=rest)
    return frame.model_copy(update={"unmet": left}), reading


def _without_matchups(frame: Frame, reading: Reading, model: SemanticModel) -> Frame:
    """Leave out the games of two races; of TvZ alone, without TvZ, nothing is left to name."""
    own, rival = frame.filter(model.entity), frame.filter(model.entity, "opponent")
    for one, two in reading.unmet:
        if own is not None and rival is not None and {own.values, rival.values} == {(one,), (two,)}:
            frame = frame.without_filter(model.entity)
        else:
            frame = frame.model_copy(update={"unmet": (*frame.unmet, (one, two))})
    return frame.model_copy(update={"unmet": tuple(dict.fromkeys(frame.unmet))})


def _group(frame: Frame, reading: Reading, model: SemanticModel) -> Frame:
    groups = list(reading.groups)
    if reading.compare and reading.mentions and not groups:
        return frame.unranked().model_copy(update={"group_by": ()})
    if reading.all and not groups:
        groups = [model.entity]
    if not groups:
        return frame
    named = {m.dimension for m in reading.mentions if not m.opponent}
    opposed = {(m.dimension, m.opponent) for m in reading.mentions}
    for key in groups:
        if key in model.dimensions and key not in named:
            frame = frame.without_filter(key, "own", exclude=False)
    if "matchup" in groups or ("opponent" in groups and (model.entity, True) not in opposed):
        frame = frame.without_filter(model.entity, "opponent")
    old = frame.group_by if reading.too else ()
    return frame.model_copy(update={"group_by": tuple(dict.fromkeys((*old, *groups)))})
