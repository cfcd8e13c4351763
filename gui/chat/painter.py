"""Paints the rows on the screen, and grey bars where a row is still on its way."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from gui.blocks.base import Paint, Place, Target
from gui.chat.geometry import PlacedRow
from gui.chat.laid_out_rows import RowCache
from gui.chat.selection import ChatSelection

_BAR = 10
_TINT = 32
_ROUND = 8.0


class ChatPainter:
    """Owns nothing but how a frame is drawn; only what the clip touches is painted."""

    def __init__(self, rows: RowCache, selection: ChatSelection) -> None:
        self._rows = rows
        self._selection = selection
        self.marked = ""
        self.reached: tuple[int, Place, int] | None = None
        """The marked place that was gone to: its row, its block, and which it is there."""

    def paint(
        self,
        painter: QPainter,
        clip: QRectF,
        placed: Sequence[PlacedRow],
        left: int,
        focused: tuple[int, Target] | None,
        pointed: tuple[int, Target] | None,
    ) -> None:
        """Paint the part of a frame that is inside the clip; `left` is the column's edge.

        `focused` has the keyboard, `pointed` is under the pointer.
        """
        painter.fillRect(clip, QColor(self._rows.style.theme.base))
        for row in placed:
            if row.y + row.height > clip.top() and row.y < clip.bottom():
                with_keys, hot = (
                    one[1] if one is not None and one[0] == row.row else None
                    for one in (focused, pointed)
                )
                self._paint_row(painter, clip, row, left, with_keys, hot)

    def _paint_row(
        self,
        painter: QPainter,
        clip: QRectF,
        row: PlacedRow,
        left: int,
        focused: Target | None,
        pointed: Target | None,
    ) -> None:
        layout = self._rows.layout(row.row)
        if layout is None:
            self._paint_waiting(painter, row, left)
            return
        for place, placed in layout.placed.items():
            block, top = placed.block, row.y + placed.y
            if top + block.height <= clip.top() or top >= clip.bottom():
                continue
            painter.save()
            painter.translate(left, top)
            selected = self._selection.inside(row.row, place, block.length)
            own = placed.inside(focused)
            here = self.reached is not None and self.reached[:2] == (row.row, place)
            reached = self.reached[2] if here and self.reached is not None else None
            inside = clip.translated(-left, -top)
            block.paint(painter, Paint(inside, selected, own, self.marked, reached))
            if pointed is not None and pointed.kind == "action" and placed.inside(pointed):
                self._paint_pointed(painter, pointed.rect)
            painter.restore()

    def _paint_pointed(self, painter: QPainter, rect: QRectF) -> None:
        """Lay a breath of colour over what a click would press."""
        tint = QColor(self._rows.style.theme.accent)
        tint.setAlpha(_TINT)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tint)
        round_ = min(_ROUND, rect.height() / 2)
        painter.drawRoundedRect(rect, round_, round_)

    def _paint_waiting(self, painter: QPainter, row: PlacedRow, left: int) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._rows.style.theme.code))
        for line, share in enumerate((0.6, 0.8)):
            y = row.y + 16 + line * 2 * _BAR
            if y + _BAR < row.y + row.height:
                width = self._rows.width * share
                painter.drawRoundedRect(QRectF(left, y, width, _BAR), 5, 5)
        painter.restore()
