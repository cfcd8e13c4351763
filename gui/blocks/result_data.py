"""A result table as an agent sent it, read defensively, and written as CSV."""

import csv
import io
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace

from pydantic import JsonValue
from PySide6.QtCore import QLocale

from app.domain.answers import Answer
from app.domain.messages import DataPart
from app.domain.tasks import Artifact
from gui.charts.moments import MOMENT_TYPES
from gui.texts.numbers import decimals, figure_decimals, number, percent

POINTS = "points"
"""The unit of shares by how much others differ: the header says so."""
SMALL_SAMPLE = 30
"""What rests on fewer rows is greyed, and said to be few."""

_ACROSS, _MOST_DECIMALS = 7, 6
"""A single row has no more columns than these beside each other."""
_COMPUTED = frozenset(("measure", "low", "high", "window", "change", "change_low", "change_high"))
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
VEGA = "application/vnd.vegalite"


def is_table(artifact: Artifact) -> bool:
    """Whether an artifact is data with columns and rows."""
    data = artifact.data
    if not isinstance(data, dict):
        return False
    columns = data.get("columns")
    return isinstance(columns, list) and bool(columns) and isinstance(data.get("rows"), list)


def is_chart(artifact: Artifact) -> bool:
    """Whether an artifact is a Vega-Lite chart."""
    return any(isinstance(p, DataPart) and p.media_type.startswith(VEGA) for p in artifact.parts)


def chart_of(answer: Answer) -> Artifact | None:
    """Return the chart of an answer, the newest of several."""
    return next((one for one in reversed(answer.artifacts) if is_chart(one)), None)


@dataclass(frozen=True, slots=True)
class ResultColumn:
    """A column: its name in the data, how it reads, and the type that the agent gave.

    `part` is what it is of a figure, such as `n`, on how many rows that rests; `unit` is that
    of its numbers. `decimals` are those that its amounts are written with, None where that is
    not said. `case` is the case of a comparison that it is of, `of` its label without that.
    `values` are the commonest that it may hold, where it groups rows: each has its colour. `names`
    says that its numbers are names: years, house numbers.
    """

    name: str
    label: str
    type: str = ""
    part: str = ""
    unit: str = ""
    case: str = ""
    of: str = ""
    decimals: int | None = None
    values: tuple[str, ...] = ()
    names: bool = False

    def written(self, value: JsonValue, locale: QLocale, digits: int = 0) -> str:
        """Return a number as it reads in a table, in sentences and beside a chart alike; with so
        many decimals at least."""
        if (
            self.decimals is not None
            and isinstance(value, float)
            and (abs(value) >= 1 or not value)
        ):
            return locale.toString(value, "f", self.decimals)
        return number(value, locale, digits, figure=self.counting)

    def share(self, value: float, locale: QLocale) -> str:
        """Return a rate in per cent, or in points where its header says so."""
        if self.unit == POINTS:
            return locale.toString(value * 100, "f", 1)
        return percent(value, locale)

    def digits(self, values: Iterable[JsonValue]) -> int:
        """Return how many decimals its numbers have, by some of them, so that they can be compared;
        hundredths at the most."""
        if self.decimals is not None:
            return self.decimals
        needed = figure_decimals if self.counting else decimals
        most = max((min(2, needed(value)) for value in values), default=0)
        return 2 if most and self.money else most

    @property
    def counting(self) -> bool:
        """Whether three digits of its numbers count: figures that were worked out, no amounts."""
        return self.part in _COMPUTED and not self.money and self.decimals is None

    @property
    def money(self) -> bool:
        """Whether its numbers are amounts of money."""
        return any(unicodedata.category(sign) == "Sc" for sign in self.unit)


@dataclass(frozen=True, slots=True)
class ResultTable:
    """Columns and rows of one result; every row has one value per column.

    `row_count` is how many rows the result has in all, which may be more than were sent.
    `row_types` are the types of the rows' numbers where each row is of another figure; else empty.
    """

    columns: tuple[ResultColumn, ...]
    rows: tuple[tuple[JsonValue, ...], ...]
    row_count: int
    warnings: tuple[str, ...] = ()
    file: str = ""
    sha256: str = ""
    file_rows: int | None = None
    simulated: bool = False
    row_types: tuple[str, ...] = ()

    @property
    def counted(self) -> int | None:
        """The position of how many rows a figure with an interval rests on, or None."""
        parts = [column.part for column in self.columns]
        low = parts.index("low") if "low" in parts else len(parts)
        held = [at for at, part in enumerate(parts) if part == "n"]
        after = [at for at in held if at > low]
        return next(iter(after or held), None) if low < len(parts) else None


def read_result(data: JsonValue) -> ResultTable | None:
    """Read a result artifact's data; None where there are no columns and rows in it."""
    if not isinstance(data, dict):
        return None
    columns_value, rows_value = data.get("columns"), data.get("rows")
    if not isinstance(columns_value, list) or not isinstance(rows_value, list):
        return None
    columns = tuple(_column(value, at) for at, value in enumerate(columns_value))
    if not columns:
        return None
    columns, rows = _said_once(columns, [_row(value, columns) for value in rows_value])
    count, source = data.get("row_count"), data.get("source")
    origin = source if isinstance(source, dict) else {}
    file_rows = origin.get("rows")
    return ResultTable(
        columns=columns,
        rows=rows,
        row_count=count if isinstance(count, int) and count >= len(rows) else len(rows),
        warnings=_texts(data.get("warnings")),
        file=str(origin.get("file") or ""),
        sha256=str(origin.get("sha256") or ""),
        file_rows=file_rows if isinstance(file_rows, int) else None,
        simulated=origin.get("simulated") is True,
        row_types=_row_types(data.get("row_types"), len(rows)),
    )


