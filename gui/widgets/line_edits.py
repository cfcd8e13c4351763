"""A line to type in, on a rounded ground like everything else that is pressed or written in."""

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QWidget

from gui.look.icons import icon_side, paint_icon
from gui.widgets.object_names import named
from gui.widgets.surfaces import RADIUS, theme_of

_LEAST, _PAD, _MARGIN = 36, 4, 4


class Field(QLineEdit):
    """A line edit that paints its own ground, lit while it has the focus."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrame(False)
        self._clearing: ClearButton | None = None
        self._leave_room()
        clear = self.palette()
        clear.setColor(QPalette.ColorRole.Base, QColor(0, 0, 0, 0))
        self.setPalette(clear)

    def offer_clearing(self) -> None:
        """Offer a button that empties the line, while there is something in it.

        Qt's own stays 16 pixels wide, however large the letters.
        """
        self._clearing = ClearButton(self)
        self._clearing.clicked.connect(self.clear)
        self.textChanged.connect(lambda text: self._clearing_of(bool(text)))
        self._clearing_of(bool(self.text()))
        self._leave_room()

    def sizeHint(self) -> QSize:
        """Return the size with room for the words, whatever their font."""
        return super().sizeHint().expandedTo(self.minimumSizeHint())

    def minimumSizeHint(self) -> QSize:
        """Return the size that the words need."""
        least = max(_LEAST, self.fontMetrics().height() + 2 * _PAD)
        return QSize(super().minimumSizeHint().width(), least)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._leave_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the button at the end of the line."""
        super().resizeEvent(event)
        self._leave_room()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground, then the words."""
        parent = self.parentWidget()
        theme = theme_of(parent if parent is not None else self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lit = self.hasFocus()
        painter.setPen(QPen(QColor(theme.accent if lit else theme.border), 1.5 if lit else 1.0))
        painter.setBrush(QColor(theme.base if self.isEnabled() else theme.window))
        box = QRectF(self.rect()).adjusted(0.75, 0.75, -0.75, -0.75)
        painter.drawRoundedRect(box, RADIUS, RADIUS)
        painter.end()
        super().paintEvent(event)

    def lead(self) -> int:
        """Return the pixels that are left free before the words."""
        return _MARGIN

    def _clearing_of(self, shown: bool) -> None:
        if self._clearing is not None:
            self._clearing.setVisible(shown)

    def _leave_room(self) -> None:
        after = _MARGIN
        if self._clearing is not None:
            width = self._clearing.sizeHint().width()
            self._clearing.setGeometry(self.width() - width, 0, width, self.height())
            after += width
        self.setTextMargins(self.lead(), 0, after, 0)


class ClearButton(QAbstractButton):
    """A cross of the size of the letters; the keyboard has Esc, or select all and delete."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        named(self, "clearField")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self._name()

    def sizeHint(self) -> QSize:
        """Return the size of the cross with some room around it."""
        side = icon_side(self.font()) + 2 * _PAD
        return QSize(side, side)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._name()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the cross, stronger while it is pointed at."""
        theme = theme_of(self)
        side = icon_side(self.font())
        spot = QRectF((self.width() - side) / 2, (self.height() - side) / 2, side, side)
        painter = QPainter(self)
        paint_icon(painter, "close", spot, theme.text if self.underMouse() else theme.muted)

    def _name(self) -> None:
        self.setAccessibleName(self.tr("Empty this line"))
        self.setToolTip(self.accessibleName())
