"""The artifacts of an answer about any table, in the shapes that the contract fixes."""

from collections.abc import Sequence
from typing import Any

from agents.answering.source import Source
from agents.answering.text.language import Language
from agents.data.answer.writing import Written
from agents.data.compute.manual_sql import StatementResult, type_of
from agents.data.compute.result import Computation, OutColumn
from agents.data.model.schema import TableModel

_TYPES = {"text": "string", "number": "number", "integer": "integer", "boolean": "boolean",
          "date": "string", "timestamp": "string", "seconds": "number"}  # fmt: skip


def result_of(
    computed: Computation, written: Written, source: Source, model: TableModel
) -> dict[str, Any]:
    """Return the `result`: the rows as the query gave them, places in a cycle by their names."""
    names = [one.name for one in computed.columns]
    cycles = {place for place, one in enumerate(computed.columns) if _is_cycle(computed, one)}
    columns = [
        {
            "name": name,
            "type": "string" if place in cycles else "rate" if one.share else _TYPES[one.type],
            "label": label,
            "part": one.part,
            **({"unit": unit} if (unit := _unit(computed, one, label)) else {}),
            **({"values": list(one.values)} if one.values else {}),
            **({"decimals": one.decimals} if one.decimals is not None else {}),
            **({"time": one.type} if one.type in ("date", "timestamp", "seconds") else {}),
            **({"case": header.case, "of": header.label} if header.case else {}),
            **({"names": True} if header.names else {}),
        }
        for place, (one, name, label, header) in enumerate(
            zip(computed.columns, names, written.labels, written.headers, strict=True)
        )
    ]
    rows = [
        [read if place in cycles else cell
         for place, (cell, read) in enumerate(zip(row, cells, strict=True))]
        for row, cells in zip(computed.rows, written.cells, strict=True)
    ]  # fmt: skip
    return {
        "columns": columns,
        "rows": rows,
        "row_count": computed.total,
        "row_labels": [_title(computed, cells) for cells in written.cells],
        "warnings": list(written.notes),
        "source": _source(source, model, [model.table(computed.query.table).name]),
    }


def _unit(computed: Computation, column: OutColumn, label: str) -> str:
    """Return the unit of a column's numbers, "" of bins whose label says how wide they are in it;
    shares (1 is all) differ by `points` of per cent."""
    binned = column.part == "group" and computed.query.groups[column.of].width is not None
    if binned and column.unit in label:
        return ""
    compare = computed.query.compare
    differs = compare is not None and compare.change == "difference"
    return "points" if differs and column.share and "change" in column.part else column.unit


def _is_cycle(computed: Computation, column: OutColumn) -> bool:
    """Whether cells are places in a cycle that has names: weekdays, months of the year."""
    groups = computed.query.groups
    cycle = groups[column.of].cycle if column.part == "group" and groups else None
    return cycle is not None and cycle != "day of month"


def by_hand_result(found: StatementResult, source: Source, model: TableModel) -> dict[str, Any]:
    """Return the `result` of a statement that a person wrote."""
    columns = [
        {"name": name, "label": name, "type": type_of([row[place] for row in found.rows])}
        for place, name in enumerate(found.names)
    ]
    return {
        "columns": columns,
        "rows": [list(row) for row in found.rows],
        "row_count": len(found.rows),
        "warnings": [],
        "source": _source(source, model, found.tables),
    }


def _source(source: Source, model: TableModel, read: Sequence[str]) -> dict[str, Any]:
    """Return where rows are from, with how many there are in the one table that was `read`."""
    names = {name.casefold() for name in read}
    tables = [one for one in model.tables if one.name.casefold() in names]
    other = len(tables) == 1 and tables[0] in model.told[1:]
    return {
        "file": source.name,
        "sha256": source.sha256,
        "rows": tables[0].rows if other else source.rows,
        "simulated": source.simulated,
    }


def denotation_of(computed: Computation) -> dict[str, Any] | None:
    """Return the bare values of an answer: of rows their shown cells, of one figure the figure, of
    the best groups their names; None where a query has no such answer."""
    query, rows = computed.query, computed.rows
    if query.rows:
        return {"values": [cell for row in rows for cell in row if cell is not None]}
    figures = [
        place for place, one in enumerate(computed.columns)
        if one.part == ("change" if query.compare is not None else "measure")
    ]  # fmt: skip
    if not query.groups:
        return {"values": [rows[0][place] for place in figures if rows]} if rows else None
    groups = [place for place, one in enumerate(computed.columns) if one.part == "group"]
    if query.order or query.having or query.limit:
        return {"values": [row[place] for row in rows for place in groups]}
    return None


def frame_of(
    computed: Computation,
    chips: Sequence[dict[str, Any]],
    written: Written,
    language: Language,
    **more: Any,
) -> dict[str, Any]:
    """Return the `frame`: how the question was understood, as the typed query."""
    query = computed.query.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    return {
        "query": query,
        "language": language,
        "sentence": written.what,
        "chips": list(chips),
        **more,
    }


def _title(computed: Computation, cells: Sequence[str]) -> str:
    places = [place for place, one in enumerate(computed.columns) if one.part == "group"]
    return ", ".join(cells[place] for place in places or range(min(1, len(cells))))
