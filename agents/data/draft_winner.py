"""Which column tells who won, and by which values; what cannot be told becomes a question."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from agents.data.draft_pairs import Pairs, is_won_lost, side_keys
from agents.data.look import Look, literal
from agents.data.model import Winner
from agents.data.profile import LISTED, Column, TableProfile, quoted
from agents.data.word_sets import word_set

_NAMES = re.compile(
    r"win|won|victor|result|outcome|score$|승|결과|ganad|gano|resultado|vencedor", re.IGNORECASE
)
_POINTS = re.compile(
    r"goal|score|point|round|set|win|won|result|victor|골|득점|점수|승|gol|punto|marcador|frag",
    re.IGNORECASE,
)
_SUCCESS = re.compile(
    r"success|convert|conversion|solved|passed|exito|éxito|aciert|hit$|scored|성공|전환|적중",
    re.IGNORECASE,
)
_WON = word_set(
    "win won w wins victory victoria v g ganada ganado gano ganó triunfo 승 승리 이김 1 true yes "
    "y t si sí s exito éxito success successful hit made goal scored pass passed gol 성공 적중 "
    "합격 예 네"
)
_LOST = word_set(
    "loss lose lost l loses defeat derrota p perdida perdido perdio perdió 패 패배 짐 0 -1 false "
    "no n f fallo fracaso failure fail failed miss missed saved 실패 빗나감 불합격 아니오 아니요"
)
_DRAWN = word_set(
    "draw drawn draws tie tied d x empate tablas e 무 무승부 비김 1/2-1/2 ½-½ 0.5 - none nobody"
)
_FIRST = ("1", "1-0", "1.0", "player 1", "player1", "p1", "team 1", "team1", "a", "first", "left")
_SECOND = ("2", "0-1", "0.0", "player 2", "player2", "p2", "team 2", "team2", "b", "second",
           "right")  # fmt: skip


class ShapeQuestion(Exception):
    """One thing about the shape is open: `slot`, with the columns or values to choose from."""

    def __init__(self, slot: str, choices: tuple[str, ...], subject: str = "") -> None:
        super().__init__(slot)
        self.slot = slot
        self.choices = choices
        self.subject = subject


class Outcome(NamedTuple):
    """A column of one side's results, and the values that say won, lost and drawn."""

    column: Column
    won: str
    lost: str
    draws: tuple[str, ...]


def of_two_sides(
    table: TableProfile, pairs: Pairs, look: Look, said: Mapping[str, str]
) -> Winner | None:
    """Return who won in a table with two sides per row; None if no column tells.

    Raises `ShapeQuestion` where several columns tell different things, or one does not say of which
    side it speaks. `said` are the answers to earlier questions.
    """
    if is_won_lost(pairs.tokens):
        return Winner()
    # A number of either side (sets won, 0 or 1) says who won by being compared with its rival.
    taken = {n for found in (pairs.texts, pairs.numbers) for pair in found.values() for n in pair}
    columns = [c for c in table.columns if c.name not in taken and 0 < c.distinct <= LISTED]
    if "winner" in said:
        columns = [c for c in columns if c.name == said["winner"]]
    named = [c for c in columns if _NAMES.search(c.name) or "winner" in said]
    found = [w for c in named if (w := _repeats(table, c, pairs) or _by_side(c, pairs))]
    found += [w for c in columns if c not in named and (w := _by_initial(c, pairs))]
    if any(not _agree(found[0], other, pairs, look) for other in found[1:]):
        raise ShapeQuestion("winner", tuple(str(w.column) for w in found))
    if found:
        return found[0]
    points = [pair for rest, pair in pairs.numbers.items() if _POINTS.search(rest)]
    if len(points) == 1 or (points and "winner" not in said):
        return Winner(score_a=points[0][0], score_b=points[0][1])
    flags = [c for c in named if (o := _outcome(c)) is not None and o.won]
    if flags:
        return _flag(flags[0], pairs, said)
    return _open(table, taken, said)


def of_one_side(
    table: TableProfile, said: Mapping[str, str], *, named_only: bool = False
) -> Outcome | None:
    """Return the column that says how a game ended for the side of its row, or None.

    It is known by its name; a table may call it anything (converted, cured) if no other column has
    two such values. Raises `ShapeQuestion` where several might be it.
    """
    read = [o for c in table.columns if (o := _outcome(c)) is not None]
    named = [o for o in read if _NAMES.search(o.column.name) or _SUCCESS.search(o.column.name)]
    if named or named_only:
        return named[0] if named else None
    plain = [o for o in read if not o.draws and o.column.name.lower() != "simulated"]
    if "winner" in said:
        plain = [o for o in plain if o.column.name == said["winner"]]
    if len(plain) > 1:
        raise ShapeQuestion("winner", tuple(o.column.name for o in plain))
    return plain[0] if plain else None


def _outcome(column: Column) -> Outcome | None:
    """Read a column of results: win and loss, 1 and 0, 승 and 패; one more value may be a draw."""
    by_low = {value.strip().casefold(): value for value in column.values}
    if not 1 < len(by_low) <= 4:
        return None
    won = [v for low, v in by_low.items() if low in _WON]
    lost = [v for low, v in by_low.items() if low in _LOST]
    drawn = tuple(v for low, v in by_low.items() if low in _DRAWN and v not in (*won, *lost))
    if column.kind == "number" and {"1", "0", "-1"} <= by_low.keys():
        won, lost, drawn = [by_low["1"]], [by_low["-1"]], (by_low["0"],)
    if by_low.keys() == {"o", "x"}:  # as results are ticked off in Korea
        won, lost, drawn = [by_low["o"]], [by_low["x"]], ()
    if len(won) != 1 or len(lost) != 1:
        return None
    return Outcome(column, won[0], lost[0], drawn)


