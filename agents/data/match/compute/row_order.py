"""The rows of an answer come in an order: ranked, over time, by number, or the most first."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from agents.data.match.compute.frame import GRAINS, Order
from agents.data.match.compute.plan import Plan
from agents.data.match.compute.result_columns import SHARE_COLUMNS, figure_of
from agents.data.match.compute.sides import column
from agents.data.match.model.semantic_model import SemanticModel

if TYPE_CHECKING:
    from sqlglot import exp

_RATE_DIGITS = 9  # so far two rates that add up to one are equally far from one half
_DIGITS = 6  # numbers of a value sort by so many digits: 4.9 before 4.10


def in_order(select: "exp.Select", plan: Plan, model: SemanticModel) -> "exp.Select":
    """Return the query with the order and the limit of its rows."""
    from sqlglot import exp

    if not plan.groups:
        return select
    names = [column(group.name) for group in plan.groups]
    numbered = [
        name for name, group in zip(names, plan.groups, strict=True)
        if group.dimension in model.dimensions and model.dimensions[group.dimension].numbered
    ]  # fmt: skip
    if plan.frame.order is not None:
        ranked = _ranked(exp.column(figure_of(plan)), plan.frame.order)
        if plan.frame.within is not None:
            return _in_groups(select, plan, plan.frame.within, ranked, names)
        select = select.order_by(ranked, *names)
    elif plan.over_time:
        timed = [n for n, g in zip(names, plan.groups, strict=True) if g.dimension in GRAINS]
        select = select.order_by(*timed, *(name for name in names if name not in timed))
    elif numbered:
        rest = [name for name in names if name not in numbered]
        select = select.order_by(*map(_by_number, numbered), *numbered, *rest)
    elif plan.by_age:
        select = select.order_by("first_played", *names)
    elif [group.dimension for group in plan.groups] == ["period"]:
        # By their names; one without a first day comes first, and "…" sorts after figures.
        begun = all(period.start is not None for period in plan.frame.period)
        select = select.order_by(exp.Ordered(this=names[0], desc=not begun))
    else:
        most = SHARE_COLUMNS.get(plan.frame.measure, ("games",))[0]
        select = select.order_by(exp.Ordered(this=exp.column(most), desc=True), *names)
    if plan.frame.limit is not None:
        select = select.limit(plan.frame.limit)
    if plan.frame.skip:
        select = select.offset(plan.frame.skip)
    return select


def _ranked(figure: "exp.Expr", order: Order) -> "exp.Ordered":
    """Return the order of a figure; how far a rate is from one half is the same on both sides."""
    from sqlglot import exp

    if order in ("even", "uneven"):
        far = exp.Abs(this=exp.Sub(this=figure, expression=exp.Literal.number("0.5")))
        figure = exp.Round(this=far, decimals=exp.Literal.number(_RATE_DIGITS))
    return exp.Ordered(this=figure, desc=order in ("desc", "uneven"))


def _in_groups(
    select: "exp.Select",
    plan: Plan,
    within: str,
    ranked: "exp.Ordered",
    names: "Sequence[exp.Expr]",
) -> "exp.Select":
    """Return the query with the first rows of each group, and all that tie with them."""
    from sqlglot import exp

    select = select.order_by(column(within), ranked, *names)
    if plan.frame.limit is None:
        return select
    place = exp.Window(
        this=exp.Anonymous(this="RANK"),
        partition_by=[column(within)],
        order=exp.Order(expressions=[ranked.copy()]),
    )
    return select.qualify(exp.LTE(this=place, expression=exp.Literal.number(plan.frame.limit)))


def _by_number(name: "exp.Expr") -> "exp.Expr":
    """Return a text with its numbers filled up with noughts, to sort by."""
    from sqlglot import exp

    filled = f"REGEXP_REPLACE({name.sql(dialect='duckdb')}, '(\\d+)', '{'0' * _DIGITS}\\1', 'g')"
    cut = f"REGEXP_REPLACE({filled}, '\\d*(\\d{{{_DIGITS}}})', '\\1', 'g')"
    return exp.condition(cut, dialect="duckdb")
