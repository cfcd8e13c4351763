"""Whether those are asked for whom a side met: a quién, 누구한테, the opponents, 진 상대는."""

import re

from agents.data.lexicon import Term
from agents.data.match.model.column_names import RIVAL
from agents.data.match.model.rivals import rivals_key
from agents.data.match.model.semantic_model import SemanticModel
from agents.data.meeting_words import FACED, MEETING
from agents.data.phrase import Phrase
from agents.data.scan import Span

_WHOM = re.compile(
    r"\b(?:a|con|ante)\s(?:quien|quienes)\b|\bwhom\b|"
    r"누구(?:를|을|랑|이랑|하고|와|한테|에게|\s?상대)"
)
_BEATING = ("beat", "vence", "gana", "derrota")
_AGAINST = ("versus_between", "lost_to")
_RIVALS = "상대"
_WITH = ("로", "으로")
_DECIDED = ("진", "패한", "패배한", "이긴", "만난", "붙은", "졌던", "이겼던", "만났던")  # 진 상대
_WHO_DID = re.compile(r"\bwho\s(?:has|have|had|did|does|do)\s")


def asks_whom(phrase: Phrase, *, own: bool) -> bool:
    """Whether a question asks whom a side met; `own` says that it names that side."""
    counted = phrase.operators() & {"won", "lost"} or any(
        s.kind == "measure" or (s.term == MEETING) for s in phrase
    )
    counted = counted or (own and "used" in phrase.operators())  # con quién ha jugado más
    toward = any(
        phrase.key(i) == "which" and phrase.kind(i + 1) == "dimension"
        and phrase.key(i + 2) == "toward_after"
        for i in range(len(phrase))
    )  # fmt: skip
    turned = (toward or bool(_WHOM.search(phrase.text))) and bool(counted)
    own = own or toward
    faced = own and any(span.text in FACED for span in phrase)
    turned = turned or (faced and _WHO_DID.search(phrase.text) is not None)
    return (turned and (own or phrase.text.startswith(("a ", "y a ", "누구", "그럼 누구")))) or any(
        phrase.key(i) in _AGAINST
        and phrase.kind(i + 1) not in ("value", "matchup", "dimension")
        and (own or not phrase[i].text.startswith(_BEATING))  # who beats most
        for i in range(len(phrase))
    )


def names_rivals(spans: list[Span]) -> bool:
    """Whether rivals are asked for as such, and not by what they play: qué rival, 상대별."""
    nouns = [one for one in spans if one.kind == "dimension" and one.term is not None]
    said = [one.text for one in nouns if one.term is not None and one.term.key == "opponent"]
    return any({text, text.removesuffix("s"), text.removesuffix("es")} & RIVAL for text in said)


def as_rivals(spans: list[Span], index: int) -> Span:
    """Return a span, a "상대" that follows no name as the noun of rivals.

    So it is in 상대별, 진 상대는 and 진 상대는 누구야.
    """
    span = spans[index]
    if span.text != _RIVALS or span.kind != "operator":
        return span
    before = next((s for s in reversed(spans[:index]) if s.kind != "particle"), None)
    after = next((s for s in spans[index + 1 :] if s.kind != "particle"), None)
    each = after is not None and after.term is not None and after.term.key == "by_after"
    verb = before is not None and (
        before.kind in ("operator", "unknown", "stop") or before.term == MEETING
    )
    rest = spans[index + 1 :]
    last = all(s.kind in ("particle", "stop") or (s.term and s.term.key == "who") for s in rest)
    if each or (verb and (last or (before is not None and before.text in _DECIDED))):
        return span._replace(terms=(Term("dimension", "opponent"),))
    return span


def beside_rival(phrase: Phrase, index: int) -> bool:
    """Whether a word for rivals says whose a value is: Terran opponents, 상대가 테란인 경기."""
    beside = [t for t in (phrase.term(index - 1), phrase.term(index + 1)) if t is not None]
    return any(term.key in ("opponent", "versus_after") for term in beside)


def with_rivals_nouns(spans: list[Span], model: SemanticModel) -> list[Span]:
    """Return the spans, "상대 덱별" behind a name that it is not about as one noun of rivals.

    In "Gruul 상대 덱별" the word sets against Gruul, in "Gruul로 상대 덱별", behind what is of
    the whole game and in one word (Gruul 상대덱별) it says whose decks are meant.
    """
    found = list(spans)
    for place in range(len(spans) - 2, 0, -1):
        noun, before = spans[place + 1].term, spans[place - 1]
        each = spans[place + 2].term if place + 2 < len(spans) else None
        if spans[place].text != _RIVALS or noun is None or each is None or each.key != "by_after":
            continue
        if spans[place].kind != "operator" or noun.kind != "dimension":
            continue
        of_game = before.term is not None and before.kind == "value" and (
            not model.dimensions[before.term.key].of_sides
        )  # fmt: skip
        one_word = spans[place + 1].attached and not spans[place].attached  # 상대팀별
        person = (
            before.term is not None
            and before.kind == "value"
            and (before.term.key == model.player != noun.key)
        )  # 김서율 상대 손별
        told = of_game or one_word or person or before.text in _WITH
        if told and model.has_rival(noun.key):
            met = Term("dimension", rivals_key(noun.key, model))
            found[place : place + 2] = [spans[place + 1]._replace(terms=(met,))]
    return found
