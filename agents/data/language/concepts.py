"""Concepts, by the words of every pack: what columns are about, and what values say."""

import re
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache

from agents.answering.text.trie import Trie
from agents.data.language.packs import Packs, phrases
from agents.data.language.units import Unit, keys_of, units_of

CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z][a-z])|_+|\\n")
"""Where the words of a header part."""
CONTRARY = "-"
"""Ends the key of words that say the contrary of a concept: failed."""
_FIGURES = ("agg.min", "agg.max", "agg.mean")


class Concepts:
    """Owns what columns are about: concepts by the words of every pack."""

    def __init__(self, source: Packs) -> None:
        self._source = source

    def within(self, units: Sequence[Unit]) -> list[tuple[str, int, int]]:
        """Return the concepts that are named in a header, none within the words of another."""
        found = self._found("concepts", units)
        return [(what, start, end) for what, start, end in found if not any(
            one <= start and end <= two and two - one > end - start for _, one, two in found
        )]  # fmt: skip  # a type of accident is no accident

    def figures(self, language: str, headers: Iterable[str]) -> list[str]:
        """Return how a language says the figures that headers name: the max of temp_max."""
        own = self._source.read(f"{language}/lexicon")["senses"]
        found: dict[str, None] = {}
        for header in headers:
            keys = {unit.text for unit in units_of(CAMEL.sub(" ", header), plural)}
            for sense, words in self._figures:
                if not words.isdisjoint(keys):
                    found |= dict.fromkeys(phrases(own.get(sense, "")))
        return [*found]

    @cached_property
    def _figures(self) -> list[tuple[str, frozenset[str]]]:
        """The senses of figures by the words of any language."""
        spoken = [self._source.read(f"{code}/lexicon") for code in self._source.languages]
        return [(sense, frozenset(phrases(words["senses"].get(sense, ""))))
                for words in spoken for sense in _FIGURES]  # fmt: skip

    def of_value(self, units: Sequence[Unit]) -> list[str]:
        """Return the concepts that a whole value says: "F" is female."""
        return [what for what, start, end in self._found("values", units)
                if start == 0 and end == len(units)]  # fmt: skip

    def _found(self, kind: str, units: Sequence[Unit]) -> list[tuple[str, int, int]]:
        trie, found = _index(kind, self._source), []
        for start in range(len(units)):
            for end, meant in trie.find(units, start):
                found += [(one, start, end) for one in dict.fromkeys(meant)]
        return found


@lru_cache(maxsize=8)
def _index(kind: str, source: Packs) -> Trie[str]:
    """The concepts of one kind by the words of every pack."""
    trie: Trie[str] = Trie()
    for language in source.languages:
        for concept, said in source.read(f"{language}/{kind}").items():
            for phrase in phrases(said) if not concept.endswith(CONTRARY) else ():
                trie.add(keys_of(phrase, plural), concept)
    return trie


def plural(word: str) -> str:
    """Return the key of a word of a header in no known language: without a last s."""
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
