"""How many games, asked on from an answer: 2025년은 몇 경기야?, how many with Zerg?"""

from collections.abc import Mapping
from dataclasses import replace

from agents.data.frame import Filter, Frame
from agents.data.likely import seldom
from agents.data.model import SemanticModel
from agents.data.phrase import Phrase
from agents.data.reading import Mention, Reading
from agents.data.scan import Span
from agents.data.sides_asked import own_sides
from agents.data.word_sets import word_set

_COUNTS = ("games", "wins", "losses")
_HOW_MANY = ("how many", "cuant", "몇")
_TOPIC = word_set("은 는 엔 에는 에선 에서는 로는 으로는 한테는 이랑은 랑은 하고는")
_WITH_KO = word_set("랑 이랑 와 과 하고 랑은 이랑은 하고는 와는 과는")
_BESIDE = ("listing", "include_before", "versus_between", "versus_after", "toward_after")
_AGAINST, _PLAYED = (" against", " contra"), ("play", "face", "meet")
_WITH = word_set("with con")
# All games, of whomever: how many were played, ¿cuántas hay?, 몇 판 있어?
_OF_ALL = seldom(
    r"\b(?:there|were\splayed|was\splayed|been\splayed|hay|hubo|se\sjug\w+|se\shan\sjugado|"
    r"fueron\sjugad[ao]s|se\sdisput\w+)\b|(?<!\S)(?:있|열렸|열린|치러졌|치러진|진행)"
)
_HOW_OFTEN = seldom(r"\bhow often\b|\bcon que frecuencia\b|\bcada cuanto\b")
# The games of one thing that was told, and not of each.
_OF_ONE = seldom(
    r"^(?:and |so )?how many (?:\S+ )?(?:is|was|does|did) (?:that|this|it)\b|"
    r"^(?:y |pero )?(?:cuantas|cuantos) (?:\S+ )?(?:son|fueron|fue|eran|era|jugo|lleva|tiene)$|"
    r"^(?:(?:그게|그건|그거|근데|그럼) )?몇 ?(?:판|경기|게임|대국|번|세트)"
    r"(?:(?:이나)? (?:했|한|뒀|둔|치렀|뛰었|뛴|쳤|친|나왔|나온)\S*(?: (?:거\S*|건\S*))?|"
    r"이\S+|야|임|인\S*)$"
)


def take_count(spans: list[Span], phrase: Phrase, out: Reading, model: SemanticModel) -> None:
    """Read into `out` whether it is asked how many, and what of it goes on from an answer."""
    asked = next((s for s in spans if s.text.startswith(_HOW_MANY) and s.kind != "value"), None)
    met = out.meet or (out.met and out.groups == ["matchup"])
    if out.measure is None and met and (asked is not None or _HOW_OFTEN.search(phrase.text)):
        out.measure, out.counts_on = "games", "perhaps"  # how often have they met
    if asked is None or out.order is not None or not (met or not out.groups):
        return
    if out.measure is None and (out.mentions or out.periods) and _says_no_more(phrase):
        out.measure, out.of_any = "games", True
    if out.measure not in _COUNTS:
        return
    alone = out.listing and all(s.kind != "measure" for s in spans)
    topic = any(s.kind == "particle" and s.text in _TOPIC and s.end <= asked.start for s in spans)
    out.counts_on = "surely" if alone or topic or out.goes_on else "perhaps"
    if out.counts_on == "perhaps" and _OF_ALL.search(phrase.text):
        out.counts_on = ""
    out.of_one = _OF_ONE.search(phrase.text) is not None
    out.beside = _beside(spans, out)
    if out.beside and (out.the_one or out.pointed or out.beside.endswith(_AGAINST)):
        out.mentions = [_met(one, model) for one in out.mentions]


def _says_no_more(phrase: Phrase) -> bool:
    """Whether nothing but values and periods stands beside "how many"."""
    return all(
        span.kind in ("value", "period")
        or (span.term is not None and span.kind == "operator" and span.term.key in _BESIDE)
        for span in phrase
    )


def _beside(spans: list[Span], out: Reading) -> str:
    """Return a word that says with whom games were played, right beside a single value: 랑, with.

    Whom "he" has played is whom he met.
    """
    places = [place for place, span in enumerate(spans) if span.kind == "value"]
    if len(places) != 1 or len(out.mentions) != 1:
        return ""
    (place,) = places
    after = next((s.text for s in spans[place + 1 : place + 2] if s.kind == "particle"), "")
    before = next((s.text for s in spans[max(0, place - 1) : place]), "")
    met = before.endswith(_AGAINST) or (out.the_one and before.startswith(_PLAYED))
    return after if after in _WITH_KO else before if met or before in _WITH else ""


def _met(mention: Mention, model: SemanticModel) -> Mention:
    rival = model.has_rival(mention.dimension) and not model.of_one_view
    return replace(mention, opponent=True) if rival else mention


def count_of_first(
    reading: Reading, previous: Frame, top: Mapping[str, str], model: SemanticModel
) -> Frame:
    """Return what the count of the one that was ranked first goes on from: how many was that?"""
    one = reading.of_one and reading.bare_measure and reading.measure in _COUNTS
    if not one or reading.total or previous.order is None or (previous.limit or 1) > 1:
        return previous
    groups = previous.group_by
    if not groups or any(key not in top or key not in model.dimensions for key in groups):
        return previous
    previous = previous.unranked().without_thresholds().model_copy(update={"group_by": ()})
    for key in groups:
        previous = previous.with_filter(Filter(dimension=key, values=(top[key],)))
    return previous


def with_rival(reading: Reading, previous: Frame, model: SemanticModel) -> None:
    """Make the one with whom somebody played a rival, after an answer about somebody else."""
    if reading.of_any and previous.measure in ("wins", "losses"):
        reading.measure = None  # how many in 2025, after the wins in 2024
    if not reading.beside or len(reading.mentions) != 1 or reading.measure not in _COUNTS:
        return
    (one,) = reading.mentions
    if one.opponent or not model.has_rival(one.dimension) or model.of_one_view:
        return
    own = previous.filter(one.dimension)
    if own is not None and (one.value in own.values or len(own.values) > 1):
        return
    people = model.dimensions[one.dimension].role == "player"
    said = reading.beside not in _WITH or people
    whose = own or previous.filter(model.player or model.entity)
    if said and whose is not None:
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
                    floating=reading.floating, listing=reading.listing)  # fmt: skip
    if reading != plain or not (reading.mentions or reading.periods or reading.settled):
        return None
    others = [m for m in reading.mentions if not m.opponent and _is_subject(m, previous, model)]
    if others and (reading.counts_on != "surely" or len(reading.mentions) > 1 or reading.periods):
        return None
    return previous.unranked().without_thresholds().model_copy(update={"group_by": ()})


def _is_subject(mention: Mention, previous: Frame, model: SemanticModel) -> bool:
    """Whether a value says anew whose games are meant, and not what somebody played with."""
    dimension = model.dimensions[mention.dimension]
    if not dimension.of_sides or dimension.fixed is not None or mention.dimension == "side":
        return False
    if mention.dimension in previous.group_by:
        return False  # one of the rows that were shown
    person = previous.filter(model.player) if model.player is not None else None
    return person is None or mention.dimension == model.player
