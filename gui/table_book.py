"""A result table as a workbook: its rows on one sheet, where they come from on another."""

from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

from gui.blocks.result_data import ResultTable
from gui.xlsx import Sheet, workbook

_SHARES = frozenset({"win_rate", "ci_low", "ci_high"})
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
    """Return the table as a workbook, numbers unrounded, shares shown as percent."""
    shares = frozenset(
        at
        for at, column in enumerate(table.columns)
        if column.name in _SHARES or column.type in _SHARE_TYPES
    )
    result = Sheet(labels.result, [c.label for c in table.columns], table.rows, shares)
    told: list[tuple[str, str | int]] = [(labels.sent, table.row_count)]
    if table.file:
        told.append((labels.file, table.file))
    if table.sha256:
        told.append(("SHA-256", table.sha256))
    if table.file_rows is not None:
        told.append((labels.rows, table.file_rows))
    told += [(labels.warning, warning) for warning in table.warnings]
    return workbook([result, Sheet(labels.source, [labels.source, ""], told)])
