"""Periods that are set beside each other: what they are called in rows, also where they overlap."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING

from agents.answering.periods.periods import Period

if TYPE_CHECKING:
    from sqlglot import exp

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
