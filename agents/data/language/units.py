"""A message in units: words in normal form, syllables of Hangul, figures and signs.

The message itself is never rewritten; every unit says where it stands in the ORIGINAL text. Normal
form is NFKC, small letters, without accents. Hangul goes by syllables, as its words carry their
particles and are spaced freely.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

UnitKind = Literal["word", "hangul", "number", "sign"]


class Unit(NamedTuple):
    """One unit; `key` is what dictionaries have it under, `apart` whether a blank is before it."""

    text: str
    key: str
    start: int
    end: int
    kind: UnitKind
    apart: bool


Stem = Callable[[str], str]

_UNITS = re.compile(
    r"(?P<number>\d+(?:[.,]\d+)*)|(?P<hangul>[\uac00-\ud7a3])|(?P<word>[^\W\d_\uac00-\ud7a3]+)"
    r"|(?P<sign>[%‰$€£¥₩<>=≥≤~,?¿!+\-–—/:;\"“”«»&#*°])"
)
_HANGUL = re.compile(r"[\uac00-\ud7a3 ]*")
_CLUSTER = re.compile(
    r"[\u1100-\u115f][\u1160-\u11a7]?[\u11a8-\u11ff]?|.[\u0300-\u036f]*", re.DOTALL
)
_PARTING = (" ", "(", "[")  # what makes the next word one of its own
_ALIKE = {"–": "-", "—": "-", "“": '"', "”": '"', "«": '"', "»": '"', "¿": "?", "&": "and"}


@lru_cache(maxsize=20_000)
def normal(text: str) -> str:
    """Return a text in normal form."""
    if text.isascii():
        return text.lower()
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(_plain(one) for one in folded)


def _plain(character: str) -> str:
    if character.isascii() or "\uac00" <= character <= "\ud7a3":
        return character
    apart = unicodedata.normalize("NFD", character)
    return unicodedata.normalize("NFC", "".join(c for c in apart if not unicodedata.combining(c)))


def units_of(text: str, stem: Stem) -> tuple[Unit, ...]:
    """Return the units of a text; what is no letter, figure or known sign parts words only."""
    if text.isascii():
        folded, places = text.lower(), None
    else:
        pieces, places = [], []
        for found in _CLUSTER.finditer(text):
            piece = normal(found[0])
            pieces.append(piece)
            places += [(found.start(), found.end())] * len(piece)
        folded = "".join(pieces)
    units: list[Unit] = []
    before = -1
    for found in _UNITS.finditer(folded):
        kind: UnitKind = found.lastgroup  # type: ignore[assignment]  # the groups are the kinds
        start, end = found.span()
        said = found[0]
        if kind == "sign":
            said = _ALIKE.get(said, said)
        first, last = (start, end) if places is None else (places[start][0], places[end - 1][1])
        key = stem(said) if kind == "word" else said
        between = folded[before:start] if before >= 0 else " "
        apart = any(one in between for one in _PARTING)
        units.append(Unit(said, key, first, last, kind, apart))
        before = end
    return tuple(units)


def keys_of(text: str, stem: Stem) -> list[str]:
    """Return the keys of the units of a text."""
    if text.isascii() and text.replace(" ", "").isalpha():  # as most phrases are
        return [stem(word) for word in text.lower().split()]
    if _HANGUL.fullmatch(text):
        return [*text.replace(" ", "")]
    return [unit.key for unit in units_of(text, stem)]


def is_hangul(text: str) -> bool:
    """Whether a text has a syllable of Hangul in it."""
    return any("\uac00" <= one <= "\ud7a3" for one in text)


def begins(units: Sequence[Unit], place: int) -> bool:
    """Whether a unit begins a word, or all words are over: within one of Hangul none does."""
    if place in (0, len(units)) or units[place].kind != "hangul" or units[place].apart:
        return True
    return units[place - 1].kind != "hangul"
