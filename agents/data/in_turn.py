"""This season, the latest patch and the last season are those of the table, by their numbers."""

import re
from functools import lru_cache

from agents.data.match.model.semantic_model import SemanticModel

_NOUNS = {
    "season": ("seasons?", "temporadas?", "시즌"),
    "patch": (
        "(?:game\\s)?(?:patch|version|build)",
        "(?:parche|versi[oó]n)",
        "(?:패치|버전)(?:\\s?버전)?",
    ),
    "build": ("(?:build|version)", "(?:build|versi[oó]n)", "(?:빌드|버전)"),
}  # fmt: skip
IN_TURN = frozenset({"season", "patch", "build", "round", "stage"})  # follow one another
_KO_END = r"(?!별|마다)"
_LISTED = r"(?!,|\s?[/&+과와]|,?\s(?:and|or|to|vs\.?|versus|y|e|o|a|contra)\s)"  # and others


def _this(key: str) -> str:
    english, spanish, korean = _NOUNS[key]
    return (
        r"\b(?:in\s|on\s)?(?:this|(?:the\s)?(?:current|(?:very\s)?latest|newest|most\srecent))\s"
        rf"{english}\b|"
        rf"\b(?:en\s)?est[ae]\s{spanish}\b|"
        rf"\b(?:en\s)?(?:la|el)\s{spanish}\s(?:actual|m[aá]s\s(?:reciente|nuev[oa]))\b|"
        rf"(?:이번|현재|지금|올|(?:가장\s|제일\s)?(?:최신|최근)(?:의)?)\s?{korean}{_KO_END}"
    )


def _last(key: str) -> str:
    english, spanish, korean = _NOUNS[key]
    return (
        rf"\b(?:in\s|on\s)?(?:the\s)?(?:last|previous)\s{english}\b|"
        rf"\b(?:en\s)?(?:la|el)\s(?:{spanish}\s(?:pasad[oa]|anterior)|[uú]ltim[oa]\s{spanish})\b|"
        rf"(?:지난|저번|직전|이전)\s?{korean}{_KO_END}"
    )


def _latest_alone(key: str) -> str:
    """Return what means the latest of what nobody calls past while it is played: a patch."""
    english, spanish, _ = _NOUNS[key]
    return (
        rf"\b(?:in\s|on\s)?(?:the\s)?last\s{english}\b(?!\s(?:before|but))|"
        rf"\b(?:en\s)?(?:la|el)\s[uú]ltim[oa]\s{spanish}\b"
    )


_POINTED = {
    key: tuple(
        (re.compile(pattern, re.I), place)
        for pattern, place in (
            (_this(key), -1),
            *([] if key == "season" else [(_latest_alone(key), -1)]),
            (_last(key), -2),
        )
    )
    for key in _NOUNS
}


def with_seasons(text: str, model: SemanticModel) -> str:
    """Return a question with the season or version that it points at by its name.

    Nothing is changed where the table has none, or some without a number to order them by. A name
    beside it holds alone.
    """
    for key, pointed in _POINTED.items():
        dimension = model.dimensions.get(key)
        if dimension is None or not any(said.search(text) for said, _ in pointed):
            continue
        if not all(re.search(r"\d", value) for value in dimension.values):
            continue
        ordered = sorted(dimension.values, key=order_of)
        for said, place in pointed:
            if said.search(text) is not None:
                text = _named_beside(key, said.pattern, tuple(dimension.values)).sub(_alone, text)
            if len(ordered) >= -place:
                value = ordered[place]
                text = said.sub(f"{key} {value}" if value.isdigit() else value, text)
    return text


@lru_cache(maxsize=64)
def _named_beside(key: str, said: str, values: tuple[str, ...]) -> re.Pattern[str]:
    """Return what finds a season that is pointed at with its name beside it: last season (2025-26).

    They are one, and the name tells which. Short names need their brackets: last season, 3 games.
    """
    noun = rf"(?:(?:the|la)\s)?(?:(?:{'|'.join(_NOUNS[key])})\s)?"
    every = "|".join(map(_form, sorted(values, key=len, reverse=True)))
    long = "|".join(_form(one) for one in values if len(one) > 3) or r"(?!)"
    only = r"(?P<only>만|,?\s(?:only|alone|sola|solo)\b)?"
    return re.compile(
        rf"(?:{said}){only}\s?[(\[]\s?{noun}(?P<inside>{every})\s?[)\]]"
        rf"|(?:{said})(?:\s?[,:–—]\s?|\s-\s|\s){noun}(?P<after>{long})(?![\w/-]){_LISTED}"
        rf"|(?<![\w/-])(?P<before>{every})(?:\s?시즌)?"
        rf"(?:\s?[(\[]\s?(?:{said})\s?[)\]]|,\s(?=(?:the|la|el)\s)(?:{said})(?=\W*$))",
        re.IGNORECASE,
    )


def _form(value: str) -> str:
    """Return a pattern of a season's name, whatever joins its years: 2025-26, 2025/26."""
    return r"\s?[-/–.]\s?".join(map(re.escape, re.split(r"[-/–.]", value)))


def _alone(found: re.Match[str]) -> str:
    name = found["inside"] or found["after"] or found["before"]
    return (f"season {name}" if name.isdigit() else name) + (found["only"] or "")


def order_of(value: str) -> tuple[int, ...]:
    """Return what seasons and patches are sorted by: the year first, wherever it stands."""
    numbers = [int(digits) for digits in re.findall(r"\d+", value)]
    years = [number for number in numbers if number > 1900]
    return (*years, *(number for number in numbers if number <= 1900))
