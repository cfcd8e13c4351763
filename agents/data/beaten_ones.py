"""Who beats them most? asks of the one that the last answer was about, by its name."""

import re
from collections.abc import Callable

from agents.data.match.compute.frame import Frame
from agents.data.match.model.semantic_model import SemanticModel

_Say = Callable[[re.Match[str], str], str]
_WHO_EN = r"who|which\s\w+|what\s\w+"
_WHO_ES = r"qui[eé]n(?:es)?|qu[eé]\s\w+"
_VERB_ES = r"(?:ha[n]?\s)?(?:gan|venc|derrot|tumb)\w+"
_THEM_KO = r"(?:걔|쟤|얘)(?:네)?(?:들)?|그들|그\s?(?:팀|선수|사람|친구|녀석)(?:들)?"
_CUES = (
    "beat",
    "defeat",
    "los",
    "gan",
    "venc",
    "derrot",
    "tumb",
    "이기",
    "이겨",
    "이긴",
    "이겼",
    "잡",
)
_FORMS: tuple[tuple[re.Pattern[str], _Say], ...] = (
    (
        re.compile(
            rf"\b({_WHO_EN})\s(?:has\s|have\s|had\s)?(?:beats?|beaten|defeats?|defeated)\s"
            r"(?:them|him|her)\b", re.I,
        ),
        lambda found, name: f"{found[1]} beats {name}",
    ),
    (
        re.compile(
            r"\b(who(?:m)?\s(?:do|does|did|have|has))\s(?:they|he|she)\s(?=los|beat|def)", re.I
        ),
        lambda found, name: f"{found[1]} {name} ",
    ),
    (
        re.compile(
            rf"(?<!a\s)\b({_WHO_ES})\s(?:m[aá]s\s)?l[eoa]s?\s{_VERB_ES}(?:\sm[aá]s)?(?=\W*$)",
            re.I,
        ),
        lambda found, name: f"{found[1]} tiene más victorias contra {name}",
    ),
    (
        re.compile(rf"(누가|누구가|어느\s\S+|어떤\s\S+)\s(?:{_THEM_KO})(?:를|을|한테|에게)?\s(?=\S)"),
        lambda found, name: f"{found[1]} {name} 상대로 ",
    ),
)  # fmt: skip


def with_the_beaten(text: str, previous: Frame | None, model: SemanticModel) -> str:
    """Return a question on who beats "them" with the name of the one that was asked about."""
    low = text.casefold()
    if previous is None or not any(cue in low for cue in _CUES):
        return text
    named = _subject(previous, model)
    for form, say in _FORMS if named else ():
        if (found := form.search(text)) is not None:
            return text[: found.start()] + say(found, named) + text[found.end() :]
    return text


def _subject(previous: Frame, model: SemanticModel) -> str:
    """Return the only side that the last question named, "" where there is none or another one."""
    own = [
        one for one in previous.filters
        if one.side == "own" and not one.exclude and model.dimensions[one.dimension].of_sides
    ]  # fmt: skip
    people = [one for one in own if one.dimension in (model.player, "team")]
    asked = people or own
    return asked[0].values[0] if len(asked) == 1 and len(asked[0].values) == 1 else ""
