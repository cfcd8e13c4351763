"""The query of how many rows a plan has, by their wins and games."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from agents.data.model import SemanticModel
from agents.data.plan import Plan
from agents.data.result_columns import won_in

if TYPE_CHECKING:
    from sqlglot import exp


def tally(plan: Plan, model: SemanticModel, rows: str, kept: "Sequence[exp.Expr]") -> "exp.Select":
    """Count the rows of the subquery `rows`; wins are NULL where rows have none."""
    from sqlglot import exp

    wins = won_in(plan, model) if plan.counts_sides else "NULL"
    draws = "CAST(SUM(draws) AS BIGINT)" if plan.rate and model.has_draws else "0"
    select = exp.select(f"{wins} AS wins", "games", "COUNT(*) AS rows", f"{draws} AS draws")
    return select.from_(rows).where(*kept).group_by("1", "2").order_by("2", "1")
