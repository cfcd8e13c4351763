"""What the columns of a result are: names, labels, types and units."""

import re
from typing import Literal

from agents.data.compute.result import OutColumn, Part
from agents.data.compute.sql.expressions import SqlContext
from agents.data.compute.sql.measures import Figure
from agents.data.model.units import decimals_of, is_money
from agents.data.query.operands import Typed
from agents.data.query.query import Change, Computed, Group, Measure, Operand, Window
from agents.data.tables.quoting import unused

_NO_WORD = re.compile(r"\W+")
ColumnType = Literal["text", "number", "integer", "boolean", "date", "timestamp", "seconds"]


def operand_name(operand: Operand | float | int) -> str:
    """Return a name for an operand that SQL and JSON can carry."""
    if isinstance(operand, Computed):
        said = _NO_WORD.sub(" ", operand.said).split()
        place = [str(operand.place)] if operand.place else []
        inner = "_".join([*map(operand_name, operand.args), *said, *place])
        word = {"+": "plus", "-": "minus", "*": "times", "/": "per"}.get(operand.function)
        if word:
            first, second = (operand_name(one) for one in operand.args)
            return f"{first}_{word}_{second}"
        return f"{operand.function}_{inner}" if inner else operand.function
    return operand if isinstance(operand, str) else f"{operand:g}"


def label_of(operand: Operand, scope: SqlContext) -> str:
    """Return what an operand is called by the table itself."""
    if isinstance(operand, str):
        return scope.table.column(operand).label_in("")
    return operand_name(operand)


def type_of(kind: Typed) -> ColumnType:
    """Return the type under which values of an operand are told."""
    if kind.type == "moment":
        timed = kind.grain in ("hour", "minute", "second") or (
            not kind.grain and kind.column is not None and kind.column.stored == "timestamp"
        )
        return "timestamp" if timed else "date"
    if kind.type == "length":
        return "seconds" if kind.unit in ("s", "") else "number"
    return {"number": "number", "boolean": "boolean"}.get(kind.type, "text")  # type: ignore[return-value]


def group_column(group: Group, place: int, scope: SqlContext, used: set[str]) -> OutColumn:
    """Return the column of a group's key."""
    kind = scope.type_of(group.by)
    name = operand_name(group.by)
    if group.grain is not None:
        timed = group.grain in ("hour", "minute", "second")
        return OutColumn(
            name=_free(f"{name}_{group.grain}", used), label=label_of(group.by, scope),
            type="timestamp" if timed else "date", part="group", of=place,
        )  # fmt: skip
    if group.cycle is not None:
        return OutColumn(
            name=_free(f"{name}_{group.cycle.replace(' ', '_')}", used),
            label=label_of(group.by, scope), type="integer", part="group", of=place,
        )  # fmt: skip
    whole = group.width is not None and float(group.width).is_integer()
    return OutColumn(
        name=_free(name, used), label=label_of(group.by, scope), type=type_of(kind),
        part="group", of=place, unit=kind.unit, share=kind.share,
        decimals=0 if whole else amount_decimals(kind),
        values=kind.column.coloured if kind.column is not None else (),
    )  # fmt: skip


def measure_name(measure: Measure) -> str:
    """Return a name for a measure."""
    if measure.metric:
        return measure.metric
    parts: list[str] = [measure.aggregate]
    if measure.aggregate == "quantile" and measure.q is not None:
        parts = [f"quantile_{measure.q * 100:g}"]
    for one in (measure.of, measure.other):
        if one is not None:
            parts.append(operand_name(one))
    if measure.share:
        parts.insert(0, "share" if measure.share == "all" else "rate")
    return "_".join(parts)


def measure_columns(
    measure: Measure, figure: Figure, place: int, case: str, scope: SqlContext, used: set[str]
) -> list[OutColumn]:
    """Return the columns of a measure in a case: the figure, then what it rests on."""
    name = measure_name(measure) + (f"_{case}" if case else "")
    label = measure.label or measure_name(measure).replace("_", " ")
    kind, unit, share = figure_type(figure, scope)
    of = _figure_decimals(figure, scope)
    found = [_column(name, label, kind, "measure", place, figure, used, unit=unit, share=share,
                     decimals=of)]  # fmt: skip
    if figure.has_n:
        found.append(_column(f"{name}_n", "n", "integer", "n", place, figure, used))
    if figure.statistic == "share":
        found.append(
            _column(f"{name}_numerator", label, "integer", "numerator", place, figure, used)
        )
        found.append(
            _column(f"{name}_denominator", label, "integer", "denominator", place, figure, used)
        )
    return found


