"""Tables that fit the paper: columns as wide as their words need, smaller letters, then parts."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QFontMetricsF,
    QPagedPaintDevice,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextDocumentFragment,
    QTextFormat,
    QTextLength,
    QTextTable,
    QTextTableCell,
)

from gui.texts.numbers import number

_SCALES = (1.0, 0.9, 0.8, 0.7)
"""By these the letters are made smaller, in this order; then a table is parted."""
_SHORT, _WORDS = 16, 4
"""Letters of a text that stays in one line, else its words do; what takes more than this part of a
page, such as an address, is broken."""
_LINES, _COLUMNS = 6, 3
"""A text takes no more lines where this part of a page is enough for it."""
_SPARE = 3
"""So many pixels of CSS are a column's words given more: Qt rounds what each sign takes."""
_CSS_DPI = 96


class _Need(NamedTuple):
    """What the words of a column need so that they are whole, and in one line; pixels."""

    least: float
    most: float


def tables_of(document: QTextDocument) -> list[QTextTable]:
    """Return the tables of a document in their order, those in cells left out."""
    frames = document.rootFrame().childFrames()
    found = (frame for frame in frames if isinstance(frame, QTextTable))
    return sorted(found, key=lambda table: table.firstPosition())


def fit_tables(document: QTextDocument, device: QPagedPaintDevice, wide: float) -> None:
    """Fit the tables of a document, `wide` pixels of the device across.

    One that is too wide in small letters goes on below, each part beginning with its first column.
    """
    for table in tables_of(document):
        if table.columns() > 1:
            _fit(table, device, wide)


def row_place(
    table: QTextTable, row: int, layout: QAbstractTextDocumentLayout
) -> tuple[float, float]:
    """Return where the words of a row begin and end in a document that is laid out."""
    cells = _cells(table, row)
    tops = (layout.blockBoundingRect(one.firstCursorPosition().block()).top() for one in cells)
    return min(tops), max(_bottom(one, layout) for one in cells)


def end_with_page(table: QTextTable, device: QPagedPaintDevice) -> bool:
    """Let a table go on on the next page, under its header again, from the row on that the end of
    a page would part; return whether there is one.

    The document is laid out; a row of more than half a page is parted.
    """
    document, heads = table.document(), table.format().headerRowCount()
    layout, height = document.documentLayout(), document.pageSize().height()
    places = [row_place(table, row, layout) for row in range(table.rows())]
    for row in range(heads + 1, len(places)):
        (_, above), (top, bottom) = places[row - 1 : row + 1]
        if (bottom - 1) // height > (above - 1) // height and bottom < top + height / 2:
            _go_on_at(table, row, device)
            return True
    return False


def _go_on_at(table: QTextTable, row: int, device: QPagedPaintDevice) -> None:
    document, heads = table.document(), table.format().headerRowCount()
    at = tables_of(document).index(table)
    free = QTextLength.Type.VariableLength
    if all(one.type() is free for one in table.format().columnWidthConstraints()):
        _keep_widths(table, device)
    cursor, whole = QTextCursor(document), _copy_of(table)
    cursor.setPosition(table.lastPosition() + 1)
    cursor.insertFragment(whole)
    table.removeRows(row, table.rows() - row)
    after = tables_of(document)[at + 1]
    after.removeRows(heads, row - heads)
    # A table that begins a page of its own is copied with that, and would leave this one empty.
    form = after.format()
    form.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_Auto)
    after.setFormat(form)
    # What stands between two tables would be a line of its own, and a page of its own in the end.
    cursor.setPosition(after.firstPosition() - 1)
    block, letters = QTextBlockFormat(), QTextCharFormat()
    block.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
    block.setLineHeight(1, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
    letters.setFontPointSize(1)
    cursor.setBlockFormat(block)
    cursor.setBlockCharFormat(letters)
    # Where the line under the last row is over the end of its page, a break would pass over one.
    layout, height = document.documentLayout(), document.pageSize().height()
    last = row_place(tables_of(document)[at], row - 1, layout)[1]
    if layout.blockBoundingRect(cursor.block()).top() // height > (last - 1) // height + 1:
        block.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_Auto)
        cursor.setBlockFormat(block)


def _keep_widths(table: QTextTable, device: QPagedPaintDevice) -> None:
    """Let columns be as wide as all of their cells need, however few of these stay."""
    wide, around = table.document().pageSize().width(), _around(table)
    needs = (_need(table, column, device, wide).most for column in range(table.columns()))
    fixed = QTextLength.Type.FixedLength
    form = table.format()
    form.setColumnWidthConstraints(
        [QTextLength(fixed, need * _CSS_DPI / device.logicalDpiX() + around) for need in needs]
    )
    table.setFormat(form)


def _copy_of(table: QTextTable) -> QTextDocumentFragment:
    cursor = QTextCursor(table.document())
    cursor.setPosition(table.firstPosition() - 1)
    cursor.setPosition(table.lastPosition() + 1, QTextCursor.MoveMode.KeepAnchor)
    return cursor.selection()


