"""Editions of one thing, a cup each year: Alpine Open means Alpine Open 2023 and 2024 together."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from agents.data.in_turn import IN_TURN
from agents.data.model import Dimension
from agents.data.normal import normalise

_YEAR = re.compile(
    r"[\s_\-–—·:,('’]*(?<!\d)(?:19|20)\d\d(?:[/-](?:19|20)?\d\d)?(?:\s?년)?(?!\d)[\s_\-–—·:,)]*"
)
_SHORTEST = 3


def editions(key: str, dimension: Dimension) -> Iterator[tuple[str, list[str]]]:
    """Yield what several values are called without their years, with those values.

    Seasons and patches, which follow one another, are left out: without a year the latest is meant.
    """
    if dimension.of_sides or key in IN_TURN:
        return
    found: dict[str, list[str]] = defaultdict(list)
    for value in dimension.values:
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
    return len(stems) == 1 and "" not in stems
