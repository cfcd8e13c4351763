"""The window's frame shows at once, in outline, and can be written in; the rest follows."""

import base64

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPen, QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QMainWindow, QWidget

from gui.composer.composer import Composer
from gui.look.preferences import Preferences
from gui.look.theme import Theme, theme_for
from gui.sidebar.width import SIDEBAR_WIDTH, sidebar_width
from gui.widgets.tab_order import step

_SIZE = QSize(1120, 760)
_FRAME = QSize(8, 32)  # of most desktops
_MENU, _HEADER, _COMPOSER, _MARGIN = 28, 52, 52, 28


class WindowOutline(QMainWindow):
    """Owns the window's place on the screen, its composer, and its outline until `fill`."""

    def __init__(self, *, preferences: Preferences) -> None:
        super().__init__()
        self.setObjectName("balanceGui")
        self.setWindowTitle("Balance Desk")
        self.setMinimumSize(360, 420)
        hints = QApplication.styleHints()
        self._outline: Theme | None = theme_for(preferences.theme, hints.colorScheme())
        self._scale = preferences.font_scale
        self.composer = self._first_composer(self._outline)
        saved = QByteArray.fromBase64(preferences.geometry.encode("ascii", "ignore"))
        if saved.isEmpty() or not self.restoreGeometry(saved):
            self.resize(_SIZE)
            self._stay_on_screen()

    def _stay_on_screen(self) -> None:
        """Be no larger than the screen has room, with the frame that the desktop puts around."""
        room = self.screen().availableGeometry().size() - _FRAME
        self.resize(self.size().boundedTo(room.expandedTo(self.minimumSize())))

    @property
    def filled(self) -> bool:
        """Whether the window has what belongs in it."""
        return self._outline is None

    def fill(self, middle: QWidget) -> None:
        """Put the regions in the place of the outline."""
        self._outline = None
        self.composer.setPalette(QPalette())
        self.setCentralWidget(middle)

    def place(self) -> str:
        """Return where the window is, for the preferences."""
        return base64.b64encode(self.saveGeometry().data()).decode()

    def focusNextPrevChild(self, next: bool) -> bool:
        """Go through the regions as they are read."""
        middle = self.centralWidget()
        if middle is not None and step(middle, self.focusWidget(), forward=next):
            return True
        return super().focusNextPrevChild(next)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the composer in its place in the outline."""
        super().resizeEvent(event)
        if self._outline is not None:
            pad = _MARGIN // 2
            self.composer.setGeometry(self._written().adjusted(pad, 12, -pad, -12).toRect())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the outline: where the list, the chat and the composer will be."""
        if self._outline is None:
            super().paintEvent(event)
            return
        theme, width, height = self._outline, self.width(), self.height()
        side = self._side()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.window))
        painter.fillRect(side, _MENU, width - side, height - _MENU, QColor(theme.base))
        painter.setPen(QPen(QColor(theme.border)))
        painter.drawLine(side, _MENU + _HEADER, width, _MENU + _HEADER)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(self._written(), 8, 8)
        painter.end()

    def _written(self) -> QRectF:
        width, height = self.width(), self.height()
        left = self._side() + _MARGIN
        return QRectF(left, height - _COMPOSER - _MARGIN, width - left - _MARGIN, _COMPOSER)

    def _side(self) -> int:
        wide = self.width() >= 2 * SIDEBAR_WIDTH
        return sidebar_width(self._scale, self.width()) if wide else 0

    def _first_composer(self, theme: Theme) -> Composer:
        composer = Composer(self)
        composer.setFrameShape(QFrame.Shape.NoFrame)
        palette = composer.palette()
        palette.setColor(QPalette.ColorRole.Base, QColor(theme.base))
        palette.setColor(QPalette.ColorRole.Text, QColor(theme.text))
        palette.setColor(QPalette.ColorRole.PlaceholderText, QColor(theme.muted))
        composer.setPalette(palette)
        composer.setFocus()
        return composer
