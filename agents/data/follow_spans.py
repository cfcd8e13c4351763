"""Lengths and kinds of games that go on from the last question: between 8 and 12, over all maps."""

import re

from agents.data.follow_words import InView, turn, where


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


_noun = where(lambda found, said: bool(said.noun(found["noun"])))
SPANS = (
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
