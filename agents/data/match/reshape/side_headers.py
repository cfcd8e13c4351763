"""Headers whose word of a side is written as one with its noun (청소속, corpplayer) are cut."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from agents.answering.text.normal import is_hangul, normalise
from agents.data.match.model.column_names import (
    dimension_key,
    is_player,
    known_keys,
    known_sides,
    tells_result,
)
from agents.data.match.model.loaded import Loaded, first_rows
from agents.data.match.model.pack import pairs_for
from agents.data.match.model.side_words import Pair, are_places, side_word
from agents.data.tables.header_words import tokens

_SEEN = 5000
_MOST_COLUMNS = 120
_MOST_RESULTS = 6
_LONG_WORD = 5
_SHORT_WORD, _SHORT_NOUN = 3, 3  # letters of Latin words; of Hangul one syllable may be a side


class _Cut(NamedTuple):
    """Two words of sides, before their nouns or behind them."""

    words: Pair
    before: bool

    def noun(self, name: str, side: int) -> str:
        """Return what is left of a name that has a side's word, "" if it has not."""
        word = self.words[side]
        if self.before:
            return name.removeprefix(word) if name.startswith(word) else ""
        return name.removesuffix(word) if name.endswith(word) else ""

    def of(self, name: str) -> str:
        """Return a header with its word and its noun apart, or as it is."""
        low = _low(name)
        if len(low) != len(name) or not any(self.noun(low, side) for side in (0, 1)):
            return name
        word = next(w for i, w in enumerate(self.words) if self.noun(low, i))
        place = len(word) if self.before else len(name) - len(word)
        joint = " " if is_hangul(name[0]) else "_"
        return f"{name[:place]}{joint}{name[place:]}"


def cut_apart(table: Loaded) -> None:
    """Part the headers of either side into its word and its noun.

    The words are places that are known (`whiteelo`), those of the column of winners, or such as
    stand with the same two nouns or more, of which one has the same values on both sides. Any
    other table stays as it is.
    """
    kinds = table.columns()
    names = [name for name in kinds if _is_one_word(name)][:_MOST_COLUMNS]
    groups = _groups(names)
    if not groups:
        return
    results = _results(table)
    chosen = next((cut for cut in groups if _is_told(cut.words, results)), None)
    if chosen is None:
        several = [cut for cut, pairs in groups.items() if _are_words(cut, pairs)]
        texts = {*table.texts()}
        chosen = next(
            (cut for cut in several for pair in groups[cut]
             if texts.issuperset(pair) and table.share_values(*pair)), None,
        )  # fmt: skip
    if chosen is None:
        return
    new = {name: chosen.of(name) for pair in groups[chosen] for name in pair}
    for name in names:  # corpwon has no counterpart
        nouns = [chosen.noun(_low(name), side) for side in (0, 1)]
        if name not in new and any(noun and tells_result(noun) for noun in nouns):
            new[name] = chosen.of(name)
    new = {name: one for name, one in new.items() if one != name and one not in kinds}
    table.rename(new)


def _low(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def _is_one_word(name: str) -> bool:
    return name.strip() == name and len(tokens(name)) == 1 and name.isalpha()


def _groups(names: list[str]) -> dict[_Cut, list[tuple[str, str]]]:
    """Return the words in which names may differ, with the pairs of names that they leave."""
    found: dict[_Cut, list[tuple[str, str]]] = defaultdict(list)
    for left, right in combinations(names, 2):
        for cut in _cuts(_low(left), _low(right)):
            known = _Cut(cut.words[::-1], cut.before)
            if known in found:
                found[known].append((right, left))
            else:
                found[cut].append((left, right))
    order = sorted(found, key=lambda cut: (-len(found[cut]), -_known(cut, found[cut]),
                                           -len(cut.words[0])))  # fmt: skip
    return {cut: found[cut] for cut in order}


def _known(cut: _Cut, pairs: list[tuple[str, str]]) -> int:
    """Return how many nouns are known: attackers|faction has one, attacker|sfaction none."""
    nouns = [cut.noun(_low(one), 0) for one, _ in pairs]
    return sum(is_player(noun) or dimension_key(noun) in known_keys() for noun in nouns)


def _cuts(left: str, right: str) -> Iterator[_Cut]:
    """Yield where the word of a side may end: attack|er|elo beside defend|er|elo."""
    for before in (True, False):
        one, two = (left, right) if before else (left[::-1], right[::-1])
        same = [x == y for x, y in zip(one[::-1], two[::-1], strict=False)]
        shared = same.index(False) if False in same else len(same)
        for size in range(1, shared + 1):
            words = (one[: len(one) - size], two[: len(two) - size])
            if all(words) and _long_enough(one[-size:], _SHORT_NOUN):
                yield _Cut(words if before else (words[0][::-1], words[1][::-1]), before)


def _long_enough(text: str, letters: int) -> bool:
    return is_hangul(text[0]) or len(text) >= letters


def _are_words(cut: _Cut, pairs: list[tuple[str, str]]) -> bool:
    """Whether words that nothing else tells of may be sides: no map and no player.

    They stand with two nouns or more, or with one that means who plays.
    """
    things = any(is_player(w) or dimension_key(w) in known_keys() for w in cut.words)
    nouns = [cut.noun(_low(one), 0) for one, _ in pairs]
    several = len(nouns) > 1 and min(map(len, nouns)) > 1
    words = are_places(cut.words) and all(_long_enough(w, _SHORT_WORD) for w in cut.words)
    return words and not things and (several or is_player(nouns[0]))


def _is_told(words: Pair, results: Iterable[frozenset[str]]) -> bool:
    """Whether two words are known places, or who won is told by them."""
    both = [words, words[::-1], tuple(word.removesuffix("s") for word in words)]
    won = any(pair in pairs_for("winner_and_loser") for pair in both)
    if won and min(map(len, words)) < _LONG_WORD:
        return False  # winrate is no rate of a side
    if any(pair in known_sides() for pair in both) and all(
        _long_enough(w, _SHORT_WORD) for w in words
    ):
        return True
    return any(told.issuperset(words) for told in results)


def _results(table: Loaded) -> list[frozenset[str]]:
    told = [
        table.values(name, _MOST_RESULTS, first_rows(_SEEN))
        for name in table.texts() if tells_result(name)
    ]  # fmt: skip
    return [frozenset({*map(side_word, one), *map(normalise, one)}) for one in told if len(one) > 1]
