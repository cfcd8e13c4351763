"""What a message leaves open is settled by what was asked before: periods, units of thresholds."""

import re
from dataclasses import replace

from agents.answering.periods.periods import shifted
from agents.answering.text.likely import Said, seldom
from agents.data.match.compute.frame import EXTREMES, Bound, Frame, Lasting, Measured
from agents.data.match.model.rivals import met_dimension, rivals_key
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.numbers import of_games
from agents.data.ranked_sides import ranked
from agents.data.ranks import Ranks
from agents.data.reading import Mention, Reading

_NONE = "0"
_TOGETHER = ("같이", "함께", "junto")
_CONTINUES = re.compile(
    r"^(?:and|y|e|but|pero|what about|how about|que tal|그럼|그러면|그리고)\b|[은는도요]$"
)
_MOST = (
    r"(?:(?:most|least|more|fewer)\s\w+|best|worst|"
    r"(?:long|short|high|low|strong|weak|hard|easi)est)"
)
_WHICH_ONE = (
    seldom(
        r"\b(?:which|what)\s(?:(?:one|of\s(?:them|these|those))\s(?:is|was|are|has|had|gets?|got|takes?|"
        rf"took|lasts?|lasted|wins?|won|does)\b|(?:is|was)\s(?:the\s)?{_MOST}\W*$)"
    ),
    seldom(r"^\W*which\s(?:has|had|gets?|takes?|took|lasts?|lasted|wins?|won)\b"),
    seldom(
        r"\bcual(?:es)?\s(?:(?:es|son|fue|fueron)\s(?:el|la|los|las)\s(?:que\s.*|(?:mas|menos)\s\w+|"
        r"mejor|peor)\W*$|(?:de\sell[oa]s\s)?(?:tiene|tuvo|dura|duro|gana|gano|se\s\w+)\b)"
    ),
    seldom(r"(?:어느|어떤)\s?(?:게|것이|거|쪽이)\s"),
    seldom(
        r"(?:제일|가장)\s(?:\S+\s)*\S*[은는한긴던]\s?(?:건|것은|거는|게)(?:\s(?:뭐|무엇|어디)\S*)?\W*$"
    ),
)


def settle_shift(reading: Reading, previous: Frame | None) -> None:
    """The year before is that before the one that was asked for last."""
    shift, reading.shift = reading.shift, None
    if shift is None:
        return
    known = previous.period[-1] if previous is not None and previous.period else None
    period = shifted(known, shift.unit, shift.steps) if known is not None else None
    if period is None:
        reading.unknown.append(shift.text)
    else:
        reading.periods.append(period)


def settle_none(reading: Reading, previous: Frame | None, model: SemanticModel) -> None:
    """Without mulligans means none of them, where no condition on them is there to be dropped."""
    for key in [key for key in reading.dropped if key in model.dimensions]:
        dimension = model.dimensions[key]
        amount = next((k for k, q in model.quantities.items() if q.column == dimension.column), "")
        if not amount or _NONE not in dimension.values:
            continue
        if previous is None or not (
            any(one.dimension == key for one in previous.filters)
            or key in previous.group_by
            or any(one.quantity == amount for one in previous.measured)
        ):
            reading.dropped = [o for o in reading.dropped if o not in (key, f"measured:{amount}")]
            reading.mentions.append(Mention(key, _NONE))


def settle_bare(reading: Reading, previous: Frame | None) -> str:
    """Give thresholds that name no unit the one of the question; return what stays open, or "".

    In a question of its own they count games; "only those above 120" counts what was asked for.
    """
    if not reading.bare:
        return ""
    follows = previous is not None and reading.measure is None
    figures = {bound.figure for bound in previous.bounds} if previous and follows else set()
    counted = previous.measure if previous and follows else "games"
    measured = previous.measured if previous is not None and follows else ()
    for comparison, value in reading.bare:
        if measured:
            of = {(one.quantity, one.side) for one in measured}
            other = previous and (previous.lasting or previous.has_thresholds)
            if len(of) > 1 or other or _may_count_rows(value, previous):
                return str(value)  # which of them?
            ((quantity, side),) = of
            limit = Measured(quantity=quantity, comparison=comparison, value=value, side=side)
            reading.measured.append(limit)
        elif previous and follows and previous.lasting and not previous.has_thresholds:
            reading.lasting.append(Lasting(comparison=comparison, seconds=60 * value))
        elif figures == {"wins"} or (not figures and counted == "wins"):
            reading.bounds.append(Bound(comparison=comparison, value=value, figure="wins"))
        elif figures == {"losses"} or (not figures and counted == "losses"):
            reading.bounds.append(Bound(comparison=comparison, value=value, figure="losses"))
        elif figures == {"rate"} and value <= 100:
            reading.bounds.append(Bound(comparison=comparison, value=value / 100))
        elif figures or not of_games(comparison, value, reading):
            return str(value)
    reading.bare.clear()
    return ""