def folded(text: str) -> str:
    """Return a text without what tells its cases and compositions apart."""
    return unicodedata.normalize("NFC", text).casefold()


def csv_bytes(table: ResultTable) -> bytes:
    """Return the table as CSV in UTF-8 with a byte order mark, numbers unrounded.

    Text that a spreadsheet would run as a formula gets an apostrophe in front (OWASP's advice).
    """
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([cell_for_sheets(column.label) for column in table.columns])
    for row in table.rows:
        writer.writerow([cell_for_sheets(value) for value in row])
    return out.getvalue().encode("utf-8-sig")


def cell_for_sheets(value: JsonValue) -> JsonValue:
    """Return a cell that a spreadsheet shows and does not run; None is an empty one."""
    if isinstance(value, str) and value.startswith(_FORMULA_STARTS):
        return "'" + value
    return "" if value is None else value


def upright(table: ResultTable, labels: tuple[str, str]) -> ResultTable:
    """Return a single row as a row for each case of a comparison, else, of many columns, as a
    column of figures with their names, under `labels`; any other table as it is.
    """
    if len(table.rows) != 1:
        return table
    (row,) = table.rows
    if table.columns and all(column.case for column in table.columns):
        return _by_case(table)
    if len(table.columns) <= _ACROSS:
        return table
    rows = tuple((c.label, value) for c, value in zip(table.columns, row, strict=True))
    columns = (ResultColumn("name", labels[0]), ResultColumn("value", labels[1], "number"))
    types = tuple(column.type for column in table.columns)
    return replace(table, columns=columns, rows=rows, row_count=len(rows), row_types=types)


def _by_case(table: ResultTable) -> ResultTable:
    """Return the columns of the cases below each other: what a case has not is empty."""
    cells = dict(zip(((c.case, c.of) for c in table.columns), table.rows[0], strict=True))
    kinds = {column.of: column for column in reversed(table.columns)}
    across = list(dict.fromkeys(column.of for column in table.columns))
    columns = tuple(replace(kinds[of], name=of, label=of, case="") for of in across)
    rows = tuple(
        (case, *(cells.get((case, of)) for of in across))
        for case in dict.fromkeys(column.case for column in table.columns)
    )
    return replace(
        table, columns=(ResultColumn("case", ""), *columns), rows=rows, row_count=len(rows)
    )


def _column(value: JsonValue, at: int) -> ResultColumn:
    if isinstance(value, dict):
        name = str(value.get("name") or value.get("label") or f"column {at + 1}")
        kind, part, unit = (str(value.get(key) or "") for key in ("type", "part", "unit"))
        if (time := value.get("time")) in ("seconds", *MOMENT_TYPES):
            kind = str(time)
        told, label = value.get("decimals"), str(value.get("label") or name)
        decimals = told if isinstance(told, int) and 0 <= told <= _MOST_DECIMALS else None
        case, of = (str(value.get(key) or "") for key in ("case", "of"))
        listed = value.get("values")
        values = tuple(map(str, listed)) if isinstance(listed, list) else ()
        names = value.get("names") is True
        return ResultColumn(name, label, kind, part, unit, case, of, decimals, values, names)
    return ResultColumn(str(value), str(value))


def _row_types(value: JsonValue, rows: int) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) != rows:
        return ()
    return tuple(str(one) for one in value)


def _said_once(
    columns: tuple[ResultColumn, ...], rows: list[tuple[JsonValue, ...]]
) -> tuple[tuple[ResultColumn, ...], tuple[tuple[JsonValue, ...], ...]]:
    """Leave out of how many a rate is where that is, in every row, on how many rows it rests."""
    kept: list[int] = []
    counted: int | None = None
    for at, column in enumerate(columns):
        if column.part in ("measure", "n"):
            counted = at if column.part == "n" else None
        before = counted if column.part == "denominator" else None
        if before is None or any(row[at] != row[before] for row in rows):
            kept.append(at)
    if len(kept) == len(columns):
        return columns, tuple(rows)
    return tuple(columns[at] for at in kept), tuple(tuple(row[at] for at in kept) for row in rows)


def _row(value: JsonValue, columns: tuple[ResultColumn, ...]) -> tuple[JsonValue, ...]:
    if isinstance(value, dict):
        return tuple(value.get(column.name) for column in columns)
    cells = value if isinstance(value, list) else [value]
    if len(cells) == len(columns):
        return tuple(cells)
    return tuple((cells + [None] * len(columns))[: len(columns)])


def _texts(value: JsonValue) -> tuple[str, ...]:
    if not isinstance(value, list):
        return ()
    found = []
    for item in value:
        text = item.get("text") or item.get("message") if isinstance(item, dict) else item
        if isinstance(text, str) and text:
            found.append(text)
    return tuple(found)
