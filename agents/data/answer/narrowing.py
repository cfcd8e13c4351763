"""What a press on a mark of a picture keeps: for each value along it the edits to its rows."""

from collections.abc import Iterator
from typing import Any

from agents.answering.text.language import Language
from agents.data.answer.additions import told
from agents.data.answer.chart import numbers_of, plotted
from agents.data.answer.result_wording import ResultWording
from agents.data.compute.result import Cell, Computation
from agents.data.model.schema import TableModel
from agents.data.query.edits import Ask, During, Edit, ShowRows, Where
from agents.data.query.operands import conjuncts, joined, tests_of
from agents.data.query.query import (
    CYCLES,
    AllOf,
    Computed,
    Condition,
    Cycle,
    Grain,
    Group,
    Operand,
    Query,
    Scalar,
    Span,
    Test,
)
from agents.data.query.sentences import speaker_of
from agents.data.query.spans import Bounds, covered, written

_MOST = 600
_DAYS: tuple[Grain, ...] = ("year", "quarter", "month", "week", "day")
_HOUR, _MONTHS = 3600, 3
CASE_FIELDS = ("series", "name")
"""The fields of marks that tell the case of a comparison: beside groups, and without any."""


def narrowing(
    computed: Computation, chart: dict[str, Any] | None, model: TableModel, language: Language
) -> list[dict[str, Any]]:
    """Return for each value that the marks of a picture are told apart by a `field` of its rows,
    the `value` there, the `text` that it is read as, and the `edits` (JSON) that keep its rows.

    A mark keeps what all values of its row keep: of a comparison the rows of its case, and of what
    goes on along an axis, which would mean another thing alone, the rows of its own place are
    shown. Nothing without a picture.
    """
    if chart is None:
        return []
    points = _points(computed, chart, model, language)
    cases = _cases(computed, chart, model, language)
    found = [*cases, *(points if points is not None else _groups(computed, model, language))]
    return found if len(found) <= _MOST else []


def _groups(
    computed: Computation, model: TableModel, language: Language
) -> Iterator[dict[str, Any]]:
    if not computed.query.groups:
        return
    wording = ResultWording(computed, model, language)
    rows = (ShowRows(),) if computed.query.windows else ()
    for place in wording.places("group"):
        group = computed.query.groups[computed.columns[place].of]
        first = {row[place]: at for at, row in reversed(list(enumerate(computed.rows)))}
        for value, at in reversed(first.items()):
            if value is None:
                continue
            condition = condition_of(group, value, whole=wording.counts(place))
            text = wording.named(at, place)
            edit = (
                _keeping(computed.query, group.by, condition)
                if computed.query.compare is None
                else Where(condition=condition, more=True)  # beside what its case keeps
            )
            yield _entry(f"c{place}", plotted(value), text, *rows, edit)


def _cases(
    computed: Computation, chart: dict[str, Any], model: TableModel, language: Language
) -> Iterator[dict[str, Any]]:
    """Yield for each case of a comparison the question about its rows alone; it goes before what
    keeps some of these."""
    compare = computed.query.compare
    if compare is None or computed.query.windows:
        return
    says = speaker_of(computed.query, model, language)
    field = CASE_FIELDS[not computed.query.groups]
    names = dict.fromkeys(row[field] for row in chart["data"]["values"] if field in row)
    if len(names) < len(compare.cases):  # two of one name
        return
    for name, case in zip(names, compare.cases, strict=True):
        where = joined((*conjuncts(computed.query.where), *conjuncts(case.where)))
        order = tuple(one.model_copy(update={"case": 1, "change": False})
                      for one in computed.query.order)  # fmt: skip
        alone = computed.query.model_copy(update={"compare": None, "where": where, "order": order})
        yield _entry(field, name, says.case(case, brief=True), Ask(query=alone))


