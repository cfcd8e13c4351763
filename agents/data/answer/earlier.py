"""The figures of an earlier answer, and what they are of, read from its frame and its result."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Any, Literal, NamedTuple

from pydantic import ValidationError

from agents.answering.text.language import Language
from agents.answering.text.markdown import as_plain
from agents.data.answer.narrowing import condition_of
from agents.data.answer.sentences import say
from agents.data.compute.result import Cell, OutColumn
from agents.data.query.operands import conjuncts
from agents.data.query.query import Condition, Query

_OF_NAMES = {"win_rate": "measure", "mean_seconds": "measure", "ci_low": "low",
             "ci_high": "high", "games": "n"}  # fmt: skip
MOST_LINES = 24
"""Figures that are told and drawn at the most."""

_DIFFERS = ("where", "compare", "having")


class Earlier(NamedTuple):
    """An earlier answer: its task, its `frame` and its `result`.

    `fixed` are those of its conditions that keep the rows of just one group of another answer, by
    the paths of their chips: the name of the column, the cell of that group, and how it is read.
    """

    task_id: str
    frame: Mapping[str, Any]
    result: Mapping[str, Any]
    fixed: Mapping[str, tuple[str, Cell, str]] = {}


class Line(NamedTuple):
    """A figure of an earlier answer, what it is of, which rows it is about, and of which group.

    `keys` are the cells of that group by the names of their columns, a case of a comparison by "".
    """

    task_id: str
    of: str
    about: str
    group: str
    value: Cell
    low: Cell
    high: Cell
    n: Cell
    column: OutColumn
    keys: tuple[tuple[str, Cell], ...] = ()


def different(answers: Iterable[Earlier]) -> list[Earlier]:
    """Return answers without those that were given again later: the same sentence, of the same
    rows of the same data."""
    told: dict[str, Earlier] = {}
    for one in answers:
        source, rows = one.result.get("source", {}), one.result.get("rows")
        said = one.frame.get("sentence") or scope_of(one)
        key = str((said, source.get("sha256"), rows))
        told.pop(key, None)
        told[key] = one
    return list(told.values())


def scope_of(answer: Earlier) -> list[str]:
    """Return what tells an answer's rows from all rows, in words."""
    chips = _chips_of(answer)
    columns = answer.result.get("columns") or ()
    by_case = any(isinstance(one, dict) and one.get("case") for one in columns)
    parts = [part for part in _DIFFERS if part != "compare" or not by_case]
    found = [str(chip.get("text", "")) for chip in chips if chip.get("part") in parts]
    return found or list(filter(None, [str(answer.result.get("title", ""))]))


def conditions_of(answer: Earlier) -> frozenset[str]:
    """Return the conditions that the rows of an answer meet, in words."""
    chips = _chips_of(answer)
    return frozenset(str(chip.get("text", "")) for chip in chips if chip.get("part") in _DIFFERS)


def _chips_of(answer: Earlier) -> list[Mapping[str, Any]]:
    """Return the chips of an answer without those of what is `fixed`."""
    chips = answer.frame.get("chips") or ()
    return [chip for chip in chips if chip.get("path") not in answer.fixed]


def with_fixed(answers: Sequence[Earlier]) -> list[Earlier]:
    """Return answers with what is fixed in each, unless another has the groups that it has."""
    queries = [_query_of(one) for one in answers]
    names = [frozenset(dict(groups_of(one))) for one in answers]
    held = [*map(_groups_kept, answers, queries)]
    found = []
    for one, query, own in zip(answers, queries, names, strict=True):
        apart = [kept for kept, other in zip(held, names, strict=True) if not other <= own]
        known = {key: cell for kept in apart for key, cell in kept.items()}
        alone = not own or names.count(own) == 1
        conditions = conjuncts(query.where) if query is not None and alone else ()
        fixed = {f"where.{place}": known[condition]
                 for place, condition in enumerate(conditions) if condition in known}  # fmt: skip
        found.append(one._replace(fixed=fixed))
    return found


def _query_of(answer: Earlier) -> Query | None:
    """Return the query of an answer, None of one that has none such."""
    try:
        return Query.model_validate(answer.frame.get("query"))
    except ValidationError:
        return None


def _groups_kept(answer: Earlier, query: Query | None) -> dict[Condition, tuple[str, Cell, str]]:
    """Return by the condition that keeps its rows each group of an answer: the name of the column,
    its cell, and how that is read."""
    rows: Sequence[Any] = answer.result.get("rows") or ()
    labels = answer.result.get("row_labels") or ()
    groups = query.groups if query is not None and query.compare is None else ()
    places = [place for place, part in enumerate(_parts_of(answer)) if part == "group"]
    if len(places) != len(groups):
        return {}
    found = {}
    for (name, _), place, group in zip(groups_of(answer), places, groups, strict=True):
        if not (group.cycle or group.bins or group.width):
            cells = {row[place]: at for at, row in reversed(list(enumerate(rows)))}
            for cell, at in cells.items():
                read = as_plain(str(labels[at])) if len(groups) == 1 and at < len(labels) else cell
                if cell is not None:
                    kept = condition_of(group, cell, whole=False)
                    found[kept] = (name, cell, str(read))
    return found


def common_to(answers: Sequence[Earlier]) -> list[str]:
    """Return what is said of the rows of all answers, none where one says no more than that.

    The rows of an answer by groups are told apart by these.
    """
    scopes = [scope_of(one) for one in answers]
    shared = [one for one in scopes[0] if all(one in other for other in scopes)] if scopes else []
    more = (
        len(scope) > len(shared) or one.fixed or "group" in _parts_of(one)
        for one, scope in zip(answers, scopes, strict=True)
    )  # fmt: skip
    return shared if len(scopes) > 1 and all(more) else []


