"""Rules with a pattern, of which only those are tried that can match the text at all.

What a pattern cannot do without (a word, a digit) is read from the pattern itself when the rules
are made; a rule that a message lacks the words of then costs nothing, however many there are.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from operator import add
from typing import Generic, TypeVar
from unicodedata import decimal

from agents.data.needed import commonness, needed

Left = TypeVar("Left")
Put = str | Callable[[re.Match[str]], str]
# Small letters that a pattern takes for ASCII though they stay what they are in small letters.
_ODD = re.compile(r"[İıſ]|(?![0-9])\d")
_PLAIN = {"İ": "i", "ı": "i", "ſ": "s"}


class Said(str):
    """A text that remembers its letters, as patterns compare them; made anew where it changes.

    `low` is the text in small letters and with ASCII digits, `pieces` every letter of it and every
    two that follow each other.
    """

    low: str
    pieces: frozenset[str]

    def __new__(cls, text: str) -> "Said":
        """Make the letters and pieces at once; what makes one asks for both."""
        said = super().__new__(cls, text)
        said.low = low = (text if text.isascii() else _ODD.sub(_plain, text)).lower()
        said.pieces = frozenset((*low, *map(add, low, low[1:])))
        return said

    @classmethod
    def of(cls, text: str) -> "Said":
        """Return the text itself if it is one already, else make one of it."""
        return text if isinstance(text, Said) else cls(text)


class Likely(Generic[Left]):
    """Rules in their order, each a pattern and what goes with it."""

    def __init__(self, rules: Iterable[tuple[re.Pattern[str], Left]]) -> None:
        self._rules = tuple(rules)
        self._always: list[int] = []
        self._by_piece: dict[str, list[tuple[int, str]]] = defaultdict(list)
        for place, (pattern, _) in enumerate(self._rules):
            words = needed(pattern)
            if not words:
                self._always.append(place)
            for word in words:
                self._by_piece[_rarest(word)].append((place, word))
        self._pieces = frozenset(self._by_piece)

    def __iter__(self) -> Iterator[tuple[re.Pattern[str], Left]]:
        return iter(self._rules)

    def of(self, text: str) -> Iterator[tuple[re.Pattern[str], Left]]:
        """Yield the rules that may match a text, in their order."""
        return (self._rules[place] for place in self._places(Said.of(text)))

    def _places(self, text: Said) -> list[int]:
        low, by_piece = text.low, self._by_piece
        found = set(self._always)
        for piece in self._pieces & text.pieces:
            found.update(place for place, word in by_piece[piece] if word in low)
        return sorted(found)


class Rewording(Likely[Put]):
    """Rules of which each puts other words in the place of what it matches."""

    def put(self, text: str) -> str:
        """Return the text after all rules, each applied to what those before it left."""
        said, done = Said.of(text), -1
        places = self._places(said)
        while places:
            place = places.pop(0)
            if place <= done:
                continue
            done = place
            pattern, instead = self._rules[place]
            changed = pattern.sub(instead, said)
            if changed != said:
                said = Said(changed)
                places = self._places(said)
        return said


class Seldom:
    """One pattern, tried where a text has what it needs, as a `re.Pattern` is."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self.pattern = pattern
        self._pieces = frozenset(map(_rarest, needed(pattern)))

    def _may(self, text: str) -> bool:
        return not self._pieces or not self._pieces.isdisjoint(Said.of(text).pieces)

    def search(self, text: str) -> re.Match[str] | None:
        """Return the first place that the pattern matches, or None."""
        return self.pattern.search(text) if self._may(text) else None

    def match(self, text: str) -> re.Match[str] | None:
        """Return what the pattern matches at the start of a text, or None."""
        return self.pattern.match(text) if self._may(text) else None

    def fullmatch(self, text: str) -> re.Match[str] | None:
        """Return the match of the whole text, or None."""
        return self.pattern.fullmatch(text) if self._may(text) else None


def seldom(pattern: str, flags: int = 0) -> Seldom:
    """Compile a pattern that is tried only where a text has what it needs."""
    return Seldom(re.compile(pattern, flags))


def _rarest(word: str) -> str:
    """Return the two letters of a word that the fewest texts have, or its only one."""
    pairs = ["".join(pair) for pair in pairwise(word)] or [word]
    return min(pairs, key=commonness)


def _plain(found: re.Match[str]) -> str:
    return _PLAIN.get(found[0]) or str(decimal(found[0]))
