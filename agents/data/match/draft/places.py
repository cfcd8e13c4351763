"""Sides that are something of their own (white and black, corp and runner) become a dimension."""

from collections.abc import Iterable
from functools import cache

from agents.answering.text.normal import normalise
from agents.data.match.model.column_names import called, is_player, known_keys
from agents.data.match.model.pack import entry, form_for, pairs_for
from agents.data.match.model.semantic_model import Dimension
from agents.data.match.model.side_words import Pair, as_written, named
from agents.data.match.model.words import Member, side_members
from agents.data.model.schema import Table

_MOSTLY = 0.8
_FEWEST = 4


def place_names(values: Iterable[str]) -> dict[str, Member]:
    """Return what each value that is a known side (blue, home, 백) is called."""
    found: dict[str, Member] = {}
    forms = {value: normalise(value) for value in values}
    written = {*forms.values()}
    letters: dict[str, str] = next(
        (one for one in entry("place_letters") if one.keys() == written), {}
    )
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


def place_dimension(words: Pair, table: Table, people: Iterable[str] = ()) -> Dimension:
    """Return the dimension of two words of sides, which has no label yet.

    Words of the table's own are written as its values write them. `people` are the nouns of its
    headers for those who play: 청샅바 is who stands at 청.
    """
    people = tuple(people)
    known = words in (*pairs_for("places"), *pairs_for("seats"))
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
    full = sum(form_for("full_name").fullmatch(value) is not None for value in values)
    return full >= _MOSTLY * len(values)
