"""Boxes of choices on the ground of everything else that is pressed; one keeps what was chosen."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QComboBox, QStyledItemDelegate, QWidget

from gui.look.icons import icon_side, paint_icon
from gui.look.theme import scroll_bar_css
from gui.widgets.object_names import named
from gui.widgets.surfaces import RADIUS, theme_of

_LEAST, _PAD, _ROW, _MOST = 36, 10, 6, 240


class Box(QComboBox):
    """A combo box that paints itself: that of the style looks like no other field here."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMinimumHeight(_LEAST)
        self.setMaxVisibleItems(16)
        # That of the style draws the rows of a menu, and knows no style sheet.
        self.setItemDelegate(QStyledItemDelegate(self))

    def setAccessibleName(self, name: str) -> None:
        """Tell what is chosen here, too: where Qt names a box by its choice, nothing else does."""
        super().setAccessibleName(name)
        self.setAccessibleDescription(name)

    def showPopup(self) -> None:
        """Offer the choices on the ground of what lies over the window, as it is now."""
        theme = theme_of(self)
        self.view().window().setStyleSheet(
            f"QListView{{background:{theme.floating};color:{theme.text};outline:0;"
            f"border:1px solid {theme.border}}}"
            f"QListView::item{{padding:{_ROW}px {_PAD}px;border:0}}"
            f"QListView::item:selected{{background:{theme.selection};"
            f"color:{theme.selection_text}}}" + scroll_bar_css(theme, theme.floating)
        )
        super().showPopup()

    def sizeHint(self) -> QSize:
        """Return a size in which the chosen words and the sign can be seen."""
        hint = super().sizeHint()
        return QSize(hint.width() + 2 * _PAD, max(_LEAST, hint.height()))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground, lit while it has the focus, the chosen words and the sign."""
        theme = theme_of(self)
        lit, on = self.hasFocus(), self.isEnabled()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme.accent if lit else theme.border), 1.5 if lit else 1.0))
        painter.setBrush(QColor(theme.base if on else theme.window))
        box = QRectF(self.rect()).adjusted(0.75, 0.75, -0.75, -0.75)
        painter.drawRoundedRect(box, RADIUS, RADIUS)
        side = icon_side(self.font())
        spot = QRectF(self.width() - side - _PAD, (self.height() - side) / 2, side, side)
        paint_icon(painter, "chevron-down", spot, theme.muted)
        room = self.rect().adjusted(_PAD, 0, -side - _PAD - 4, 0)
        words = self.fontMetrics().elidedText(
            self.currentText(), Qt.TextElideMode.ElideRight, room.width()
        )
        painter.setPen(QColor(theme.text if on else theme.muted))
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(room, middle | Qt.TextFlag.TextSingleLine, words)
        painter.end()


class ChoiceBox(Box):
    """Owns a list of (value, words); `value` is the chosen one, None for everything."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, name)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(10)

    def sizeHint(self) -> QSize:
        """Return a size in which what it offers first, which is mostly everything, can be read."""
        hint = super().sizeHint()
        room = self.fontMetrics().horizontalAdvance(self.itemText(0)) + 4 * _PAD
        return QSize(max(hint.width(), min(_MOST, room + icon_side(self.font()))), hint.height())

    @property
    def value(self) -> str | None:
        """The chosen value."""
        found = self.currentData()
        return found if isinstance(found, str) else None

    def offer(self, choices: Sequence[tuple[str | None, str]]) -> None:
        """Offer these choices; what was chosen stays chosen, else it is the first."""
        chosen = self.value
        self.blockSignals(True)
        self.clear()
        for value, words in choices:
            self.addItem(words[:80], value)
        at = next((n for n, (value, _) in enumerate(choices) if value == chosen), 0)
        self.setCurrentIndex(at)
        self.blockSignals(False)

    def choose(self, value: str | None) -> None:
        """Choose a value that is offered."""
        for at in range(self.count()):
            if self.itemData(at) == value:
                self.setCurrentIndex(at)
