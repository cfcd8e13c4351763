"""This season, the latest patch and the last season are those of the table, by their numbers."""

import re

from agents.data.model import SemanticModel

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

    Nothing is changed where the table has none, or some without a number to order them by.
    """
    for key, pointed in _POINTED.items():
        dimension = model.dimensions.get(key)
        if dimension is None or not any(said.search(text) for said, _ in pointed):
            continue
        if not all(re.search(r"\d", value) for value in dimension.values):
            continue
        ordered = sorted(dimension.values, key=order_of)
        for said, place in pointed:
            if len(ordered) >= -place:
                value = ordered[place]
                text = said.sub(f"{key} {value}" if value.isdigit() else value, text)
    return text


def order_of(value: str) -> tuple[int, ...]:
    """Return what seasons and patches are sorted by: the year first, wherever it stands."""
    numbers = [int(digits) for digits in re.findall(r"\d+", value)]
    years = [number for number in numbers if number > 1900]
    return (*years, *(number for number in numbers if number <= 1900))