def told_apart(answers: Sequence[Earlier], common: Sequence[str]) -> dict[str, str]:
    """Return by task what tells the rows of each answer from those of the others, without what is
    common to all; a value alone where all are about one of the same column, or about all rows."""
    own = {one.task_id: [text for text in scope_of(one) if text not in common] for one in answers}
    kept = [
        [chip for chip in _chips_of(one) if chip.get("text") in own[one.task_id]] for one in answers
    ]
    told = [chip for chips in kept for chip in chips]
    single = len(told) == sum(map(len, own.values())) and max(map(len, own.values())) <= 1
    if (
        single
        and all("value" in chip for chip in told)
        and len({chip.get("field") for chip in told}) == 1
    ):
        values = {str(chip.get("text")): str(chip["value"]) for chip in told}
        own = {task: [values.get(text, text) for text in texts] for task, texts in own.items()}
    return {task: ", ".join(texts) for task, texts in own.items()}


def lines_of(answer: Earlier, scope: str, language: Language) -> list[Line]:
    """Return the figures of an answer, none where it tells none; `scope` says of which rows."""
    columns: Sequence[Any] = answer.result.get("columns") or ()
    rows: Sequence[Any] = answer.result.get("rows") or ()
    parts = _parts_of(answer)
    if "measure" not in parts or len(parts) != len(columns):
        return []
    measures = [place for place, part in enumerate(parts) if part == "measure"]
    ends = [*measures[1:], len(parts)]
    everything = say(language, "synthesis_all")
    labels = [str(one) for one in answer.result.get("row_labels") or ()]
    fixed = [*answer.fixed.values()]
    found = []
    for row, label in zip_longest(rows, labels[: len(rows)], fillvalue=""):
        own = [str(cell) for cell, part in zip(row, parts, strict=True) if part == "group"]
        name = as_plain(label) if own and label else ", ".join(own)
        name = ", ".join(filter(None, (name, *(read for _, _, read in fixed))))
        keys = tuple(
            (str(column.get("name", "")), cell)
            for column, cell, part in zip(columns, row, parts, strict=True) if part == "group"
        )  # fmt: skip
        keys += tuple((column, cell) for column, cell, _ in fixed)
        for place, end in zip(measures, ends, strict=True):
            column = columns[place]
            case = str(column.get("case", ""))
            group = ", ".join(filter(None, (case, name)))
            beside = dict(zip(parts, row, strict=True)) if len(measures) == 1 else dict(
                zip(parts[place:end], row[place:end], strict=True)
            )  # fmt: skip
            found.append(
                Line(
                    answer.task_id, str(column.get("of") or column.get("label", "")),
                    ", ".join(filter(None, (group, scope))) or everything, group, row[place],
                    beside.get("low"), beside.get("high"), beside.get("n"), _column(column),
                    (("", case), *keys) if case else keys,
                )
            )  # fmt: skip
    return found


def order_of(answer: Earlier) -> Literal["figure", "cells", "rows"]:
    """Return by what the rows of an answer stand: their figure, their own cells (moments, numbers),
    or as they came (in an order that was asked for, or in a cycle)."""
    query = answer.frame.get("query")
    query = query if isinstance(query, Mapping) else {}
    groups = [one for one in query.get("groups") or () if isinstance(one, Mapping)]
    if query.get("order") or any(one.get("cycle") for one in groups):
        return "rows"
    columns = [one for one in answer.result.get("columns") or () if isinstance(one, dict)]
    held = [one for one, part in zip(columns, _parts(columns), strict=True) if part == "group"]
    own = any(one.get("type", "string") != "string" or one.get("time") for one in held)
    return "cells" if own else "figure"


def names_in(answer: Earlier) -> list[str]:
    """Return the names of the columns of an answer."""
    columns = answer.result.get("columns") or ()
    return [str(one.get("name", "")) for one in columns if isinstance(one, dict)]


def _parts_of(answer: Earlier) -> list[str]:
    return _parts([one for one in answer.result.get("columns") or () if isinstance(one, dict)])


def _parts(columns: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return what each column is; of results of the first agent that is told by their names."""
    if any("part" in one for one in columns):
        return [str(one.get("part", "")) for one in columns]
    found = [
        _OF_NAMES.get(str(one.get("name")), "group" if one.get("type") == "string" else "")
        for one in columns
    ]
    return found if "measure" in found else ["measure" if one == "n" else one for one in found]


def _column(told: Mapping[str, Any]) -> OutColumn:
    kinds: dict[str, Any] = {"rate": "number", "string": "text"}
    kind: Any = told.get("time") or kinds.get(str(told.get("type")), told.get("type"))
    return OutColumn(
        name=str(told.get("name", "")), label=str(told.get("label", "")), type=kind,
        part="measure", unit=str(told.get("unit", "")), share=told.get("type") == "rate",
        decimals=told.get("decimals") if isinstance(told.get("decimals"), int) else None,
    )  # fmt: skip


def groups_of(answer: Earlier) -> tuple[tuple[str, str], ...]:
    """Return the columns by which an answer is grouped: name and label."""
    columns = [one for one in answer.result.get("columns") or () if isinstance(one, dict)]
    return tuple(
        (str(column.get("name", "")), str(column.get("label", "")))
        for column, part in zip(columns, _parts(columns), strict=True)
        if part == "group"
    )
