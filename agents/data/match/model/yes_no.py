"""Columns that say yes and no: which value is which, and what either is called."""

import re

from agents.answering.text.normal import is_hangul
from agents.answering.text.packs import word_set
from agents.data.match.model.semantic_model import Dimension
from agents.data.match.model.words import Member, Words
from agents.data.tables.header_words import tokens

_YES = word_set("yes true y t si sí s 예 네 1")
_NO = word_set("no false n f 아니오 아니요 0")
_FILLING = word_set("is was were be did has had have the a es fue 여부 flag")
_BESIDE = word_set("went going go play playing player turn game games match 턴 turno juego")
_WHETHER = re.compile(r"(?<=[가-힣])여부$")
_LEFT_OUT_KO = ("빼고", "빼면", "제외하고", "제외하면", "제외한", "제외", "말고")
_GAMES = ("fight", "bout", "match", "game", "battle", "duel")
_LABELS: tuple[Words, Words] = (
    {"en": "yes", "ko": "예", "es": "sí"},
    {"en": "no", "ko": "아니요", "es": "no"},
)
_BEGINNING = (
    "going first", "went first", "go first", "goes first", "playing first", "play first",
    "played first", "moving first", "starting first", "on the play", "on play", "선공", "선턴",
    "jugando primero", "jugar primero", "yendo primero", "empezando", "empezando primero",
    "saliendo primero", "juego primero", "juega primero", "voy primero", "en el play",
)  # fmt: skip
_FOLLOWING = (
    "going second", "went second", "go second", "goes second", "playing second", "play second",
    "played second", "moving second", "on the draw", "후공", "후턴", "jugando segundo",
    "jugar segundo", "yendo segundo", "saliendo segundo", "juego segundo", "juega segundo",
    "jugaba segundo", "voy segundo", "en el draw", "robando primero",
)  # fmt: skip
# Cards are played or drawn first: what a header says with two words.
_TWO_WORDS: dict[tuple[str, ...], str] = {("on", "play"): "first", ("on", "draw"): "second"}
# What a header is called by, what its yes is called, and its no.
_KNOWN = (
    (
        word_set("first started start otp 선공 선 primero empieza empezo empece salida inicia"),
        _BEGINNING,
        _FOLLOWING,
    ),
    (word_set("second otd 후공 segundo"), _FOLLOWING, _BEGINNING),
    (
        word_set("offline lan 오프라인 presencial"),
        ("offline", "lan", "in person", "on lan", "오프라인", "presencial", "presenciales"),
        ("online", "remote", "온라인", "en linea", "en línea"),
    ),
    (
        word_set("online remote 온라인"),
        ("online", "remote", "온라인", "en linea", "en línea"),
        ("offline", "lan", "in person", "오프라인", "presencial", "presenciales"),
    ),
    (
        word_set("ranked rated 랭크 랭크전 clasificatoria"),
        ("ranked", "rated", "랭크", "랭크전", "랭크 게임", "clasificatoria", "clasificatorias"),
        ("unranked", "unrated", "casual", "일반전", "비랭크", "no clasificatorias", "casuales"),
    ),
    (
        word_set("overtime ot 연장 연장전 prorroga"),
        ("overtime", "in overtime", "연장", "연장전", "prórroga", "en la prórroga"),
        ("regulation", "without overtime", "no overtime", "정규", "sin prórroga"),
    ),
    (
        word_set("playoff playoffs 플레이오프"),
        ("playoff", "playoffs", "플레이오프"),
        ("regular season", "정규 시즌", "정규시즌", "temporada regular", "fase regular"),
    ),
)  # fmt: skip


def answers_of(dimension: Dimension) -> tuple[str, str] | None:
    """Return the values of a column that mean yes and no; None for any other column."""
    if dimension.column is None or len(dimension.sample) > 2 + len(dimension.placeholders):
        return None
    values = tuple(value for value in dimension.sample if value not in dimension.placeholders)
    if len(values) != 2:
        return None
    yes = [value for value in values if value.strip().casefold() in _YES]
    no = [value for value in values if value.strip().casefold() in _NO]
    return (yes[0], no[0]) if len(yes) == len(no) == 1 else None


def answer_members(dimension: Dimension) -> dict[str, Member]:
    """Return what the two values of a column of yes and no are called, by its header."""
    answers = answers_of(dimension)
    if answers is None:
        return {}
    words = _words_of(dimension)
    said = (_WHETHER.sub("", t) for t in tokens(str(dimension.column)) if t not in _FILLING)
    noun = " ".join(said)
    known = next((one for one in _KNOWN if _tells(words, one[0])), None)
    named = known[1:] if known is not None else ((), ())
    games = (f"{noun}전",) if noun and is_hangul(noun[-1]) and noun[-1] != "전" else ()  # 연장전
    several = (
        f"{noun}{'es' if noun.endswith('ch') else 's'}" if noun.endswith(_GAMES) else noun
    )  # title fights
    not_it = [f"{no} {said}" for no in ("not", "not a", "non", "no", "without", "sin")
              for said in dict.fromkeys((noun, several))]  # fmt: skip
    not_it += [f"non-{noun}", f"non-{several}", f"{noun} 없이", f"{noun} 없는"]
    not_it += [f"{said} {no}" for said in (noun, *games) for no in ("아닌", *_LEFT_OUT_KO)]
    names = ((noun, *games, *named[0]), (*(not_it if noun else ()), *named[1]))
    return {
        value: Member(names=tuple(filter(None, called)), label=label)
        for value, called, label in zip(answers, names, _LABELS, strict=True)
    }


def _words_of(dimension: Dimension) -> list[str]:
    """Return the words of a header that tell what it answers."""
    said = [word for word in tokens(str(dimension.column)) if word not in _FILLING]
    beginning = _TWO_WORDS.get(tuple(said))
    return said if beginning is None else [beginning]


def _tells(words: list[str], known: frozenset[str]) -> bool:
    """Whether a header says no more than one of the known things: first_blood is no beginning."""
    return bool(known.intersection(words)) and known.union(_BESIDE).issuperset(words)
