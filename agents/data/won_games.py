"""The query of the games that a model is fitted to: who won against whom, and how often."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from agents.data.sides import column

if TYPE_CHECKING:
    from sqlglot import exp


def won_games(names: Sequence[str], conditions: "Sequence[exp.Expr]", most: int) -> "exp.Select":
    """Return the query of won games by the named columns of the sides, and how many of each.

    Beside each row stands how many games there are in all. Where there are more than `most` rows
    they are a fair sample, the same each time: the order goes by a digest of the names.
    """
    from sqlglot import exp

    won = exp.EQ(this=exp.column("won"), expression=exp.Literal.number(1))
    known = [column(name).is_(exp.null()).not_() for name in names]
    select = exp.select(*(column(name) for name in names)).select("COUNT(*) AS games")
    select = select.select("CAST(SUM(COUNT(*)) OVER () AS BIGINT) AS in_all")
    select = select.from_("sides").where(won, *known, *conditions)
    places = [exp.Literal.number(i + 1) for i in range(len(names))]
    written = [exp.cast(column(name), "TEXT") for name in names]
    apart = [part for one in written for part in (one, exp.Literal.string("|"))]
    digest = exp.MD5(this=exp.Concat(expressions=apart))
    return select.group_by(*places).order_by(digest, *places).limit(most)
