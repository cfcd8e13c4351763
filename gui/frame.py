"""The window's frame shows at once, in outline; what belongs in it is made while it is there."""

import base64

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

from gui.preferences import Preferences
from gui.theme import Theme, theme_for

SIDEBAR_WIDTH = 288

_SIZE = QSize(1120, 760)
_MENU, _HEADER, _COMPOSER, _MARGIN = 28, 52, 52, 28


class Frame(QMainWindow):
    """Owns the window's place on the screen, and its outline until `fill`."""

    def __init__(self, *, preferences: Preferences) -> None:
        super().__init__()
        self.setObjectName("balanceGui")
        self.setWindowTitle("Balance Desk")
        self.setMinimumSize(360, 420)
        hints = QApplication.styleHints()
        self._outline: Theme | None = theme_for(preferences.theme, hints.colorScheme())
        saved = QByteArray.fromBase64(preferences.geometry.encode("ascii", "ignore"))
        if saved.isEmpty() or not self.restoreGeometry(saved):
            self.resize(_SIZE)

    @property
    def filled(self) -> bool:
        """Whether the window has what belongs in it."""
        return self._outline is None

    def fill(self, middle: QWidget) -> None:
        """Put the regions in the place of the outline."""
        self._outline = None
        self.setCentralWidget(middle)

    def place(self) -> str:
        """Return where the window is, for the preferences."""
        return base64.b64encode(self.saveGeometry().data()).decode()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the outline: where the list, the chat and the composer will be."""
        if self._outline is None:
            super().paintEvent(event)
            return
        theme, width, height = self._outline, self.width(), self.height()
        side = SIDEBAR_WIDTH if width >= 2 * SIDEBAR_WIDTH else 0
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.window))
        painter.fillRect(side, _MENU, width - side, height - _MENU, QColor(theme.base))
        painter.setPen(QPen(QColor(theme.border)))
        painter.drawLine(side, _MENU + _HEADER, width, _MENU + _HEADER)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        composer = QRectF(
            side + _MARGIN, height - _COMPOSER - _MARGIN, width - side - 2 * _MARGIN, _COMPOSER
        )
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(composer, 8, 8)
        painter.end()
