"""The words of a table's headers: how they are parted, and which speak of ids and of time.

It says nothing of what a table is about.
"""

import re
import unicodedata
from functools import lru_cache

from agents.answering.text.normal import normalise
from agents.answering.text.packs import word_set

_HANGUL_NOUNS = (
    r"(?=_?(?:종족|직업|덱|캐릭|영웅|챔피언|챔프|팀|클래스|선수|이름|사람|기사|유저|"
    r"플레이어|레이팅|점수|mmr|순위|랭크|무기|국적|등급|길드|클랜|크루|소속|닉|별명|문명|진영))"
)
_HANGUL_OWN = re.compile(
    r"(?<![가-힣])(내|나의|우리|이긴|진|승|패|적)" + _HANGUL_NOUNS, re.IGNORECASE
)
_NUMBERED_SIDE = re.compile(r"(?<![a-z])((?:p|player|team)[12])(?=[a-z]{3})", re.IGNORECASE)
_HANGUL_SIDES = re.compile(
    r"(승자|패자|승리|패배|상대방|상대편|상대측|상대|홈|원정|블루|레드|선공|후공)"
)
# 선수A and 1번선수 and 선수1ID are of several words, 1P and v2 are not.
_HANGUL_ENDS = re.compile(r"(?<=[가-힣])(?=[a-z\d])|(?<=[a-z])(?=[가-힣])|(?<=\d)(?=[가-힣])", re.I)
# 흑기사 and 백단 tell of white and black, 백분율 does not.
_HANGUL_STONES = re.compile(
    r"(?<![가-힣])(흑|백)(?=_?(?:기사|선수|대국자|플레이어|이름|단|급|등급|국적|소속|나이|레이팅|팀|번호|점수|집|번(?!호))"
    r"(?![가-힣]))"
)
# DurationMin and lengthsec are of two words in any case.
_LENGTH_UNIT = re.compile(
    r"(?<![a-z])((?:(?:game|match|play)_?)?(?:duration|length|time)|elapsed)"
    r"(?=(?:secs?|seconds|mins?|minutes|ms)(?![a-z]))", re.I,
)  # fmt: skip
ID_WORDS = word_set("id ids uid uuid guid key code no num 번호 아이디 코드 식별자 codigo clave")
_HANGUL_ID = re.compile(r"(번호|아이디|코드)$")
_COUNTS = (("num",), ("number",), ("numero",))
_NAMES = re.compile(
    r"date|day|time|when|played|start|month|^mes$|연월|년월|날짜|일자|일시|경기일|대국일|등록일|시각|시간|fecha|dia",
    re.IGNORECASE,
)
_DURATION = word_set(
    "duration dur length len gamelength seconds secs sec minutes mins min playtime gametime 시간 "
    "경기시간 게임시간 "
    "소요시간 소요 걸린시간 진행시간 플레이시간 길이 elapsed runtime laptime matchtime "
    "duracion tiempo minutos segundos ms millis milliseconds hours horas 분 초"
)
_PLAYED_TIME = word_set(
    "game match play played playing total lap race round run finish bout elapsed"
)
# How far the sides were apart at the end is no length: gap_seconds, 시간차.
_MARGINS = word_set(
    "gap margin diff difference delta lead behind ahead advantage deficit interval "
    "격차 차이 차 간격 diferencia ventaja margen brecha"
)
_MARGIN_ENDS = ("차이", "격차", "시간차", "초차")
UNITS = {
    "s": 1.0,
    "sec": 1.0,
    "secs": 1.0,
    "seconds": 1.0,
    "seg": 1.0,
    "초": 1.0,
    "segundos": 1.0,
    "second": 1.0,
    "segundo": 1.0,
    "ms": 0.001,
    "millis": 0.001,
    "milliseconds": 0.001,
    "h": 3600.0,
    "hr": 3600.0,
    "hrs": 3600.0,
    "hours": 3600.0,
    "horas": 3600.0,
}
# 대국시간 and 풀이시간 are lengths; 시작시간 is a moment, 제한시간 a rule.
_HANGUL_LENGTH = re.compile(r"(?<!시작)(?<!종료)(?<!개시)(?<!예정)(?<!제한)(?<!등록)(?<!현지)시간$")
MINUTES = word_set("m min mins minute minutes 분 minutos")


@lru_cache(maxsize=4096)
def tokens(name: str) -> tuple[str, ...]:
    """Return the words of a column name: p1_race → p1, race; HomeTeam → home, team."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z\d])(?=[A-Z][a-z])|(?<=\d)(?=ID)", "_", name)
    spaced = _HANGUL_ENDS.sub("_", unicodedata.normalize("NFC", spaced))
    found: list[str] = []
    spaced = _HANGUL_OWN.sub(r"\1_", _HANGUL_STONES.sub(r"\1_", spaced))
    spaced = _LENGTH_UNIT.sub(r"\1_", _NUMBERED_SIDE.sub(r"\1_", spaced))
    for part in re.findall(r"[^\W_]+", _HANGUL_SIDES.sub(r"_\1_", spaced)):
        low = normalise(part)
        found += re.findall(r"(?:[가-힣]+|[^\W\d_]{2,})(?=\d+$)|.+", low)
    return tuple(found)


def named_by_id(name: str) -> tuple[str, ...] | None:
    """Return what an id column's name says it is the id of; None for other columns.

    deck_id → deck, 대회번호 → 대회, id_jugador_1 → jugador, 1; nothing for an id of its own row.
    A number of several things is no id of one: num_turns.
    """
    found = tokens(name)
    if found[:1] in _COUNTS and len(found) > 1 and found[-1].endswith("s"):
        return None  # num_turns counts them
    left = [_HANGUL_ID.sub("", token) for token in found if token not in ID_WORDS]
    if len(left) == len(found) and tuple(left) == found:
        return None
    return tuple(token for token in left if token)


def names_length(name: str) -> bool:
    """Whether a column's name says that it holds the length of a game."""
    words = with_units(tokens(name))
    if words & _MARGINS or any(word.endswith(_MARGIN_ENDS) for word in words):
        return False
    timed = "time" in words and bool(words & (_PLAYED_TIME | UNITS.keys() | MINUTES))
    ends = any(_HANGUL_LENGTH.search(word) for word in words)
    return timed or ends or bool(words & _DURATION)


def with_units(words: tuple[str, ...]) -> set[str]:
    """Return the words of a column name, with the unit that a Korean one ends in: 경기시간초."""
    apart = {part for word in words for unit in ("초", "분") if word.endswith(unit)
             for part in (word.removesuffix(unit), unit)}  # fmt: skip
    return {*words, *apart}


def names_moment(name: str) -> bool:
    """Whether a column's name says that it holds the day or moment of a game."""
    return _NAMES.search(name) is not None


def names_unit(name: str) -> bool:
    """Whether a word is a unit of time."""
    return name.strip().casefold() in UNITS.keys() | MINUTES
