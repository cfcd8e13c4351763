"""What a message says by pointing at the last answers: that map, any map, in total, the two."""

import re
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

from agents.answering.periods.periods import grain_of
from agents.data.against import settle_against
from agents.data.counting_on import count_of_first
from agents.data.following import follow
from agents.data.head_to_head import first_met, head_to_head
from agents.data.in_total import in_total, of_all_games
from agents.data.match.answers.ranked_rows import Ranked
from agents.data.match.compute.frame import GRAINS, Frame
from agents.data.match.compute.plan import needs_subject
from agents.data.match.model.rivals import met_dimension
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.reading import Mention, Reading
from agents.data.sides_asked import at_side, of_two
from agents.data.that_period import settle_that_period
from agents.data.the_one import settle_the_one
from agents.data.those_shown import Shown, settle_those_shown
from agents.data.two_answers import both, put_together, which_of_two

_BETWEEN = ("between", "entre", "against", "contra")
_PLACE = re.compile(r"(?:에서|에서는|에선)\W*$|^\W*(?:(?:and|y|but|pero)\s)?(?:in|on|at|en)\s")
NOTHING: Mapping[str, str] = MappingProxyType({})
NOBODY: Shown = MappingProxyType({})


_HERE = ("here", "aqui", "aca", "여기")  # in this table
_GAMES_OF_NOTHING = (
    *("esas", "esos", "estas", "estos", "그중", "그중에", "그중에서"),
    *("them", "that", "those", "these", "eso", "그거", "그것", "그것들", "그거들"),
)


class Before(NamedTuple):
    """What was answered before the last answer's frame.

    `earlier` is the frame of the answer before it, `older` are those before that one, newest first,
    `first` is that of the talk's first answer, `top` the values of the last answer's highest
    row (dimension to value), empty if nothing was ranked. `refused` is what was understood of the
    question before, where one word of it was not, and `named` the values that it named. `rows` is
    how many rows the last answer had, None where that is not known, `shown` what they were about,
    where so many were asked for, `ranked` what they were about in the order of their figure.
    """

    earlier: Frame | None = None
    top: Mapping[str, str] = NOTHING
    refused: Frame | None = None
    named: Frame | None = None
    rows: int | None = None
    shown: Shown = NOBODY
    older: tuple[Frame, ...] = ()
    ranked: Ranked = NOBODY
    first: Frame | None = None

    def frames(self, previous: Frame | None) -> tuple[Frame, ...]:
        """Return the frames of the last answers, newest first; `previous` is that of the last."""
        if previous is None or self.earlier is None:
            return () if previous is None else (previous,)
        return (previous, self.earlier, *self.older)


