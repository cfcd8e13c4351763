"""Seasons that share their noun, or that are years: the 2023 and 2024 seasons."""

import re
from collections.abc import Callable
from functools import partial
from itertools import pairwise

from agents.answering.text.likely import Rewording
from agents.data.match.model.semantic_model import SemanticModel

_Y = r"(?<![\d.\-/])(?:19|20)\d\d(?![\d.\-/])"
_EN = r",?\s(?:and|(?:compared\s)?(?:with|to)|vs\.?|versus|or|against)\s(?:the\s)?"
_ES = r"\s(?:y|e|o|con|vs\.?|versus|contra|frente\sa)\s(?:(?:el|las?)\s(?:de\s)?)?"
_KO = r"\s?(?:과|와|이랑|랑|하고|,|vs\.?|대)\s?"
_YEAR = re.compile(_Y)
_BESIDE_YEARS = re.compile(
    r"\b(?:the|el|las?|del?|of)\s|(?:seasons?|temporadas?)\b\s?(?:del?\s|of\s)?|년", re.IGNORECASE
)
_SEVERAL = (
    (rf"\b(?:the\s)?{_Y}(?:,\s{_Y})*{_EN}{_Y}\sseasons?\b(?!\s?\d)", "{} season"),
    (rf"\b(?:the\s)?{_Y}\sseason{_EN}{_Y}(?!\s?\w)", "{} season"),
    (rf"\b(?:the\s)?seasons?\s{_Y}(?:,\s{_Y})*{_EN}(?:season\s)?{_Y}(?!\sseason)", "season {}"),
    (
        rf"\b(?:las?\s)?temporadas?\s(?:del?\s)?{_Y}(?:,\s{_Y})*{_ES}"
        rf"(?:temporada\s(?:del?\s)?)?{_Y}",
        "temporada {}",
    ),
    (rf"{_Y}년?(?:,\s?{_Y}년?)*{_KO}{_Y}년?\s?시즌(?!\s?\d|별|마다)", "{} 시즌"),
)
_YEAR_IN = re.compile(r"(?:19|20)\d\d|\d\d\s?[/-]\s?\d\d")  # 2023, 23/24
_NOUN = re.compile(r"season|temporada|시즌", re.IGNORECASE)


def _each(form: str, found: re.Match[str]) -> str:
    """Return each year of several with the noun that they share, joined as they were."""
    said, years = found[0], list(_YEAR.finditer(found[0]))
    parts = [form.format(years[0][0])]
    for one, other in pairwise(years):
        between = _BESIDE_YEARS.sub("", said[one.end() : other.start()])
        parts += [f" {between.strip()} " if form.isascii() else between, form.format(other[0])]
    return "".join(parts)


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _rule(pattern: str, form: str) -> tuple[re.Pattern[str], Callable[[re.Match[str]], str]]:
    return _compiled(pattern), partial(_each, form)


_TOGETHER = Rewording(_rule(pattern, form) for pattern, form in _SEVERAL)
_AS_YEARS = Rewording(
    (_compiled(pattern), year)
    for pattern, year in (
        (rf"\b(?:the\s)?({_Y})\sseason\b(?!\s?\d)", r"\1"),
        (rf"\b(?:the\s)?season\s(?:of\s)?({_Y})", r"\1"),
        (rf"\b(?:la\s)?temporada\s(?:del?\s)?({_Y})", r"\1"),
        (rf"({_Y})년?\s?시즌(?!\s?\d|별|마다)", r"\1년"),
    )
)


_EDGES = Rewording(
    (_compiled(pattern), year)
    for pattern, year in (
        (rf"\bfrom\s(?:the\s)?({_Y})\sseason\s(?:to|until|through)\s(?:the\s)?({_Y})\sseason\b",
         r"from \1 to \2"),
        (rf"\b(since|before|after|until|till|up\sto)\s(?:the\s)?({_Y})\sseason\b(?!\s?\d)",
         r"\1 \2"),
        (rf"\b(desde|hasta|antes\sde|despu[eé]s\sde)\s(?:la\s)?temporada\s(?:del?\s)?({_Y})",
         r"\1 \2"),
        (rf"({_Y})년?\s?시즌\s?(부터|까지|이후|이전)", r"\1년\2"),
    )
)  # fmt: skip


def with_years_of_seasons(text: str, model: SemanticModel) -> str:
    """Return a question with the noun of seasons beside each of several years.

    Where no season of the table is told by a year they are years: the 2024 season is 2024. So they
    are at the edge of a period: since the 2024 season.
    """
    if _NOUN.search(text) is None or _YEAR.search(text) is None:
        return text
    text = _TOGETHER.put(text if model.time is None else _EDGES.put(text))
    return text if model.time is None or _of_years(model) else _AS_YEARS.put(text)


def _of_years(model: SemanticModel) -> bool:
    """Whether a column of the table is called seasons and has values with years."""
    return any(
        any(_NOUN.search(word) for word in (key, *dimension.words))
        and any(_YEAR_IN.search(value) for value in dimension.values)
        for key, dimension in model.dimensions.items()
    )
