"""Conditions of a query over the sides: comparisons, periods, pairs left out, the newest games."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from agents.answering.periods.periods import Period

if TYPE_CHECKING:
    from sqlglot import exp


def compared(name: str, comparison: str, value: float) -> "exp.Expr":
    """Compare a column, quoted where it needs to be, with a number."""
    from sqlglot import exp

    return exp.condition(f"{name} {comparison} {value}", dialect="duckdb")


def within(period: Period, bind: "Callable[[str], exp.Placeholder]") -> "exp.Expr":
    """Return the condition that a moment is in a period."""
    from sqlglot import exp

    bounds: list[exp.Expr] = []
    if period.start is not None:
        start = exp.cast(bind(period.start.isoformat()), "DATE")
        bounds.append(exp.GTE(this=exp.column("moment"), expression=start))
    if period.end is not None:
        end = exp.cast(bind(period.end.isoformat()), "DATE")
        bounds.append(exp.LT(this=exp.column("moment"), expression=end))
    return exp.and_(*bounds) if bounds else exp.true()


def not_met(
    own: "exp.Expr",
    rival: "exp.Expr",
    pair: tuple[str, str],
    bind: "Callable[[str], exp.Placeholder]",
) -> "exp.Expr":
    """Leave out the games of two races against each other, whichever side either is on."""
    from sqlglot import exp

    ways = [
        exp.or_(
            exp.NullSafeNEQ(this=own.copy(), expression=bind(left)),
            exp.NullSafeNEQ(this=rival.copy(), expression=bind(right)),
        )
        for left, right in dict.fromkeys([pair, pair[::-1]])
    ]
    return exp.and_(*ways)


SPANS = "spans"


def span_of(period: Period) -> str:
    """Name a period among others, in any language: its first day and its last."""
    last = period.end and period.end - timedelta(days=1)
    return f"{period.start or '…'} – {last or '…'}"


def one_for_each(periods: Sequence[Period], within: "Callable[[Period], exp.Expr]") -> "exp.Query":
    """Return the sides, each once for every period that it is in, which `span` then names."""
    from sqlglot import exp

    parts = [
        exp.select("*", exp.alias_(exp.Literal.string(span_of(period)), "span"))
        .from_("sides").where(within(period))
        for period in periods
    ]  # fmt: skip
    whole: exp.Query = parts[0]
    for one in parts[1:]:
        whole = exp.union(whole, one, distinct=False)
    return whole


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
