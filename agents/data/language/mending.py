"""Words that are none: misspelt, or names in another script than the table's, as they sound."""

from collections import OrderedDict
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any
from unicodedata import normalize

from agents.data.language.lexicon import Lexicon
from agents.data.language.names import Name, Names, bare_name
from agents.data.language.units import Unit, is_hangul, normal
from agents.data.model.schema import Metric, Table

_SHORTEST = 5
_LIKE = 0.799
_LIKE_HANGUL = 0.88  # of letters, three to a syllable
_SOUNDS_LIKE = 90.0  # a word in Latin letters as a name in Hangul
_MENDED, _SOUNDED, _BARE = 0.6, 0.5, 0.1
_LIKE_NAME = 0.87  # several words as one name
_MOST_WORDS = 4
_BEGINNING = 4  # letters
_TABLE_FIRST = 0.04
_MOST_NAMES = 4000  # that are compared with a word one by one
_MOST_KEPT = 2000


def _nearest(said: str, known: Sequence[str] | dict[str, str], least: float) -> Any:
    """Return the word that is most like one, as a share of its letters, and its key; or None."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    return process.extractOne(said, known, scorer=OSA.normalized_similarity, score_cutoff=least)


class Mender:
    """Owns the words that another one may be: of a language, and of a table."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self._table = list(names.vocabulary)
        self._words = list(names.words.vocabulary)
        self.word = lru_cache(maxsize=_MOST_KEPT)(self._spelt)
        self.sounded = lru_cache(maxsize=_MOST_KEPT)(self._heard)

    def _spelt(self, text: str) -> tuple[str, float] | None:
        """Return the word that another was meant for with what taking it so costs, or None."""
        if len(text) < _SHORTEST:
            return None
        near = []
        for words, more in ((self._table, _TABLE_FIRST), (self._words, 0.0)):
            found = _nearest(text, words, _LIKE)
            if found is not None and found[0][:1] == text[:1]:
                near.append((found[0], _MENDED + 2 * (1 - min(found[1] + more, 1))))
        return min(near, key=lambda one: one[1], default=None)

    def name(self, units: Sequence[Unit]) -> tuple[str, list[Name]] | None:
        """Return the name of several words that units are a misspelling of, as it is written."""
        said = " ".join(unit.text for unit in units)
        found = _nearest(said, [*self._names], _LIKE_NAME)
        if found is None or found[0][:1] != said[:1]:
            return None
        return found[0], [one._replace(cost=_MENDED) for one in self._names[found[0]]]

    @cached_property
    def _names(self) -> dict[str, list[Name]]:
        found: dict[str, list[Name]] = {}
        for column in self.names.heard:
            for value in column.values:
                if 1 < len(value.split()) <= _MOST_WORDS:
                    name = Name(column.name, "=", value, 0.0, value)
                    found.setdefault(normal(value), []).append(name)
        return found

    def clipped(self, said: str) -> tuple[str, list[Name]] | None:
        """Return the one name that a word is short for: how it begins, with letters left out."""
        beginning = said[:_BEGINNING]
        if len(beginning) < _BEGINNING:
            return None
        found: dict[str, list[Name]] = {}
        for word, names in self._index.whole.get(beginning, {}).items():
            letters = iter(word)
            if len(word) > len(said) and all(one in letters for one in said):
                for name in names:
                    found.setdefault(str(name.value) or name.text, []).append(name)
        least = min((name.cost for names in found.values() for name in names), default=0.0)
        likely = [one for one, names in found.items() if any(o.cost == least for o in names)]
        if len(likely) != 1:
            return None
        return likely[0], [one._replace(cost=one.cost + _MENDED) for one in found[likely[0]]]

    def _heard(self, said: str) -> list[Name]:
        """Return the names that a word of Hangul, or of Latin letters, is in the other script; or
        those in Hangul that it is a misspelling of. Their costs tell how sure that is."""
        from agents.data.sounds.transliteration import sounding_alike

        if not is_hangul(said):
            return self._as_hangul(said)
        if len(said) > 1 and (found := self._misspelt(said)):
            return found
        index = self._index
        for sounds, names in ((index.sounds, index.latin), (index.heads, index.called)):
            if alike := sounding_alike(said, sounds):
                return [one._replace(cost=one.cost + _SOUNDED) for one in names[alike[0]]]
        return []

    @cached_property
    def _index(self) -> "_Index":
        return _Index(self.names)

    def _misspelt(self, said: str) -> list[Name]:
        known = {bare: letters for bare, (letters, _) in self._index.hangul.items()}
        found = _nearest(normalize("NFD", said), known, _LIKE_HANGUL)
        names = self._index.hangul[found[2]][1] if found is not None else ()
        return [one._replace(cost=one.cost + _MENDED) for one in names]

    def _as_hangul(self, said: str) -> list[Name]:
        from agents.data.sounds.transliteration import closeness

        if len(said) < _SHORTEST or not self._index.hangul:
            return []
        scored = [(closeness(bare, said), bare) for bare in self._index.hangul]
        best = max(scored, default=(0.0, ""))
        if best[0] < _SOUNDS_LIKE:
            return []
        return [one._replace(cost=one.cost + _SOUNDED) for one in self._index.hangul[best[1]][1]]


