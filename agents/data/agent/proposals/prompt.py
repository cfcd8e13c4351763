"""What a model is told of a table and a question: names, kinds, ranges and commonest values.

No row of the table is in it. Long values are cut, and fewer of them told, before anything else.
"""

import json
from collections.abc import Sequence
from datetime import date
from typing import Any, Final

from agents.data.model.schema import Column, Metric, Table, TableModel
from agents.data.query.query import Query

MOST_CHARACTERS: Final = 24_000
_VALUES = (30, 10, 3, 0)  # of a column, fewer where there is no room
_LONGEST = 80  # characters of a value
_NAMED = ("category", "identifier", "text", "yes_no", "other")


def material(
    question: str,
    model: TableModel,
    *,
    today: date,
    heard: Sequence[str] = (),
    unknown: Sequence[str] = (),
    last: Query | None = None,
    remembered: Sequence[str] = (),
) -> str:
    """Return what a question is read against, as JSON of at most `MOST_CHARACTERS`."""
    said: dict[str, Any] = {"question": question, "today": today.isoformat()}
    if heard:
        said["heard"] = list(heard)
    if unknown:
        said["unknown"] = list(unknown)
    if last is not None:
        said["last"] = last.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    if remembered:
        said["remembered"] = list(remembered)
    if model.metrics:
        said["metrics"] = [_metric(one) for one in model.metrics]
    told = (model.asked, *(one for one in model.tables if one.name != model.asked.name))
    columns = max(len(one.meant) for one in told)
    while True:
        for values in _VALUES:
            tables = [_table(one, values, columns) for one in told]
            text = json.dumps({**said, "tables": tables}, ensure_ascii=False)
            if len(text) <= MOST_CHARACTERS:
                return text
        if columns <= 1:
            return text[:MOST_CHARACTERS]
        columns //= 2


def _table(table: Table, values: int, columns: int) -> dict[str, Any]:
    meant = table.meant
    told: dict[str, Any] = {
        "name": table.name,
        "rows": table.rows,
        "columns": [_column(one, values) for one in meant[:columns]],
    }
    if table.time:
        told["time"] = table.time
    if table.name_of_row:
        told["name_of_row"] = table.name_of_row
    if names := _names(table.noun):
        told["row_is_called"] = names
    if len(meant) > columns:
        told["more_columns"] = len(meant) - columns
    return told


def _column(column: Column, values: int) -> dict[str, Any]:
    told: dict[str, Any] = {"name": column.name, "kind": column.kind}
    if column.header not in ("", column.name):
        told["header"] = _cut(column.header)
    if said := _names(column.words):
        told["also_called"] = said
    for key in ("unit", "grain", "true", "false"):
        if mark := getattr(column, key):
            told[key] = _cut(mark)
    if column.share:
        told["one_is_all"] = True
    if column.kind == "number":
        told["adds"] = column.adds
    if column.kind not in _NAMED and column.low is not None:
        told["range"] = [column.low, column.high]
    if column.kind == "length" and column.stored in ("interval", "time"):  # asked for in seconds
        told |= {"unit": "s", "range": [_seconds(one) for one in (column.low, column.high)]}
    if column.empty:
        told["empty"] = column.empty
    if values and column.values:
        told["values"] = [_cut(one) for one in column.values[:values]]
        names = {
            value: list(dict.fromkeys(
                one for spoken in column.called.values() for one in spoken.get(value, ())
                if one != value
            ))
            for value in column.values[:values]
        }  # fmt: skip
        if any(names.values()):
            told["values_also_called"] = {value: said for value, said in names.items() if said}
    if forms := column.forms[: 2 * values]:
        told["forms"] = [_cut(one) for one in forms]
    if column.distinct > len(told.get("values", ())):
        told["different"] = column.distinct
    return told


def _seconds(written: float | str | None) -> float | str | None:
    """Return a length of time that is written as a clock (1:02:03) in seconds."""
    parts = str(written).split(":")
    try:
        return float(sum(float(part) * 60**place for place, part in enumerate(reversed(parts))))
    except ValueError:
        return written


def _metric(metric: Metric) -> dict[str, Any]:
    told = {"name": metric.name, "unit": metric.unit, "about": _cut(metric.description)}
    return {**told, "table": metric.table, "also_called": _names(metric.words)}


def _names(words: dict[str, Any]) -> list[str]:
    said = [one for entry in words.values() for one in (entry.label, *entry.synonyms) if one]
    return [_cut(one) for one in dict.fromkeys(said)][:20]


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
