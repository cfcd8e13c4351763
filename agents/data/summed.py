"""What a row of totals counts, as columns of the sides: games, wins of one side, draws.

Where a row has a rate, its wins are the rate by its games, and no whole number. Rounded they are
told beside the rate, and add up; the rate is taken from them as they are, `unrounded`: decimals,
whose sum does not depend on the order of the rows.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from agents.data.told_by_columns import Totals

if TYPE_CHECKING:
    from sqlglot import exp


def summed(
    totals: Totals, column: "Callable[[str], exp.Expr]", own: str, *, without_draws: bool
) -> "dict[str, exp.Expr]":
    """Return `n`, `won` and, where games may be drawn, `drawn` of the side `own` ("a" or "b").

    Where rows have a rate, there is `unrounded` too.

    `column` gives a column of the table by its name.
    """
    from sqlglot import exp

    def count(name: str) -> exp.Expr:
        return exp.cast(column(name), "BIGINT", dialect="duckdb")

    games = count(totals.games)
    drawn: exp.Expr | None = None
    if totals.draws is not None:
        drawn = exp.Coalesce(this=count(totals.draws), expressions=[exp.Literal.number(0)])
    elif totals.wins is not None and totals.losses is not None:
        drawn = exp.paren(games.copy() - count(totals.wins) - count(totals.losses))
    exact: exp.Expr | None = None
    if totals.wins is not None:
        wins = count(totals.wins)
    elif totals.losses is not None:
        wins = games.copy() - count(totals.losses)
        wins = wins - drawn.copy() if drawn is not None else wins
    else:
        assert totals.rate is not None
        kind = "DECIMAL(13, 12)" if totals.scale == 1 else "DECIMAL(13, 10)"
        exact = exp.cast(column(totals.rate), kind, dialect="duckdb")
        if totals.scale != 1:
            exact = exact * exp.Literal.number("0.01")
        exact = exact * games.copy()
        wins = exp.cast(exp.Round(this=exact.copy()), "BIGINT", dialect="duckdb")
    counts = {"n": games, "won": wins}
    if exact is not None:
        counts["unrounded"] = exact
    if own == "b":
        for name in ("won", "unrounded"):
            if name in counts:
                lost = games.copy() - exp.paren(counts[name])
                counts[name] = lost - drawn.copy() if drawn is not None else lost
    if drawn is None:
        return counts
    if without_draws:
        return {**counts, "n": games - drawn, "drawn": exp.Literal.number(0)}
    return {**counts, "drawn": drawn}