class _Index:
    """Owns the names of a table by their scripts, as they are written and as they sound."""

    def __init__(self, names: Names) -> None:
        from agents.data.sounds.transliteration import Sounds

        self.latin: dict[str, list[Name]] = {}
        self.hangul: dict[str, tuple[str, list[Name]]] = {}
        self.whole: dict[str, dict[str, list[Name]]] = {}  # words of names, by how they begin
        self.called: dict[str, list[Name]] = {}
        self.sounds = Sounds()
        self.heads = Sounds()  # of words for columns, which are heard after names
        for column in names.table.meant:
            header = column.header or column.name
            self._add(header, Name(column.name, "", "", 0.0, header))
            for word in header.split():
                key = normal(word)
                begun = self.whole.setdefault(key[:_BEGINNING], {}).setdefault(key, [])
                begun.append(Name(column.name, "", "", 0.0 if word == header else 0.5, header))
            for own in column.words.values():
                for text in filter(None, (own.label, *own.synonyms)):
                    head = text.split()[-1]  # the rank of a player rank
                    self._call(text, Name(column.name, "", "", 0.0, text))
                    if head != text:
                        self._call(head, Name(column.name, "", "", 0.5, head))
        for column in names.heard:
            for value in column.values:
                self._add(value, Name(column.name, "=", value, 0.0, value))
                if bare := bare_name(value):
                    self._add(bare, Name(column.name, "=", value, _BARE, bare))
                words = value.split()
                for word in words if len(words) <= 3 else ():
                    if len(word) > 3 and word[:1].isupper():
                        cost = 0.0 if word == value else _BARE if word == bare else 0.4
                        key = normal(word)
                        begun = self.whole.setdefault(key[:_BEGINNING], {}).setdefault(key, [])
                        begun.append(Name(column.name, "=", value, cost, word))
                        if len(words) > 1:
                            self._add(word, Name(column.name, "=", value, 0.4, word))

    def _add(self, text: str, name: Name) -> None:
        if len(self.sounds) + len(self.hangul) >= _MOST_NAMES:
            return
        key = normal(text)
        if is_hangul(key):
            bare = key.replace(" ", "")
            self.hangul.setdefault(bare, (normalize("NFD", bare), []))[1].append(name)
        elif any(one.isalpha() for one in key):
            self.latin.setdefault(key, []).append(name)
            self.sounds.add(key)

    def _call(self, text: str, name: Name) -> None:
        key = normal(text)
        if len(key) > 2 and not is_hangul(key) and len(self.heads) < _MOST_NAMES:
            self.called.setdefault(key, []).append(name)
            self.heads.add(key)


class MendersKept:
    """Owns the names, with their menders, of the tables that were read last."""

    def __init__(self, most: int = 12) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[int, int], Mender] = OrderedDict()

    def of(self, table: Table, words: Lexicon, metrics: tuple[Metric, ...] = ()) -> Mender:
        """Return the mender of a table in a language, made when it is first needed."""
        key = (id(table), id(words))  # of objects that a mender that is kept holds
        kept = self._kept.get(key)
        if kept is None or kept.names.metrics != metrics:
            kept = self._kept[key] = Mender(Names(table, words, metrics))
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return kept
