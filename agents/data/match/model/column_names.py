"""Column names are read: their words, the side that they speak of, and the dimension they mean."""

import re
from collections.abc import Sequence
from functools import cache
from itertools import permutations

from agents.answering.text.language import LANGUAGES
from agents.answering.text.normal import normalise
from agents.answering.text.packs import word_set
from agents.data.match.model.words import keys_by_word, words
from agents.data.tables.header_words import ID_WORDS, tokens

WON_LOST = (
    ("winner", "loser"), ("win", "lose"), ("win", "loss"), ("won", "lost"), ("w", "l"),
    ("winning", "losing"), ("victor", "loser"), ("winners", "losers"), ("승자", "패자"),
    ("승리", "패배"), ("이긴", "진"), ("ganador", "perdedor"), ("ganadora", "perdedora"),
    ("vencedor", "vencido"), ("vencedora", "vencida"), ("gana", "pierde"), ("gano", "perdio"),
    ("victory", "defeat"), ("승", "패"), ("wins", "loses"),
)  # fmt: skip
# Sides that are something of their own: blue and red, home and away.
PLACES = (
    ("blue", "red"), ("home", "away"), ("home", "visitor"), ("white", "black"),
    ("attacker", "defender"),
    ("radiant", "dire"), ("attack", "defense"), ("offense", "defense"), ("host", "guest"),
    ("블루", "레드"), ("홈", "원정"), ("백", "흑"), ("선공", "후공"), ("azul", "rojo"),
    ("local", "visitante"), ("local", "visita"), ("local", "visit"), ("loc", "vis"),
    ("blancas", "negras"), ("blanco", "negro"), ("ct", "t"),
    ("청", "홍"), ("casa", "fuera"),
    *permutations(("blue", "orange", "green", "yellow", "purple"), 2),
    ("블루", "오렌지"), ("azul", "naranja"), ("파랑", "주황"), ("red", "green"), ("red", "yellow"),
)  # fmt: skip
_PLACE_NAMES = tuple(
    word_set(line)
    for line in (
        "home h 홈 안방 local loc casa host",
        "away a 원정 visitante visita visit vis visitor guest fuera",
        "blue b 블루 청 azul", "red r 레드 홍 rojo", "white w 백 blancas blanco",
        "black b 흑 negras negro", "radiant 래디언트", "dire 다이어",
        "orange o 오렌지 주황 naranja",
    )
)  # fmt: skip
SEATS = ("1p", "2p")  # numbered, but of some meaning: left and right at one machine
NUMBERED = (
    ("p1", "p2"), ("player1", "player2"), ("1", "2"), ("a", "b"), ("left", "right"),
    ("one", "two"), ("first", "second"), ("x", "y"), ("team1", "team2"), ("t1", "t2"),
    ("i", "ii"), ("j1", "j2"),
    ("p0", "p1"), ("player0", "player1"), ("0", "1"), ("team0", "team1"),
    ("b", "r"), ("h", "a"), SEATS, ("1팀", "2팀"),
)  # fmt: skip
# Numbered sides that a person may ask for by their number, which each name of them has.
NUMBERED_SIDES = {
    ("p1", "p2"): ("1", "2"), ("player1", "player2"): ("1", "2"), ("1", "2"): ("1", "2"),
    ("team1", "team2"): ("1", "2"), ("1팀", "2팀"): ("1", "2"), ("a", "b"): ("a", "b"),
}  # fmt: skip
SIDES = (*WON_LOST, *PLACES, *NUMBERED)
RIVAL = word_set(
    "opponent opp enemy rival vs versus against opposing other foe their 상대 상대방 상대편 적 "
    "적군 적팀 상대측 contrario contraria oponente contra adversario adversaria enemigo enemiga "
    "contrincante"
)
OWN = word_set(
    "my me own self mine hero our us 내 나 나의 우리 mi yo propio propia nuestro nuestra"
)
# A version ends in one of these: 규정버전, 게임빌드.
_VERSION = re.compile(
    r"(?<=[가-힣])(버전|빌드|패치)$|^(game|client|app|rules?|ruleset|server)version$"
)
# What may be compared, by the keys of their dimensions; the first of them that a table has.
ENTITY_KEYS = ("race", "champion", "hero", "character", "civilization", "faction", "class",
                "deck", "side", "team", "variant")  # fmt: skip
