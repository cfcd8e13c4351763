"""The rows of an answer by their places: those with the highest figure first."""

from collections import Counter
from collections.abc import Mapping

from agents.data.match.answers.row_figures import whole
from agents.data.match.compute.analysis import Analysis
from agents.data.match.compute.cut_rows import OF_ENOUGH
from agents.data.match.compute.result_columns import figure_of
from agents.data.match.compute.statistics import FEW_GAMES
from agents.data.match.model.rivals import rivals_key
from agents.data.match.model.semantic_model import SemanticModel

MOST_RANKED = 50
"""So many rows are remembered by their places at most."""
Ranked = Mapping[str, tuple[str, ...]]
"""What rows are about, by their dimension; "" where rows share a place."""


def ranked_of(analysis: Analysis, model: SemanticModel) -> dict[str, tuple[str, ...]]:
    """Return what rows of one dimension are about, those with the highest figure first.

    Ranked rows have their own order. Of others those with few games have no place where rates are
    told. Rows that share a figure have "".
    """
    plan = analysis.plan
    if len(plan.groups) != 1 or plan.frame.within is not None:
        return {}
    (group,) = plan.groups
    if group.dimension not in model.dimensions:
        return {}
    figure, rows = figure_of(plan), list(analysis.rows)
    if plan.frame.order is None:
        if plan.frame.measure in OF_ENOUGH:
            rows = [row for row in rows if whole(analysis.cell(row, "games")) >= FEW_GAMES]
        rows.sort(key=lambda row: analysis.cell(row, figure) or 0, reverse=True)
    figures = [analysis.cell(row, figure) for row in rows]
    shared = Counter(figures)
    key = group.dimension if group.side == "own" else rivals_key(group.dimension, model)
    return {
        key: tuple(
            "" if shared[told] > 1 else str(analysis.cell(row, group.name))
            for row, told in zip(rows[:MOST_RANKED], figures, strict=False)
        )
    }
