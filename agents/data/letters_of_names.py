"""The names of one table by their letters, put in order once, for words that resemble them."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from agents.answering.text.normal import is_hangul
from agents.answering.text.particles import letters

_VOWELS = re.compile("[aeiouy]")
_PEOPLES = re.compile("(?:ianos|eses|anos|inos|ians|ans|ons|ones|os|as|es|s)$")


class OfScript:
    """Names that begin in Hangul, or those that do not, in the order of the table.

    `names` are the names and `keys` their letters, at the same places.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self.names = tuple(names)
        self.keys = tuple(map(letters, self.names))
        self._by_stem: dict[str, list[str]] = defaultdict(list)
        self._by_word: dict[str, list[str]] = defaultdict(list)
        for name in self.names:
            if name.endswith("s"):
                self._by_stem[stem(name)].append(name)
            if " " in name:
                self._by_word[name.partition(" ")[0]].append(name)

    def of_people(self, word: str) -> Sequence[str]:
        """Return the names in the plural that have the stem of a word: the Franks of francos."""
        return self._by_stem.get(stem(word), ())

    def begun_with(self, words: str) -> list[str]:
        """Return the longer names of which these are the first words."""
        begun = self._by_word.get(words.partition(" ")[0], ())
        return [name for name in begun if name.startswith(f"{words} ")]


class ByStart:
    """Words with their letters, by the first of these."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for word in words:
            key = letters(word)
            self._words[key[0]].append((word, key))

    def of(self, key: str) -> Sequence[tuple[str, str]]:
        """Return the words, each with its letters, that begin as these letters do."""
        return self._words.get(key[0], ())


class LettersOfNames:
    """All names of values, and what else misspelt words are compared with.

    `pieces` are words that are of one longer name alone, `nouns` the letters of what measures and
    groups are called, `measures` the names of measures in Hangul.
    """

    def __init__(
        self,
        names: Sequence[str],
        pieces: Iterable[str],
        nouns: Iterable[str],
        measures: Iterable[str],
    ) -> None:
        self._latin = OfScript(name for name in names if not is_hangul(name[0]))
        self._hangul = OfScript(name for name in names if is_hangul(name[0]))
        self.nouns = tuple(map(letters, nouns))
        self.pieces, self.measures = ByStart(pieces), ByStart(measures)
        self._bare: dict[str, list[str]] = defaultdict(list)
        for name in names:
            bare = without_vowels(name)
            if bare and bare[0] == name[0] and bare != name:
                self._bare[bare].append(name)

    def like(self, word: str) -> OfScript:
        """Return the names in the script of a word."""
        return self._hangul if is_hangul(word[0]) else self._latin

    def without_vowels(self, word: str) -> Sequence[str]:
        """Return the names that are a word when their vowels are left out: zerg of zrg."""
        return self._bare.get(word, ())


def stem(word: str) -> str:
    """Return what is left of the name of a people in either language: Francos, Franks → frank."""
    return _PEOPLES.sub("", word).replace("qu", "k").replace("c", "k").replace("ph", "f")


def without_vowels(word: str) -> str:
    """Return the consonants of a word in Latin letters, the rest as it is."""
    return _VOWELS.sub("", word)
