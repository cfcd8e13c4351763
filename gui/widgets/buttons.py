"""Flat buttons of one family: the main one, plain and quiet ones, and cards of words."""

from typing import Literal

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QEnterEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from gui.look.icons import icon_side, paint_icon
from gui.widgets.surfaces import RADIUS, theme_of

Kind = Literal["main", "plain", "quiet", "line", "card"]

_GAP = 8
_LEAST = 120
_LEAST_LINE = 24
"""What can be pressed is no lower than this, in pixels (WCAG 2.2, section 2.5.8)."""
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_TEXT_FLAGS = Qt.TextFlag.TextWordWrap | Qt.TextFlag.TextShowMnemonic


class Button(QPushButton):
    """A push button that paints itself; its text wraps where the width ends.

    `main` is filled with the accent, `plain` has a border, `quiet` has none until it is pointed
    at, `line` is a quiet one that is hardly higher than a line of words, `card` is a wide plain
    one with its words at the left.
    """

    def __init__(
        self, kind: Kind = "plain", *, icon: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._kind: Kind = kind
        self._icon = icon
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        # The keys stay where they were when it is pressed with the pointer.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    @property
    def icon_name(self) -> str:
        """The icon before the words."""
        return self._icon

    @icon_name.setter
    def icon_name(self, name: str) -> None:
        self._icon = name
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size in which the text stands on one line."""
        text = self.fontMetrics().size(Qt.TextFlag.TextShowMnemonic, self.text())
        width = self._around() + (text.width() + 1 if self.text() else 0)
        return QSize(max(width, 32), self._least_height())

    def minimumSizeHint(self) -> QSize:
        """Return the size below which the text could not be read."""
        hint = self.sizeHint()
        metrics = self.fontMetrics()
        flag = Qt.TextFlag.TextShowMnemonic
        words = (metrics.size(flag, word).width() for word in self.text().split())
        least = max(_LEAST, self._around() + max(words, default=0) + 1)
        return QSize(min(hint.width(), least), hint.height())

    def hasHeightForWidth(self) -> bool:
        """Say that the height follows the width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height that the text takes at a width."""
        if not self.text():
            return self._least_height()
        room = QRect(0, 0, max(16, width - self._around()), 100_000)
        text = self.fontMetrics().boundingRect(room, int(_TEXT_FLAGS), self.text())
        one = self.fontMetrics().size(Qt.TextFlag.TextShowMnemonic, self.text())
        if text.height() <= one.height():
            return self._least_height()
        return max(self._least_height(), text.height() + 2 * _GAP)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press the button with Enter as with the space bar.

        Qt leaves that to the desktop, and most say no. A key that is held down does not count: it
        may have been pressed somewhere else, before the focus came here.
        """
        if event.key() in _ENTER and not event.isAutoRepeat():
            self.click()
        else:
            super().keyPressEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Show that the button can be pressed."""
        super().enterEvent(event)
        self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """Show it no longer."""
        super().leaveEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint ground, icon, words and the ring of the keyboard focus."""
        theme = theme_of(self)
        hot = self.isEnabled() and (self.underMouse() or self.isDown())
        ground, border, ink = {
            "main": (theme.accent, theme.accent, theme.accent_text),
            "plain": (theme.base, theme.border, theme.text),
            "quiet": ("", "", theme.text),
            "line": ("", "", theme.text),
            "card": (theme.base, theme.border, theme.text),
        }[self._kind]
        if not self.isEnabled():
            ink = theme.muted
            if self._kind == "main":
                ground, border = theme.window, theme.border
        elif hot and self._kind != "main":
            ground = theme.bubble
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(QColor(border), 1.0) if border else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(ground) if ground else Qt.BrushStyle.NoBrush)
        if ground or border:
            painter.drawRoundedRect(box, RADIUS, RADIUS)
        if hot and self._kind == "main":
            painter.setBrush(QColor(255, 255, 255, 20))
            painter.drawRoundedRect(box, RADIUS, RADIUS)
        if self.hasFocus():
            ring = QColor(theme.accent_text if self._kind == "main" else theme.accent)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(ring, 2.0))
            painter.drawRoundedRect(box.adjusted(2, 2, -2, -2), RADIUS - 2, RADIUS - 2)
        self._paint_words(painter, ink)
        painter.end()

    def _paint_words(self, painter: QPainter, ink: str) -> None:
        room = self.rect().adjusted(self._pad(), 0, -self._pad(), 0)
        left = self._kind in ("card", "quiet", "line")
        if self._icon:
            x = float(room.left())
            if not left or not self.text():
                # Icon and words stand in the middle together.
                x = max(x, (self.width() - self.sizeHint().width()) / 2 + self._pad())
            side = icon_side(self.font())
            spot = QRectF(x, (self.height() - side) / 2, side, side)
            paint_icon(painter, self._icon, spot, ink)
            room.setLeft(round(x) + side + _GAP)
            left = True
        painter.setPen(QColor(ink))
        side = Qt.AlignmentFlag.AlignLeft if left else Qt.AlignmentFlag.AlignHCenter
        flags = int(_TEXT_FLAGS) | int(side.value | Qt.AlignmentFlag.AlignVCenter.value)
        painter.drawText(room, flags, self.text())

    def _pad(self) -> int:
        return 16 if self.text() and self._kind != "line" else 8

    def _around(self) -> int:
        icon = icon_side(self.font()) + (_GAP if self.text() else 0) if self._icon else 0
        return 2 * self._pad() + icon

    def _least_height(self) -> int:
        if self._kind == "line":
            return max(_LEAST_LINE, self.fontMetrics().height() + 4)
        least = self.fontMetrics().height() + (2 * _GAP if self._kind == "card" else 12)
        return max(32, (least + 3) // 4 * 4)
