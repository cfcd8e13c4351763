"""What files write for the values of a game that has a vocabulary: T and TERRAN are Terran."""

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType

from agents.data.words import vocabularies

Known = Mapping[str, str]
"""The value that each way of writing stands for; the ways are in small letters."""
_BETWEEN = (" vs ", " vs. ", " v ", " versus ", " contra ", " 대 ", " x ", " - ", "-")
_SHORTEST = 3  # letters that begin a name
_SHORT_BETWEEN = ("v", "vs", "x", "-", "대")


@cache
def known_values() -> Mapping[str, Known]:
    """Return for what each game compares (race) how its values may be written."""
    found: dict[str, Known] = {}
    for vocabulary in vocabularies():
        key = vocabulary.recognise.dimension
        members = vocabulary.dimensions.get(key, {})
        found[key] = MappingProxyType(
            _beginnings(members)
            | {
                text.casefold(): value
                for value, member in members.items()
                for text in (
                    value,
                    *member.names,
                    *member.spellings,
                    *member.label.values(),
                    *member.short.values(),
                )
            }
        )
    return MappingProxyType(found)


def _beginnings(values: Iterable[str]) -> dict[str, str]:
    """Return the beginnings of values that no other has: Ter, Terr and Terra of Terran."""
    found: dict[str, str] = {}
    for value in values:
        others = [one.casefold() for one in values if one != value]
        for length in range(_SHORTEST, len(value)):
            begun = value.casefold()[:length]
            if not any(one.startswith(begun) for one in others):
                found[begun] = value
    return found


@cache
def known_matchups() -> Mapping[str, Mapping[str, tuple[str, str]]]:
    """Return for what each game compares how two of its values are set against each other.

    The first of the two is the side that is spoken of: TvZ, 테저전, "Terran vs Zerg".
    """
    found: dict[str, Mapping[str, tuple[str, str]]] = {}
    for vocabulary in vocabularies():
        key = vocabulary.recognise.dimension
        members = vocabulary.dimensions.get(key, {})
        forms: dict[str, tuple[str, str]] = {}
        for a, one in members.items():
            for b, two in members.items():
                for language, x in one.short.items():
                    y = two.short.get(language, "")
                    short = [f"{x}{joint}{y}" for joint in _SHORT_BETWEEN]
                    short += [f"{x}{y}전", f"{x}{y}"] if language == "ko" else []
                    forms |= dict.fromkeys(short if y else (), (a, b))
        written = known_values()[key]
        for x, a in written.items():
            for y, b in written.items():
                for joint in _BETWEEN:
                    forms.setdefault(f"{x}{joint}{y}", (a, b))
        found[key] = MappingProxyType(forms)
    return MappingProxyType(found)
