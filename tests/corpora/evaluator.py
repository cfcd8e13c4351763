"""What a query comes to over rows in memory: a second opinion beside the engines, for scoring."""

import statistics
from datetime import date
from typing import Any

from agents.data.query.operands import tests_of
from agents.data.query.query import (
    AllOf,
    AnyOf,
    Computed,
    Condition,
    Measure,
    Not,
    Operand,
    Query,
    Test,
)
from tests.corpora.small_tables import Cell, Small

Row = tuple[int, dict[str, Cell]]


def value(row: Row, operand: Operand | float | int) -> Any:
    if isinstance(operand, str):
        return row[1][operand]
    if not isinstance(operand, Computed):
        return operand
    if operand.function == "row":
        return row[0]
    args = [value(row, one) for one in operand.args]
    if any(one is None for one in args):
        return None
    match operand.function:
        case "+":
            return args[0] + args[1]
        case "-":
            return args[0] - args[1]
        case "*":
            return args[0] * args[1]
        case "/":
            return args[0] / args[1] if args[1] else None
        case "abs":
            return abs(args[0])
        case "length":
            return len(args[0])
        case "month":
            return args[0].month if isinstance(args[0], date) else None
        case "year":
            return args[0].year if isinstance(args[0], date) else args[0]
    return args[0]


def _like(cell: Any, one: Any) -> Any:
    """A value of a query as the cell's own type."""
    if isinstance(cell, float) and isinstance(one, str):
        try:
            return float(one)
        except ValueError:
            return one
    if isinstance(cell, date) and isinstance(one, str):
        return date.fromisoformat(one[:10])
    if isinstance(cell, str) and not isinstance(one, str):
        return str(one)
    return one


def keeps(condition: Condition | None, row: Row, rows: list[Row]) -> bool:
    if condition is None:
        return True
    if isinstance(condition, AllOf):
        return all(keeps(one, row, rows) for one in condition.all)
    if isinstance(condition, AnyOf):
        return any(keeps(one, row, rows) for one in condition.any)
    if isinstance(condition, Not):
        return not keeps(condition.negated, row, rows)
    return _test(condition, row, rows)


def _test(test: Test, row: Row, rows: list[Row]) -> bool:
    cell = value(row, test.column)
    if test.op == "empty":
        return cell is None
    if test.op == "not empty":
        return cell is not None
    if cell is None:
        return False
    if test.op == "during":
        span = test.span
        assert span is not None
        if isinstance(cell, float):
            cell = date(int(cell), 1, 1)
        start = date.fromisoformat(span.start[:10]) if span.start else date.min
        end = date.fromisoformat(span.end[:10]) if span.end else date.max
        return start <= cell < end
    if test.than is not None:
        others = [figure(test.than, rows, rows)]
    elif test.other is not None:
        others = [value(row, test.other)]
    else:
        others = [_like(cell, one) for one in test.values]
    if any(one is None for one in others):
        return False
    if isinstance(cell, str):
        cell, others = cell.casefold(), [str(one).casefold() for one in others]
    first = others[0]
    try:
        match test.op:
            case "=":
                return bool(cell == first)
            case "!=":
                return bool(cell != first)
            case "<":
                return bool(cell < first)
            case "<=":
                return bool(cell <= first)
            case ">":
                return bool(cell > first)
            case ">=":
                return bool(cell >= first)
            case "in":
                return cell in others
            case "not in":
                return cell not in others
            case "between":
                return bool(first <= cell <= others[1])
            case "contains":
                return str(first) in str(cell).casefold()
            case "starts":
                return str(cell).startswith(first)
            case "ends":
                return str(cell).endswith(first)
    except TypeError:
        return False
    return False


def figure(measure: Measure, rows: list[Row], whole: list[Row]) -> Any:
    kept = [row for row in rows if keeps(measure.where, row, whole)]
    if measure.share:
        other = rows if measure.share == "rows" else whole
        return len(kept) / len(other) if other else None
    if measure.of is None:
        return len(kept)
    found = [one for one in (value(row, measure.of) for row in kept) if one is not None]
    match measure.aggregate:
        case "count":
            return len(found)
        case "distinct":
            return len(set(found))
        case _ if not found:
            return None
        case "sum":
            return sum(found)
        case "mean":
            return statistics.fmean(found)
        case "median":
            return statistics.median(found)
        case "min":
            return min(found)
        case "max":
            return max(found)
        case "stddev":
            return statistics.stdev(found) if len(found) > 1 else None
    return None


def denotation(query: Query, table: Small, *, whether: bool = False) -> list[Any]:
    """Return the bare answer: cells as written, or figures; yes or no where that was asked and the
    query shows rows. Rows without columns are told by what they are called."""
    everything: list[Row] = list(enumerate(table.rows, 1))
    rows = [row for row in everything if keeps(query.where, row, everything)]
    if query.rows:
        for order in reversed(query.order):
            by = order.column
            assert by is not None
            told = [row for row in rows if value(row, by) is not None]
            rows = sorted(told, key=lambda row: _sortable(value(row, by)), reverse=order.descending)
        if query.limit:
            rows = rows[query.offset : query.offset + query.limit]
        name = table.model.asked.calling
        if whether and not query.order:
            return ["Yes" if rows else "No"]
        if not query.columns and name is None:
            return [len(rows)]
        first = query.columns[0] if query.columns else name.name  # type: ignore[union-attr]
        if isinstance(first, str):
            found = [table.written[row[0] - 1][first] for row in rows]
        else:
            found = [value(row, first) for row in rows]
        return list(dict.fromkeys(found)) if query.distinct else found
    measure = query.measures[0] if query.measures else Measure()
    if query.compare is not None:
        one, two = [
            figure(measure, [r for r in rows if keeps(case.where, r, everything)], rows)
            for case in query.compare.cases[:2]
        ]
        if one is None or two is None:
            return []
        if isinstance(one, date):
            return [abs((one - two).days)]
        return [abs(one - two)]
    if not query.groups:
        found = figure(measure, rows, rows)
        return [] if found is None else [found]
    groups: dict[Any, list[Row]] = {}
    for row in rows:
        key = tuple(_group(value(row, group.by), group.grain) for group in query.groups)
        if all(one is not None for one in key):
            groups.setdefault(key, []).append(row)
    told = [(key, figure(measure, of, rows)) for key, of in groups.items()]
    told = [one for one in told if one[1] is not None]
    for having in query.having:
        told = [one for one in told if _compares(one[1], having.op, having.value)]
    for order in reversed(query.order):
        if order.measure is not None:
            told.sort(key=lambda one: _sortable(one[1]), reverse=order.descending)
    limit = query.limit or (1 if query.order and _is_among_some(query.where) else None)
    if limit:
        told = told[query.offset : query.offset + limit]
    return [key[0] for key, _ in told]


def _is_among_some(condition: Condition | None) -> bool:
    """Whether some were named of which the first is the answer: who won more, A or B."""
    return any(one.op == "in" for one in tests_of(condition))


def _compares(one: Any, op: str, other: float) -> bool:
    return bool(
        {"=": one == other, "!=": one != other, "<": one < other, "<=": one <= other,
         ">": one > other, ">=": one >= other}[op]
    )  # fmt: skip


def _group(cell: Any, grain: str | None) -> Any:
    if isinstance(cell, date) and grain:
        return {"year": str(cell.year), "month": cell.isoformat()[:7]}.get(grain, cell.isoformat())
    return cell


def _sortable(cell: Any) -> Any:
    return cell.casefold() if isinstance(cell, str) else cell
