"""Marks what is searched for, and brings a place of it into sight, also where it is folded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRect

from gui.blocks.base import FINDINGS, MESSAGE, BlockOrder, Place, in_part

if TYPE_CHECKING:
    from gui.chat.laid_out_rows import RowCache
    from gui.chat.painter import ChatPainter
    from gui.chat.scroll_area import RowScroll
    from gui.chat.visible_tables import ChatTables

_FOLDS = {BlockOrder.PROSE: MESSAGE, BlockOrder.FINDINGS: FINDINGS}
_MARGIN = 24
_HEAD = 3
"""So many of its lines bring a table near enough to be there."""


class Seeking(QObject):
    """Owns the place to go to, while its row is on its way."""

    def __init__(
        self, view: RowScroll, rows: RowCache, painter: ChatPainter, tables: ChatTables
    ) -> None:
        super().__init__(view)
        self._view, self._rows, self._painter, self._tables = view, rows, painter, tables
        self._sought: tuple[int, Place | None, int] | None = None
        view.framed.connect(self._seek)

    def mark(self, words: str) -> None:
        """Mark some words wherever they stand, and point at none of them; "" marks nothing."""
        self._sought = self._painter.reached = None
        self._painter.marked = words
        self._tables.mark(words)
        self._tables.let_go()
        self._view.viewport().update()

    def reach(self, row: int, place: Place | None, at: int) -> None:
        """Bring a marked place into sight and point at it: which it is, from 0, of those of a block
        of a row; without a block the row itself.
        """
        self._tables.let_go()
        self._painter.reached = (row, place, at) if place is not None else None
        self._sought = row, place, at
        self._view.viewport().update()
        self._seek()

    def _seek(self) -> None:
        if self._sought is None:
            return
        (row, place, at), self._sought = self._sought, None
        if self._top_of(row) is None:
            self._view.scroll_to(row)
        layout, top = self._rows.layout(row), self._top_of(row)
        if layout is None or top is None:
            self._sought = row, place, at
            return
        placed = layout.placed.get(place) if place is not None else None
        if place is None or placed is None:
            self._view.scroll_to(row)
        elif place.order is BlockOrder.TABLE:
            room, y = self._view.viewport().height(), top + placed.y
            if y + placed.block.height <= _MARGIN or y >= room - _MARGIN:
                self._bring(QRect(0, y, 1, _HEAD * self._rows.style.line))
            self._tables.reach(row, place.part, at, self._bring)
        else:
            self._reach_words(row, place, at)

    def _reach_words(self, row: int, place: Place, at: int) -> None:
        layout = self._rows.layout(row)
        placed = layout.placed.get(place) if layout is not None else None
        marks = placed.block.marks(self._painter.marked) if placed is not None else []
        fold = _FOLDS.get(place.order)
        if at >= len(marks) and fold and self._rows.unfold(row, in_part(place.part, fold)):
            self._view.row_changed(row)
            self._view.flush()
            self._reach_words(row, place, at)
        elif (top := self._top_of(row)) is not None and placed is not None:
            y = top + placed.y
            rect = marks[min(at, len(marks) - 1)].toAlignedRect() if marks else QRect(0, 0, 1, 1)
            self._bring(rect.translated(0, y))

    def _top_of(self, row: int) -> int | None:
        return next((placed.y for placed in self._view.placed_rows() if placed.row == row), None)

    def _bring(self, rect: QRect) -> None:
        """Scroll to a place of the viewport, unless it is well in sight."""
        room = self._view.viewport().height()
        if rect.top() < _MARGIN or rect.bottom() > room - _MARGIN:
            self._view.scroll_by(rect.top() - room // 3)
