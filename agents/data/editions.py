"""Editions of one thing, a cup each year: Alpine Open means Alpine Open 2023 and 2024 together."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from agents.answering.text.normal import normalise
from agents.data.in_turn import IN_TURN
from agents.data.match.model.semantic_model import Dimension

_YEAR = re.compile(
    r"[\s_\-–—·:,('’]*(?<!\d)(?:19|20)\d\d(?:[/-](?:19|20)?\d\d)?(?:\s?년)?(?!\d)[\s_\-–—·:,)]*"
)
_PART_OF_YEAR = re.compile(
    r"(?P<year>(?:19|20)\d\d)년?[\s_./-]*(?P<noun>[a-z]+|[가-힣]+)[\s_.-]*\d{1,2}"
)
_SEASONS = ("season", "s", "split", "temporada", "시즌", "스플릿")
_SHORTEST = 3


def editions(key: str, dimension: Dimension) -> Iterator[tuple[str, list[str]]]:
    """Yield what several values are called without their years, with those values.

    Seasons and patches follow one another: without a year the latest is meant, and without its
    number all of a year, the 2024 season of 2024 시즌1 and 2024 시즌2.
    """
    found: dict[str, list[str]] = defaultdict(list)
    if dimension.of_sides:
        return
    if key in IN_TURN:
        for value in dimension.values:
            for form in _of_year(value):
                found[form].append(value)
    for value in dimension.values if key not in IN_TURN else ():
        if stem := edition_of(value):
            found[stem].append(value)
    yield from ((stem, sorted(values)) for stem, values in found.items() if len(values) > 1)


def edition_of(value: str) -> str:
    """Return what a value with a year is called without it, normalised, or ""."""
    stem = normalise(_YEAR.sub(" ", value)).strip()
    named = len(stem) >= _SHORTEST or any("가" <= sign <= "힣" for sign in stem)
    return stem if named and stem != normalise(value) and not stem.isdigit() else ""


def are_editions(values: Sequence[str]) -> bool:
    """Whether several values are one thing's, of different years."""
    if len(values) < 2:  # most words mean one thing
        return False
    stems = {edition_of(value) for value in values}
    years = {_year_and_noun(value) for value in values}
    return (len(stems) == 1 and "" not in stems) or (len(years) == 1 and None not in years)


def _year_and_noun(value: str) -> tuple[str, str] | None:
    """Return the year of a numbered part of it, and what it is: 2024 and 시즌 of 2024 시즌1."""
    found = _PART_OF_YEAR.fullmatch(normalise(value))
    return (found["year"], found["noun"]) if found is not None else None


def _of_year(value: str) -> Iterator[str]:
    """Yield what all parts of a year are called: 2024 시즌, 2024 season, temporada 2024."""
    found = _year_and_noun(value)
    if found is None or found[1] not in _SEASONS:
        return
    year = found[0]
    for noun in _SEASONS:
        if "가" <= noun[0] <= "힣":
            yield from (f"{year} {noun}", f"{year}{noun}", f"{year}년 {noun}")
        else:
            yield from (
                f"{year} {noun}",
                f"{noun} {year}",
                f"{noun} de {year}",
                f"{noun} of {year}",
            )