# Values of rows that sum up all others.
ROLLUPS = word_set(
    "all total totals overall global any sum combined 전체 합계 총계 총합 통합 모두 계 누계 "
    "합 소계 todos todas totales suma subtotal"
) | {"grand total", "all games", "all races", "all maps", "total general", "전체 합계"}
PARTED = "other"
"""What the second side of a matchup is called: as good a side as the first."""
JOINING = word_set("del de of the la el")
_NAME_WORDS = word_set("name names nick nickname 이름 명 명칭 nombre apodo")
_HANGUL_NAME = re.compile(r"(?<=[가-힣])(이름|명칭|명)$")
_SHORT_NOUN = 1
_EMPTY_WORDS = word_set("name tag title label 이름 명 nombre full display")
_PLAYER_WORDS = word_set(
    "player players nick nickname user username account gamer handle ign person summoner fighter "
    "playername nickname summonername "
    "wrestler wrestlers rikishi boxer athlete competitor contestant participant fencer judoka "
    "luchador luchadora boxeador boxeadora atleta competidor competidora participante "
    "번 기사 대국자 출전자 참가자 게이머 유저 "
    "duelist duelista trainer 결투자 듀얼리스트 트레이너 gamertag battletag alias 닉 별명 "
    "name id tag 선수 선수명 이름 플레이어 닉네임 아이디 소환사 jugador jugadora jug nombre usuario"
)
# What a table calls its people or its teams is said as it stands, but for these plain words.
_PLAIN_WORDS = {
    "player": word_set(
        "player players playername jugador jugadora 선수 선수명 플레이어 name nombre 이름 id tag "
        "user usuario username account person 닉네임 아이디"
    ),
    "team": word_set("team teams club equipo squad 팀 소속팀 소속 구단 클럽"),
    "driver": word_set("driver drivers 드라이버"),
    "coach": word_set("coach 감독 코치"),
    "drone": word_set("drone drones 드론 dron"),
}
_PEOPLE = ("player", "driver")
_SYNONYMS = {
    "eco": "opening", "event": "tournament", "tourney": "tournament",
    "ioc": "country", "nation": "country", "competition": "tournament",
    "stage_name": "map", "version": "patch",
    "civ": "civilization", "facc": "faction", "fac": "faction",
    "char": "character", "arena": "map", "battleground": "map",
    "team_tag": "team", "club": "team", "squad": "team", "equipo": "team", "clan": "team",
    "competicion": "tournament", "campeonato": "tournament", "rank": "tier",
    "guild": "team", "crew": "team", "gremio": "team", "escuadra": "team", "소속": "team",
    "arm": "variant", "treatment": "variant", "brazo": "variant",
    "tratamiento": "variant", "맵이름": "map", "손": "hand", "주손": "hand", "mano": "hand",
    "balance": "patch", "release": "patch", "meta": "patch", "밸런스": "patch",
    "actualizacion": "patch",
}  # fmt: skip


def names_rival(column: str) -> bool:
    """Whether a column's name speaks of the rival as such: opponent, opponent name, 상대 선수."""
    said = set(tokens(column)) - JOINING
    return bool(said & RIVAL) and said <= RIVAL | _PLAYER_WORDS | _player_nouns() | _NAME_WORDS


def differing(left: str, right: str) -> tuple[tuple[str, str], str] | None:
    """Return the pair of words in which two names differ, and the rest; None if in more than one.

    A name with one word more that means a rival differs by it from the name without.
    """
    one, two = (tuple(t for t in tokens(name) if t not in JOINING) for name in (left, right))
    if len(one) == len(two):
        places = [i for i, (x, y) in enumerate(zip(one, two, strict=True)) if x != y]
        if len(places) == 2:
            return _turned(one, two)
        if len(places) != 1:
            return None
        rest = "_".join(token for i, token in enumerate(one) if i != places[0])
        return (one[places[0]], two[places[0]]), rest
    for longer, shorter, flipped in ((two, one, False), (one, two, True)):
        if longer[:-1] == shorter and longer[-1:] == ("2",):  # player and player2
            return ("2", "1") if flipped else ("1", "2"), "_".join(shorter)
        extra = [token for token in longer if token in RIVAL]
        if len(extra) == 1 and tuple(t for t in longer if t not in RIVAL) == shorter:
            pair = (extra[0], "") if flipped else ("", extra[0])
            return pair, "_".join(shorter)
    return None


