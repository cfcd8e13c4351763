"""What was understood, part by part, each with the edits that take it off again."""

from collections.abc import Iterator
from typing import Any

from agents.answering.text.language import Language
from agents.data.model.schema import TableModel
from agents.data.query.edits import Edit, Rank, SetBeside, Thresholds, Ungroup, Windows, Without
from agents.data.query.sentences import (
    condition_label,
    group_label,
    having_label,
    measure_label,
    order_label,
    window_label,
)
from agents.data.query.values import AllOf, AnyOf, Condition, Not, Operand, Query, Test

Chip = dict[str, Any]


def chips_of(query: Query, model: TableModel, language: Language) -> list[Chip]:
    """Return a chip for each part of a query: its `part`, `path`, `text`, and the `edits` (JSON)
    that take it off; none where it cannot be taken off."""
    table = model.table(query.table)
    found = [
        _chip("measure", f"measures.{place}", measure_label(one, table, language))
        for place, one in enumerate(query.measures)
    ]
    for place, condition in enumerate(conjuncts(query.where)):
        text = condition_label(condition, table, language)
        columns = tuple(dict.fromkeys(columns_in(condition)))
        edits = tuple(Without(column=column) for column in columns)
        found.append(_chip("where", f"where.{place}", text, *edits))
    for place, group in enumerate(query.groups):
        text = group_label(group, table, language)
        found.append(_chip("group", f"groups.{place}", text, Ungroup(by=group.by)))
    if query.having:
        text = ", ".join(having_label(one, query, table, language) for one in query.having)
        found.append(_chip("having", "having", text, Thresholds()))
    if query.order or query.limit:
        found.append(_chip("order", "order", order_label(query, table, language), Rank()))
    if query.windows:
        text = ", ".join(window_label(one, query, table, language) for one in query.windows)
        found.append(_chip("window", "windows", text, Windows()))
    if query.compare is not None:
        text = " / ".join(case.label for case in query.compare.cases)
        found.append(_chip("compare", "compare", text, SetBeside(compare=None)))
    return found


def conjuncts(condition: Condition | None) -> tuple[Condition, ...]:
    """Return the conditions that must all hold, one by one."""
    if condition is None:
        return ()
    return condition.all if isinstance(condition, AllOf) else (condition,)


def columns_in(condition: Condition) -> Iterator[Operand]:
    """Yield the operands that a condition tests."""
    match condition:
        case Test():
            yield condition.column
        case AllOf():
            for one in condition.all:
                yield from columns_in(one)
        case AnyOf():
            for one in condition.any:
                yield from columns_in(one)
        case Not():
            yield from columns_in(condition.negated)


def _chip(part: str, path: str, text: str, *edits: Edit) -> Chip:
    told = [one.model_dump(mode="json", by_alias=True, exclude_defaults=False) for one in edits]
    return {"part": part, "path": path, "text": text, "edits": told}
