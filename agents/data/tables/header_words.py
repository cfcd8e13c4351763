"""The words of a table's headers: how they are parted, and which speak of ids and of time.

It says nothing of what a table is about.
"""

import re
import unicodedata
from functools import cache, lru_cache

from agents.answering.text.normal import normalise
from agents.answering.text.packs import bundled, word_set


@cache
def _words(key: str) -> frozenset[str]:
    return word_set(bundled("", "header_words.yaml", "agents.data.tables")[key])


@cache
def _form(key: str) -> re.Pattern[str]:
    return re.compile(bundled("", "header_words.yaml", "agents.data.tables")[key])


@cache
def _cuts() -> tuple[tuple[re.Pattern[str], str], ...]:
    found = bundled("", "header_words.yaml", "agents.data.tables")["cuts"]
    return tuple((re.compile(pattern), put) for pattern, put in found)


@lru_cache(maxsize=4096)
def tokens(name: str) -> tuple[str, ...]:
    """Return the words of a column name: p1_race → p1, race; HomeTeam → home, team."""
    spaced = unicodedata.normalize("NFC", name)
    for pattern, put in _cuts():
        spaced = pattern.sub(put, spaced)
    found: list[str] = []
    for part in re.findall(r"[^\W_]+", spaced):
        found += re.findall(r"(?:[가-힣]+|[^\W\d_]{2,})(?=\d+$)|.+", normalise(part))
    return tuple(found)


def is_id_word(word: str) -> bool:
    """Whether a word of a header says that it holds ids."""
    return word in _words("ids")


def named_by_id(name: str) -> tuple[str, ...] | None:
    """Return what an id column's name says it is the id of; None for other columns.

    deck_id → deck, 대회번호 → 대회, id_jugador_1 → jugador, 1; nothing for an id of its own row.
    A number of several things is no id of one: num_turns.
    """
    found = tokens(name)
    if len(found) > 1 and found[0] in _words("counts") and found[-1].endswith("s"):
        return None  # num_turns counts them
    left = tuple(_form("id_ending").sub("", one) for one in found if not is_id_word(one))
    return tuple(filter(None, left)) if left != found else None


def names_length(name: str) -> bool:
    """Whether a column's name says that it holds the length of a game."""
    words = set(tokens(name))
    for word in tokens(name):  # with the unit that a Korean one ends in
        words |= {*(found.groups() if (found := _form("unit_ending").match(word)) else ())}
    if words & _words("margins") or any(map(_form("margin_ending").search, words)):
        return False
    timed = "time" in words and bool(words & (_words("played") | _words("units_of_time")))
    ends = any(map(_form("length_ending").search, words))
    return timed or ends or bool(words & _words("lengths"))


def names_moment(name: str) -> bool:
    """Whether a column's name says that it holds the day or moment of a game."""
    return _form("moment").search(name) is not None
