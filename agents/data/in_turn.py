"""This season and the last one are those of the table: its latest one, and the one before it."""

import re

from agents.data.model import SemanticModel

_THIS = re.compile(
    r"\b(?:in\s)?(?:this|the\scurrent|current|the\slatest|latest)\sseason\b|\b(?:en\s)?esta\stemporada\b|"
    r"\b(?:en\s)?la\stemporada\sactual\b|(?:이번|현재|올)\s?시즌",
    re.I,
)  # fmt: skip
_LAST = re.compile(
    r"\b(?:in\s)?(?:the\s)?(?:last|previous)\sseason\b|"
    r"\b(?:en\s)?la\s(?:temporada\s(?:pasada|anterior)|[uú]ltima\stemporada)\b|(?:지난|저번|직전)\s?시즌",
    re.I,
)  # fmt: skip
_KEY = "season"
IN_TURN = frozenset({"season", "patch", "build", "round", "stage"})  # follow one another


def with_seasons(text: str, model: SemanticModel) -> str:
    """Return a question with the season that it points at by its name.

    Nothing is changed where the table has no seasons, or some without a number to order them by.
    """
    seasons = model.dimensions.get(_KEY)
    if seasons is None or not (_THIS.search(text) or _LAST.search(text)):
        return text
    if not all(re.search(r"\d", value) for value in seasons.values):
        return text
    ordered = sorted(seasons.values, key=order_of)
    for said, place in ((_THIS, -1), (_LAST, -2)):
        if len(ordered) >= -place:
            value = ordered[place]
            text = said.sub(f"{_KEY} {value}" if value.isdigit() else value, text)
    return text


def order_of(value: str) -> tuple[int, ...]:
    """Return what seasons and patches are sorted by: the year first, wherever it stands."""
    numbers = [int(digits) for digits in re.findall(r"\d+", value)]
    years = [number for number in numbers if number > 1900]
    return (*years, *(number for number in numbers if number <= 1900))
