"""What of the last frame a message goes on from: its games, its rows, whom it is about."""

from dataclasses import replace

from agents.data.counting_on import counts_on
from agents.data.in_total import of_all_games
from agents.data.match.compute.frame import Filter, Frame
from agents.data.match.compute.plan import RATES, needs_subject
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.reading import Mention, Reading
from agents.data.settling import leaves_rows
from agents.data.sides_asked import at_side, is_seat

_SIDED_MEASURES = (*RATES, "pick_share")
_NEW = Frame()


def kept_of_last(previous: Frame | None, reading: Reading, model: SemanticModel) -> Frame:
    """Return what of the last frame holds on where a message follows it, before it is changed."""
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
    if previous.group_by and (_only_bounds(reading, previous) or _by_another(reading)):
        return previous
    if previous.group_by and _only_conditions(reading, previous, model):
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
    if (counted := counts_on(reading, previous, model)) is not None:
        return counted
    if _only_rows(reading, model) or _of_another(reading, previous):
        plain = previous.unranked().without_thresholds()
        sides = (previous.filter(model.entity, side) for side in ("own", "opponent"))
        if model.entity in reading.groups and None not in sides:  # by race, after TvZ
            plain = plain.without_filter(model.entity)
        return plain
    if _only_side(reading, previous, model):
        return previous.unranked().without_thresholds()
    if (person := _of_person(reading, previous, model)) is not None:
        return person
    if _ranks_counted(reading, previous, model):
        return previous.unranked().without_thresholds().model_copy(update={"group_by": ()})
    if _ranks_rows(reading, previous, model):
        whose = tuple(f for f in previous.filters if model.dimensions[f.dimension].of_sides)
        return Frame(filters=whose, group_by=previous.group_by)
    against = (previous.filter(m.dimension) for m in reading.mentions if m.opponent)
    kept = next(against, None) or previous.filter(model.entity) or _player(previous, model)
    names_subject = (
        any(model.dimensions[m.dimension].of_sides and not m.opponent for m in reading.mentions)
        or any(key in ("matchup", "opponent") or model.is_of_sides(key) for key in reading.groups)
        or reading.all
        or reading.who
    )
    if reading.there or reading.pointed or reading.the_one:  # how many games there: of whom it was
        there = previous.unranked().without_thresholds().model_copy(update={"group_by": ()})
        if reading.total and not reading.there:
            there = of_all_games(there, model)  # draws of that team overall
        whole = (f for f in there.filters if not model.dimensions[f.dimension].of_sides)
        another = _names_another(reading, previous, model)
        return there.model_copy(update={"filters": tuple(whole)}) if another else there
    met = any(mention.opponent for mention in reading.mentions)
    sided = met or reading.measure in _SIDED_MEASURES
    if kept is None or names_subject or not sided:
        return Frame()
    opposite = Mention(kept.dimension, kept.values[0], opponent=True)
    if opposite in reading.mentions:
        return Frame()
    rival = previous.filter(kept.dimension, "opponent")
    return Frame(filters=(kept,) if rival is None or met else (kept, rival))


def _names_another(reading: Reading, previous: Frame, model: SemanticModel) -> bool:
    """Whether a message that points back names another side than the last question was about.

    A row that the last answer ranked is one of those that it was about.
    """
    about = {(f.dimension, v) for f in previous.filters if f.side == "own" for v in f.values}
    about |= set(reading.pointed)
    named = (
        m for m in reading.mentions if not m.opponent and model.dimensions[m.dimension].of_sides
    )
    return (
        any((one.dimension, one.value) not in about for one in named)
        or any(key in ("matchup", "opponent") or model.is_of_sides(key) for key in reading.groups)
        or reading.all
        or reading.who
    )


def keep_rows(frame: Frame, previous: Frame | None, model: SemanticModel) -> Frame:
    """Keep races side by side where another grouping takes their place: by race, then by map."""
    if previous is None or not needs_subject(frame, model) or needs_subject(previous, model):
        return frame
    sided = [k for k in previous.group_by if k == "matchup"
             or model.is_of_sides(k)]  # fmt: skip
    if not sided or not frame.group_by or previous.measure != frame.measure:
        return frame
    return frame.model_copy(update={"group_by": (*sided, *frame.group_by)})


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


