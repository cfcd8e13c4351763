"""A line to type in, on a rounded ground like everything else that is pressed or written in."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from gui.motion import motion_of
from gui.surfaces import RADIUS, theme_of

_LEAST, _PAD = 36, 4
_STILL = "QLineEdit{widget-animation-duration:0;background:transparent;border:0}"


class Field(QLineEdit):
    """A line edit that paints its own ground, lit while it has the focus."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrame(False)
        self.setTextMargins(4, 0, 4, 0)
        clear = self.palette()
        clear.setColor(QPalette.ColorRole.Base, QColor(0, 0, 0, 0))
        self.setPalette(clear)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            motion = motion_of(app)
            motion.changed.connect(self._move)
            self._move(motion.reduced)

    def sizeHint(self) -> QSize:
        """Return the size with room for the words, whatever their font."""
        return super().sizeHint().expandedTo(self.minimumSizeHint())

    def minimumSizeHint(self) -> QSize:
        """Return the size that the words need."""
        least = max(_LEAST, self.fontMetrics().height() + 2 * _PAD)
        return QSize(super().minimumSizeHint().width(), least)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground, then the words."""
        parent = self.parentWidget()
        theme = theme_of(parent if parent is not None else self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lit = self.hasFocus()
        painter.setPen(QPen(QColor(theme.accent if lit else theme.border), 1.5 if lit else 1.0))
        painter.setBrush(QColor(theme.base))
        box = QRectF(self.rect()).adjusted(0.75, 0.75, -0.75, -0.75)
        painter.drawRoundedRect(box, RADIUS, RADIUS)
        painter.end()
        super().paintEvent(event)

    def _move(self, still: bool) -> None:
        # The button that clears the line fades in and out for as long as the style says.
        self.setStyleSheet(_STILL if still else "")
