"""Windows over the rows of a grouped SELECT, and what one figure is against another."""

from collections.abc import Sequence

from sqlglot import exp
from sqlglot.expressions import Expr

from agents.data.compute.sql.trees import (
    as_double,
    divided,
    name,
    not_null,
    number,
    ordered,
    paren,
    scalar,
    when,
)
from agents.data.query.query import Change, Having, Window


def windowed(window: Window, value: str, others: Sequence[str], along: Expr, dialect: str) -> Expr:
    """Return the tree of a window over the figure of name `value`.

    `along` is the key of the order that it goes by; the groups named `others` are each for itself.
    """
    parts: list[Expr] = [name(one) for one in others]
    order = exp.Order(expressions=[along])
    if window.kind == "share":
        whole = exp.Window(this=exp.Sum(this=name(value)), partition_by=parts, over="OVER")
        return divided(name(value), whole)
    if window.kind == "rank":
        highest = exp.Order(expressions=[ordered(name(value), True, False, dialect)])
        place = exp.Window(this=rank(), partition_by=parts, order=highest, over="OVER")
        return when(not_null(name(value)), place)
    if window.kind == "previous":
        lag = exp.Lag(this=name(value), offset=number(window.size))
        before = exp.Window(this=lag, partition_by=parts, order=order, over="OVER")
        return changed(name(value), before, window.change)
    start = number(window.size - 1) if window.kind == "moving" else "UNBOUNDED"
    spec = exp.WindowSpec(
        kind="ROWS", start=start, start_side="PRECEDING", end="CURRENT ROW",
    )  # fmt: skip
    node = exp.Avg if window.kind == "moving" else exp.Sum
    return exp.Window(
        this=node(this=name(value)), partition_by=parts, order=order, spec=spec, over="OVER"
    )


def changed(now: Expr, before: Expr, change: Change) -> Expr:
    """Return what a figure is against another one; nothing against 0, but the difference."""
    if change == "ratio":
        return divided(now, before)
    difference = exp.Sub(this=now, expression=before)
    if change == "difference":
        return difference
    return divided(paren(difference), exp.Abs(this=before.copy()))


def rank() -> Expr:
    """Return RANK()."""
    return exp.Anonymous(this="RANK", expressions=[])


def threshold(having: Having, figure: str, stage: str) -> Expr:
    """Return what a figure of the groups of a stage is compared with."""
    if not having.deviations:
        return number(having.value)
    mean, spread = (
        scalar(node(this=as_double(name(figure))), stage) for node in (exp.Avg, exp.StddevPop)
    )
    return paren(
        exp.Add(this=mean, expression=exp.Mul(this=spread, expression=number(having.value)))
    )
