"""Misspelt words are taken for words that the language or the table has."""

from functools import lru_cache
from typing import Any

from agents.data.language.lexicon import Lexicon
from agents.data.language.names import Names
from agents.data.language.units import Unit

_SHORTEST = 5
_LIKE = 80.0  # of 100
_MENDED = 0.6
_TABLE_FIRST = 4.0


class Mender:
    """Owns the words that a misspelt one may be: of a language, and of a table."""

    def __init__(self, names: Names, words: Lexicon) -> None:
        self._table = list(names.vocabulary)
        self._words = list(words.vocabulary)
        self._known: dict[str, tuple[str, float] | None] = {}

    def __call__(self, unit: Unit) -> tuple[str, float] | None:
        """Return the word that a unit was meant for with what taking it so costs, or None."""
        if len(unit.text) < _SHORTEST:
            return None
        if unit.text not in self._known:
            if len(self._known) > 2000:
                self._known.clear()
            self._known[unit.text] = self._mended(unit.text)
        return self._known[unit.text]

    def _mended(self, text: str) -> tuple[str, float] | None:
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        best: tuple[str, float] | None = None
        for vocabulary, more in ((self._table, _TABLE_FIRST), (self._words, 0.0)):
            found: Any = process.extractOne(
                text, vocabulary, scorer=OSA.normalized_similarity, score_cutoff=_LIKE / 100
            )
            if found is not None and found[0][:1] == text[:1]:
                score = 100 * found[1] + more
                if best is None or score > best[1]:
                    best = found[0], score
        if best is None:
            return None
        return best[0], _MENDED + (100 - min(best[1], 100)) / 50


@lru_cache(maxsize=12)
def menders(names: Names, words: Lexicon) -> Mender:
    """Return the mender of a table in a language, made when it is first needed."""
    return Mender(names, words)
