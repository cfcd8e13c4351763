"""A matchup has two rows, Terran against Zerg and Zerg against Terran; in some rankings but one."""

from typing import TYPE_CHECKING

from agents.data.frame import LENGTHS
from agents.data.model import SemanticModel
from agents.data.plan import Plan
from agents.data.sides import column

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
