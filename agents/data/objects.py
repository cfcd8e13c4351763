"""What stands behind a Korean name says whom a verb is turned to, or that two met: 저그를 이긴."""

import re
from itertools import pairwise

from agents.data.match.model.semantic_model import SemanticModel
from agents.data.phrase import Phrase
from agents.data.scan import Span

_WON = ("이긴", "이기는", "이겼")
_WINNING = ("이긴", "이기", "이길", "몇 번 이", "얼마나 이")
_THEIR_GAMES = re.compile(
    r"(?:의)?\s?(?:경기|게임|대결|시합)(?:가|는|은|이|에서|에선|의)?\s(?!수|를)"
)
_WITH = re.compile(
    r"(?:이랑|랑|하고|와|과)\s(?:몇\s?(?:판|경기|게임|번)|(?:경기|게임)를|"
    r"(?:한|붙은|만난|싸운|붙었을|만났을|했을|할|붙으면|만나면)(?:\s|$))"
)


def are_their_games(text: str, end: int) -> bool:
    """Whether the games of the names that end there are meant: 테란과 저그 경기에서."""
    return _THEIR_GAMES.match(text, end) is not None


def played_with(text: str, end: int) -> bool:
    """Whether games are played with the name that ends there: 프로토스랑 몇 판."""
    return _WITH.match(text, end) is not None


def is_place(behind: str) -> bool:
    """Whether the words behind a name say that it is a place, and say more: Reef에서 좀."""
    words = behind.split()
    return len(words) > 1 and words[0].startswith("에서")


def objects_of(spans: list[Span]) -> frozenset[int]:
    """Return where the values stand that a Korean verb of winning has as its object (을, 를)."""
    verbs = [
        span.start for span in spans
        if (span.kind == "measure" and span.text.startswith(_WINNING))
        or (span.kind == "operator" and span.text.startswith(_WON))
    ]  # fmt: skip
    if not verbs:
        return frozenset()
    found = [
        one.start for one, particle in pairwise(spans)
        if particle.attached and particle.text in ("을", "를")
        and any(verb > one.start for verb in verbs)
    ]  # fmt: skip
    subjects = [one.start for one, particle in pairwise(spans)
                if particle.attached and particle.text in ("이", "가", "은", "는")]  # fmt: skip
    found += [
        one.start for one, verb in pairwise(spans)
        if one.kind == "value" and verb.start in verbs and any(s < one.start for s in subjects)
    ]  # fmt: skip
    return frozenset(found)


def is_met_alone(phrase: Phrase, index: int, model: SemanticModel) -> bool:
    """Whether a message is nothing but somebody to whom something is done: 최서은한테는?"""
    term = phrase.term(index - 1)
    alone = index == 1 and len(phrase) == 2 and term is not None and term.kind == "value"
    return alone and term is not None and term.key in model.dimensions and model.has_rival(term.key)