def _turned(one: tuple[str, ...], two: tuple[str, ...]) -> tuple[tuple[str, str], str] | None:
    """Return the words of two sides that stand at either end: mi_raza and raza_rival."""
    for a, b in ((one[0], two[-1]), (one[-1], two[0])):
        left = [t for t in one if t != a], [t for t in two if t != b]
        known = (a, b) in SIDES or (b, a) in SIDES or (a in OWN and b in RIVAL)
        if left[0] == left[1] and (known or (a in RIVAL and b in OWN)):
            return (a, b), "_".join(left[0])
    return None


def are_winner_and_loser(left: str, right: str) -> bool:
    """Whether two names say the same of the winner and of the loser."""
    found = differing(left, right)
    return found is not None and (found[0] in WON_LOST or found[0][::-1] in WON_LOST)


def called(side: str) -> frozenset[str]:
    """Return how a side that column names tell of may be written in a value: home, h, 홈, local."""
    same = next((names for names in _PLACE_NAMES if side in names), frozenset({side}))
    return same | {side, side[:1]}


def named_thing(name: str) -> tuple[str, ...]:
    """Return what a column of names is about: deck_name → deck, 대회명 → 대회."""
    left = [_HANGUL_NAME.sub("", token) for token in tokens(name)]
    return tuple(token for token in left if token and token not in _NAME_WORDS)


def noun_of(rest: str) -> tuple[str, ...]:
    """Return the noun that what is left of a side's column name gives: winner_rank → rank."""
    left = [t for t in _telling(tokens(rest)) if t not in ID_WORDS]
    noun = " ".join(left)
    return (noun,) if len(noun) > _SHORT_NOUN and not noun.isdigit() else ()


def is_player(rest: str) -> bool:
    """Whether what is left of a side's column name names a person."""
    left = [token for token in rest.split("_") if token]
    return all(token in _PLAYER_WORDS or token in _player_nouns() for token in left)


def names_people(column: str) -> bool:
    """Whether a column's name says no more of a side than who it is: p1_name, 상대 선수, white."""
    sides = {word for pair in SIDES for word in pair} | RIVAL | OWN | JOINING
    return is_player("_".join(token for token in tokens(column) if token not in sides))


def is_of_people(key: str) -> bool:
    """Whether a dimension of that key names those who play."""
    return key in _PEOPLE


def own_name(key: str, noun: str) -> str:
    """Return the word of the table's own for its people or teams (pilot, clan), "" for others."""
    plain = _PLAIN_WORDS.get(key.removesuffix("_2"))
    words_in = frozenset(t.removesuffix("name") or t for t in tokens(noun))  # teamname
    return "" if plain is None or not words_in or words_in & plain else noun


def dimension_key(name: str) -> str:
    """Return the key of a dimension: a known one if the name has its word, else the name itself."""
    found = [token for token in tokens(name) if token]
    if is_player("_".join(found)):
        return "player"
    joined = "_".join(found)
    if joined in _SYNONYMS:
        return _SYNONYMS[joined]
    known = _known_words()
    for token in reversed([" ".join(found), *found]):
        if token not in known:
            token = _HANGUL_NAME.sub("", token.removesuffix("name"))  # 대회명
        if token in known and known[token] != "player":
            return known[token]
        if token in _SYNONYMS:
            return _SYNONYMS[token]
    if found and _VERSION.search(found[-1]):
        return "patch"
    return "_".join(_telling(found)) or "column"


def _telling(words: Sequence[str]) -> list[str]:
    """Return the words of a name that tell something: what a title is before, as in title fight."""
    return [
        word for at, word in enumerate(words)
        if word not in _EMPTY_WORDS or (word == "title" and words[at + 1 : at + 2])
    ]  # fmt: skip


@cache
def known_keys() -> frozenset[str]:
    """Return the keys of the dimensions that have words in a language."""
    return frozenset(_known_words().values())


@cache
def _player_nouns() -> frozenset[str]:
    """Return what people who play are called where they are asked for: tirador, wrestlers."""

    return frozenset(
        normalise(word) for one in LANGUAGES for word in words(one).dimensions["player"].words
    )


def _known_words() -> dict[str, str]:
    return keys_by_word("dimensions")
