"""The newest games in SQL: from the moment of the last of so many on, with all that share it."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlglot import exp

NEWEST = "newest"
AT_NEWEST = f"moment >= (SELECT since FROM {NEWEST})"  # noqa: S608


def since_newest(conditions: "list[exp.Expr]", count: int) -> "exp.Query":
    """Return the moment from which on games are among the newest so many that meet conditions.

    Games of one moment have no order: all of them are in, or none.
    """
    from sqlglot import exp

    last = _games(conditions).order_by("played DESC").limit(count)
    return exp.select("MIN(played) AS since").from_(last.subquery("latest"))


def days_of(conditions: "list[exp.Expr]") -> "exp.Select":
    """Return how many games meet conditions, with the first and last day that they were played."""
    from sqlglot import exp

    return exp.select(
        "COUNT(*) AS games",
        "STRFTIME(MIN(played), '%Y-%m-%d') AS first",
        "STRFTIME(MAX(played), '%Y-%m-%d') AS last",
    ).from_(_games(conditions).subquery("counted"))


def _games(conditions: "list[exp.Expr]") -> "exp.Select":
    """Return each game once, with its moment: two sides of it may meet the conditions."""
    from sqlglot import exp

    moment = exp.column("moment").is_(exp.null()).not_()
    select = exp.select("game", "MAX(moment) AS played").from_("sides")
    return select.where(*conditions, moment).group_by("game")
