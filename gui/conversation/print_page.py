"""A page of HTML on A4: pictures and tables fit, and no table is parted after its header."""

from pathlib import Path

from PySide6.QtCore import QMarginsF, QSizeF
from PySide6.QtGui import (
    QPagedPaintDevice,
    QPageLayout,
    QPageSize,
    QPdfWriter,
    QTextDocument,
    QTextFormat,
    QTextTable,
)

from gui.look.theme import body_font

_MARGIN_MM = 18.0
_DPI = 150
_WHOLE, _HEAD = 0.5, 2
"""A table that takes less of a page is not parted; of another so many rows follow its header."""


def write_pdf(page: str, path: Path) -> None:
    """Write a page of HTML as PDF on A4; raises `OSError`."""
    # Qt says nothing of a file that cannot be written.
    with path.open("wb"):
        pass
    put_on_paper(page, paper_writer(path))


def paper_writer(path: Path) -> QPdfWriter:
    """Return what writes A4 pages into a file."""
    writer = QPdfWriter(str(path))
    writer.setCreator("Balance Desk")
    writer.setResolution(_DPI)
    margins = QMarginsF(_MARGIN_MM, _MARGIN_MM, _MARGIN_MM, _MARGIN_MM)
    size = QPageSize(QPageSize.PageSizeId.A4)
    unit = QPageLayout.Unit.Millimeter
    writer.setPageLayout(QPageLayout(size, QPageLayout.Orientation.Portrait, margins, unit))
    return writer


def put_on_paper(page: str, device: QPagedPaintDevice) -> None:
    """Print a page of HTML on a printer or into a file, within the margins of its layout."""
    lay_out_page(page, device).print_(device)


def lay_out_page(page: str, device: QPagedPaintDevice) -> QTextDocument:
    """Return a page of HTML as it is laid out on the paper of a device."""
    document = QTextDocument()
    document.setDefaultFont(body_font())
    document.documentLayout().setPaintDevice(device)
    document.setHtml(page)
    room = device.pageLayout().paintRectPixels(device.logicalDpiX()).size()
    document.setDocumentMargin(0)
    document.setPageSize(QSizeF(room))
    for frame in document.rootFrame().childFrames():
        if isinstance(frame, QTextTable):
            _keep_together(frame, document)
    return document


def _keep_together(table: QTextTable, document: QTextDocument) -> None:
    """Begin a new page before a table that would be parted, a long one only after its header."""
    layout, height = document.documentLayout(), document.pageSize().height()
    rect = layout.frameBoundingRect(table)
    head = table.cellAt(min(table.rows() - 1, _HEAD), 0).firstCursorPosition().block()
    below = rect if rect.height() < _WHOLE * height else layout.blockBoundingRect(head)
    if rect.top() // height != (below.bottom() - 1) // height:
        form = table.format()
        form.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
        table.setFormat(form)
