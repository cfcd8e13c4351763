"""What the names of number columns say they count: games, wins, losses, draws or a rate."""

import re
from collections.abc import Iterable
from typing import Literal

from agents.answering.text.normal import normalise
from agents.answering.text.packs import word_set

Kind = Literal["games", "wins", "losses", "draws", "rate"]

_GAMES = word_set(
    "games matches battles bouts fights duels plays picks appearances "
    "partidas partidos combates batallas asaltos duelos encuentros enfrentamientos juegos"
)
_GAME = word_set("game match battle bout fight duel play pick round set series partida partido "
                 "combate batalla asalto duelo encuentro juego jugador")  # fmt: skip
_PLAYED = word_set("played fought contested jugados jugadas disputados disputadas")
_COUNT = word_set("n count counts total totals sample size weight cantidad recuento gp pld")
_FILLING = word_set(
    "total totals num number of nb nr no the overall n count counts cnt de del numero num las los "
    "rounds sets totales # no."
)
_WON = word_set(
    "win wins won victory victories w triunfos triunfo victoria victorias ganada ganadas ganado "
    "ganados vencidas"
)
_LOST = word_set("loss losses lost lose loses l defeat defeats derrota derrotas perdida perdidas "
                 "perdido perdidos")  # fmt: skip
_DRAWN = word_set("draw draws drawn tie ties tied empate empates empatada empatadas empatado "
                  "empatados tablas")  # fmt: skip
_RATE = re.compile(
    r".*(win ?%|^w ?%|% ?(of )?wins?|% ?(de )?(victorias?|ganad)|win ?rate|win ?ratio|win ?pct|"
    r"win ?perc|^wr ?%?$|^wr | wr$|승률|승리율|승리 ?비율|tasa.*(victoria|ganad|exito)|"
    r"(porcentaje|ratio|pct|porc).*(victoria|ganad)|winning percentage).*"
)
_HANGUL_TOTAL = r"(총|전체|누적|합계|통산)? ?"
_HANGUL_GAME = (
    r"(경기|게임|판|대국|전투|표본|배틀|매치|시합|대결|대련|레이스|경주|플레이|출전|출장|참가|등장|픽|"
    r"매칭|교전|대전|결투|스크림)"
)
_HANGUL_COUNT = r" ?(수|횟수|숫자|개수|량)"
_HANGUL: dict[Kind, re.Pattern[str]] = {
    "games": re.compile(
        rf"{_HANGUL_TOTAL}{_HANGUL_GAME}{_HANGUL_COUNT}|(총|전체|누적|통산) ?{_HANGUL_GAME}|"
        r"경기|판|총|합계|총합"
    ),
    "wins": re.compile(
        rf"{_HANGUL_TOTAL}(승|승리|이긴 ?{_HANGUL_GAME}?)( ?{_HANGUL_GAME})?({_HANGUL_COUNT})?"
    ),
    "losses": re.compile(
        rf"{_HANGUL_TOTAL}(패|패배|진 ?{_HANGUL_GAME}|진(?= ?수))( ?{_HANGUL_GAME})?"
        rf"({_HANGUL_COUNT})?"
    ),
    "draws": re.compile(rf"{_HANGUL_TOTAL}(무|무승부|비긴 ?{_HANGUL_GAME})({_HANGUL_COUNT})?"),
}  # fmt: skip
# Letters that only mean something beside each other: W and L, V and D, PJ and PG, 전 and 승.
_LETTERS: tuple[tuple[frozenset[str], dict[str, Kind]], ...] = (
    (word_set("w l"), {"w": "wins", "l": "losses", "d": "draws", "t": "draws", "g": "games",
                       "gp": "games", "mp": "games", "p": "games"}),
    (word_set("g w"), {"g": "games", "w": "wins"}),
    (word_set("pg pp"), {"pj": "games", "pg": "wins", "pp": "losses", "pe": "draws"}),
    (word_set("pj pg"), {"pj": "games", "pg": "wins", "pe": "draws"}),
    (word_set("v d"), {"v": "wins", "d": "losses", "e": "draws", "pj": "games", "j": "games"}),
    (word_set("g p"), {"g": "wins", "p": "losses", "e": "draws", "pj": "games", "j": "games"}),
    (word_set("pj"), {"pj": "games"}),
    (word_set("전 승"), {"전": "games", "승": "wins", "패": "losses", "무": "draws"}),
)  # fmt: skip
_PARENTHESIS = re.compile(r"\s*[(\[][^)\]]*[)\]]\s*")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_NUMERO = re.compile(r"\bn[º°o]\.?(?= )")


def bare_name(name: str) -> str:
    """Return a column's name in small letters and single words, without what stands in brackets."""
    bare = _PARENTHESIS.sub(" ", name).strip() or name
    spaced = _CAMEL.sub(" ", bare.replace("_", " "))
    return _NUMERO.sub("num", normalise(spaced.replace("#", " num "))).strip()


def count_kind(name: str) -> Kind | None:
    """Return what a column of that name counts, or None; `rate` is the share of wins."""
    text = bare_name(name)
    if _RATE.fullmatch(text) or _RATE.fullmatch(normalise(name.replace("_", " "))):
        return "rate"
    for kind, form in _HANGUL.items():
        if form.fullmatch(text):
            return kind
    left = text.split()
    named = set(left) - _FILLING - _GAMES - _GAME
    for kind, forms in (("wins", _WON), ("losses", _LOST), ("draws", _DRAWN)):
        if named and named <= forms:
            return kind
    found = set(left)
    counted = found & (_GAMES | _PLAYED | _COUNT) or (found & _GAME and found & _FILLING)
    if counted and found <= _GAMES | _GAME | _PLAYED | _COUNT | _FILLING:
        return "games"
    return None


def count_kinds(names: Iterable[str]) -> dict[str, Kind]:
    """Return what each of a table's columns counts, where it counts anything.

    Single letters are read by what stands beside them: D are draws beside W, and losses beside V.
    """
    names = tuple(names)
    found = {name: kind for name in names if (kind := count_kind(name)) is not None}
    short = {bare_name(name): name for name in names}
    for needed, meant in _LETTERS:
        if needed <= short.keys():
            lettered = {short[one]: kind for one, kind in meant.items() if one in short}
            return found | lettered
    return found