def interval_columns(base: OutColumn) -> tuple[OutColumn, OutColumn]:
    """Return the columns of the ends of the interval of a figure, or of its change."""
    parts: tuple[Part, Part] = ("low", "high")
    if base.part == "change":
        parts = ("change_low", "change_high")
    low, high = (
        base.model_copy(update={"name": f"{base.name}_{end}", "part": part})
        for end, part in zip(("low", "high"), parts, strict=True)
    )
    return low, high


def case_column(
    measure: Measure, figure: Figure, place: int, case: str, change: Change, scope: SqlContext,
    used: set[str],
) -> OutColumn:  # fmt: skip
    """Return the column of how much a case differs from the first."""
    kind, unit, share = figure_type(figure, scope)
    if change != "difference":
        kind, unit, share = "number", "", change == "growth"
    of = _figure_decimals(figure, scope) if change == "difference" else None
    name = f"{measure_name(measure)}_{change}_{case}"
    return _column(
        name, measure.label or measure_name(measure).replace("_", " "), kind, "change", place,
        figure, used, unit=unit, share=share, decimals=of,
    )  # fmt: skip


def row_column(
    window: Window, measure: Measure, figure: Figure, place: int, case: str, scope: SqlContext,
    used: set[str],
) -> OutColumn:  # fmt: skip
    """Return the column of a window."""
    kind, unit, share = figure_type(figure, scope)
    if window.kind == "rank":
        kind, unit, share = "integer", "", False
    elif window.kind == "share" or (window.kind == "previous" and window.change == "growth"):
        kind, unit, share = "number", "", True
    elif window.kind == "previous" and window.change == "ratio":
        kind, unit, share = "number", "", False
    elif window.kind == "moving" and kind == "integer":
        kind = "number"
    name = f"{window.kind}_{measure_name(measure)}" + (f"_{case}" if case else "")
    label = measure.label or measure_name(measure).replace("_", " ")
    same = (kind, unit, share) == figure_type(figure, scope)
    return _column(
        name, label, kind, "window", place, figure, used, unit=unit, share=share,
        decimals=_figure_decimals(figure, scope) if same else None,
    )  # fmt: skip


def amount_decimals(kind: Typed) -> int | None:
    """Return how many decimals the values of an operand are written with, None for no amounts."""
    return None if kind.column is None else decimals_of(kind.column)


def _figure_decimals(figure: Figure, scope: SqlContext) -> int | None:
    """Return the decimals of a figure: of sums and single values those of the column, of what else
    is worked out of it where it is money."""
    measure = figure.measure
    if measure.of is None or figure_type(figure, scope)[0] != "number" or measure.share:
        return None
    if measure.aggregate in ("count", "distinct", "correlation") or figure.formula is not None:
        return None
    kind = scope.type_of(measure.of)
    kept = measure.aggregate in ("sum", "min", "max") or is_money(kind.unit)
    return amount_decimals(kind) if kept else None


def figure_type(figure: Figure, scope: SqlContext) -> tuple[ColumnType, str, bool]:
    """Return the type of a figure, its unit, and whether it is a share."""
    measure = figure.measure
    if measure.share or figure.statistic == "share":
        return "number", "", True
    if figure.formula is not None:
        return "number", figure.unit, figure.share
    if measure.aggregate in ("count", "distinct"):
        return "integer", "", False
    if measure.aggregate == "correlation" or measure.of is None:
        return "number", "", False
    kind = scope.type_of(measure.of)
    if kind.type == "boolean":
        return "number", "", measure.aggregate == "mean"
    return type_of(kind), kind.unit, kind.share


def _column(
    name: str, label: str, kind: ColumnType, part: Part, place: int, figure: Figure,
    used: set[str], *, unit: str = "", share: bool = False, decimals: int | None = None,
) -> OutColumn:  # fmt: skip
    return OutColumn(
        name=_free(name, used), label=label, type=kind, part=part, of=place, case=figure.case,
        unit=unit, share=share, decimals=decimals,
    )  # fmt: skip


def _free(name: str, used: set[str]) -> str:
    """A name that no other column has, without what a name cannot hold."""
    return unused(re.sub(r"\s+", "_", name.strip()) or "column", used, "_")
