"""Rankings of rates: a rate of three rows does not lead one of a hundred in silence."""

from agents.data.compute.result import Computation, Warned
from agents.data.compute.statistics import FEW
from agents.data.model.schema import TableModel
from agents.data.query.metrics import Formula, resolved_metric
from agents.data.query.operands import measured
from agents.data.query.query import Having, Measure, Query


def ranks_rates(query: Query, model: TableModel) -> bool:
    """Whether a query keeps the first of its groups by a rate."""
    order = query.order[0] if query.order else None
    if order is None or order.measure is None or not query.groups or query.compare is not None:
        return False
    if query.limit is None and query.per is None:
        return False
    measure: Formula | Measure = measured(query)[order.measure]
    if isinstance(measure, Measure) and measure.metric:
        measure = resolved_metric(model.metric(measure.metric), model.queried(query.table))
    if isinstance(measure, Formula):
        return measure.counts
    return measure.share == "rows" and measure.aggregate == "count"


EVERY = Having(measure=Measure(), op=">=", value=1)
"""The threshold that lets every group in, however few rows it rests on."""


def with_enough(computed: Computation, model: TableModel) -> Query | None:
    """Return a ranking among the groups of enough rows, where its first rest on few.

    None where they do not, and where a threshold was asked for.
    """
    query = computed.query
    if not ranks_rates(query, model):
        return None
    order = query.order[0]
    asked = [
        measured(query)[one.measure] if isinstance(one.measure, int) else one.measure
        for one in query.having
    ]  # fmt: skip
    at = computed.place("denominator", order.measure or 0)
    if Measure() in asked or at is None:
        return None
    if all(int(row[at] or 0) >= FEW for row in computed.rows):
        return None
    having = (*query.having, Having(measure=Measure(), op=">=", value=FEW))
    return query.model_copy(update={"having": having})


def ranked(computed: Computation, among: Computation) -> Computation:
    """Return the ranking among those of enough rows, or the whole where there are none of these;
    either says so."""
    if among.rows:
        told = Warned(key="threshold", count=computed.total - among.total, n=FEW)
        return among.model_copy(update={"warnings": (told, *among.warnings)})
    kept = tuple(one for one in computed.warnings if one.key != "small")
    told = Warned(key="unranked", n=FEW)
    return computed.model_copy(update={"warnings": (told, *kept)})
