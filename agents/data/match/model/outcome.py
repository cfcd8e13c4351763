"""How a game ended for one side: the column that says it, by its name and values."""

import re
from typing import NamedTuple

from agents.answering.text.packs import word_set
from agents.data.match.model.rejections import NoGames
from agents.data.match.model.semantic_model import RESULT_NAMES
from agents.data.tables.header_words import tokens
from agents.data.tables.profile import ColumnFacts, TableProfile

_SUCCESS = re.compile(
    r"success|convert|conversion|solved|passed|exito|éxito|aciert|hit$|scored|성공|전환|적중",
    re.IGNORECASE,
)
WON = word_set(
    "win won w wins victory victoria v g ganada ganado gano ganó triunfo 승 승리 이김 1 true yes "
    "y t si sí s exito éxito success successful hit made goal scored pass passed gol 성공 적중 "
    "합격 예 네 승함 이겼음 이겼다 winning gane gané gana vencio venció victorioso"
)
LOST = word_set(
    "loss lose lost l loses defeat derrota p perdida perdido perdio perdió 패 패배 짐 0 -1 false "
    "lose losing 졌음 졌다 패함 perdi perdí pierde perdedor derrotado "
    "no n f fallo fracaso failure fail failed miss missed saved 실패 빗나감 불합격 아니오 아니요"
)
# What either language says of nothing but a game: no yes, no 1, no D that may be a draw.
_PLAIN = word_set(
    "win won w wins loss lose lost l loses victory defeat victoria derrota ganada ganado perdida "
    "perdido gano perdio gané perdí 승 패 승리 패배 이김 짐 이겼음 졌음"
)
# Letters that are read by what stands beside them.
_LETTERS = (
    ("o", "x", ""), ("○", "×", "△"), ("○", "x", "△"), ("○", "●", "△"), ("✓", "✗", ""),
    ("✔", "✘", ""), ("✅", "❌", ""), ("+", "-", "="), ("v", "d", "e"), ("g", "p", "e"),
)  # fmt: skip
_LETTER_PAIRS = word_set("wl yn tf sn vd vp gp ox 10 승패 ○× ○x ○● ✓✗ ✔✘ ✅❌ +-")
_PLACED = re.compile(
    r"place(ment)?|finish(ed)?|standing|puesto|posici[oó]n|순위|등수|착순", re.IGNORECASE
)
_SIGNED = re.compile(r"[+-]?[01](\.0)?")
DRAWN = word_set(
    "draw drawn draws tie tied d x empate tablas e 무 무승부 비김 1/2-1/2 ½-½ 0.5 - none nobody"
)
UNKNOWN = word_set(
    "na nan n/a null none pending unfinished unknown abandoned cancelled canceled postponed void "
    "suspended ? 취소 연기 미정 중단 pendiente suspendido aplazado anulado cancelado"
) | {"", "no result"}
"""What stands for a result where there is none, or none yet."""
# Under what circumstances a game was played says nothing of how it ended.
_CONDITIONS = word_set(
    "offline online lan ranked unranked first second started starting coin toss host streamed "
    "stream televised remote live crossplay mirror final finals playoff playoffs overtime ot "
    "official rated casual competitive practice 오프라인 온라인 선공 후공 선공여부 선수공 선 후 "
    "결승 랭크 공식 연장 방송 presencial oficial empieza empezo empecé salio salí inicia inicio "
    "primero segundo primera finales clasificatoria directo prorroga"
)


class OutcomeColumn(NamedTuple):
    """A column of one side's results, and the values that say won, lost and drawn."""

    column: ColumnFacts
    won: str
    lost: str
    draws: tuple[str, ...]


def is_result(rest: str, column: ColumnFacts) -> bool:
    """Whether a column of either side holds that side's result, and no value to compare."""
    return bool(RESULT_NAMES.search(rest)) and read_outcome(column) is not None


def is_condition(name: str) -> bool:
    """Whether a column's name says how a game was played (offline, ranked, went first)."""
    words = {*tokens(name), "_".join(tokens(name))}
    return bool(words & _CONDITIONS) and not RESULT_NAMES.search(name)


def of_one_side(table: TableProfile, *, named_only: bool = False) -> OutcomeColumn | None:
    """Return the column that says how a game ended for the side of its row, or None.

    It is known by its name; a table may call it anything (converted, cured) if no other column has
    two such values. Raises `NoGames` where several might be it.
    """
    read = [o for c in table.columns if (o := read_outcome(c)) is not None]
    named = [
        o for o in read if RESULT_NAMES.search(o.column.name) or _SUCCESS.search(o.column.name)
    ]
    named = named or [o for o in read if {o.won.casefold(), o.lost.casefold()} <= _PLAIN]
    named = named or [o for c in table.columns if (o := _placed(c)) is not None]
    if named or named_only:
        return named[0] if named else None
    plain = [
        o for o in read if not o.draws and o.column.name.lower() != "simulated"
        and not is_condition(o.column.name)
    ]  # fmt: skip
    if len(plain) > 1:
        raise NoGames
    return plain[0] if plain else None


def read_outcome(column: ColumnFacts) -> OutcomeColumn | None:
    """Read a column of results: win and loss, 1 and 0, 승 and 패; one more value may be a draw."""
    by_low = {_plain(value): value for value in column.values}
    if not 1 < len(by_low) <= 4:
        return None
    won = [v for low, v in by_low.items() if low in WON]
    lost = [v for low, v in by_low.items() if low in LOST]
    drawn = tuple(v for low, v in by_low.items() if low in DRAWN and v not in (*won, *lost))
    if column.kind == "number" and {"1", "0", "-1"} <= by_low.keys():
        won, lost, drawn = [by_low["1"]], [by_low["-1"]], (by_low["0"],)
    elif column.kind == "number" and len(by_low) > len(won) + len(lost) + len(drawn):
        return None  # 0, 1 and 2 are points
    for one, two, neither in _LETTERS:  # o and x: as results are ticked off in Korea
        if {one, two} <= by_low.keys() <= {one, two, neither, "n", "t"}:
            rest = tuple(v for low, v in by_low.items() if low not in (one, two))
            won, lost, drawn = [by_low[one]], [by_low[two]], rest
    if len(won) != 1 or len(lost) != 1:
        return None
    letters = won[0].strip().casefold() + lost[0].strip().casefold()
    if len(letters) == 2 and letters not in _LETTER_PAIRS:
        return None  # T and P are races
    return OutcomeColumn(column, won[0], lost[0], drawn)


def _plain(value: str) -> str:
    """Return a result in small letters: +1 and -1.0 as 1 and -1, and w/l as the first side's w."""
    low = value.strip().casefold()
    one, _, two = low.partition("/")
    opposite = (one in WON and two in LOST) or (one in LOST and two in WON)
    if opposite or (one in DRAWN and one == two):
        return one
    return low.removeprefix("+").removesuffix(".0") if _SIGNED.fullmatch(low) else low


def _placed(column: ColumnFacts) -> OutcomeColumn | None:
    """Read places in a game of two: first and second."""
    two = set(column.values) == {"1", "2"}
    return OutcomeColumn(column, "1", "2", ()) if two and _PLACED.fullmatch(column.name) else None