def carry(
    reading: Reading, previous: Frame | None, before: Before, model: SemanticModel
) -> Frame | None:
    """Settle what a reading says of the last answers; return the frame that it goes on from."""
    settle_against(reading, previous, before.top, before.shown, model)
    previous = settle_those_shown(reading, previous, before.shown, model)
    settle_the_one(reading, previous, before.top, model)
    _point(reading, previous, before, model)
    previous = settle_that_period(reading, previous, before.top)
    if previous is None and reading.those in _GAMES_OF_NOTHING:
        reading.unknown.append(reading.those)
    _widen(reading, previous, model)
    if before.named is not None and reading == Reading(groups=["matchup"]):
        two = of_two(before.named, model)
        if two is not None:
            reading.them = reading.them or "their"
            previous, before = two, Before()
    if previous is None and reading.them and reading == Reading(groups=["matchup"]):
        reading.unknown.append(reading.them)
    if previous is None:
        return None
    ranks = Reading(order=reading.order, only=reading.only, quality=reading.quality)
    if reading.alone and previous.group_by and reading == ranks:
        reading.limit = 1  # only the best one of the rows
    previous = count_of_first(reading, previous, before.top, model)
    _overall(reading, previous, model)
    if reading == Reading(all=True):
        previous = _all_of_them(reading, previous, before.earlier, model)
    _most_of_rows(reading, previous)
    if reading.limit and previous.within and reading.groups == [previous.within] == reading.each:
        reading.groups = []  # top 2 per race, after the best map for each
    _ungrouped_period(reading, previous)
    if reading.pooled and reading.periods and set(previous.group_by) & set(GRAINS):
        rest = tuple(key for key in previous.group_by if key not in GRAINS)
        previous = previous.unranked().model_copy(update={"group_by": rest})  # no month by month
    if previous.group_by and previous.order is not None and reading.span is not None:
        reading.periods = [reading.span]  # ranked in 2023 and 2024 together
    _longest_of_rows(reading, previous)
    _keeps_rows(reading, previous)
    about = any(model.dimensions[one.dimension].of_sides for one in previous.filters)
    if reading.counts and reading.implied == "games" and not about and reading.measure is None:
        reading.measure = "games"  # games under 7 minutes: how many; but after Zerg's rate its
    if any(one.side == "opponent" for one in previous.filters) and not reading.mentions:
        reading.unknown = [w for w in reading.unknown if w not in _BETWEEN]  # they have met
    opposed = previous.filter(model.entity, "opponent") is not None
    if reading.measure == "mirror_share" and opposed and not reading.mentions:  # of all games
        for side in ("own", "opponent"):
            previous = previous.without_filter(model.entity, side)
    if reading.measure == "mirror_share" and reading.bare_measure:
        rest = tuple(key for key in previous.group_by if key != model.entity)
        previous = previous.model_copy(update={"group_by": rest})  # that of races is that of all
    if reading.share and reading.empty:
        _share(reading, previous, model)
    previous = follow(reading, previous, model)
    if (first := first_met(reading, previous, before.top)) is not None:
        return first
    if reading.meet or (reading.groups == ["matchup"] and reading.them and not reading.mentions):
        return head_to_head(reading, previous, before.earlier, model)
    if reading.compare and reading.them:
        reading.unknown = [word for word in reading.unknown if word not in ("between", "entre")]
    if (two := which_of_two(reading, previous, before.earlier)) is not None:
        return two
    one = put_together(reading, previous, before.earlier, before.rows, model)
    if one is not None:
        previous = one
    elif reading.both or reading == Reading(compare=True):
        previous = both(reading, previous, before.earlier)
    if reading.throughout and replace(reading, all=False) == Reading(periods=reading.periods):
        reading.all = False  # in 2024 as a whole: of what was asked about
    bare = reading.empty or (reading.bare_measure and reading.measure == "games")
    ranks = Reading(order=reading.order, limit=reading.limit, skip=reading.skip)
    if (
        reading.total
        and previous.group_by
        and reading.order
        and reading == replace(ranks, total=True)
    ):
        previous = of_all_games(previous, model)  # top 3 overall
    elif reading.total and bare:
        previous = in_total(reading, previous, before.earlier, model)
    elif reading.total and reading == Reading(
        excluded=reading.excluded, periods=reading.periods, floating=reading.floating
    ):
        plain = previous.unranked().without_thresholds().model_copy(update={"group_by": ()})
        previous = previous if needs_subject(plain, model) else plain  # in all, without Babylon
    return previous


def _point(reading: Reading, previous: Frame | None, before: Before, model: SemanticModel) -> None:
    """Take the value that "that map" stands for; where there is none the words mean nothing."""
    named = {mention.dimension for mention in reading.mentions if not mention.opponent}
    for key, words in reading.pointed:
        if key not in model.dimensions or key in named:
            continue
        values = _values_of(key, previous, before)
        reading.mentions += [Mention(key, value) for value in values]
        if not values:
            reading.unknown.append(words)
        elif key in before.top and previous is not None and model.player not in named:
            whose = previous.filter(model.player) if model.player is not None else None
            if whose is not None:  # with the hero that she plays most
                reading.mentions += [Mention(whose.dimension, value) for value in whose.values]
    if not reading.there:
        return
    if previous is None:
        of_games = any(not model.dimensions[m.dimension].of_sides for m in reading.mentions)
        if not (of_games or reading.there.startswith(_HERE)):
            reading.unknown.append(reading.there)  # no place was named
        return
    ranked = [key for key in before.top if key in model.dimensions]
    places = [key for key in ranked if not model.dimensions[key].of_sides]
    named_places = (f.dimension for f in previous.filters if not f.exclude)
    places = places or [key for key in named_places if not model.dimensions[key].of_sides]
    for key in places:
        if key not in named and key not in reading.groups:
            values = _values_of(key, previous, before)
            reading.mentions += [Mention(key, value) for value in values]
    side = previous.filter("side")
    told = all(key in GRAINS or model.dimensions[key].of_sides for key in previous.group_by)
    if not places and side is not None and told and reading.mentions:  # compare A and B there
        if "side" not in named and "side" not in reading.groups:
            reading.mentions += [Mention("side", value) for value in side.values]
    elif not places and any(key not in GRAINS for key in previous.group_by):
        reading.unknown.append(reading.there)
    elif not places:
        reading.those = reading.those or reading.there  # where no place was named: of these games


