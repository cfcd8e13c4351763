"""How many games are asked for: 2025년은 몇 경기야?, how many with Zerg?, ¿cuántas son?"""

from dataclasses import replace

from agents.answering.text.likely import seldom
from agents.answering.text.packs import word_set
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.phrase import Phrase
from agents.data.reading import Beside, Mention, Reading
from agents.data.scan import Span

COUNTS = ("games", "wins", "losses", "draw_rate")
_HOW_MANY = ("how many", "cuant", "몇")
_TOPIC = word_set("은 는 엔 에는 에선 에서는 로는 으로는 한테는 이랑은 랑은 하고는")
_WITH_KO = word_set("랑 이랑 와 과 하고 랑은 이랑은 하고는 와는 과는")
_WITH, _AS = word_set("with con"), word_set("as using playing como usando jugando")
_AS_KO = word_set("로 으로 로는 으로는 로만 으로만")
_BESIDE = ("listing", "include_before", "versus_between", "versus_after", "toward_after", "times")
_PLAYED = ("play", "face", "meet")
_AGAINST = seldom(
    r"\b(?:against|versus|vs|contra|(?:enfrent|cruz|midi)\w* (?:a|con|contra)(?: (?:el|la))?)\s$"
)
# All games, of whomever: how many were played, ¿cuántas hay?, 몇 판 있어?
_OF_ALL = seldom(
    r"\b(?:there|were\splayed|was\splayed|been\splayed|hay|hubo|se\sjug\w+|se\shan\sjugado|"
    r"fueron\sjugad[ao]s|se\sdisput\w+)\b|(?<!\S)(?:있|열렸|열린|치러졌|치러진|진행)"
)
_HOW_OFTEN = seldom(r"\bhow often\b|\bcon que frecuencia\b|\bcada cuanto\b")
# By how many one is ahead of another, which no count of either tells.
_DIFFERENCE = seldom(
    r"\bhow many (?P<en>more|fewer|less)\b|\bcuant[ao]s (?:\S+ )?(?P<es>mas|menos) que\b|"
    r"(?<!\S)몇 ?\S+ (?P<ko>더|덜)(?=\s|$)"
)
_LEAD = r"(?:(?:and|so|y|pero|그게|그건|그거|근데|그럼) )?"
# The games of one thing that was told, and not of each.
_OF_ONE = seldom(
    rf"^{_LEAD}how many (?:\S+ )?(?:is|was|does|did) (?:that|this|it)\b|"
    rf"^{_LEAD}(?:cuantas|cuantos) (?:\S+ )?(?:son|fueron|fue|eran|era|jugo|gano|perdio|lleva|"
    r"tiene)$|"
    rf"^{_LEAD}몇 ?(?:판|경기|게임|대국|번|세트|승|패)(?:(?:이나)? (?:했|한|뒀|둔|치렀|뛰었|뛴|쳤|"
    r"친|나왔|나온|이겼|이긴|졌|진|비겼|비긴)\S*(?: (?:거\S*|건\S*))?|이\S+|야|임|인\S*|"
    r" ?중(?:에|에서)?(?:\S*)?)$"
)
# What was counted, and nothing else that might be.
_OF_ANY = seldom(
    rf"^{_LEAD}(?:how many(?: times)?(?: (?:is|was) (?:that|this|it))?|"
    r"cuantas(?: veces)?(?: (?:son|fueron|fue))?|몇 ?번(?:이\S+|야|임|인\S*)?)$"
)


def take_count(spans: list[Span], phrase: Phrase, out: Reading, model: SemanticModel) -> None:
    """Read into `out` whether it is asked how many, and what of it goes on from an answer."""
    asked = None
    if any(word in phrase.text for word in _HOW_MANY):
        asked = next((s for s in spans if s.text.startswith(_HOW_MANY) and s.kind != "value"), None)
    met = out.meet or (out.met and out.groups == ["matchup"])
    if out.measure is None and met and (asked is not None or _HOW_OFTEN.search(phrase.text)):
        out.measure, out.counts_on = "games", "perhaps"  # how often have they met
    if asked is not None and (more := _DIFFERENCE.search(phrase.text)) is not None:
        out.unknown.append(more[more.lastgroup or 0])
        return
    if asked is None or out.order is not None or not (met or not out.groups):
        return
    out.of_any = _OF_ANY.search(phrase.text) is not None
    out.of_one = out.of_any or _OF_ONE.search(phrase.text) is not None
    told = out.mentions or out.periods or out.of_one
    if out.measure is None and told and _says_no_more(phrase):
        out.measure, out.of_any = "games", True
    if out.measure not in COUNTS:
        return
    alone = out.listing and not out.of_games and all(s.kind != "measure" for s in spans)
    topic = any(s.kind == "particle" and s.text in _TOPIC and s.end <= asked.start for s in spans)
    out.counts_on = "surely" if alone or topic or out.goes_on else "perhaps"
    if out.counts_on == "perhaps" and _OF_ALL.search(phrase.text):
        out.counts_on = ""
    _take_rival(spans, phrase.text, out, model)


def _says_no_more(phrase: Phrase) -> bool:
    """Whether nothing but values and periods stands beside "how many"."""
    return all(
        span.kind in ("value", "period")
        or (span.term is not None and span.kind == "operator" and span.term.key in _BESIDE)
        for span in phrase
    )


def _take_rival(spans: list[Span], text: str, out: Reading, model: SemanticModel) -> None:
    """Read into `out` with whom games were played, who may be pointed at: 그 선수랑."""
    for place, span in enumerate(spans[:-1]):
        words = next((w for key, w in out.pointed if span.term and span.term.key == key), "")
        if words and span.kind == "dimension" and spans[place + 1].text in _WITH_KO:
            out.against = words
    out.beside = _beside(spans, text, out)
    if out.beside in ("against", "along") and (
        out.the_one or out.pointed or out.beside == "against"
    ):
        out.mentions = [_met(one, model) for one in out.mentions]


def _beside(spans: list[Span], text: str, out: Reading) -> Beside:
    """Return how a value that is named alone belongs to the games: played against, with, as it.

    Whom "he" has played is whom he met.
    """
    places = [place for place, span in enumerate(spans) if span.kind == "value"]
    if len(places) != 1 or len(out.mentions) != 1:
        return ""
    (place,) = places
    after = next((s.text for s in spans[place + 1 : place + 2] if s.kind == "particle"), "")
    before = next((s.text for s in spans[max(0, place - 1) : place]), "")
    if _AGAINST.search(text[: spans[place].start]) or (out.the_one and before.startswith(_PLAYED)):
        return "against"
    if after in _WITH_KO:
        return "along"
    return "with" if before in _WITH else "as" if before in _AS or after in _AS_KO else ""


def _met(mention: Mention, model: SemanticModel) -> Mention:
    rival = model.has_rival(mention.dimension) and not model.of_one_view
    return replace(mention, opponent=True) if rival else mention
