"""Sides that are something of their own (white and black, corp and runner) become a dimension."""

import re
from collections.abc import Iterable
from functools import cache

from agents.answering.text.normal import normalise
from agents.data.match.model.column_names import PLACES, SEATS, called, is_player, known_keys
from agents.data.match.model.semantic_model import Dimension
from agents.data.match.model.side_words import Pair, as_written, named
from agents.data.match.model.words import Member, side_members
from agents.data.tables.profile import TableProfile

# Places of a game by their initials: home and away, local and visitante, white and black.
_LETTERS: tuple[dict[str, str], ...] = (
    {"h": "home", "a": "away"}, {"l": "home", "v": "away"}, {"w": "white", "b": "black"},
)  # fmt: skip
_SURNAMES = frozenset(
    "김이박최정강조윤장임한오서신권황안송류유전홍고문양손배백허남심노하곽성차주우구민진나지엄채원천방공현함변염여추"
    "도석선설마길연위표명기반왕금옥육인맹제모탁국어은편용"
)
_FULL_NAME = re.compile(r"[A-ZÁÉÍÓÚÑ][^\W\d_]+(?: [A-ZÁÉÍÓÚÑ][^\W\d_.]*\.?)+")
_KOREAN_NAME = re.compile(r"[가-힣]{3}|(?:남궁|황보|제갈|선우|독고)[가-힣]{1,2}")
_MOSTLY = 0.8
_FEWEST = 4


def place_names(values: Iterable[str]) -> dict[str, Member]:
    """Return what each value that is a known side (blue, home, 백) is called."""
    found: dict[str, Member] = {}
    forms = {value: normalise(value) for value in values}
    written = {*forms.values()}
    letters = next((one for one in _LETTERS if one.keys() == written), {})
    for value, form in forms.items():
        key = _keys_of_sides().get(letters.get(form, form))
        if key is not None:
            member = side_members()[key]
            found[value] = member.model_copy(update={"names": (key, *member.names)})
    return found


@cache
def _keys_of_sides() -> dict[str, str]:
    """Return the key of each known side by all that it is called."""
    found: dict[str, str] = {}
    for key, member in side_members().items():
        for name in (key, *member.names, *member.label.values()):
            found.setdefault(normalise(name), key)
    return found


def place_dimension(words: Pair, table: TableProfile, people: Iterable[str] = ()) -> Dimension:
    """Return the dimension of two words of sides, which has no label yet.

    Words of the table's own are written as its values write them. `people` are the nouns of its
    headers for those who play: 청샅바 is who stands at 청.
    """
    people = tuple(people)
    known = words in (*PLACES, SEATS)
    one, two = words if known else (as_written(word, table) for word in words)
    members = place_names((one, two))
    for value, word in zip((one, two), words, strict=True):
        own = named(word, people)
        same = tuple(name for name in sorted(called(word)) if len(name) > 1 and name != word)
        member = members.get(value, Member())
        more = (*member.names, *own.names, *same)
        if value not in members or people:
            members[value] = member.model_copy(update={"names": tuple(dict.fromkeys(more))})
    return Dimension(fixed=(one, two), members=members, sample=(one, two))


def hold_people(noun: str, key: str, values: Iterable[str]) -> bool:
    """Whether a noun that is no known thing has the full names of people under it."""
    values = tuple(values)
    if not noun or is_player(noun) or key in known_keys() or len(values) < _FEWEST:
        return False
    full = [v for v in values if _FULL_NAME.fullmatch(v) or _is_korean(v)]
    return len(full) >= _MOSTLY * len(values)


def _is_korean(value: str) -> bool:
    return value[:1] in _SURNAMES and _KOREAN_NAME.fullmatch(value) is not None
