"""Games are counted once, though each of their two sides may fit what is asked for."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from agents.data.frame import Filter
from agents.data.model import SemanticModel
from agents.data.plan import Plan, side_column
from agents.data.sides import column

if TYPE_CHECKING:
    from sqlglot import exp


def counted_once(
    plan: Plan, model: SemanticModel, condition: "Callable[[Filter], exp.Expr]"
) -> str:
    """Return what a row of totals adds to the games, in SQL: half of them where both sides do."""
    if not plan.compares_sides:
        return "n"
    return f"CASE WHEN {both_count(plan, model, condition)} THEN n / 2 ELSE n END"


def both_count(plan: Plan, model: SemanticModel, condition: "Callable[[Filter], exp.Expr]") -> str:
    """Return the test, in SQL, for sides whose rival is in the same row of the answer as well.

    That is so where the rival fits the filters in its turn, and the row is of what both have. What
    is not known of a rival tells the two apart. `condition` gives the test of a filter.
    """
    from sqlglot import exp

    tests: list[exp.Expr] = []
    for one in plan.frame.filters:
        if model.is_of_sides(one.dimension):
            if not model.has_rival(one.dimension):
                return "FALSE"
            other = "opponent" if one.side == "own" else "own"
            tests.append(condition(one.model_copy(update={"side": other})))
    for group in plan.groups:
        if model.is_of_sides(group.dimension):
            if not model.has_rival(group.dimension):
                return "FALSE"
            tests.append(_alike(group.dimension, model))
    if any(model.quantities[one.quantity].of_sides for one in plan.frame.measured):
        tests.append(_alike(model.entity, model))
    if not tests:
        return "TRUE"
    both = exp.Coalesce(this=exp.and_(*tests), expressions=[exp.false()])
    return both.sql(dialect="duckdb")


def _alike(key: str, model: SemanticModel) -> "exp.Expr":
    """Return the test for two sides of one value."""
    from sqlglot import exp

    own, other = (column(side_column(key, side, model)) for side in ("own", "opponent"))
    return exp.EQ(this=own, expression=other)
