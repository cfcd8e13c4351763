"""Lengths and kinds of games that go on from the last question: between 8 and 12, over all maps."""

import re

from agents.data.follow_words import InView, Told, turn, where
from agents.data.match.compute.frame import LENGTHS


def _minutes(found: re.Match[str], said: InView) -> str | None:
    """Name the unit of two numbers where the last question asked for games of some length."""
    if not said.previous.lasting:
        return None
    low, high = (number for number in found.groups() if number)
    return {
        "ko": f"{low}분에서 {high}분 사이",
        "es": f"entre {low} y {high} minutos",
        "en": f"between {low} and {high} minutes",
    }[said.lexicon.language]


def _ended_for(won: str, lost: str) -> Told:
    """Return a turn that asks how long the games took that somebody won, or lost."""

    def put(found: re.Match[str], said: InView) -> str | None:
        value = said.value(found["value"])
        if said.previous.measure not in LENGTHS or value is None:
            return None
        ended = lost if found["how"].casefold().startswith(("l", "p", "진", "질", "졌")) else won
        return ended.format(found["value"])

    return put


_noun = where(lambda found, said: bool(said.noun(found["noun"])))
SPANS = (
    turn(  # how long games take, and when T1 wins
        r"(?:only\s|just\s|in\sgames\s)?(?:when|where|if|that)\s(?P<value>\w[\w .'-]*?)\s"
        r"(?P<how>wins?|won|loses?|lost)",
        _ended_for("average length of {} wins", "average length of {} losses"),
    ),
    turn(
        r"(?:solo\s)?cuando\s(?P<how>gana|gan[oó]|pierde|perdi[oó])\s(?:el\s|la\s)?(?P<value>\w.*)",
        _ended_for("duración media de {} en victorias", "duración media de {} en derrotas"),
    ),
    turn(
        r"(?P<value>\S+?)(?:이|가)\s(?P<how>이[길긴겼]|진|질|졌)\S*(?:\s?(?:때|경기|게임))?(?:는|은|만|에는)?",
        _ended_for("{} 이긴 경기 평균 시간", "{} 진 경기 평균 시간"),
    ),
    turn(
        r"(?:from|between)\s(\d+)\s(?:and|to)\s(\d+)|entre\s(\d+)\sy\s(\d+)|"
        r"(\d+)\s?(?:에서|부터|[~–-])\s?(\d+)(?:\s?(?:사이|까지))?(?:는|은)?",
        _minutes,
    ),
    turn(
        r"(?:over|across|throughout)\sall\s(?:of\s)?(?:the\s)?(?P<noun>\w+)",
        _noun("on all {noun}"),
    ),
)