def _points(
    computed: Computation, chart: dict[str, Any], model: TableModel, language: Language
) -> Iterator[dict[str, Any]] | None:
    """Yield what keeps the rows of points of two numbers; None where marks are no such."""
    query, operands = computed.query, list[Operand]()
    if query.rows:
        columns = [computed.columns[place] for place in numbers_of(computed)]
        operands = [query.columns[one.of] if query.columns else one.name for one in columns][:2]
    elif not query.groups and len(query.measures) == 1 and query.measures[0].other is not None:
        operands = [one for one in (query.measures[0].of, query.measures[0].other) if one]
    if len(operands) != 2:
        return None
    says = speaker_of(query, model, language)

    def entries() -> Iterator[dict[str, Any]]:
        for field, operand in zip("xy", operands, strict=True):
            for value in dict.fromkeys(row[field] for row in chart["data"]["values"]):
                if value is not None:
                    test = Test(column=operand, values=(value,))
                    rows = () if query.rows else (ShowRows(),)
                    edit = _keeping(query, operand, test)
                    yield _entry(field, value, says.spoken(test), *rows, edit)

    return entries()


def _entry(field: str, value: Cell, text: str, *edits: Edit) -> dict[str, Any]:
    return {"field": field, "value": value, **told(text, *edits)}


def condition_of(group: Group, value: Scalar, *, whole: bool) -> Condition:
    """Return the condition of the rows of a group."""
    if group.grain is not None:
        bounds = covered(str(value))
        assert bounds.start is not None and bounds.end is not None
        fine = "day" if group.grain in _DAYS else group.grain
        span = Span(start=written(bounds.start, fine), end=written(bounds.end, fine))
        return Test(column=group.by, op="during", span=span)
    if group.cycle is not None:
        return _in_cycle(group.by, group.cycle, int(value))
    if group.width is None or (whole and group.width == 1):
        return Test(column=group.by, values=(value,))
    low = float(value)
    if low == group.open:
        return Test(column=group.by, op=">=", values=(low,))
    tests = (
        Test(column=group.by, op=">=", values=(low,)),
        Test(column=group.by, op="<", values=(round(low + group.width, 9),)),
    )
    return AllOf(all=tests)


def _in_cycle(by: Operand, cycle: Cycle, place: int) -> Condition:
    if cycle == "quarter of year":
        last = _MONTHS * place
        return Test(column=Computed(function="month", args=(by,)), op="between",
                    values=(last - _MONTHS + 1, last))  # fmt: skip
    if cycle == "hour of day":
        return Test(column=Computed(function="clock", args=(by,)), op="between",
                    values=(place * _HOUR, (place + 1) * _HOUR - 1))  # fmt: skip
    function = next(function for function, one in CYCLES.items() if one == cycle)
    return Test(column=Computed(function=function, args=(by,)), values=(place,))


def _keeping(query: Query, by: Operand, condition: Condition) -> Edit:
    """Return the edit that keeps the rows of a condition beside what a query keeps already.

    In the place of a condition that it says more than; else beside it.
    """
    before = [one for one in conjuncts(query.where)
              if any(test.column == by for test in tests_of(one))]  # fmt: skip
    whole = isinstance(condition, Test) and condition.column == by and condition.op != ">="
    if not isinstance(condition, Test) or not whole:
        return Where(condition=condition, more=True)
    if condition.span is not None:
        if all(_is_within(condition.span, one) for one in before):
            return During(column=by, span=condition.span)
        return Where(condition=condition, more=True)
    return Where(condition=condition)


def _is_within(span: Span, condition: Condition) -> bool:
    """Whether a span lies in the one that a condition keeps, as far as that has days of its own."""
    wide = condition.span if isinstance(condition, Test) else None
    if wide is None or wide.unit is not None:
        return False
    inner, outer = _bounds(span), _bounds(wide)
    assert inner.start is not None and inner.end is not None
    begins = outer.start is None or outer.start <= inner.start
    return begins and (outer.end is None or inner.end <= outer.end)


def _bounds(span: Span) -> Bounds:
    ends = (covered(one).start if one is not None else None for one in (span.start, span.end))
    return Bounds(*ends)
