"""The columns of a result, by what was asked."""

from agents.data.match.compute.plan import Plan
from agents.data.match.model.semantic_model import SemanticModel

# How the moment of a game becomes the span of time that it is grouped by.
GRAIN_SQL = {
    "year": "strftime(moment, '%Y')",
    "quarter": "strftime(moment, '%Y') || '-Q' || quarter(moment)",
    "month": "strftime(moment, '%Y-%m')",
    "week": "strftime(date_trunc('week', moment), '%Y-%m-%d')",
    "day": "strftime(moment, '%Y-%m-%d')",
}
# What a share counts, and what it is called.
SHARE_COLUMNS = {
    "pick_share": ("picks", "pick_share"),
    "mirror_share": ("mirrors", "mirror_share"),
    "loss_rate": ("losses", "loss_rate"),
    "draw_rate": ("draws", "draw_rate"),
}
# How the lengths of games become one figure, and what it is called.
LENGTH_COLUMNS = {
    "duration": ("AVG", "mean_seconds"),
    "longest_game": ("MAX", "longest_seconds"),
    "shortest_game": ("MIN", "shortest_seconds"),
}


def whole_of(measure: str) -> str:
    """Return the column with what a figure is one of: games, or where picks are counted sides."""
    return "sides" if measure == "pick_share" else "games"


def won_in(plan: Plan, model: SemanticModel) -> str:
    """Return the column that rates are taken from: wins, or where rows hold rates, unrounded."""
    rated = model.totals is not None and model.totals.rated and plan.rate
    return "unrounded" if rated else "wins"


def outputs(plan: Plan, model: SemanticModel) -> list[str]:
    """Return what is selected beside the groups, as SQL."""
    measure = plan.frame.measure
    if measure in LENGTH_COLUMNS:
        told = told_columns(model) if plan.tells_game else ()
        return ["games", LENGTH_COLUMNS[measure][1], *told]
    if measure == "games":
        return ["games"]
    found = ["games"] if whole_of(measure) == "games" else ["games AS sides"]
    if measure in SHARE_COLUMNS:
        count, share = SHARE_COLUMNS[measure]
        found += [f"wins AS {count}", f"{won_in(plan, model)} / games AS {share}"]
        if measure == "loss_rate" and model.has_draws:
            found.append("draws")
    else:
        found.append("wins")
        if model.has_draws:
            found.append("draws")
        if measure == "losses":
            found.append("games - wins - draws AS losses" if model.has_draws
                         else "games - wins AS losses")  # fmt: skip
        found.append(f"{won_in(plan, model)} / games AS win_rate")
    return [
        *found,
        "GREATEST(0, centre - half) AS ci_low",
        "LEAST(1, centre + half) AS ci_high",
    ]


def figure_of(plan: Plan) -> str:
    """Return the column of the figure that was asked for; a fitted one is beside the query's."""
    measure = plan.frame.measure
    if measure in LENGTH_COLUMNS:
        return LENGTH_COLUMNS[measure][1]
    return "win_rate" if measure == "skill_rate" else measure


def told_columns(model: SemanticModel) -> tuple[str, ...]:
    """Return the columns that name one game."""
    return (*(("played_on",) if model.time is not None else ()), "winner", "loser")


def output_names(plan: Plan, model: SemanticModel) -> tuple[str, ...]:
    """Return the names of the result's columns."""
    groups = [group.name for group in plan.groups]
    return (*groups, *(text.rpartition(" AS ")[2] for text in outputs(plan, model)))
