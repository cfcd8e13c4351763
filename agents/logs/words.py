"""The words of logs in each language: columns, levels, events, and how a whole log is asked for."""

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any, Final

from agents.answering.text.language import LANGUAGES, Language
from agents.answering.text.packs import bundled
from agents.answering.text.trie import Trie
from agents.data.language.lexicon import Lexicon, inflection, lexicon
from agents.data.language.packs import packs
from agents.data.language.units import Stem
from agents.data.model.schema import Words

_PASSED: Final = frozenset(
    ("light", "ordinary", "binder", "particle", "ending", "rows", "yes", "anaphor", "talk")
)
_INSTEAD: Final = "~"
_HARDLY: Final = 0.05  # part of the kinds of lines
_TELLING: Final = 4  # letters of a word that may say what happened
_ALIKE: Final = 6  # letters with which words begin that are forms of one
_Entry = tuple[frozenset[str], Mapping[str, tuple[str, ...]]]


@lru_cache(maxsize=1)
def words() -> Mapping[str, Any]:
    """Return what `words.yaml` holds."""
    found: Mapping[str, Any] = bundled("", "words.yaml", "agents.logs")
    return found


@lru_cache(maxsize=1)
def phrases() -> Mapping[str, tuple[str, ...]]:
    """Return for each event the phrases by which a log says it, in small letters."""
    return {event: tuple(said["phrases"]) for event, said in words()["events"].items()}


class Spoken:
    """Owns the words that the lines of a log hold, each with the kinds of lines that hold it:
    `phrases` are, for each language, those that mean some of them, with which, in small letters.
    What lines hardly ever hold is not meant beside what they often do, and what a phrase with ~
    before it is taken for not beside what it means."""

    def __init__(self, texts: Mapping[str, Collection[int]]) -> None:
        stem = _stem()
        self._held: dict[str, list[str]] = {}
        for text in sorted(texts):
            self._held.setdefault(stem(text), []).append(text)
        found: dict[str, dict[str, tuple[str, ...]]] = {language: {} for language in LANGUAGES}
        for own, said in _entries():
            told = [word for one in own for word in self._held.get(one, ())]
            if not told:
                continue
            for language in LANGUAGES:
                for phrase in said[language]:
                    before = found[language].get(phrase, ())
                    # A synchronization is rather what was synchronized than what is in sync.
                    near = [one for one in told if one[:_ALIKE] == phrase[:_ALIKE]] or told
                    both = dict.fromkeys([*before, *near])
                    most = max(len(texts[one]) for one in both) * _HARDLY
                    found[language][phrase] = tuple(o for o in both if len(texts[o]) >= most)
        for known in found.values():
            for phrase in [one for one in known if one.startswith(_INSTEAD)]:
                known.setdefault(phrase.removeprefix(_INSTEAD), known.pop(phrase))
        self.phrases = found

    def left(self, said: Mapping[str, Any], *, partly: bool = False) -> dict[str, Any]:
        """Return what something is called in each language, without what lines say by their own
        words: what they call a pause is no gap between them; or `partly` by one of them: who speaks
        of logins may call those that fail otherwise."""
        return {
            language: [
                phrase for phrase in said[language]
                if not any(self.says(one, language) for one in (phrase, *_telling(phrase, partly)))
            ]
            for language in LANGUAGES
        }  # fmt: skip

    def says(self, phrase: str, language: Language) -> bool:
        """Whether lines hold a phrase of a language, or its words."""
        stem, known = _stem(), self.phrases[language]
        return phrase in known or all(
            one in known or stem(one) in self._held for one in phrase.split()
        )


def translated(word: str, *, inflected: bool = True) -> dict[str, tuple[str, ...]]:
    """Return for each language the phrases that mean a word of a log, in all their forms or as the
    glossary has them; none of one that is not in it."""
    key = _stem()(word.casefold())
    found: dict[str, dict[str, None]] = {language: {} for language in LANGUAGES}
    for own, said in _entries(inflected=inflected):
        if key in own:
            for language in LANGUAGES:
                found[language] |= dict.fromkeys(
                    one for one in said[language] if not one.startswith(_INSTEAD)
                )
    return {language: tuple(those) for language, those in found.items() if those}


def _telling(phrase: str, partly: bool) -> list[str]:
    """The words of a phrase that are none of the small ones."""
    return [one for one in phrase.split() if partly and (len(one) >= _TELLING or not one.isascii())]


def _stem() -> Stem:
    return lexicon("en", packs()).stem


@lru_cache(maxsize=2)
def _entries(*, inflected: bool = True) -> tuple[_Entry, ...]:
    """The entries of the glossary: stems of what logs say, and phrases for it by language."""
    stem, found = _stem(), list[_Entry]()
    for english, said in bundled("", "glossary.yaml", "agents.logs").items():
        own = english.split(", ")
        forms: dict[str, tuple[str, ...]] = {
            language: tuple(said.get(language, own)) for language in LANGUAGES
        }
        if inflected:
            forms = {
                language: tuple(
                    form for one in those for form in inflection(language, packs())(one)
                )
                for language, those in forms.items()
            }
        found.append((frozenset(map(stem, own)), forms))
    return tuple(found)


def called(said: Mapping[str, Any]) -> dict[str, Words]:
    """Return what something is called in each language, as a table's model has it."""
    return {
        language: Words(label=said[language][0], synonyms=tuple(said[language][1:]))
        for language in LANGUAGES
        if said[language]
    }


def whole(text: str, language: Language) -> tuple[Language, bool] | None:
    """Return in which language a text asks for a log as a whole, and whether it is to be read anew;
    None where it asks something of its lines. A text without words asks for the whole."""
    others = (one for one in LANGUAGES if one != language)
    for one in (language, *others):
        kinds = _asked(text, one)
        if kinds is not None:
            return one, "anew" in kinds
    return None


def size_said(text: str) -> str:
    """Return "all" or "tail" of a large file, as it was said; "" for neither."""
    folded = text.strip().casefold()
    for kind, said in words()["size"].items():
        for one in (phrase for language in LANGUAGES for phrase in said[language]):
            if folded == one or (kind == "tail" and folded.startswith(one)):
                return str(kind)
    return ""


def _asked(text: str, language: Language) -> set[str] | None:
    known, asked = lexicon(language, packs()), _whole_words(language)
    units, place, kinds = known.units(text), 0, set[str]()
    while place < len(units):
        if units[place].kind == "sign":
            place += 1
            continue
        ways = [(end, kind) for end, found in asked.find(units, place) for kind in found]
        passed = (
            (end, "") for end, senses in known.senses.find(units, place)
            if any(sense.type in _PASSED for sense in senses)
        )  # fmt: skip
        end, kind = max([*ways, *passed], key=lambda one: (one[0], one[1]), default=(0, ""))
        if not end:
            return None
        kinds.add(kind)
        place = end
    return kinds if not units or kinds - {""} else None


@lru_cache(maxsize=len(LANGUAGES))
def _whole_words(language: Language) -> Trie[str]:
    known: Lexicon = lexicon(language, packs())
    trie: Trie[str] = Trie()
    for kind in ("whole", "anew"):
        for phrase in words()[kind][language]:
            trie.add([unit.key for unit in known.units(phrase)], kind)
    return trie
