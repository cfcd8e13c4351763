"""The words by which a table calls its two sides: corp and runner, 청 and 홍, cazador and presa."""

import re
from collections.abc import Iterable

from agents.answering.text.normal import is_hangul, normalise
from agents.data.match.model.column_names import (
    differing,
    dimension_key,
    is_pair,
    is_player,
    known_keys,
    tells_result,
)
from agents.data.match.model.pack import form_for, pairs_for, phrases_for, words_for
from agents.data.match.model.words import Member
from agents.data.model.schema import Table
from agents.data.tables.header_words import tokens

Pair = tuple[str, str]
_INITIAL = re.compile(r"[^\W\d_][012]")
_MOST_VALUES = 6
_SHORTEST = 2


def side_word(value: str) -> str:
    """Return what is left of a value that names a side: "Team A" → a, 백승 → 백, J2 → 2."""
    if value.strip().startswith("-"):
        return ""  # -1 is no side one
    said = (form_for("won_ending").sub("", word) for word in tokens(value))
    word = "_".join(word for word in said if word not in words_for("side_filling"))
    return word[1:] if _INITIAL.fullmatch(word) else word


def are_places(pair: Pair) -> bool:
    """Whether two words call the sides by something of their own, and not by numbers or letters."""
    if pair in (*pairs_for("places"), *pairs_for("seats")):
        return True
    if is_pair(pair, (*pairs_for("winner_and_loser"), *pairs_for("numbered"))):
        return False
    letters = max(map(len, pair)) == 1  # 초 and 한; but no two of one row: teamA, teamB
    # Beside ussr or uk it is a country, and nobody's own.
    us, *_ = phrases_for("us_or_country")
    others = _not_of_places() | words_for("not_a_country")
    country = us in pair and not others & ({*pair} - {us})
    words = [_is_word(word) or (country and word == us) for word in pair]
    return all(words) and (letters or pair[0][:-1] != pair[1][:-1])


def _is_word(word: str) -> bool:
    if not word or word in words_for("no_side") or word in _not_of_places():
        return False
    if any(map(str.isdigit, word)):
        return False
    return len(word) >= _SHORTEST or is_hangul(word)


def _not_of_places() -> frozenset[str]:
    return words_for("rival") | words_for("own")


def says_sides(pair: Pair, table: Table) -> bool:
    """Whether a table itself tells that two words are its sides, whatever stands under them.

    They are the values of the column of winners or their initials, one of them has a result of
    its own (`corp_result`), or both have points.
    """
    if not are_places(pair):
        return False
    if any(_stand_in(pair, c.values, c.name) for c in table.columns if c.stored == "text"):
        return True
    if any(is_player(word) or dimension_key(word) in known_keys() for word in pair):
        return False  # the result of a map is nobody's
    if any(len(sides_in(c.name, pair)) == 1 for c in table.columns if tells_result(c.name)):
        return True
    numbers = [c.name for c in table.columns if c.stored == "number"]
    counted = words_for("side_points")
    return any(
        found is not None and set(found[0]) == set(pair) and counted.intersection(tokens(found[1]))
        for i, one in enumerate(numbers) for found in (differing(one, n) for n in numbers[i + 1 :])
    )  # fmt: skip


def sides_in(name: str, pair: Pair) -> list[int]:
    """Return of which of two sides a column of results speaks (0, 1): corp_won, 술래결과."""
    words, low = tokens(name), normalise(name)
    rests = [low.removeprefix(word) if low.startswith(word) else "" for word in pair]
    return [
        side for side, word in enumerate(pair)
        if word in words or (is_hangul(word[0]) and form_for("result").match(rests[side]))
    ]  # fmt: skip


def _stand_in(pair: Pair, values: Iterable[str], name: str) -> bool:
    values = tuple(values)
    if not 1 < len(values) <= _MOST_VALUES:
        return False
    low = {side_word(value) for value in values} | {normalise(value) for value in values}
    if low.issuperset(pair):
        return True
    initials = {word[0] for word in pair if not is_hangul(word[0])}
    return tells_result(name) and len(initials) > 1 and initials <= low


def as_written(word: str, table: Table) -> str:
    """Return a side's word as the values of a table write it, else as its headers do."""
    texts = [v for c in table.columns if 1 < len(c.values) <= _MOST_VALUES for v in c.values]
    texts += [part for c in table.columns for part in re.findall(r"[^\W_]+", c.name)]
    return next((text for text in texts if normalise(text) == word), word)


def named(word: str, people: Iterable[str] = ()) -> Member:
    """Return what a side may be called that a table has a word of its own for.

    `people` are the nouns that its headers have for those who play on it: 청샅바, corp pilot.
    """
    names = [word, *_in_number(word)]
    us, *country = phrases_for("us_or_country")
    names += country if word == us else []
    for one in tuple(names):
        names += [form.format(one) for form in phrases_for("side_called")]
        names += [f"{one} {noun}" for noun in people] + [f"{noun} {one}" for noun in people]
    if is_hangul(word[-1]):
        names += [form.format(word) for form in phrases_for("side_called_joined")]
        names += [f"{word}{noun}" for noun in people]
    return Member(names=tuple(dict.fromkeys(names)))


def _in_number(word: str) -> tuple[str, ...]:
    """Return the other number of a word: attackers for attacker, lobo for lobos."""
    if is_hangul(word[-1]) or len(word) <= _SHORTEST + 1:
        return ()
    if word.endswith("es") and word[-3] not in "aeiou":
        return (word[:-1], word[:-2])
    if word.endswith("s"):
        return (word[:-1],)
    return (f"{word}s",) if word[-1] in "aeiou" else (f"{word}s", f"{word}es")
