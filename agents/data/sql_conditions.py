"""Conditions of a query that are made from values alone: comparisons, pairs that are left out."""

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlglot import exp


def compared(name: str, comparison: str, value: float) -> "exp.Expr":
    """Compare a column, quoted where it needs to be, with a number."""
    from sqlglot import exp

    return exp.condition(f"{name} {comparison} {value}", dialect="duckdb")


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