def _cells(table: QTextTable, row: int) -> list[QTextTableCell]:
    return [table.cellAt(row, column) for column in range(table.columns())]


def _bottom(cell: QTextTableCell, layout: QAbstractTextDocumentLayout) -> float:
    return layout.blockBoundingRect(cell.lastCursorPosition().block()).bottom()


def _fit(table: QTextTable, device: QPagedPaintDevice, wide: float) -> None:
    around = _around(table) * device.logicalDpiX() / _CSS_DPI
    needs = [_need(table, column, device, wide) for column in range(table.columns())]
    if sum(need.most + around for need in needs) <= wide:
        return
    fitting = []
    for scale in _SCALES:
        made = [_Need(need.least * scale + around, need.most * scale + around) for need in needs]
        fitting.append((_parted([need.least for need in made], wide), scale, made))
    fewest = min(len(parts) for parts, _, _ in fitting)
    parts, scale, needs = next(one for one in fitting if len(one[0]) == fewest)
    for part, columns in zip(_copies(table, parts), parts, strict=True):
        if scale != 1:
            _write_smaller(part, scale)
        _share(part, [needs[at] for at in columns], wide)


def _need(table: QTextTable, column: int, device: QPagedPaintDevice, wide: float) -> _Need:
    least = most = 0.0
    for row in range(table.rows()):
        cell = table.cellAt(row, column)
        cursor = cell.firstCursorPosition()
        width = QFontMetricsF(cursor.charFormat().font(), device).horizontalAdvance
        cursor.setPosition(cell.lastPosition(), QTextCursor.MoveMode.KeepAnchor)
        text = cursor.selectedText()
        heads = row < table.format().headerRowCount()
        words = text.split() if heads or len(text) > _SHORT else [text]
        whole = width(text)
        longest = min(max(map(width, words), default=0), wide / _WORDS)
        least = max(least, longest, min(whole / _LINES, wide / _COLUMNS))
        most = max(most, min(whole, wide))
    return _Need(least, most)


def _around(table: QTextTable) -> float:
    """Return what stands beside the words of a cell, its padding and a line, in pixels of CSS."""
    form = table.cellAt(0, 0).format().toTableCellFormat()
    return form.leftPadding() + form.rightPadding() + max(form.leftBorder(), 1) + _SPARE


def _parted(least: Sequence[float], wide: float) -> list[list[int]]:
    """Return the columns of each part, the first of all in each."""
    parts = [[0]]
    for column in range(1, len(least)):
        if len(parts[-1]) > 1 and sum(least[at] for at in (*parts[-1], column)) > wide:
            parts.append([0])
        parts[-1].append(column)
    return parts


def _copies(table: QTextTable, parts: Sequence[Sequence[int]]) -> Iterator[QTextTable]:
    """Yield a table for each part, one below the other, with a line that says which it is."""
    document, among = table.document(), table.columns()
    at = tables_of(document).index(table)
    cursor, whole = QTextCursor(document), _copy_of(table)
    for _ in parts[1:]:
        cursor.setPosition(tables_of(document)[at].lastPosition() + 1)
        cursor.insertFragment(whole)
    for count, columns in enumerate(parts):
        made = tables_of(document)[at + count]
        for column in reversed(range(among)):
            if column not in columns:
                made.removeColumns(column, 1)
        if count:
            cursor.setPosition(made.firstPosition() - 1)
            cursor.insertText(_goes_on(columns, among))
        yield made


def _goes_on(columns: Sequence[int], among: int) -> str:
    """Return the line above a further part, whose own columns follow the first one."""
    words = QCoreApplication.translate("Chat", "Columns {first} to {last} of {all}")
    places = {"{first}": columns[1] + 1, "{last}": columns[-1] + 1, "{all}": among}
    for place, count in places.items():
        words = words.replace(place, number(count, QLocale()))
    return words


def _write_smaller(table: QTextTable, scale: float) -> None:
    for row in range(table.rows()):
        for column in range(table.columns()):
            cell = table.cellAt(row, column)
            cursor = cell.firstCursorPosition()
            cursor.setPosition(cell.lastPosition(), QTextCursor.MoveMode.KeepAnchor)
            form = QTextCharFormat()
            form.setFontPointSize(cursor.charFormat().font().pointSizeF() * scale)
            cursor.mergeCharFormat(form)


def _share(table: QTextTable, needs: Sequence[_Need], wide: float) -> None:
    """Give each column what it needs, and share the rest by what they would take."""
    form = table.format()
    least, most = sum(need.least for need in needs), sum(need.most for need in needs)
    if most > wide:
        part = max(wide - least, 0) / (most - least)
        widths = [need.least + part * (need.most - need.least) for need in needs]
        kind = QTextLength.Type.PercentageLength
        form.setWidth(QTextLength(kind, 100))
        form.setColumnWidthConstraints(
            [QTextLength(kind, 100 * one / sum(widths)) for one in widths]
        )
    table.setFormat(form)