def _keeps_rows(reading: Reading, previous: Frame) -> None:
    """Only maps with 20 games, after a rate by map, are some of its rows: no maps are counted."""
    bound = reading.having is not None or reading.at_most is not None
    shown = bool(reading.groups) and set(reading.groups) <= set(previous.group_by)
    more = reading.mentions or reading.periods or reading.excluded or reading.lasting
    asks = reading.listing or reading.who or reading.order is not None or reading.fresh
    if bound and shown and reading.measure is None and not more and not asks:
        reading.groups, reading.implied = [], None


def _values_of(key: str, previous: Frame | None, before: Before) -> tuple[str, ...]:
    if key in before.top:
        return (before.top[key],)
    named = previous.filter(key) if previous is not None else None
    return named.values if named is not None else ()


def _overall(reading: Reading, previous: Frame, model: SemanticModel) -> None:
    """The whole win rate, after one player on some map, is of all of this player's games."""
    whole = Reading(measure=reading.measure, all=True)
    people = model.player is not None and model.player != model.entity
    if people and reading.measure is not None and reading == whole:
        person = previous.filter(str(model.player))
        if person is not None and model.player not in previous.group_by:
            reading.all, reading.total = False, True


def _widen(reading: Reading, previous: Frame | None, model: SemanticModel) -> None:
    """Any map is no grouping; all maps is none in a fragment that takes a map away."""
    named = {mention.dimension for mention in reading.mentions}
    if previous is not None:
        _whole(reading, previous, model)
    for key, surely in reading.wide:
        if key == "period":
            limited = previous is not None and previous.has_periods
        elif key == "opponent":
            limited = previous is not None and any(f.side == "opponent" for f in previous.filters)
        else:
            limited = previous is not None and previous.filter(key) is not None
        if reading.compare and not surely:
            if key in named or key == "period":
                continue
            reading.groups = list(dict.fromkeys([*reading.groups, key]))  # all of them compared
            continue
        own = previous is not None and len(previous.filters) == 1 and model.player not in named
        if key == model.entity and limited and own and not surely:
            continue  # whose rate it is would be asked: all characters, after one of them
        if reading.order is not None and limited and not surely and key != "period":
            reading.groups = list(dict.fromkeys([*reading.groups, key]))  # all maps, worst first
            continue
        alone = reading.measure is None and limited
        if key in named or not (surely or alone):
            continue
        if key == "period":
            reading.groups = [group for group in reading.groups if group not in GRAINS]
        reading.groups = [group for group in reading.groups if group != key]
        reading.dropped.append(key)
        reading.all = False


def _whole(reading: Reading, previous: Frame, model: SemanticModel) -> None:
    """The whole tournament, after its semifinals, is no longer a part of it: all of its rounds."""
    key = reading.whole
    if reading.wide != [(key, False)] or reading != Reading(groups=[key], all=reading.all):
        return
    told = [f.dimension for f in previous.filters if f.dimension != key and not f.exclude]
    parts = [one for one in told if not model.dimensions[one].of_sides]
    if parts and (not previous.filter(key) or reading.whole_of_one):
        reading.wide, reading.groups, reading.all = [], [], False
        reading.dropped += parts