def _may_count_rows(value: float, previous: Frame | None) -> bool:
    """Whether a number may be one of games of each row: "at least 30" after a rating over 2000."""
    if previous is None or not previous.group_by:
        return False
    return not any(abs(o.value) / 3 <= value <= 3 * abs(o.value) for o in previous.measured)


def settle_ranks(reading: Reading, ranks: Ranks | None, previous: Frame | None) -> None:
    """Ask for the places of a ranking; without anything that ranks they mean nothing."""
    if ranks is None:
        return
    each = len(reading.groups) > 1  # the second best of each patch
    if reading.order is None or reading.limit is not None or each:
        reading.unknown.append(str(ranks.first))
        return
    if previous is not None and previous.order is not None and reading.only_ranks:
        reading.order = previous.order  # the second, of the worst
    reading.skip, reading.limit = ranks.first - 1, ranks.last - ranks.first + 1


def stands_alone(reading: Reading, text: str, model: SemanticModel) -> bool:
    """Whether a message without a measure is a question by itself: TvZ, Zerg on Acropolis.

    Then it goes on from nothing, and asks for the win rate, as it does at the beginning of a talk.
    """
    own = {m.dimension for m in reading.mentions if not m.opponent
           and model.dimensions[m.dimension].of_sides}  # fmt: skip
    others = {m.dimension for m in reading.mentions if m.opponent or m.dimension not in own}
    narrowed = own and (others or reading.periods or reading.groups)
    ranks = reading.order is not None and (reading.groups or reading.who)
    return bool(narrowed or ranks) and not _CONTINUES.search(text)


def asks_which_one(reading: Reading, text: str) -> bool:
    """Whether a message ranks rows that it has no noun for: which one takes the longest?

    These are the rows of the question before it.
    """
    ranks = reading.order is not None or reading.measure in EXTREMES
    if not ranks or reading.groups or reading.mentions or reading.who or reading.total:
        return False
    said = Said.of(text)
    return any(one.search(said) is not None for one in _WHICH_ONE)


def in_place(mention: Mention, previous: Frame) -> Mention:
    """Return a value on the rival's side where a rival of its kind was asked for."""
    alike = [one for one in previous.filters if one.dimension == mention.dimension]
    return replace(mention, opponent=any(one.side == "opponent" for one in alike))


def put_in_place(reading: Reading, previous: Frame | None) -> None:
    """Put what stands instead of a rival on the rival's side: Aztecs instead of Huns."""
    for old in [] if previous is None else list(reading.replaced):
        assert previous is not None
        own, rival = (previous.filter(old.dimension, side) for side in ("own", "opponent"))
        met = rival is not None and old.value in rival.values
        if old.opponent or not met or (own is not None and old.value in own.values):
            continue
        reading.replaced = [replace(m, opponent=True) if m == old else m for m in reading.replaced]
        reading.mentions = [
            replace(m, opponent=True) if m.dimension == old.dimension else m
            for m in reading.mentions
        ]


def adds_games(reading: Reading, previous: Frame, text: str) -> bool:
    """Whether the number of games is to be shown too, beside what was told of the same rows."""
    told = previous.measure in ("win_rate", "loss_rate", "wins", "losses", "duration")
    too = reading.too or any(word in text for word in _TOGETHER)
    bare = reading.measure == "games" and not (reading.mentions or reading.groups)
    return told and too and bare and not (reading.periods or reading.order)


def leaves_rows(reading: Reading, previous: Frame, model: SemanticModel) -> bool:
    """Whether "who lost least" asks for people, where the rows were the rivals of one, or maps."""
    if not reading.who or any(met_dimension(key, model) for key in reading.groups):
        return False
    rivals = any(met_dimension(key, model) is not None for key in previous.group_by)
    sided = any(model.is_of_sides(k) for k in previous.group_by)
    return rivals or not (sided or "matchup" in previous.group_by)


def settle_rivals(reading: Reading, previous: Frame | None, model: SemanticModel) -> None:
    """Whom a person lost to most are people; "which race" and a race's rivals are races.

    Where no column holds people they are what names the sides: bots.
    """
    if not (reading.who or reading.whom) or "opponent" not in reading.groups:
        return
    people = model.player or ranked(Reading(who=True), model)
    if people not in model.dimensions or people == model.entity:
        return
    if not model.has_rival(people) or model.of_one_view:
        return
    named = {m.dimension for m in reading.mentions if not m.opponent}
    if not named and previous is not None:
        named = {one.dimension for one in previous.filters if one.side == "own"}
    if people in named:
        met = rivals_key(people, model)
        reading.groups = [met if group == "opponent" else group for group in reading.groups]


def asks_who_met(reading: Reading) -> bool:
    """Whether it is asked who did most against one who is named: the rows are the others."""
    met = reading.mentions and all(mention.opponent for mention in reading.mentions)
    return bool(met and reading.who and reading.order and not reading.groups)
