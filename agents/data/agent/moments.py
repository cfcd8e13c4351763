"""The days that an answer is about: those that whoever looks at something else may mean by it."""

from datetime import date, datetime, time

from agents.data.compute.computing import compute
from agents.data.dataset import Dataset
from agents.data.query.operands import tests_of
from agents.data.query.query import Condition, Measure, Query, Span

_DAY = 10  # characters of a day in ISO 8601


async def moments_of(query: Query, dataset: Dataset, today: date) -> list[str]:
    """Return days (YYYY-MM-DD): the one that is asked about, or on which a comparison parts.

    Where that is told by anything but days (before and after a version), it is the first day of the
    second part.
    """
    table = dataset.model.queried(query.table)
    if query.compare is None:
        spans = _spans(query.where)
        return [one.start[:_DAY] for one in spans if one.start and _is_a_day(one)]
    first, second = (case.where for case in query.compare.cases[:2])
    ends = {one.end for one in _spans(first)} & {one.start for one in _spans(second)}
    if ends:
        return sorted(one[:_DAY] for one in ends if one is not None)
    listed = [test.op for test in (*tests_of(first), *tests_of(second))]
    if not table.time or set(listed) != {"in"}:
        return []
    earliest = Query(table=query.table, measures=(Measure(aggregate="min", of=table.time),),
                     where=second)  # fmt: skip
    found = await compute(earliest, dataset.model, dataset.engine,
                          as_of=datetime.combine(today, time()))  # fmt: skip
    return [str(found.rows[0][0])[:_DAY]] if found.rows and found.rows[0][0] else []


def _spans(condition: Condition | None) -> list[Span]:
    return [test.span for test in tests_of(condition) if test.span is not None]


def _is_a_day(span: Span) -> bool:
    if span.start is None or span.end is None:
        return False
    start, end = (date.fromisoformat(one[:_DAY]) for one in (span.start, span.end))
    return (end - start).days == 1
