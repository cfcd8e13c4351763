"""Rules with a pattern, of which only those are tried that can match the text at all.

What a pattern cannot do without (a word, a digit) is read from the pattern itself when the rules
are made; a rule that a message lacks the words of then costs nothing, however many there are. All
rules, whatever table they stand in, share one index, which a text is looked up in once.
"""

import re
from collections.abc import Collection, Iterable, Iterator
from itertools import pairwise
from operator import add
from typing import Generic, TypeVar
from unicodedata import decimal

from agents.answering.text.needed import commonness, needed
from agents.answering.text.worked_out import worked_out

Left = TypeVar("Left")
# Small letters that a pattern takes for ASCII though they stay what they are in small letters.
_ODD = re.compile(r"[İıſ]|(?![0-9])\d")
_PLAIN = {"İ": "i", "ı": "i", "ſ": "s"}


class Late:
    """A pattern that is compiled when it is first tried; most are not, by one who asks once."""

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self.pattern, self.flags = pattern, flags

    @worked_out
    def compiled(self) -> re.Pattern[str]:
        """The pattern itself; raises `re.error` if it is none."""
        return re.compile(self.pattern, self.flags)


Form = re.Pattern[str] | Late


class Words:
    """Owns the words that all rules need: which of them a text has says which rules to try."""

    def __init__(self) -> None:
        # Rules, each by its table and its place there, by each word, and these by its rarest piece.
        self._by_piece: dict[str, dict[str, list[tuple[int, int]]]] = {}
        self._tables = 0

    def add_table(self, patterns: Iterable[Form]) -> tuple[int, tuple[int, ...]]:
        """Take in the rules of a table; return its number, and the rules that need no word."""
        self._tables += 1
        always: list[int] = []
        for place, pattern in enumerate(patterns):
            words = needed(pattern.pattern, pattern.flags)
            if not words:
                always.append(place)
            for word in words:
                owners = self._by_piece.setdefault(_rarest(word), {}).setdefault(word, [])
                owners.append((self._tables, place))
        return self._tables, tuple(always)

    def found_in(self, low: str) -> dict[int, set[int]]:
        """Return the rules that a text in small letters has a word of, by table."""
        found: dict[int, set[int]] = {}
        by_piece = self._by_piece
        for piece in by_piece.keys() & {*low, *map(add, low, low[1:])}:
            for word, rules in by_piece[piece].items():
                if word in low:
                    for table, place in rules:
                        if table in found:
                            found[table].add(place)
                        else:
                            found[table] = {place}
        return found


_WORDS = Words()


class Said(str):
    """A text that remembers what it is made of; made anew where it changes.

    `low` is the text in small letters and with ASCII digits, as patterns compare it.
    """

    low: str

    def __new__(cls, text: str) -> "Said":
        """Make the small letters."""
        said = super().__new__(cls, text)
        said.low = (text if text.isascii() else _ODD.sub(_plain, text)).lower()
        return said

    @classmethod
    def of(cls, text: str) -> "Said":
        """Return the text itself if it is one already, else make one of it."""
        return text if isinstance(text, Said) else cls(text)

    @worked_out
    def rules(self) -> dict[int, set[int]]:
        """The rules that it has a word of, by the number of their table."""
        return _WORDS.found_in(self.low)


class Likely(Generic[Left]):
    """Rules in their order, each a pattern and what goes with it."""

    def __init__(self, rules: Iterable[tuple[Form, Left]]) -> None:
        self._rules = tuple(rules)
        self._table, self._always = _WORDS.add_table(form for form, _ in self._rules)

    def __iter__(self) -> Iterator[tuple[re.Pattern[str], Left]]:
        return map(self.rule, range(len(self._rules)))

    def rule(self, place: int) -> tuple[re.Pattern[str], Left]:
        """Return the rule at a place."""
        form, left = self._rules[place]
        return form.compiled if isinstance(form, Late) else form, left

    def of(self, text: str) -> Iterator[tuple[re.Pattern[str], Left]]:
        """Yield the rules that may match a text, in their order."""
        return map(self.rule, self.places(Said.of(text)))

    def places(self, text: Said) -> list[int]:
        """Return the places of the rules that may match a text, in their order."""
        return sorted(self.likely(text))

    def likely(self, text: Said) -> Collection[int]:
        """Return the places of the rules that may match a text, in no order."""
        found = text.rules.get(self._table)
        return self._always if found is None else found.union(self._always)


def _rarest(word: str) -> str:
    """Return the two letters of a word that the fewest texts have, or its only one."""
    pairs = ["".join(pair) for pair in pairwise(word)] or [word]
    return min(pairs, key=commonness)


def _plain(found: re.Match[str]) -> str:
    return _PLAIN.get(found[0]) or str(decimal(found[0]))
