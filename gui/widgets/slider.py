"""A slider whose knob and way stand out in every theme; the keyboard's focus is a ring."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSlider, QStyle, QStyleOptionSlider, QWidget

from gui.widgets.surfaces import theme_of

_GROOVE, _KNOB, _RING = 4.0, 14.0, 2.0


class Slider(QSlider):
    """A level slider that paints itself; where it is pressed and dragged is the style's."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the way, what is behind of it, and the knob."""
        theme = theme_of(self)
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        control, part = QStyle.ComplexControl.CC_Slider, QStyle.SubControl.SC_SliderHandle
        at = QRectF(self.style().subControlRect(control, option, part, self)).center().x()
        middle = self.height() / 2
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for colour, width in ((theme.border, float(self.width())), (theme.accent, at)):
            painter.setBrush(QColor(colour))
            groove = QRectF(0, middle - _GROOVE / 2, width, _GROOVE)
            painter.drawRoundedRect(groove, _GROOVE / 2, _GROOVE / 2)
        knob = QRectF(at - _KNOB / 2, middle - _KNOB / 2, _KNOB, _KNOB)
        painter.setBrush(QColor(theme.accent))
        painter.drawEllipse(knob)
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.accent_text), _RING))
            painter.drawEllipse(knob.adjusted(_RING, _RING, -_RING, -_RING))
        painter.end()
