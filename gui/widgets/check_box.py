"""A box to tick whose edge stands out in every theme and grows with the letters."""

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox

from gui.look.icons import icon_side, paint_icon
from gui.widgets.surfaces import theme_of

_GAP = 8


class Tick(QCheckBox):
    """A check box that paints itself: that of the style has no edge to see in the dark."""

    def sizeHint(self) -> QSize:
        """Return the size of the box and its words on one line."""
        words = self.fontMetrics().size(Qt.TextFlag.TextShowMnemonic, self.text())
        side = icon_side(self.font())
        height = max(side, words.height()) + _GAP
        return QSize(side + 2 * _GAP + words.width() + 1, height)

    def minimumSizeHint(self) -> QSize:
        """Return the same: the words are not cut."""
        return self.sizeHint()

    def hitButton(self, pos: QPoint) -> bool:
        """Say that all of it can be pressed."""
        return self.rect().contains(pos)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the box, its tick, the words and the ring of the keyboard focus."""
        theme = theme_of(self)
        side = icon_side(self.font())
        box = QRectF(2, (self.height() - side) / 2, side, side).adjusted(0.5, 0.5, -0.5, -0.5)
        filled = self.isChecked() and self.isEnabled()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme.accent if filled else theme.muted), 1.0))
        painter.setBrush(QColor(theme.accent if filled else theme.base))
        painter.drawRoundedRect(box, 3, 3)
        if self.isChecked():
            ink = theme.accent_text if filled else theme.muted
            paint_icon(painter, "check", QRectF(2, (self.height() - side) // 2, side, side), ink)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(theme.accent), 2.0))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 5, 5)
        painter.setPen(QColor(theme.text if self.isEnabled() else theme.muted))
        room = self.rect().adjusted(2 + side + _GAP, 0, 0, 0)
        flags = Qt.AlignmentFlag.AlignVCenter.value | Qt.TextFlag.TextShowMnemonic.value
        painter.drawText(room, flags, self.text())
        painter.end()
