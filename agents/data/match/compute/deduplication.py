"""What stands twice is counted and told once: a game of two sides, a matchup of two rows."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from agents.data.match.compute.frame import LENGTHS, Filter
from agents.data.match.compute.plan import Plan, side_column
from agents.data.match.compute.sides import column
from agents.data.match.model.semantic_model import SemanticModel

if TYPE_CHECKING:
    from sqlglot import exp

_OF_GAMES = ("games", "draw_rate", *LENGTHS)  # what both sides of a game have in common


def told_once(plan: Plan, model: SemanticModel) -> "list[exp.Expr]":
    """Return the condition by which rows that say the same of a matchup are one, or nothing.

    Games are ranked in one row for both sides; what is most balanced or lopsided is told of the
    side that won more of them. Where a side is named, its own row is asked for.
    """
    from sqlglot import exp

    frame = plan.frame
    names = {group.name for group in plan.groups}
    if not names.issuperset(_sides_of(model)) or not _tells_both(plan, model):
        return []
    own, rival = column(model.entity), exp.column("opponent")
    if frame.measure in _OF_GAMES:
        return [exp.LTE(this=own, expression=rival)]
    lost = "games - wins - draws" if model.has_draws else "games - wins"
    more = exp.condition(f"wins > {lost}", dialect="duckdb")
    same = exp.condition(f"wins = {lost}", dialect="duckdb")
    return [exp.or_(more, exp.and_(same, exp.LTE(this=own, expression=rival)))]


def _tells_both(plan: Plan, model: SemanticModel) -> bool:
    """Whether a ranking of matchups has a row for either side of each, with the same games."""
    frame = plan.frame
    even = frame.measure == "win_rate" and frame.order in ("even", "uneven")
    if not even and (frame.measure not in _OF_GAMES or frame.order is None):
        return False
    stored = not model.of_one_view and (model.totals is None or model.stored == "both")
    rest = {group.dimension for group in plan.groups if group.name not in _sides_of(model)}
    named = rest | {one.dimension for one in frame.filters if not one.exclude}
    asked = frame.ended is not None or frame.beyond is not None
    asked = asked or bool(frame.bounds or frame.measured)
    return stored and not asked and not any(model.is_of_sides(key) for key in named)


def _sides_of(model: SemanticModel) -> tuple[str, str]:
    return model.entity, "opponent"


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
