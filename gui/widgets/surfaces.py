"""Rounded grounds with a fine border, painted in the colours of the present theme."""

from typing import Literal

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QFrame, QWidget

from gui.look.theme import DARK, LIGHT, Theme

RADIUS = 8.0

Tone = Literal["base", "raised", "waiting"]


def theme_of(widget: QWidget) -> Theme:
    """Return the theme that a widget is shown in, by its palette."""
    return DARK if widget.palette().base().color().lightness() < 128 else LIGHT


def ink(widget: QWidget, colour: str) -> None:
    """Show the words of a widget in a colour, whatever ground it lies on."""
    palette = widget.palette()
    for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text):
        palette.setColor(role, QColor(colour))
    widget.setPalette(palette)


class Surface(QFrame):
    """Owns a rounded ground; `lit` draws its border in the accent colour, as focus does."""

    def __init__(self, tone: Tone = "raised", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._tone = tone
        self._lit = False

    @property
    def lit(self) -> bool:
        """Whether the border is drawn in the accent colour."""
        return self._lit

    @lit.setter
    def lit(self, lit: bool) -> None:
        if lit != self._lit:
            self._lit = lit
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground, its border, and the edge that marks what waits."""
        theme = theme_of(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        border = theme.accent if self._lit else theme.border
        painter.setPen(QPen(QColor(border), 1.5 if self._lit else 1.0))
        painter.setBrush(QColor(theme.base if self._tone == "base" else theme.raised))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.75, 0.75, -0.75, -0.75), 8, 8)
        if self._tone == "waiting":
            painter.setPen(QPen(QColor(theme.waiting), 3.0))
            painter.drawLine(2, round(RADIUS), 2, self.height() - round(RADIUS))
        painter.end()
