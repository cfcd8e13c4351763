"""Metrics of a model: an SQL expression is read into measures, or refused; it is never passed on."""

from typing import Literal, NamedTuple

from agents.data.model.schema import Metric, Table
from agents.data.query.values import Measure


class Formula(NamedTuple):
    """Two figures of the same rows joined: what a metric such as SUM(a) / COUNT(*) says."""

    operator: Literal["+", "-", "*", "/"]
    parts: "tuple[Formula | Measure | float, ...]"


def resolved_metric(metric: Metric, table: Table) -> Formula | Measure:
    """Return what a metric's expression says; raises BadMetric where it says anything else."""
    raise NotImplementedError
