"""How many games goes on from an answer: of whom it was, where, and against whom."""

from collections.abc import Mapping
from dataclasses import replace

from agents.data.asked_counts import COUNTS
from agents.data.match.compute.frame import GRAINS, Filter, Frame, Side
from agents.data.match.model.rivals import met_dimension, rivals_key
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.reading import Mention, Reading
from agents.data.sides_asked import own_sides
from agents.data.that_period import called

_IT = "it"


def count_of_first(
    reading: Reading, previous: Frame, top: Mapping[str, str], model: SemanticModel
) -> Frame:
    """Return what the count of the one that was ranked first goes on from: how many was that?

    So is it asked how often somebody met the first of the rivals.
    """
    again = [m for m in reading.mentions if not m.opponent and _asked(m, previous)]
    met = reading.groups == ["matchup"] and (reading.met or reading.meet)
    rest = replace(reading, mentions=[m for m in reading.mentions if m not in again],
                   groups=[] if met else reading.groups)  # fmt: skip
    groups = previous.group_by
    one = reading.of_one or reading.those == _IT  # how many did she play with it?
    one = one or (met and any(met_dimension(key, model) is not None for key in groups))
    if not (one and rest.bare_measure and rest.measure in COUNTS) or reading.total:
        return previous
    several = previous.order is None or (previous.limit or 1) > 1
    if several or not groups or any(key not in top for key in groups):
        return previous
    reading.mentions, reading.groups, reading.meet = rest.mentions, rest.groups, False
    reading.unknown = [word for word in reading.unknown if word not in reading.them.split()]
    reading.them = reading.they = ""
    frame = previous.unranked().without_thresholds().model_copy(update={"group_by": ()})
    for key in groups:
        frame = _of_row(frame, key, top[key], model)
    return frame


def _asked(mention: Mention, previous: Frame) -> bool:
    held = previous.filter(mention.dimension)
    return held is not None and mention.value in held.values


def _of_row(frame: Frame, key: str, value: str, model: SemanticModel) -> Frame:
    """Return a frame with the games of one row: of a value, of a rival or of a period."""
    if key in GRAINS:
        return frame.model_copy(update={"period": (called(key, value),)})
    met = met_dimension(key, model)
    side: Side = "opponent" if met is not None else "own"
    return frame.with_filter(Filter(dimension=met or key, values=(value,), side=side))


def with_rival(reading: Reading, previous: Frame, model: SemanticModel) -> None:
    """Make the one with whom somebody played a rival, after an answer about somebody else.

    So is one of the rivals that were shown.
    """
    if reading.of_any and previous.measure in COUNTS and reading.measure is not None:
        reading.measure = previous.measure  # how many in 2025, after the wins in 2024
    if len(reading.mentions) != 1 or not reading.counts_on:
        return
    (one,) = reading.mentions
    if one.opponent or not model.has_rival(one.dimension) or model.of_one_view:
        return
    own = previous.filter(one.dimension)
    if own is not None and (one.value in own.values or len(own.values) > 1):
        return
    people = model.dimensions[one.dimension].role == "player"
    said = reading.beside in ("against", "along") or (reading.beside == "with" and people)
    shown = own is not None and rivals_key(one.dimension, model) in previous.group_by
    whose = own or previous.filter(model.player or model.entity)
    if (said and whose is not None) or shown:
        reading.mentions = [Mention(one.dimension, one.value, opponent=True)]
        reading.included = []


def counts_on(reading: Reading, previous: Frame, model: SemanticModel) -> Frame | None:
    """Return what a count that goes on from an answer keeps, or None if it begins anew.

    Those are all conditions; but where another one is named, only if the message says by its form
    that it goes on (오세린은 몇 판이야?), and names nothing else.
    """
    whole = reading.total and not own_sides(previous, model)
    if not reading.counts_on or whole or reading.those or reading.there:
        return None
    plain = Reading(measure=reading.measure, mentions=reading.mentions, periods=reading.periods,
                    floating=reading.floating, listing=reading.listing,
                    mirror=reading.mirror, implied=reading.implied)  # fmt: skip
    told = reading.mentions or reading.periods or reading.mirror or reading.settled
    if reading != plain or not told:
        return None
    own = [one for one in reading.mentions if not one.opponent]
    played = reading.beside in ("with", "as")
    others = [one for one in own if _is_subject(one, previous, model, played=played)]
    if others and (reading.counts_on != "surely" or len(reading.mentions) > 1 or reading.periods):
        return None
    kept: dict[str, object] = {"group_by": ()}
    if reading.mentions:
        kept["newest"] = None  # of the last 20 games one would count 20 again
    return previous.unranked().without_thresholds().model_copy(update=kept)


def among_newest(reading: Reading, previous: Frame) -> None:
    """Of the last 20 games, how many were on one map: the newest are those that fit all of it."""
    if previous.newest is None or reading.measure not in COUNTS or not reading.mentions:
        return
    if reading.those and all(not _asked(one, previous) for one in reading.mentions):
        reading.unknown.append(reading.those)


def _is_subject(mention: Mention, previous: Frame, model: SemanticModel, *, played: bool) -> bool:
    """Whether a value says anew whose games are meant, and not what somebody `played` with."""
    dimension = model.dimensions[mention.dimension]
    if not dimension.of_sides or dimension.fixed is not None or mention.dimension == "side":
        return False
    if mention.dimension in previous.group_by:
        return False  # one of the rows that were shown
    person = previous.filter(model.player) if model.player is not None else None
    return person is None or mention.dimension == model.player or not played
