"""The forms of a word, by the rules of its language, which are data (`conjugated` of a morphology).

A rule is a pattern for how a word ends, in letters (Hangul apart, accents too), with what forms
have in its place; the first that fits makes all forms.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from unicodedata import normalize

from agents.data.language.packs import Packs


class Inflection:
    """Owns the rules of one language."""

    def __init__(self, rules: Mapping[str, str]) -> None:
        self._rules = [
            (re.compile(f"(?:{normalize('NFKD', ending)})$"), normalize("NFKD", forms).split())
            for ending, forms in rules.items()
        ]

    def __call__(self, word: str) -> Iterator[str]:
        """Yield a word and its forms; of several words only these themselves."""
        yield word
        apart = normalize("NFKD", word)
        for ending, forms in self._rules if " " not in word else ():
            if ending.search(apart):
                yield from (normalize("NFC", ending.sub(form, apart)) for form in forms)
                return


@lru_cache(maxsize=8)
def inflection(language: str, source: Packs) -> Inflection:
    """Return the rules of a language, read once."""
    return Inflection(source.read(f"{language}/morphology").get("conjugated") or {})