def _repeats(table: TableProfile, column: Column, pairs: Pairs) -> Winner | None:
    """The winner's own name stands in the column."""
    keys = side_keys(pairs)
    for rest, (a, b) in pairs.texts.items():
        names = set(table.column(a).values) | set(table.column(b).values)
        drawn = tuple(v for v in column.values if v.strip().casefold() in _DRAWN and v not in names)
        told = [v for v in column.values if v not in drawn]
        if names and told and len(set(told) & names) >= 0.9 * len(told):
            return Winner(column=column.name, same_as=keys[rest], draws=drawn)
    return None


def _by_side(column: Column, pairs: Pairs) -> Winner | None:
    """The column names the side: 1 or 2, blue or red, H or A, 1-0 or 0-1."""
    by_low = {value.strip().casefold(): value for value in column.values}
    if len(by_low) > 6:
        return None
    one, two = pairs.tokens
    columns = [pair for rest, pair in pairs.texts.items() if rest]
    named = [[side.casefold() for side, *_ in columns], [side.casefold() for _, side in columns]]
    first = [v for low, v in by_low.items() if low in (one, one[:1], *named[0])]
    second = [v for low, v in by_low.items() if low in (two, two[:1], *named[1])]
    if len(first) != 1 or len(second) != 1:  # else the A of home and away is no side A
        first = [v for low, v in by_low.items() if low in (one, one[:1], *_FIRST, *named[0])]
        second = [v for low, v in by_low.items() if low in (two, two[:1], *_SECOND, *named[1])]
    if not first and len(second) == 1 and second[0] in _SECOND and len(by_low) == 1:
        first = [_FIRST[_SECOND.index(second[0])]]  # side one never won
    if not second and len(first) == 1 and first[0] in _FIRST and len(by_low) == 1:
        second = [_SECOND[_FIRST.index(first[0])]]
    if len(first) != 1 or len(second) != 1 or first == second:
        return None
    rest = {low: v for low, v in by_low.items() if v not in (*first, *second)}
    drawn = tuple(v for low, v in rest.items() if low in _DRAWN or low in ("0", "3"))
    return Winner(column=column.name, a=first[0], b=second[0], draws=drawn)


def _by_initial(column: Column, pairs: Pairs) -> Winner | None:
    """A column of any name whose values are the sides' names or initials, and perhaps D."""
    one, two = pairs.tokens
    low = {value.strip().casefold() for value in column.values}
    if len(one) < 2 or not ({one, two} <= low or {one[:1], two[:1]} <= low):
        return None
    return _by_side(column, pairs) if len(low) <= 3 else None


def _flag(column: Column, pairs: Pairs, said: Mapping[str, str]) -> Winner:
    """A column of 1 and 0 speaks of the side that its name has; else one must say of which."""
    from agents.data.column_names import tokens

    outcome = _outcome(column)
    assert outcome is not None
    words = tokens(column.name)
    initials = {pairs.tokens[0][:1]: 0, pairs.tokens[1][:1]: 1}
    named = [i for i, token in enumerate(pairs.tokens) if token in words]
    named = named or [initials[w] for w in words if w in initials and len(initials) == 2]
    if said.get("side") in pairs.tokens:
        named = [pairs.tokens.index(said["side"])]
    if pairs.tokens[1] in ("", "opponent", "opp", "rival", "enemy"):
        named = [0]
    if len(named) != 1:
        raise ShapeQuestion("side", pairs.tokens, column.name)
    won, lost = (outcome.won, outcome.lost) if named[0] == 0 else (outcome.lost, outcome.won)
    return Winner(column=column.name, a=won, b=lost, draws=outcome.draws)


def _open(table: TableProfile, taken: set[str], said: Mapping[str, str]) -> Winner | None:
    """Ask which column says who won, and then which value stands for the first side."""
    few = [c for c in table.columns if c.name not in taken and 2 <= c.distinct <= 3]
    if "winner" not in said:
        if few:
            raise ShapeQuestion("winner", tuple(c.name for c in few))
        return None
    chosen = next((c for c in few if c.name == said["winner"]), None)
    if chosen is None:
        return None
    if said.get("first_value") not in chosen.values:
        raise ShapeQuestion("first_value", chosen.values, chosen.name)
    second = [v for v in chosen.values if v != said["first_value"]]
    if len(second) == 1:
        return Winner(column=chosen.name, a=said["first_value"], b=second[0])
    if said.get("second_value") not in second:
        raise ShapeQuestion("second_value", tuple(second), chosen.name)
    rest = tuple(v for v in second if v != said["second_value"])
    return Winner(column=chosen.name, a=said["first_value"], b=said["second_value"], draws=rest)


def _agree(one: Winner, other: Winner, pairs: Pairs, look: Look) -> bool:
    """Whether two columns never name different winners."""
    first, second = _first_won(one, pairs), _first_won(other, pairs)
    return look.count(f"({first}) <> ({second})") == 0


def _first_won(winner: Winner, pairs: Pairs) -> str:
    found = f"{quoted(str(winner.column))}::VARCHAR"
    if winner.same_as is None:
        return f"{found} = {literal(str(winner.a))}"
    keys = side_keys(pairs)
    a, _ = next(pair for rest, pair in pairs.texts.items() if keys[rest] == winner.same_as)
    return f"{found} = {quoted(a)}::VARCHAR"
