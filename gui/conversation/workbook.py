"""A result table as a workbook: its rows on one sheet, where they come from on another.

Cells of text are text, whatever they begin with: nothing in a workbook is a formula or a link.
"""

import io
from collections.abc import Sequence
from datetime import UTC, datetime
from math import isfinite
from typing import Any, NamedTuple

from pydantic import JsonValue
from PySide6.QtCore import QCoreApplication

from gui.blocks.result_data import ResultTable

LONGEST_CELL = 32_767
"""Characters of a cell (Excel's own limit)."""
_EXACT = 2**53
"""Whole numbers beyond it are not exact as the floating point that workbooks hold: text instead."""
_MADE = datetime(1980, 1, 1, tzinfo=UTC)
"""The same table gives the same bytes, whenever it is saved."""
_SHARE_TYPES = frozenset({"rate", "share", "percent"})


class SheetLabels(NamedTuple):
    """The words of the workbook, in the language of the window."""

    result: str
    source: str
    file: str
    rows: str
    sent: str
    warning: str


def sheet_labels() -> SheetLabels:
    """Return the words in the present language; to be called on the window's thread."""
    translate = QCoreApplication.translate
    return SheetLabels(
        result=translate("Workbook", "Result"),
        source=translate("Workbook", "Source"),
        file=translate("Workbook", "File"),
        rows=translate("Workbook", "Rows in the file"),
        sent=translate("Workbook", "Rows of the result"),
        warning=translate("Workbook", "Note"),
    )


def xlsx_bytes(table: ResultTable, labels: SheetLabels) -> bytes:
    """Return the table as a workbook, numbers unrounded, shares shown as percent.

    Rows and columns beyond Excel's limits are left out.
    """
    import xlsxwriter  # only a window that saves one needs it

    out = io.BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        book.set_properties({"created": _MADE})
        bold = book.add_format({"bold": True})
        percent = book.add_format({"num_format": "0.0%"})
        formats = [percent if column.type in _SHARE_TYPES else None for column in table.columns]
        rows = _sheet(book, labels.result, [column.label for column in table.columns], bold)
        for at, row in enumerate(table.rows, start=1):
            for column, (value, form) in enumerate(zip(row, formats, strict=False)):
                _write(rows, at, column, value, form)
        source = _sheet(book, labels.source, [labels.source, ""], bold)
        for at, pair in enumerate(_told(table, labels), start=1):
            for column, value in enumerate(pair):
                _write(source, at, column, value)
    return out.getvalue()


def _sheet(book: Any, name: str, head: Sequence[str], bold: Any) -> Any:
    sheet = book.add_worksheet(name)
    sheet.freeze_panes(1, 0)
    for column, label in enumerate(head):
        _write(sheet, 0, column, label, bold)
    return sheet


def _told(table: ResultTable, labels: SheetLabels) -> list[tuple[str, str | int]]:
    told: list[tuple[str, str | int]] = [(labels.sent, table.row_count)]
    if table.file:
        told.append((labels.file, table.file))
    if table.sha256:
        told.append(("SHA-256", table.sha256))
    if table.file_rows is not None:
        told.append((labels.rows, table.file_rows))
    return told + [(labels.warning, warning) for warning in table.warnings]


def _write(sheet: Any, row: int, column: int, value: JsonValue, form: Any = None) -> None:
    match value:
        case None:
            pass
        case bool():
            sheet.write_boolean(row, column, value)
        case int() if abs(value) <= _EXACT:
            sheet.write_number(row, column, value, form)
        case float() if isfinite(value):
            sheet.write_number(row, column, value, form)
        case _:
            text = str(value).encode("utf-8", "replace").decode("utf-8")
            sheet.write_string(row, column, text[:LONGEST_CELL], form)
