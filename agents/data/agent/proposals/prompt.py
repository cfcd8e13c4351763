"""What a model is told of a table and a question: names, kinds, ranges and commonest values.

No row of the table is in it, but where rows are texts, one of each of the commonest forms. Long
values are cut, and fewer of them told, before anything else.
"""

import json
import re
from collections.abc import Iterable, Sequence
from datetime import date
from itertools import chain, zip_longest
from typing import Any, Final

from agents.data.compute.result import Cell
from agents.data.model.schema import Column, Metric, Table, TableModel
from agents.data.query.query import Query

MOST_CHARACTERS: Final = 24_000
_ROOM = ((30, 6), (20, 6), (10, 6), (10, 2), (5, 2), (5, 1), (3, 1), (3, 0), (0, 0))
"""How many values of a column are told, and by how many names in all languages it is called: fewer
where there is no room."""
_FEW = 3  # values of a column whose values say little of what is asked
_LONGEST = 80  # characters of a value
_LONGEST_TEXT = 300  # of a row that is a text, and of its form
_RARE = 10  # texts that a word of the question brings before commoner ones
_NAMES = 6  # of a metric, and of rows
_NAMES_OF_VALUE = 3
_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_NAMED = ("category", "identifier", "text", "yes_no", "other")


def material(
    question: str,
    model: TableModel,
    *,
    today: date,
    heard: Sequence[str] = (),
    unknown: Sequence[str] = (),
    last: Query | None = None,
    answered: Sequence[Sequence[Cell]] = (),
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
    if answered:
        said["answered"] = [[cut(str(cell)) for cell in row] for row in answered]
    if remembered:
        said["remembered"] = list(remembered)
    if model.metrics:
        said["metrics"] = [_metric(one) for one in model.metrics]
    told = (model.asked, *(one for one in model.tables if one.name != model.asked.name))
    columns = max(len(one.meant) for one in told)
    while True:
        for room in _ROOM:
            tables = [_table(one, room, columns, question) for one in told]
            text = json.dumps({**said, "tables": tables}, ensure_ascii=False)
            if len(text) <= MOST_CHARACTERS:
                return text
        if columns <= 1:
            return text[:MOST_CHARACTERS]
        columns //= 2


def _table(table: Table, room: tuple[int, int], columns: int, question: str) -> dict[str, Any]:
    unsaid = [one.name for one in table.meant if one.kind == "yes_no" and _is_unsaid(one, table)]
    meant = [one for one in table.meant if one.name not in unsaid]
    told: dict[str, Any] = {
        "name": table.name,
        "rows": table.rows,
        "columns": [_column(one, room, question) for one in meant[:columns]],
    }
    if table.time:
        told["time"] = table.time
    if table.name_of_row:
        told["name_of_row"] = table.name_of_row
    if unsaid:
        told["further_yes_no"] = unsaid
    if names := _names(table.noun, _NAMES):
        told["row_is_called"] = names
    if len(meant) > columns:
        told["more_columns"] = len(meant) - columns
    return told


def _is_unsaid(column: Column, table: Table) -> bool:
    """Whether no row that was looked at says yes."""
    return not table.kinds.get(column.name, True)


def _column(column: Column, room: tuple[int, int], question: str) -> dict[str, Any]:
    values, names_told = room
    told: dict[str, Any] = {"name": column.name, "kind": column.kind}
    if column.header not in ("", column.name):
        told["header"] = cut(column.header)
    if said := _names(column.words, names_told):
        told["also_called"] = said
    for key in ("unit", "grain", "true", "false"):
        if mark := getattr(column, key):
            told[key] = cut(mark)
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
    if values and column.values and column.kind != "yes_no":
        plain = column.kind in ("category", "other")
        shown = column.values[: values if plain else min(values, _FEW)]
        told["values"] = [cut(one) for one in shown]
        names = {
            value: _mixed([spoken.get(value, ()) for spoken in column.called.values()],
                          min(names_told, _NAMES_OF_VALUE), but=value)
            for value in shown
        }  # fmt: skip
        if any(names.values()):
            told["values_also_called"] = {value: said for value, said in names.items() if said}
    for key, texts in (("forms", column.forms), ("examples", column.examples)):
        if texts and values:
            told[key] = nearest(texts, question, 2 * values)
    if column.distinct > len(told.get("values", ())):
        told["different"] = column.distinct
    return told


def nearest(texts: Sequence[str], question: str, most: int) -> list[str]:
    """Return the commonest texts, those first that hold a word of the question which few hold; long
    ones are cut."""
    words = [{*_WORD.findall(one.casefold())} for one in texts]
    asked = {*_WORD.findall(question.casefold())}
    rare = {one for one in asked if 0 < sum(one in each for each in words) <= _RARE}
    order = sorted(range(len(texts)), key=lambda place: rare.isdisjoint(words[place]))
    return [cut(texts[place], _LONGEST_TEXT) for place in order[:most]]


def _seconds(written: float | str | None) -> float | str | None:
    """Return a length of time that is written as a clock (1:02:03) in seconds."""
    parts = str(written).split(":")
    try:
        return float(sum(float(part) * 60**place for place, part in enumerate(reversed(parts))))
    except ValueError:
        return written


def _metric(metric: Metric) -> dict[str, Any]:
    told = {"name": metric.name, "unit": metric.unit, "about": cut(metric.description)}
    return {**told, "table": metric.table, "also_called": _names(metric.words, _NAMES)}


def _names(words: dict[str, Any], most: int) -> list[str]:
    said = [(entry.label, *entry.synonyms) for entry in words.values()]
    return [cut(one) for one in _mixed(said, most)]


def _mixed(said: Iterable[Sequence[str]], most: int, *, but: str = "") -> list[str]:
    """Return the first few of all, the first of each before the second ones."""
    turns = chain.from_iterable(zip_longest(*said, fillvalue=""))
    return [one for one in dict.fromkeys(turns) if one not in ("", but)][:most]


def cut(text: str, longest: int = _LONGEST) -> str:
    """Return a text of at most so many characters."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"
