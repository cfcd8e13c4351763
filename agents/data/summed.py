"""What a row of totals counts, as columns of the sides: games, wins of one side, draws."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from agents.data.told_by_columns import Totals

if TYPE_CHECKING:
    from sqlglot import exp


def summed(
    totals: Totals, column: "Callable[[str], exp.Expr]", own: str, *, without_draws: bool
) -> "dict[str, exp.Expr]":
    """Return `n`, `won` and, where games may be drawn, `drawn` of the side `own` ("a" or "b").

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
    if totals.wins is not None:
        wins = count(totals.wins)
    elif totals.losses is not None:
        wins = games.copy() - count(totals.losses)
        wins = wins - drawn.copy() if drawn is not None else wins
    else:
        assert totals.rate is not None
        product = column(totals.rate) * column(totals.games)
        share = product / exp.Literal.number(totals.scale)
        wins = exp.cast(exp.Round(this=share), "BIGINT", dialect="duckdb")
    if own == "b":
        wins = games.copy() - exp.paren(wins)
        wins = wins - drawn.copy() if drawn is not None else wins
    if drawn is None:
        return {"n": games, "won": wins}
    if without_draws:
        return {"n": games - drawn, "won": wins, "drawn": exp.Literal.number(0)}
    return {"n": games, "won": wins, "drawn": drawn}
