"""A page of HTML on A4: pictures and tables fit, and no table is parted after its header, no
question from its answer, no headline from its picture."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QMarginsF, QRectF, QSizeF
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QFont,
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

from gui.conversation.paper_tables import end_with_page, fit_tables, row_place, tables_of
from gui.look.theme import body_font

_MARGIN_MM = 18.0
_DPI = 150
_LETTERS = 0.92
"""By this letters are smaller than on the screen: paper is read from nearer."""
_WHOLE, _TABLE, _HEAD, _LINES = 0.6, 0.4, 2, 2
"""What belongs together is not parted if it takes less of a page, nor is a table; of a longer one
so many rows follow its header, of a text so many lines stand together."""
_PICTURE = "\N{OBJECT REPLACEMENT CHARACTER}"
_Part = QTextTable | QTextBlock
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
    document.setDefaultFont(_as_written(body_font(_LETTERS)))
    document.setHtml(page)
    _size_as_said(document)
    document.setDocumentMargin(0)
    room = device.pageLayout().paintRectPixels(device.logicalDpiX()).size()
    fit_tables(document, device, room.width())
    document.documentLayout().setPaintDevice(device)
    document.setPageSize(QSizeF(room))
    parts, at, led = _parts(document), 0, -1
    while at < len(parts):  # in their order: what begins a new page moves all that follows
        count = _chained(parts, at)
        if at > led or _level(parts[at]):
            _keep(parts[at : at + count], document)
        led = max(led, at + count - 1)
        part = parts[at]
        if isinstance(part, QTextTable) and end_with_page(part, device):
            parts = _parts(document)  # it goes on in another one
            led += led > at
        at += 1
    return document


def _as_written(font: QFont) -> QFont:
    """Return a font without forms of signs that a PDF has no text for: ligatures, and digits of a
    language, would be lost where one copies or looks for them."""
    for feature in ("liga", "locl"):
        font.setFeature(QFont.Tag(feature), 0)
    return font


def _size_as_said(document: QTextDocument) -> None:
    """Take off headings what Qt makes larger beside the size that a style sheet has given them."""
    block, enlarged = document.begin(), QTextFormat.Property.FontSizeAdjustment
    while block.isValid():
        if block.blockFormat().headingLevel():
            cursor, at = QTextCursor(block), block.position()
            while at < block.position() + block.length() - 1:
                cursor.setPosition(at)
                at += 1
                cursor.setPosition(at, QTextCursor.MoveMode.KeepAnchor)
                form = cursor.charFormat()
                form.clearProperty(enlarged)
                cursor.setCharFormat(form)
        block = block.next()


def _parts(document: QTextDocument) -> list[_Part]:
    """Return what a page is made of: tables, and the blocks outside of them that have something."""
    tables = tables_of(document)
    parts: list[_Part] = []
    block = document.begin()
    while block.isValid():
        if tables and block.position() >= tables[0].firstPosition():
            parts.append(table := tables.pop(0))
            block = document.findBlock(table.lastPosition() + 1)
            continue
        if block.length() > 1:
            parts.append(QTextBlock(block))
        block = block.next()
    return parts


def _chained(parts: Sequence[_Part], at: int) -> int:
    """Return how many parts from one on belong together: it leads to the next, that on, and so on.

    A heading leads to its text, that to what follows under it, also to a heading below it; a
    sentence to its picture or its table.
    """
    count = 1
    while at + count < len(parts):
        here, after = parts[at + count - 1], parts[at + count]
        over = _level(parts[at + count - 2]) if count > 1 else 0
        begins = over and not 0 < _level(after) <= over
        shown = isinstance(after, QTextTable) or _has_picture(after)
        says = isinstance(here, QTextBlock) and not _has_picture(here) and not here.textList()
        if not (_level(here) or (says and (begins or shown))):
            break
        count += 1
    return count


def _level(part: _Part) -> int:
    """Return the level of a heading, from 1 on; 0 for anything else."""
    return part.blockFormat().headingLevel() if isinstance(part, QTextBlock) else 0


def _has_picture(part: _Part) -> bool:
    return isinstance(part, QTextBlock) and _PICTURE in part.text()


def _keep(chain: Sequence[_Part], document: QTextDocument) -> None:
    """Begin a new page before what belongs together and would be parted.

    Where that takes too much of a page, as much as there is room for is kept together: of a table
    its first rows, of a text its first lines, or only what comes before.
    """
    layout, height = document.documentLayout(), document.pageSize().height()
    top = _rect(chain[0], layout).top()
    for bottom in (end for part in reversed(chain) for end in _ends(part, layout)):
        if bottom - top < _WHOLE * height:
            if top // height != (bottom - 1) // height:
                _begin_page(chain[0])
            return


def _ends(part: _Part, layout: QAbstractTextDocumentLayout) -> Iterator[float]:
    """Yield where a part may end, or be parted, from its end on upwards."""
    rect = _rect(part, layout)
    if isinstance(part, QTextTable):
        if rect.height() < _TABLE * layout.document().pageSize().height():
            yield rect.bottom()
        yield row_place(part, min(part.rows() - 1, _HEAD), layout)[1]
    elif _has_picture(part):
        yield rect.bottom()
    elif not _level(part):
        line = QFontMetricsF(part.charFormat().font(), layout.paintDevice()).height()
        yield min(rect.bottom(), rect.top() + _LINES * line)


def _rect(part: _Part, layout: QAbstractTextDocumentLayout) -> QRectF:
    if isinstance(part, QTextTable):
        return layout.frameBoundingRect(part)
    return layout.blockBoundingRect(part)


def _begin_page(part: _Part) -> None:
    if isinstance(part, QTextTable):
        form = part.format()
        form.setPageBreakPolicy(_BREAK)
        part.setFormat(form)
    else:
        cursor = QTextCursor(part)
        block = cursor.blockFormat()
        block.setPageBreakPolicy(_BREAK)
        cursor.setBlockFormat(block)
