"""Who won, as SQL over the rows of a table of games or of such games counted."""

from collections.abc import Callable, Mapping

from agents.data.match.model.semantic_model import Totals, Winner
from agents.data.tables.quoting import listed, literal

Cell = Callable[[str], str]
"""Returns the SQL of a column by its name."""


def outcomes(
    winner: Winner, kinds: Mapping[str, str], cell: Cell, sides: tuple[str, str] | None
) -> tuple[str, str, str]:
    """Return the tests for: side a won, side b won, nobody won; that is "" where games are not
    drawn.

    `kinds` are those of columns by their names, `sides` the columns whose values a winner repeats.
    """
    if winner.score_a is not None and winner.score_b is not None:
        return _ahead(cell(winner.score_a), cell(winner.score_b), drawn=bool(winner.draws))
    name = str(winner.column)
    found = cell(name)
    if winner.between is not None:
        return _ahead(*parts_of(found, winner.between), drawn=bool(winner.draws))
    if winner.ids is None and winner.same_as is None:
        a, b = literal(winner.a or ""), literal(winner.b or "")
        found = f"{found}::VARCHAR"
    else:
        own = winner.ids or sides
        assert own is not None
        a, b = map(cell, own)
        if len({kinds.get(one) for one in (name, *own)}) > 1:
            a, b, found = (f"try_cast({one} AS DOUBLE)" for one in (a, b, found))
    draws = dict.fromkeys((*winner.draws, *(one.removesuffix(".0") for one in winner.draws)))
    drawn = f"{cell(name)}::VARCHAR IN ({listed(draws)})" if draws else ""
    if winner.lost:
        a, b = b, a
    return f"{found} = {a}", f"{found} = {b}", drawn


def parts_of(cell: str, sign: str) -> tuple[str, str]:
    """Return the SQL of the numbers on either side of a sign in a cell: 2-1."""
    one, two = (f"try_cast(split_part({cell}, {literal(sign)}, {n}) AS DOUBLE)" for n in (1, 2))
    return one, two


def _ahead(one: str, two: str, *, drawn: bool) -> tuple[str, str, str]:
    return f"{one} > {two}", f"{one} < {two}", f"{one} = {two}" if drawn else ""


def summed(totals: Totals, cell: Cell, own: str = "a") -> dict[str, str]:
    """Return `n`, `won` and, where games may be drawn, `drawn` of the side `own` ("a" or "b")."""

    def count(name: str) -> str:
        return f"CAST({cell(name)} AS BIGINT)"

    games, drawn = count(totals.games), ""
    if totals.draws is not None:
        drawn = f"coalesce({count(totals.draws)}, 0)"
    elif totals.wins is not None and totals.losses is not None:
        drawn = f"({games} - {count(totals.wins)} - {count(totals.losses)})"
    less = f" - {drawn}" if drawn else ""
    if totals.wins is not None:
        wins = count(totals.wins)
    elif totals.losses is not None:
        wins = f"({games} - {count(totals.losses)}{less})"
    else:
        digits, factor = (12, "") if totals.scale == 1 else (10, " * 0.01")
        exact = f"CAST({cell(str(totals.rate))} AS DECIMAL(13, {digits})){factor}"
        wins = f"CAST(round({exact} * {games}) AS BIGINT)"
    if own == "b":
        wins = f"({games} - {wins}{less})"
    return {"n": games, "won": wins} | ({"drawn": drawn} if drawn else {})
