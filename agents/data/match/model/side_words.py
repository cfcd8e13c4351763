"""The words by which a table calls its two sides: corp and runner, 청 and 홍, cazador and presa."""

import re
from collections.abc import Iterable

from agents.answering.text.normal import is_hangul, normalise
from agents.answering.text.packs import word_set
from agents.data.match.model.column_names import (
    NUMBERED,
    OWN,
    PLACES,
    RIVAL,
    SEATS,
    WON_LOST,
    differing,
    dimension_key,
    is_player,
    known_keys,
)
from agents.data.match.model.semantic_model import RESULT_NAMES
from agents.data.match.model.words import Member
from agents.data.tables.header_words import tokens
from agents.data.tables.profile import TableProfile

_COUNTRY = "us"  # beside ussr or uk it is a country, and nobody's own
Pair = tuple[str, str]
_INITIAL = re.compile(r"[^\W\d_][012]")
_HANGUL_WON = re.compile(r"(?<=[가-힣])(?:불계승|반집승|승리|승)$")
_NEUTRAL = word_set(
    "player team side win wins won winner victory victoria for de del "
    "선수 팀 승 승리 측 번 jugador equipo gana ganan lado the el las los la"
)
_NUMBER_WORDS = word_set(
    "one two first second uno dos una primero segundo primera segunda first1 second2 left right "
    "izquierda derecha izquierdo derecho 왼쪽 오른쪽 하나 둘 첫째 둘째 첫번째 두번째 일번 이번 "
    "i ii main sub old new before after min max start end sum total"
)
_COUNTED = word_set(
    "score scores points pts goals goles puntos tantos marcador 점수 득점 스코어 골 won win wins "
    "result 승 결과 gano resultado"
)
_MOST_VALUES = 6
_SHORTEST = 2
_ENGLISH = ("side", "player", "team", "players", "pieces")
_SPANISH = ("lado", "equipo", "jugador", "bando", "como")
_KOREAN = ("팀", "선수", "측", "쪽", "편", "진영")


def side_word(value: str) -> str:
    """Return what is left of a value that names a side: "Team A" → a, 백승 → 백, J2 → 2."""
    if value.strip().startswith("-"):
        return ""  # -1 is no side one
    said = (_HANGUL_WON.sub("", word) for word in tokens(value))
    word = "_".join(word for word in said if word not in _NEUTRAL)
    return word[1:] if _INITIAL.fullmatch(word) else word


def are_places(pair: Pair) -> bool:
    """Whether two words call the sides by something of their own, and not by numbers or letters."""
    if pair in (*PLACES, SEATS):
        return True
    if pair in (*WON_LOST, *NUMBERED) or pair[::-1] in (*WON_LOST, *NUMBERED):
        return False
    letters = max(map(len, pair)) == 1  # 초 and 한; but no two of one row: teamA, teamB
    country = _COUNTRY in pair and not {*RIVAL, *OWN, "them"}.intersection({*pair} - {_COUNTRY})
    words = [_is_word(word) or (country and word == _COUNTRY) for word in pair]
    return all(words) and (letters or pair[0][:-1] != pair[1][:-1])


def _is_word(word: str) -> bool:
    if not word or word in _NUMBER_WORDS or word in RIVAL or word in OWN:
        return False
    if any(map(str.isdigit, word)):
        return False
    return len(word) >= _SHORTEST or is_hangul(word)


def says_sides(pair: Pair, table: TableProfile) -> bool:
    """Whether a table itself tells that two words are its sides, whatever stands under them.

    They are the values of the column of winners or their initials, one of them has a result of
    its own (`corp_result`), or both have points.
    """
    if not are_places(pair):
        return False
    if any(_stand_in(pair, c.values, c.name) for c in table.columns if c.kind == "text"):
        return True
    if any(is_player(word) or dimension_key(word) in known_keys() for word in pair):
        return False  # the result of a map is nobody's
    if any(len(sides_in(c.name, pair)) == 1 for c in table.columns if RESULT_NAMES.search(c.name)):
        return True
    numbers = [c.name for c in table.columns if c.kind == "number"]
    return any(
        found is not None and set(found[0]) == set(pair) and _COUNTED.intersection(tokens(found[1]))
        for i, one in enumerate(numbers) for found in (differing(one, n) for n in numbers[i + 1 :])
    )  # fmt: skip


def sides_in(name: str, pair: Pair) -> list[int]:
    """Return of which of two sides a column of results speaks (0, 1): corp_won, 술래결과."""
    words, low = tokens(name), normalise(name)
    rests = [low.removeprefix(word) if low.startswith(word) else "" for word in pair]
    return [
        side for side, word in enumerate(pair)
        if word in words or (is_hangul(word[0]) and RESULT_NAMES.match(rests[side]))
    ]  # fmt: skip


def _stand_in(pair: Pair, values: Iterable[str], name: str) -> bool:
    values = tuple(values)
    if not 1 < len(values) <= _MOST_VALUES:
        return False
    low = {side_word(value) for value in values} | {normalise(value) for value in values}
    if low.issuperset(pair):
        return True
    initials = {word[0] for word in pair if not is_hangul(word[0])}
    return RESULT_NAMES.search(name) is not None and len(initials) > 1 and initials <= low


def as_written(word: str, table: TableProfile) -> str:
    """Return a side's word as the values of a table write it, else as its headers do."""
    texts = [v for c in table.columns if 1 < len(c.values) <= _MOST_VALUES for v in c.values]
    texts += [part for c in table.columns for part in re.findall(r"[^\W_]+", c.name)]
    return next((text for text in texts if normalise(text) == word), word)


def named(word: str, people: Iterable[str] = ()) -> Member:
    """Return what a side may be called that a table has a word of its own for.

    `people` are the nouns that its headers have for those who play on it: 청샅바, corp pilot.
    """
    names = [word, *_in_number(word)]
    names += ["the us", "usa", "the usa"] if word == _COUNTRY else []
    for one in tuple(names):
        names += [f"{one} {noun}" for noun in _ENGLISH]
        names += [f"{noun} {one}" for noun in _SPANISH]
        names += [f"{one} {noun}" for noun in people] + [f"{noun} {one}" for noun in people]
    names += [f"{word}{noun}" for noun in (*_KOREAN, *people) if is_hangul(word[-1])]
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
