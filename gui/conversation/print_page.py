"""A page of HTML on A4: pictures and tables fit, and no table is parted after its header, no
question from its answer."""

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QMarginsF, QSizeF
from PySide6.QtGui import (
    QFontMetricsF,
    QPagedPaintDevice,
    QPageLayout,
    QPageSize,
    QPdfWriter,
    QTextBlock,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextTable,
)

from gui.conversation.paper_tables import fit_tables, keep_rows_whole, row_place, tables_of
from gui.look.theme import body_font

_MARGIN_MM = 18.0
_DPI = 150
_WHOLE, _HEAD = 0.5, 2
"""What takes less of a page is not parted; of a longer table so many rows follow its header."""
_BREAK = QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore


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
    document.setHtml(page)
    document.setDocumentMargin(0)
    room = device.pageLayout().paintRectPixels(device.logicalDpiX()).size()
    fit_tables(document, device, room.width())
    document.documentLayout().setPaintDevice(device)
    document.setPageSize(QSizeF(room))
    # In their order: what begins a new page moves all that follows.
    parts: list[tuple[int, QTextTable | QTextBlock]] = [
        (one.firstPosition(), one) for one in tables_of(document)
    ]
    parts += [(one.position(), one) for one in _headings(document)]
    for _, part in sorted(parts, key=lambda one: one[0]):
        if isinstance(part, QTextBlock):
            _keep_with_next(part, document)
        else:
            _keep_together(part, document)
            keep_rows_whole(part)
    return document


def _headings(document: QTextDocument) -> Iterator[QTextBlock]:
    block = document.begin()
    while block.isValid():
        if _is_heading(block):
            yield QTextBlock(block)
        block = block.next()


def _is_heading(block: QTextBlock) -> bool:
    return block.isValid() and block.blockFormat().headingLevel() > 0


def _keep_with_next(heading: QTextBlock, document: QTextDocument) -> None:
    """Begin a new page before a heading that would be parted from what it is of.

    Of a question that is its answer's first line, of an answer its own.
    """
    after = heading.next()
    while _is_heading(after.next()) and after.next().next().isValid():
        after = after.next().next()
    layout, height = document.documentLayout(), document.pageSize().height()
    top = layout.blockBoundingRect(heading).top()
    line = QFontMetricsF(document.defaultFont(), layout.paintDevice()).height()
    bottom = layout.blockBoundingRect(after).top() + 2 * line
    if top // height != bottom // height and bottom - top < _WHOLE * height:
        form = heading.blockFormat()
        form.setPageBreakPolicy(_BREAK)
        QTextCursor(heading).setBlockFormat(form)


def _keep_together(table: QTextTable, document: QTextDocument) -> None:
    """Begin a new page before a table that would be parted, a long one only after its header."""
    layout, height = document.documentLayout(), document.pageSize().height()
    rect = layout.frameBoundingRect(table)
    below = rect.bottom()
    if rect.height() >= _WHOLE * height:
        below = row_place(table, min(table.rows() - 1, _HEAD), layout)[1]
    if rect.top() // height != (below - 1) // height:
        form = table.format()
        form.setPageBreakPolicy(_BREAK)
        table.setFormat(form)
