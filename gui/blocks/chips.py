"""Short texts in rounded frames that flow over lines."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter

from gui.blocks.base import Block, Order, Paint
from gui.blocks.style import Style

_PAD = 10
_GAP = 6


class ChipsBlock(Block):
    """Owns the places of a few short texts."""

    order = Order.COMPUTED

    def __init__(self, texts: tuple[str, ...], style: Style) -> None:
        super().__init__()
        self._texts = texts
        self._style = style
        self._places: list[tuple[str, QRectF]] = []

    def lay_out(self, width: int) -> int:
        """Return the height of the lines that the chips take."""
        metrics = QFontMetrics(self._style.small)
        height = self._style.small_line + 8
        self._places = []
        x = y = 0.0
        for text in self._texts:
            words = metrics.elidedText(text, Qt.TextElideMode.ElideRight, width - 2 * _PAD)
            wide = metrics.horizontalAdvance(words) + 2 * _PAD
            if x and x + wide > width:
                x, y = 0.0, y + height + _GAP
            self._places.append((words, QRectF(x, y, wide, height)))
            x += wide + _GAP
        return round(y) + height if self._places else 0

    def paint(self, painter: QPainter, how: Paint) -> None:
        """Paint the chips."""
        theme = self._style.theme
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._style.small)
        for words, rect in self._places:
            painter.setPen(QColor(theme.border))
            painter.setBrush(QColor(theme.base))
            painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
            painter.setPen(QColor(theme.text))
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, words)
        painter.restore()
