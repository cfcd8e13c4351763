"""What a question that follows another one leaves unsaid: the measure, the subject, the rows."""

from collections.abc import Set
from itertools import pairwise

from agents.answering.text.likely import seldom
from agents.answering.text.packs import word_set
from agents.data.counting_on import among_newest, with_rival
from agents.data.how_it_goes import asks_how_it_goes
from agents.data.match.compute.frame import LENGTHS, Ending, Frame, Measure
from agents.data.match.compute.plan import SHARES
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.match.model.words import group_words
from agents.data.meeting_words import MET
from agents.data.phrase import Phrase
from agents.data.reading import Mention, Reading
from agents.data.same_place import as_rival, corrects, names_only
from agents.data.scan import Span
from agents.data.sides_asked import own_sides
from agents.data.two_answers import either

_ONLY = word_set("only just solo solamente unicamente nada mas 만 만으로")
_BACK = frozenset(
    ["back to", "go back to", "going back to", "volviendo a", "vuelve a", "volvamos a",
     "돌아가서", "돌아가자", "돌아가"]
)  # fmt: skip
_BEST = word_set("best mejor mejores worst peor peores 좋은 나쁜")
_ASKS = frozenset(["which", "who", "listing"])
_BY_MATCHUP = ("enfrentamiento", "enfrentamientos")  # a kind of rows: por enfrentamiento
_LOST = ("losses", "loss_rate")
_ENDED: dict[Measure, Ending] = {"wins": "won", "losses": "lost"}
_WON_MOST = seldom(
    r"\b(?:won|win|wins|gano|ganaron|gana|ganan|ha ganado)\s(?:the\s)?(?:most|mas)\s"
)
_OF_THOSE = seldom(
    r"^(?:y |and )?(?:de ellas |de ellos |of them |of those )?"
    r"(?:(?:cuantas|cuantos) (?:gan|perd)|how many (?:of them |of those )?(?:did|has|have) )"
)
_ONES = seldom(
    r"\b(?:las|los) que (?:gan|perd)\w+|\bthe ones (?:that )?(?:i|we|he|she|they) (?:won|lost)\b"
)
_RECORDS = word_set("record records historial balance")
_GOES_ON = (
    "and ",
    "y ",
    "e ",
    "what about ",
    "how about ",
    "que tal ",
    "그럼 ",
    "그러면 ",
    "그리고 ",
)
_OF_HUNDRED = ("percent", "porcentaje", "por ciento", "퍼센트", "몇 프로", "%")
_BY = word_set("by por segun")
_BY_KO, _BASIS_KO = word_set("로 으로 로는 으로는 로도 으로도"), "기준"
_COUNTS: tuple[Measure, ...] = ("wins", "losses", "games")


def take_left_unsaid(spans: list[Span], phrase: Phrase, out: Reading) -> None:
    """Read into `out` what only the question before it can complete."""
    keys = phrase.operators()
    most = _WON_MOST.search(phrase.text)
    of_value = most is not None and any(
        span.kind == "value" and span.start == most.end() for span in phrase
    )
    if of_value and out.measure is None and out.who and "won" in keys:
        out.measure = "wins"  # who won the most finals
    counted = out.measure in ("wins", "losses") and not out.of_games
    out.of_those = counted and _OF_THOSE.search(phrase.text) is not None
    texts = {span.text for span in spans}
    said = [s for s in spans if s.kind not in ("particle", "stop") or s.text in _ONLY]
    measures = [place for place, span in enumerate(said) if span.kind == "measure"]
    unnamed = out.measure is None or (out.measure == "pick_share" and not measures)
    if unnamed and out.order is not None and not out.bounds:
        out.won = "won" in keys and not keys & {"lost", "lost_to", "used"}
        if any(s.kind == "stop" and s.text in group_words("shares") for s in spans):
            best = any(span.text in _BEST for span in phrase)
            out.rate_of = "best" if best else "most"
    if len(measures) == 1 and not keys & _ASKS and not texts.isdisjoint(_ONLY):
        (place,) = measures
        beside = [*said[max(0, place - 1) : place], *said[place + 1 : place + 2]]
        out.narrowed = any(span.text in _ONLY for span in beside)
    some = "only" in keys or _OF_THOSE.search(phrase.text) is not None
    verb = not measures and keys & {"won", "lost"} and some
    if verb and out == Reading(measure=out.measure):  # 이긴 판만, the ones I won only
        out.measure, out.narrowed = "losses" if "lost" in keys else "wins", True
    if len(said) == 1 and keys in ({"won"}, {"lost"}) and out == Reading():
        out.counted = "wins" if "won" in keys else "losses"
    if not texts.isdisjoint(_BACK):
        out.narrowed = out.narrowed or any(s.text in _BACK for s in spans if s.kind == "stop")
    out.narrowed = out.narrowed or (out.bare_measure and bool(_ONES.search(phrase.text)))
    out.by_figure = out.share or (out.bare_measure and _goes_by(spans, keys))
    out.goes = out.measure is None and asks_how_it_goes(phrase.text, len(out.mentions))
    out.of_hundred = "won" in keys and any(word in phrase.text for word in _OF_HUNDRED)
    out.goes_on = phrase.text.startswith(_GOES_ON)
    out.either = either(phrase.text)
    out.record = out.measure is None and not texts.isdisjoint(_RECORDS)
    out.playing = "playing" in texts and any(
        s.text == "playing" and s.kind == "operator" for s in phrase
    )
    out.lone = names_only(phrase)
    out.corrected = out.lone and corrects(phrase)
    out.met = any(
        s.kind == "dimension" and s.text.startswith(MET) and s.text not in _BY_MATCHUP
        for s in phrase
    )