def _all_of_them(
    reading: Reading, previous: Frame, earlier: Frame | None, model: SemanticModel
) -> Frame:
    """Return what "all of them" asks for: the whole ranking, or the rows of which one was named."""
    if previous.group_by:
        reading.all, reading.settled = False, True
        if reading.of_games and (whole := of_all_games(previous, model)) != previous:
            return whole  # all games, after rows of those at home
        return previous.model_copy(update={"limit": None, "skip": 0})
    if not previous.group_by and (side := at_side(previous, model)) is not None:
        reading.all, reading.settled = False, True
        return previous.without_filter(side.dimension)  # at home and away
    rows = earlier.group_by if earlier is not None else ()
    named = [f for f in previous.filters if f.dimension in rows and f.side == "own"]
    if earlier is None or not named or previous.measure != earlier.measure:
        sided = [f for f in previous.filters if model.dimensions[f.dimension].of_sides]
        if sided and (previous.period or len(previous.filters) > len(sided)):
            reading.all, reading.total = False, True  # 결승에서만, then 전체: of all games
        return previous
    reading.all, reading.settled = False, True
    for one in named:
        previous = previous.without_filter(one.dimension, one.side, exclude=one.exclude)
    return previous.model_copy(update={"group_by": rows})


def _most_of_rows(reading: Reading, previous: Frame) -> None:
    """ "And the fewest?" ranks the rows that were shown by what was counted of them.

    So do rows that are named, of the games of each or of all of them: ¿con qué mazo más?
    """
    bare = Reading(order=reading.order, limit=reading.limit, skip=reading.skip, who=reading.who,
                   listing=reading.listing, groups=reading.groups)  # fmt: skip
    others = [word for word in reading.unknown if word != reading.most]
    counted = previous.measure in ("games", "wins", "losses", "pick_share", "draw_rate")
    rows = bool(previous.group_by or reading.groups)
    if reading.most and rows and counted and replace(reading, unknown=others) == bare:
        reading.unknown = others


def _ungrouped_period(reading: Reading, previous: Frame) -> None:
    """By year after a question about one year asks for all of them."""
    asked = [group for group in reading.groups if group in GRAINS]
    if reading.measure is not None or reading.periods or len(previous.period) != 1 or not asked:
        return
    if asked == [grain_of(previous.period[0])]:
        reading.dropped.append("period")


def _longest_of_rows(reading: Reading, previous: Frame) -> None:
    """Which is the longest, of rows of mean lengths, asks for the one of the highest mean."""
    if previous.measure != "duration" or not previous.group_by or reading.of_games:
        return
    bare = Reading(
        measure=reading.measure, order=reading.order, listing=reading.listing, who=reading.who
    )
    if reading.measure in ("longest_game", "shortest_game") and reading == bare:
        reading.order = "desc" if reading.measure == "longest_game" else "asc"
        reading.measure, reading.who, reading.listing = "duration", False, False


def _share(reading: Reading, previous: Frame, model: SemanticModel) -> None:
    """As a percentage, after wins or losses, asks for their rate; after games, for the share."""
    match previous.measure:
        case "wins" | "win_rate":
            reading.measure = "win_rate"
        case "losses" | "loss_rate":
            reading.measure = "loss_rate"
        case "games" if len(previous.group_by) == 1 and _of_sides(previous.group_by[0], model):
            reading.measure = "pick_share"
        case "draw_rate" | "pick_share" | "mirror_share" | "skill_rate" as rate:
            reading.measure = rate  # it is one already
        case _:
            return
    reading.settled = reading.measure == previous.measure
    reading.measure = None if reading.settled else reading.measure


def _of_sides(key: str, model: SemanticModel) -> bool:
    """Whether a grouping is by what a side, or its rival, was."""
    known = model.is_of_sides(key)
    return known or met_dimension(key, model) is not None


def filled(reading: Reading, refused: Frame, text: str, model: SemanticModel) -> Frame | None:
    """Return what was refused where a fragment names what was not understood there, else None.

    Whose figures were asked for is not told by a rival, or by where something was: 블루에서는?
    """
    if reading.measure is not None or not reading.mentions or reading.too:
        return None
    sided = [m for m in reading.mentions if model.dimensions[m.dimension].of_sides]
    told = any(f.side == "own" and model.dimensions[f.dimension].of_sides for f in refused.filters)
    if not told and sided and (_PLACE.search(text) or all(m.opponent for m in sided)):
        return None
    free = all(
        refused.filter(m.dimension, "opponent" if m.opponent else "own") is None
        for m in reading.mentions
    )
    return refused if free else None
