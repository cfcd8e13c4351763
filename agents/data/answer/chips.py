"""What was understood, part by part, each with the edits that take it off again."""

from typing import Any

from agents.answering.text.language import Language
from agents.data.answer.additions import numbers_of
from agents.data.answer.ranking import EVERY, ranks_rates
from agents.data.model.schema import Table, TableModel
from agents.data.query.edits import (
    Ask,
    Edit,
    Rank,
    SetBeside,
    Thresholds,
    Ungroup,
    Windows,
    Without,
)
from agents.data.query.operands import conjuncts, tests_of
from agents.data.query.query import Condition, Query, Test
from agents.data.query.sentences import Speaker, speaker_of

Chip = dict[str, Any]


def chips_of(query: Query, model: TableModel, language: Language) -> list[Chip]:
    """Return a chip for each part of a query: its `part`, `path`, `text`, and the `edits` (JSON)
    that take it off; none where it cannot be taken off. One on a single column has its name, the
    `field`; one that keeps a single `value` of it has that, and the commonest `values` there: a
    picture gives each its colour. One on a column of numbers has the `numbers` that can be there.
    """
    says = speaker_of(query, model, language)
    found = [
        _chip("measure", f"measures.{place}", says.measure(one), *_without_measure(query, place))
        for place, one in enumerate(query.measures)
    ]
    if query.rows:
        whole = query.model_copy(update={"columns": (), "distinct": False})
        edits: tuple[Edit, ...] = (Ask(query=whole),) if query.columns else ()
        found.append(_chip("rows", "rows", says.rows(query), *edits))
    for place, condition in enumerate(conjuncts(query.where)):
        if says.told(condition) is None:
            continue
        text = says.spoken(condition)
        columns = tuple(dict.fromkeys(one.column for one in tests_of(condition)))
        without = tuple(Without(column=column) for column in columns)
        chip = _chip("where", f"where.{place}", text, *without)
        named = [one for one in columns if isinstance(one, str)]
        field = {"field": named[0]} if len(columns) == len(named) == 1 else {}
        found.append({**chip, **field, **_what_else(condition, model.queried(query.table), says)})
    for place, group in enumerate(query.groups):
        text = says.group(group)
        found.append(_chip("group", f"groups.{place}", text, Ungroup(by=group.by)))
    if query.having:
        text = ", ".join(says.having(one, query) for one in query.having)
        if ranks_rates(query, model) and EVERY not in query.having:
            # Without any threshold a ranking of rates has that of enough rows.
            found.append(_chip("having", "having", text, Thresholds(having=(EVERY,))))
        else:
            found.append(_chip("having", "having", text, Thresholds()))
    if query.order or query.limit:
        found.append(_chip("order", "order", says.ranking(query), Rank()))
    if query.windows:
        text = ", ".join(says.window(one, query) for one in query.windows)
        found.append(_chip("window", "windows", text, Windows()))
    if query.compare is not None:
        text = " / ".join(map(says.case, query.compare.cases))
        found.append(_chip("compare", "compare", text, SetBeside(compare=None)))
    return found


def _without_measure(query: Query, place: int) -> tuple[Edit, ...]:
    """The edits that take one of several figures off, with what is of it alone."""
    if len(query.measures) == 1:
        return ()
    parts = {
        name: tuple(
            one if not isinstance(one.measure, int) or one.measure < place
            else one.model_copy(update={"measure": one.measure - 1})
            for one in getattr(query, name) if one.measure != place
        )
        for name in ("having", "order", "windows")
    }  # fmt: skip
    measures = (*query.measures[:place], *query.measures[place + 1 :])
    return (Ask(query=query.model_copy(update={"measures": measures, **parts})),)


def _what_else(condition: Condition, table: Table, says: Speaker) -> Chip:
    if not isinstance(condition, Test) or not isinstance(condition.column, str):
        return {}
    if not table.has(condition.column):
        return {}
    column, value = table.column(condition.column), next(iter(condition.values), None)
    if condition.op == "=" and value in column.coloured:
        return {"value": value, "values": list(column.coloured)}
    return {"kind": column.kind, **numbers_of(column, condition, says)}


def _chip(part: str, path: str, text: str, *edits: Edit) -> Chip:
    told = [one.model_dump(mode="json", by_alias=True, exclude_defaults=False) for one in edits]
    return {"part": part, "path": path, "text": text, "edits": told}