def _goes_by(spans: list[Span], keys: Set[str]) -> bool:
    """Whether the figure is what rows go by: by win rate, 승률로 보면, según las derrotas."""
    after = (two for one, two in pairwise(spans) if one.kind == "measure")
    said = any(s.text in _BY_KO or s.text.startswith(_BASIS_KO) for s in after)
    by = any(s.kind == "operator" and s.text in _BY for s in spans)
    return said or (by and keys == {"by_before"})


def follow(reading: Reading, previous: Frame, model: SemanticModel) -> Frame:
    """Return the frame that a reading goes on from, with what the reading leaves unsaid settled."""
    if reading.counted is not None and previous.measure in _COUNTS and reading.empty:
        reading.measure = reading.counted  # and won?
    previous = _how_it_goes(reading, _ranked_anew(reading, previous, model), model)
    _ranked_by(reading, previous)
    ended = reading.narrowed or (reading.bare_measure and previous.ended is not None)
    if ended and previous.measure in LENGTHS and reading.measure in _ENDED:
        previous = previous.model_copy(update={"ended": _ENDED[reading.measure]})
        reading.measure, reading.settled = None, True  # of the games that were won, how long
    if reading.narrowed and reading.measure is not None:
        previous = previous.model_copy(update={"measure": reading.measure})
        reading.measure, reading.settled = None, True
    _among_those(reading, previous)
    _meet(reading, previous, model)
    _play(reading, previous)
    with_rival(reading, previous, model)
    among_newest(reading, previous)
    as_rival(reading, previous, model)
    return previous


def _ranked_anew(reading: Reading, previous: Frame, model: SemanticModel) -> Frame:
    """And who won most, after who lost most, asks for wins; by a percentage for their rate.

    The best are those of the highest win rate, after a number of games too.
    """
    measure: Measure | None = None
    if reading.rate_of and previous.measure in ("wins", "losses"):
        reading.measure = None  # the share of what was counted
    played = previous.measure in ("games", "pick_share") and reading.measure is None
    anew = not previous.group_by or reading.groups
    if previous.measure == "losses" and anew and reading.measure is None:
        played = True  # the best map after losses: that with few of them may be played seldom
    if played and reading.quality and _ranks_sides(reading, previous, model):
        measure = "win_rate"
    elif reading.measure is None and reading.rate_of:
        lost = reading.rate_of == "most" and previous.measure in ("losses", "loss_rate")
        measure = "loss_rate" if lost else "win_rate"
        if previous.measure not in (*_COUNTS, "loss_rate"):
            measure = None
    elif reading.measure is None and reading.won and previous.measure not in ("wins", "win_rate"):
        counted = previous.measure in _COUNTS and (not reading.groups or reading.rivals_of)
        measure = "wins" if counted else "win_rate"
        if previous.measure == "skill_rate":
            measure = None
    return previous if measure is None else previous.model_copy(update={"measure": measure})


