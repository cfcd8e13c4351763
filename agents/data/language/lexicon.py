"""The words of one language: senses by phrases, what is passed over, and how words are inflected.

A pack says senses as `type.value` ("agg.mean", "cmp.>="); the same ids in every language. Loaded
when a message in the language is first read.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple
from unicodedata import normalize

from agents.answering.text.trie import Trie
from agents.data.language.packs import Packs, phrases
from agents.data.language.units import Stem, Unit, units_of

_MOST_STEMS = 20_000
_SHORTEST_RECURRING = 4  # letters, those of a syllable of Hangul apart
_RECURRING_TOO = ("noon", "cycle")  # senses of words that are days or parts of them, too


class Sense(NamedTuple):
    """What a phrase may mean: the type of its span and its value; `text` is its normal form."""

    type: str
    value: str
    text: str


SMALL = ("light", "particle", "binder")
"""Kinds of words that say nothing by themselves: the, of."""
DEEDS = ("deed", RECORDING := "recording")
"""Ordinary verbs that rows which are texts may hold, and then tell what happened; and those of
writing rows, of which nothing is told where rows are spoken of as such."""


class Stemmer:
    """Owns the endings of a language, longest first; the first that fits is replaced, once."""

    def __init__(
        self, rules: dict[str, str], forms: dict[str, str], kept: frozenset[str], shortest: int
    ) -> None:
        self._forms = forms
        self._rules: dict[str, list[tuple[str, str]]] = {}  # by the last letter of the ending
        for ending, other in sorted(rules.items(), key=lambda one: -len(one[0])):
            self._rules.setdefault(ending[-1:], []).append((ending, other or ""))
        self._kept, self._shortest = kept, shortest

    def __call__(self, word: str) -> str:
        """Return the stem of a word in normal form."""
        if word in self._kept:
            return word
        word = self._forms.get(word, word)
        fitting = [
            word[: len(word) - len(ending)] + other
            for ending, other in self._rules.get(word[-1:], ())
            if word.endswith(ending) and len(word) - len(ending) >= self._shortest
        ]
        whole = (one for one in fitting if one in self._kept)  # rates, of a rate
        return next(whole, fitting[0] if fitting else word)


class Inflection:
    """Owns the rules for the forms of verbs: patterns for how a word ends, in letters (Hangul and
    accents apart), with what forms have in its place. The first that fits makes all forms."""

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


class Lexicon:
    """Owns what a language's pack says of words."""

    def __init__(self, language: str, source: Packs) -> None:
        self.language, self.source = language, source
        morphology = source.read(f"{language}/morphology")
        self.stem: Stem = lru_cache(maxsize=_MOST_STEMS)(Stemmer(
            morphology.get("endings") or {}, morphology.get("forms") or {},
            frozenset(phrases(morphology.get("kept", ""))), int(morphology.get("shortest", 3)),
        ))  # fmt: skip
        self.heads: dict[str, str] = morphology.get("heads") or {}
        self.agreement: str = morphology.get("agreement", "")
        self.decimal: str = morphology.get("decimal", ".")
        self.senses: Trie[Sense] = Trie()
        self.literals: set[str] = set()  # words that constructions name
        self.vocabulary: dict[str, None] = {}  # single words, for mending spelling
        words = source.read(f"{language}/lexicon")
        for sense, said in words.get("senses", {}).items():
            kind, _, value = sense.partition(".")
            for phrase in phrases(said):
                self.add(phrase, kind, value)
        self._add_recurring()
        self.verbal: tuple[str, ...] = tuple(phrases(morphology.get("verbal", "")))
        self.verbal_coda: str = morphology.get("verbal_coda", "")
        for kind in ("light", "ordinary", "particle", "ending", "binder", "topic", "among"):
            for phrase in str(words.get(kind, "")).split():
                self.add(phrase.replace("_", " "), kind, "")
        self.opening: Trie[str] = Trie()  # what opens a file, "verb"; what that is; what goes on
        for kind, said in (words.get("opening") or {}).items():
            for phrase in phrases(said):
                self.opening.add([unit.key for unit in self.units(phrase)], kind)
        inflected = inflection(language, source)
        deeds = [(kind, verb) for kind in DEEDS for verb in str(words.get(kind, "")).split()]
        for kind, verb in deeds:
            for form in inflected(verb.replace("_", " ")):
                units = self.units(form)
                keys, said = [one.key for one in units], " ".join(one.text for one in units)
                known = self.senses.get(keys)
                if not any(one.text == said and one.type != "ordinary" for one in known):
                    self.senses.add(keys, Sense("ordinary", kind, said))  # last is the last

    def _add_recurring(self) -> None:
        """Add what the pack calls days of the week and parts of the day, but for what may as well
        be something else: Mon, the Spanish for tomorrow."""
        said = self.source.read(f"{self.language}/values")
        for what, times in self.source.read("recurring").items():
            for phrase in phrases(said.get(what, "")):
                known = self.senses.get([unit.key for unit in self.units(phrase)])
                short = len(normalize("NFD", phrase)) < _SHORTEST_RECURRING
                if not short and all(one.type in _RECURRING_TOO for one in known):
                    self.add(phrase, "recurring", times)

    def add(self, phrase: str, kind: str, value: str) -> None:
        """Add a phrase with its sense."""
        units = self.units(phrase)
        keys = [unit.key for unit in units]
        self.vocabulary.update({unit.text: None for unit in units if unit.kind == "word"})
        self.senses.add(keys, Sense(kind, value, " ".join(unit.text for unit in units)))

    def units(self, text: str) -> tuple[Unit, ...]:
        """Return the units of a text, with the stems of this language."""
        return units_of(text, self.stem)

    def is_a(self, unit: Unit, *kinds: str) -> bool:
        """Whether a unit may be of one of some kinds: light, binder."""
        return any(sense.type in kinds for sense in self.senses.get([unit.key]))


@lru_cache(maxsize=8)
def lexicon(language: str, source: Packs) -> Lexicon:
    """Return the lexicon of a language, read once."""
    return Lexicon(language, source)
