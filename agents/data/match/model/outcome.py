"""How a game ended for one side: the column that says it, by its name and values."""

import re
from functools import cache
from typing import NamedTuple

from agents.data.match.model.column_names import tells_result
from agents.data.match.model.pack import form_for, phrases_for, words_for
from agents.data.match.model.rejections import NoGames
from agents.data.model.schema import Column, Table
from agents.data.tables.header_words import tokens

_SIGNED = re.compile(r"[+-]?[01](\.0)?")


class OutcomeColumn(NamedTuple):
    """A column of one side's results, and the values that say won, lost and drawn."""

    column: Column
    won: str
    lost: str
    draws: tuple[str, ...]


def is_result(rest: str, column: Column) -> bool:
    """Whether a column of either side holds that side's result, and no value to compare."""
    return tells_result(rest) and read_outcome(column) is not None


def is_condition(name: str) -> bool:
    """Whether a column's name says how a game was played (offline, ranked, went first)."""
    words = {*tokens(name), "_".join(tokens(name))}
    return bool(words & words_for("conditions")) and not tells_result(name)


def of_one_side(table: Table, *, named_only: bool = False) -> OutcomeColumn | None:
    """Return the column that says how a game ended for the side of its row, or None.

    It is known by its name; a table may call it anything (converted, cured) if no other column has
    two such values. Raises `NoGames` where several might be it.
    """
    read = [o for c in table.columns if (o := read_outcome(c)) is not None]
    named = [
        o for o in read if tells_result(o.column.name) or form_for("success").search(o.column.name)
    ]
    plain = words_for("only_results")
    named = named or [o for o in read if {o.won.casefold(), o.lost.casefold()} <= plain]
    named = named or [o for c in table.columns if (o := _placed(c)) is not None]
    if named or named_only:
        return named[0] if named else None
    rest = [
        o for o in read if not o.draws and o.column.name.lower() != "simulated"
        and not is_condition(o.column.name)
    ]  # fmt: skip
    if len(rest) > 1:
        raise NoGames
    return rest[0] if rest else None


@cache
def _endings() -> dict[str, str]:
    said = {"drawn": ("drawn",), "lost": ("lost", "no"), "won": ("won", "yes")}
    return {word: how for how, names in said.items() for name in names for word in words_for(name)}


def ended(value: str) -> str:
    """Return how a value says that a game ended: "won", "lost" or "drawn"; "" for any other."""
    return _endings().get(value.strip().casefold(), "")


def is_unknown(value: str) -> bool:
    """Whether a value stands where there is no result, or none yet."""
    return not value.strip() or value.strip().casefold() in words_for("no_result")


def read_outcome(column: Column) -> OutcomeColumn | None:
    """Read a column of results: win and loss, 1 and 0, 승 and 패; one more value may be a draw."""
    by_low = {_plain(value): value for value in column.values}
    if not 1 < len(by_low) <= 4:
        return None
    won, lost, drawn = (
        [v for low, v in by_low.items() if ended(low) == how] for how in ("won", "lost", "drawn")
    )
    if column.stored == "number" and {"1", "0", "-1"} <= by_low.keys():
        won, lost, drawn = [by_low["1"]], [by_low["-1"]], [by_low["0"]]
    elif column.stored == "number" and len(by_low) > len(won) + len(lost) + len(drawn):
        return None  # 0, 1 and 2 are points
    for signs in phrases_for("result_signs"):  # o and x: as results are ticked off in Korea
        one, two, *_ = told = signs.split("/")
        if {one, two} <= by_low.keys() <= {*told, *words_for("beside_signs")}:
            drawn = [v for low, v in by_low.items() if low not in (one, two)]
            won, lost = [by_low[one]], [by_low[two]]
    if len(won) != 1 or len(lost) != 1:
        return None
    letters = won[0].strip().casefold() + lost[0].strip().casefold()
    if len(letters) == 2 and letters not in words_for("result_letters"):
        return None  # T and P are races
    return OutcomeColumn(column, won[0], lost[0], tuple(drawn))


def _plain(value: str) -> str:
    """Return a result in small letters: +1 and -1.0 as 1 and -1, and w/l as the first side's w."""
    low = value.strip().casefold()
    one, _, two = low.partition("/")
    opposite = {ended(one), ended(two)} == {"won", "lost"}
    if opposite or (ended(one) == "drawn" and one == two):
        return one
    return low.removeprefix("+").removesuffix(".0") if _SIGNED.fullmatch(low) else low


def _placed(column: Column) -> OutcomeColumn | None:
    """Read places in a game of two: first and second."""
    placed = set(column.values) == {"1", "2"} and form_for("placement").fullmatch(column.name)
    return OutcomeColumn(column, "1", "2", ()) if placed else None
