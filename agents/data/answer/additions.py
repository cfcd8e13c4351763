"""What can be added to a question by a press: groups, filters and figures of its own table."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Final

from agents.answering.text.language import Language
from agents.data.model.schema import Column, Table, TableModel
from agents.data.query.applying import apply
from agents.data.query.edits import By, Edit, Of, Where
from agents.data.query.operands import measured
from agents.data.query.query import Aggregate, Grain, Group, Measure, Operator, Query, Span, Test
from agents.data.query.sentences import Speaker, speaker_of

_MOST, _MOST_VALUES, _MOST_GROUPS = 12, 8, 200
_LONGEST = 40
"""Characters of a value that a line of a menu can be."""

_COMPARED: Final[tuple[Operator, ...]] = (">=", "<=", ">", "<", "=")
_MONTH = re.compile(r"\d{4}-(0[1-9]|1[0-2])$")

Addition = dict[str, Any]


def additions_to(query: Query, model: TableModel, language: Language) -> list[Addition]:
    """Return what a query could have besides, as far as the table can mean it.

    Each is a `group`, a `where` or a `measure` (its `part`) with a `text` and the `edits` (JSON)
    that add it; a `where` has `choices` instead, of a `text` and `edits` each, the commonest values
    of a column first, the `field`, and periods after all values. Nothing is offered for a
    comparison, nor for rows as they stand but filters.
    """
    if query.compare is not None:
        return []
    says, table = speaker_of(query, model, language), model.queried(query.table)
    found: list[Addition] = []
    if not query.rows:
        found += _fitting("group", _groups(query, table, says), query, model)
    filters = (
        {
            "part": "where",
            "field": column.name,
            "text": says.operand(column.name),
            "choices": choices,
        }
        for column in sorted(table.meant, key=lambda one: one.kind == "moment")  # values first
        if len(choices := list(_filters(column, says))) > 1
    )
    found += islice(filters, _MOST)
    if not query.rows:
        found += _fitting("measure", _measures(query, table, model, says), query, model)
    return found


def _groups(query: Query, table: Table, says: Speaker) -> Iterator[tuple[str, Edit]]:
    taken = {group.by for group in query.groups}
    for column in table.meant:
        few = column.kind == "moment" or column.distinct <= _MOST_GROUPS
        if column.groups_well and few and column.name not in taken and not _is_outcome(column):
            group = Group(by=column.name, grain=_grain(column))
            yield says.group(group), By(groups=(group,), more=bool(query.groups))


def _filters(column: Column, says: Speaker) -> Iterator[Addition]:
    if column.kind == "moment":
        for start, end in _periods(column):
            test = Test(column=column.name, op="during", span=Span(start=start, end=end))
            yield told(says.spoken(test), Where(condition=test))
    if column.kind == "yes_no":
        for one in (True, False):
            test = Test(column=column.name, values=(one,))
            yield told(says.spoken(test), Where(condition=test))
    if column.kind != "category" or column.stored != "text":
        return
    counts = dict(zip(column.values, column.counts, strict=False))  # not all are counted always
    for value in [one for one in column.values if len(one) <= _LONGEST][:_MOST_VALUES]:
        count = {"count": says.count(counts[value])} if value in counts else {}
        yield {**told(value, Where(condition=Test(column=column.name, values=(value,)))), **count}


def numbers_of(column: Column, now: Test, says: Speaker) -> Addition:
    """Return the tests of a column of numbers, that of now first: their `text` and `edits` with
    `{value}` for the number, times `scale`, and the `range` of the column; nothing of others.
    """
    if column.kind != "number" or not isinstance(column.low, float | int):
        return {}
    zero = says.value(0, column.name)
    ways = [
        told(
            says.say(f"test_{op}", column=says.operand(column.name),
                     value=zero.replace("0", "{value}")),
            Where(condition=Test(column=column.name, op=op, values=("{value}",))),
        )
        for op in sorted(_COMPARED, key=lambda op: op != now.op)
    ]  # fmt: skip
    ends = [says.value(one, column.name) for one in (column.low, column.high or 0)]
    scale = 0.01 if column.share else 1
    return {"numbers": {"ways": ways, "scale": scale, "range": " – ".join(ends)}}


def _measures(
    query: Query, table: Table, model: TableModel, says: Speaker
) -> Iterator[tuple[str, Edit]]:
    numbers = [
        one for one in table.meant if one.kind in ("number", "length") and one.adds != "none"
    ]
    known = [Measure(metric=one.name) for one in model.metrics_of(table)]
    known += [
        Measure(aggregate="sum" if column.adds == "sum" else "mean", of=column.name)
        for column in numbers
    ]
    others: tuple[tuple[Aggregate, list[Column]], ...] = (
        ("mean", [one for one in numbers if one.adds == "sum"]), ("median", numbers),
    )  # fmt: skip
    more = [Measure(aggregate=name, of=one.name) for name, of in others for one in of]
    asked = {says.measure(one) for one in measured(query)}
    for measure in [*known, Measure(), *more]:
        if (text := says.measure(measure)) not in asked:
            yield text, Of(measures=(measure,))


def _fitting(
    part: str, offered: Iterable[tuple[str, Edit]], query: Query, model: TableModel
) -> Iterator[Addition]:
    """Yield those of the offered that lead to a query which can be computed."""
    fitting = (
        (text, one) for text, one in offered if isinstance(apply(query, (one,), model), Query)
    )
    for text, one in islice(fitting, _MOST):
        yield {"part": part, **told(text, one)}


def told(text: str, *edits: Edit) -> Addition:
    """Return what a press does, as JSON: the `text` of it, and its `edits`."""
    found = [
        {"edit": one.edit, **one.model_dump(mode="json", by_alias=True, exclude_defaults=True)}
        for one in edits
    ]
    return {"text": text, "edits": found}


def _periods(column: Column) -> Iterator[tuple[str, str]]:
    """Yield the years that a column has moments of, the newest first, of a single year its months:
    when each begins, and when the next does."""
    low, high = (str(one or "")[:7] for one in (column.low, column.high))
    if not (_MONTH.match(low) and _MONTH.match(high)):
        return
    first, last = int(low[:4]), int(high[:4])
    if first < last:
        for year in range(last, max(first, last - _MOST_VALUES + 1) - 1, -1):
            yield f"{year:04}-01-01", f"{year + 1:04}-01-01"
        return
    for month in range(int(high[5:]), int(low[5:]) - 1, -1):
        after = (first, month + 1) if month < 12 else (first + 1, 1)
        yield f"{first:04}-{month:02}-01", "{:04}-{:02}-01".format(*after)


def _grain(column: Column) -> Grain | None:
    if column.kind != "moment":
        return None
    return column.grain if column.grain in ("year", "quarter") else "month"


def _is_outcome(column: Column) -> bool:
    """Whether a column says how a row ended, which its figures count already."""
    return column.kind == "yes_no" and bool(column.role)