def _how_it_goes(reading: Reading, previous: Frame, model: SemanticModel) -> Frame:
    """How White does with an opening, after the openings that are played most, is its win rate."""
    own = any(model.dimensions[m.dimension].of_sides and not m.opponent for m in reading.mentions)
    if not (reading.record or (reading.goes and own)) or reading.measure is not None:
        return previous
    if previous.measure not in ("games", *SHARES, *LENGTHS):
        return previous
    plain = previous.unranked().without_thresholds()
    if reading.record and own:  # of those who are named, and no others
        whole = tuple(f for f in plain.filters if not model.dimensions[f.dimension].of_sides)
        plain = plain.model_copy(update={"filters": whole})
    return plain.model_copy(update={"measure": "win_rate", "group_by": ()})


def _ranked_by(reading: Reading, previous: Frame) -> None:
    """By win rate, after who won most, ranks the same rows by it; the worst lost most."""
    if not reading.by_figure or not reading.bare_measure or not previous.group_by:
        return
    order = previous.order
    lost = (reading.measure in _LOST, previous.measure in _LOST)
    if order is None or reading.measure == previous.measure or previous.within is not None:
        return
    if order == "asc" and lost == (True, False):
        order = "desc"
    reading.order, reading.limit, reading.skip = order, previous.limit, previous.skip


def _among_those(reading: Reading, previous: Frame) -> None:
    """After a number of games, how many White won is asked of just these games."""
    if previous.group_by or reading.groups or reading.those:
        return
    if previous.measure not in ("games", *(("win_rate",) if reading.of_those else ())):
        return
    if reading.measure not in ("wins", "losses") or not reading.mentions or reading.of_games:
        return
    own = [m for m in reading.mentions if not m.opponent]
    met = [previous.filter(m.dimension, "opponent") for m in own]
    one = len(own) == len(reading.mentions) == 1
    again = one and any(
        f is not None and own[0].value in f.values
        for f in (previous.filter(own[0].dimension), *met)
    )
    rivals = any(f.side == "opponent" for f in previous.filters)
    alone = one and reading.of_those and not rivals and previous.measure == "games"
    if alone or (again and rivals):
        reading.those = "those"


def _ranks_sides(reading: Reading, previous: Frame, model: SemanticModel) -> bool:
    """Whether sides are ranked, or what they did: the best champion, X's best map."""
    rows = reading.groups or previous.group_by
    sided = any(key == "matchup" or model.is_of_sides(key) for key in rows)
    named = any(model.dimensions[m.dimension].of_sides for m in reading.mentions)  # for White
    return reading.order is not None and (sided or named or bool(own_sides(previous, model)))


def _play(reading: Reading, previous: Frame) -> None:
    """When playing Zerg, after "against Protoss" of no side that was named, is one's own Zerg."""
    if not reading.playing or len(reading.mentions) != 1 or reading.measure is not None:
        return
    (one,) = reading.mentions
    rival = previous.filter(one.dimension, "opponent")
    if one.opponent and rival is not None and previous.filter(one.dimension) is None:
        reading.mentions = [Mention(one.dimension, one.value)]


def _meet(reading: Reading, previous: Frame, model: SemanticModel) -> None:
    """How often did he meet Boltzy: the one who was asked about, against the one who is named.

    Where nobody is named, their head-to-head on Haven is that of the two who were asked about.
    """
    if not reading.met or "matchup" not in reading.groups:
        return
    sided = [m for m in reading.mentions if model.dimensions[m.dimension].of_sides]
    met = any(
        one.side == "own" and previous.filter(one.dimension, "opponent") is not None
        for one in previous.filters
    )
    if met and not sided and not reading.all:
        reading.groups.remove("matchup")
        reading.settled = True
        return
    if len(reading.mentions) != 1:
        return
    (one,) = reading.mentions
    subject = previous.filter(one.dimension)
    if one.opponent or subject is None or one.value in subject.values or len(subject.values) > 1:
        return
    reading.groups.remove("matchup")
    reading.mentions = [Mention(one.dimension, one.value, opponent=True)]
