"""What shows over the window while files are dragged on it: what will become of them."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from gui.look.theme import GRID, sized
from gui.widgets.object_names import named
from gui.widgets.surfaces import theme_of


class DropTarget(QWidget):
    """Owns the words; it covers its parent, and the pointer goes through it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        named(self, "dropTarget")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._words = ""
        self.hide()

    def show_for(self, *, tables: int) -> None:
        """Say what a drop does: tables are opened, other files go with the next message."""
        self._words = self.tr("Drop to attach the files")
        if tables:
            one = self.tr("Drop the table to open it")
            self._words = one if tables == 1 else self.tr("Drop the tables to open them")
        self.setAccessibleName(self._words)
        parent = self.parentWidget()
        if parent is not None:
            self.setGeometry(parent.rect())
        self.raise_()
        self.show()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground, its dashed edge and the words."""
        theme = theme_of(self)
        ground = QColor(theme.base)
        ground.setAlphaF(0.88)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), ground)
        painter.setPen(QPen(QColor(theme.accent), 2, Qt.PenStyle.DashLine))
        edge = QRectF(self.rect()).adjusted(2 * GRID, 2 * GRID, -2 * GRID, -2 * GRID)
        painter.drawRoundedRect(edge, 12, 12)
        painter.setPen(QColor(theme.text))
        painter.setFont(sized(self.font(), 1.3, bold=True))
        painter.drawText(edge, Qt.AlignmentFlag.AlignCenter, self._words)
        painter.end()
