"""The two that were asked about meet each other: 둘이 붙으면, when they meet, ¿y entre ellos?"""

from agents.answering.text.likely import seldom
from agents.answering.text.packs import word_set
from agents.data.follow_words import InView, turn
from agents.data.match.model.rivals import met_dimension
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.phrase import Phrase
from agents.data.reading import Reading
from agents.data.scan import Span

_EACH_OTHER = word_set("they them ellos ellas other si 서로 둘 둘이 둘은 둘의 둘끼리 otro otra")
_EACH_ALONE = word_set("서로 서로의 둘끼리 둘이서")
_BETWEEN_TWO = seldom(
    r"\bbetween\s(?:the|these|those)\stwo\b|\bentre\s(?:los|las|estos|estas|esos|esas)\sdos\b|"
    r"\b(?:against|versus|vs|play(?:ed)?|face|faced|meet|met)\s(?:each\sother|one\sanother)\b|"
    r"\bbetween\sthem\b|\bentre\s(?:si|ellos|ellas)\b|(?<!\S)둘\s?사이"
)
_JOINTS = word_set("and y e the los las of de 와 과 랑 이랑 하고 의")
_VERSUS = ("versus_after", "versus_between", "between_before")
_BESIDE = (*_VERSUS, "used", "who", "won", "times", "listing", "draw")
_TOLD = ("games", "draw_rate")
_BOTH = word_set("둘이 둘은 둘")
_MATCHUPS = ("match", "매치업", "상성", "종족전", "emparejamiento")  # all of them, of one side
_COUNTED = word_set("dos two 두 2 uno una one")


def take_meeting(spans: list[Span], phrase: Phrase, out: Reading, model: SemanticModel) -> None:
    """Read into `out` whether a message says that two meet, and names neither.

    Where and when they did may be named, but nobody else.
    """
    if out.order or set(out.groups) - {"matchup"}:
        return
    keys = phrase.operators()
    counts = out.measure in _TOLD or out.listing or out.met or "times" in keys
    if (out.mentions or out.periods) and not counts:
        return
    if any(model.dimensions[one.dimension].of_sides for one in out.mentions):
        return
    words = {word for span in spans if span.kind != "value" for word in span.text.split()}
    met = any(
        span.kind == "dimension" and span.term is not None and span.term.key == "matchup"
        and not span.text.startswith(_MATCHUPS)
        for span in phrase
    )  # fmt: skip
    theirs = bool(words & _EACH_OTHER) and not out.against
    rest = [
        span for span in phrase
        if span.kind not in ("measure", "dimension", "value", "period")
        and span.text not in _COUNTED and (span.term is None or span.term.key not in _BESIDE)
    ]  # fmt: skip
    met = met or bool(words & _EACH_ALONE)  # 서로 전적은?
    met = met or (out.measure in _TOLD and bool(words & _BOTH))  # 둘이 몇 판 했어?
    met = met or (not out.compare and _BETWEEN_TWO.search(phrase.text) is not None)
    if rest or not (met or (theirs and keys & {*_VERSUS})):
        return
    out.meet = True
    out.unknown = [word for word in out.unknown if word not in _COUNTED]  # between those two
    out.them = out.them or ("they" if theirs else "")


def names_games_of_two(spans: list[Span], out: Reading) -> bool:
    """Whether a message is two names and "games": A and B games, A vs B 경기."""
    told = [span for span in spans if span.text not in _JOINTS and span.kind != "particle"]
    games = bool(told) and told[-1].term is not None and told[-1].term.key == "game_noun"
    plain = all(one.kind == "value" or _sets_against(one) for one in told[:-1])
    return games and plain and len(out.mentions) == 2


def _sets_against(span: Span) -> bool:
    return span.term is not None and span.kind == "operator" and span.term.key in _VERSUS


def _have_met(said: InView) -> bool:
    """Whether the last question was about two who met, or about the first of one's rivals."""
    frame, model = said.previous, said.lexicon.model
    ranked = frame.order is not None and (frame.limit or 1) == 1
    rivals = ranked and any(met_dimension(key, model) is not None for key in frame.group_by)
    return rivals or {f.side for f in frame.filters if not f.exclude} == {"own", "opponent"}


MEETINGS = (
    turn(
        r"(?:(?:그거|그게|서로|총|지금까지|여태|여태까지|그동안|둘이|둘이서|둘은|둘끼리)\s)*"
        r"몇\s?(?:번|차례|판|경기|게임|대국)(?:이나)?"
        r"\s?(?:맞?붙|만나|만난|만났|싸운|싸웠|겨룬|겨뤘)\S*(?:\s?(?:거|건|거야|거지|건데|적)\S*)?",
        lambda f, said: "몇 경기야" if _have_met(said) else None,
    ),
)
