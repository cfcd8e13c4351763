"""Conditions of a query that are made from values alone: comparisons, pairs that are left out."""

from collections.abc import Callable
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