def _only_side(reading: Reading, previous: Frame, model: SemanticModel) -> bool:
    """Whether only a figure of home or away, of Blue or of White, is named: 원정 승률은?"""
    if len(reading.mentions) != 1 or previous.group_by or reading.they:
        return False
    (one,) = reading.mentions
    return is_seat(one.dimension, model) and reading == Reading(
        measure=reading.measure, mentions=[one], too=reading.too
    )


def _of_person(reading: Reading, previous: Frame, model: SemanticModel) -> Frame | None:
    """Return what a ranking of somebody's rivals, or of what they use, goes on from, or None.

    So "the most used character?" after the record of a player, and "whom did they lose to most?".
    """
    whose = previous.filter(model.player or model.entity)
    if whose is None or whose.exclude or previous.group_by or reading.order is None:
        return None
    rows = Reading(measure=reading.measure, groups=reading.groups, who=reading.who,
                   order=reading.order, limit=reading.limit, listing=reading.listing)  # fmt: skip
    if reading != rows or not reading.groups:
        return None
    rivals = all(key == "opponent" or key.startswith("opponent_") for key in reading.groups)
    used = reading.measure == "pick_share" and whose.dimension not in reading.groups
    if not (rivals or used):
        return None
    plain = previous.unranked().without_thresholds()
    if not rivals:
        return plain
    own = tuple(one for one in plain.filters if one.side == "own")
    return plain.model_copy(update={"filters": own})


def _by_another(reading: Reading) -> bool:
    """Whether rows are told by another figure, with what they need: by win rate, min 100 games."""
    needs = Reading(measure=reading.measure, having=reading.having, at_most=reading.at_most,
                    bounds=reading.bounds)  # fmt: skip
    bounded = reading.having is not None or reading.at_most is not None or reading.bounds
    return bool(bounded) and reading == needs


def _ranks_counted(reading: Reading, previous: Frame, model: SemanticModel) -> bool:
    """Whether somebody is ranked in the games that were counted last: who won the most?"""
    if reading.order is None or previous.measure != "games":
        return False
    if any(model.is_of_sides(key) for key in previous.group_by) or (
        previous.group_by and not reading.who
    ):
        return False  # of maps with most of them: who won the most there
    rows = Reading(measure=reading.measure, groups=reading.groups, who=reading.who,
                   order=reading.order, limit=reading.limit, listing=reading.listing,
                   presentation=reading.presentation)  # fmt: skip
    sided = any(model.dimensions[one.dimension].of_sides for one in previous.filters)
    return reading == rows and not sided


def _ranks_rows(reading: Reading, previous: Frame, model: SemanticModel) -> bool:
    """Whether what was shown is ranked in other games: the best win rate in 2024, of people."""
    if reading.order is None or reading.groups or not previous.group_by:
        return False
    sides = (m for m in (*reading.mentions, *reading.excluded) if not m.opponent)
    keys = {m.dimension for m in sides if not is_seat(m.dimension, model)}  # but not with Black
    sided = any(model.dimensions[key].of_sides for key in keys)
    return not (sided or reading.all or leaves_rows(reading, previous, model))


def _only_rows(reading: Reading, model: SemanticModel) -> bool:
    """Whether only a figure and its rows are named: games by map, the map with most games.

    Of which games is left to the talk, but for which race is best, which asks by itself.
    """
    rows = Reading(measure=reading.measure, groups=reading.groups, trend=reading.trend,
                   order=reading.order, limit=reading.limit, listing=reading.listing,
                   presentation=reading.presentation)  # fmt: skip
    named = any(key == "matchup" or model.is_of_sides(key) for key in reading.groups)
    whole = reading.total or (named and reading.order is not None)
    return bool(reading.groups) and reading == rows and not whole


def _of_another(reading: Reading, previous: Frame) -> bool:
    """Whether only a figure of another side is named, in the last one's place: and away wins?"""
    if not reading.goes_on or len(reading.mentions) != 1 or reading.total:
        return False
    (one,) = reading.mentions
    same = previous.filter(one.dimension, "opponent" if one.opponent else "own")
    return same is not None and reading == Reading(measure=reading.measure, mentions=[one])


def _only_conditions(reading: Reading, previous: Frame, model: SemanticModel) -> bool:
    """Whether the same figure of the same rows is asked for under another condition.

    After who won most by resignation, who won by points: 집으로 이긴 건?
    """
    same = Reading(measure=previous.measure, mentions=reading.mentions)
    named = {one.dimension for one in reading.mentions}
    whole = all(
        not model.dimensions[key].of_sides and previous.filter(key) is not None for key in named
    )
    return bool(named) and whole and reading == same


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
