"""Buttons that are painted: an icon, a word, a border when they matter; those of an answer."""

from functools import lru_cache

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen

from gui.blocks.base import Block, BlockOrder, Paint, Target
from gui.look.icons import icon_side, paint_icon
from gui.look.message_style import Style

MIDDLE = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
"""Where words stand in their line, made once: every frame asks for it many times."""

_PAD = 8


@lru_cache(maxsize=256)
def shortened(label: str, font: QFont, room: int) -> str:
    """Return a label as it fits into so many pixels; measured once, many rows have the same."""
    return QFontMetrics(font).elidedText(label, Qt.TextElideMode.ElideRight, room)


@lru_cache(maxsize=256)
def width_of(label: str, font: QFont) -> int:
    """Return how many pixels a label takes."""
    return QFontMetrics(font).horizontalAdvance(label)


def button_height(style: Style) -> int:
    """Return the height of a button, in pixels."""
    return max(24, style.small_line + 8)


def place_button(
    style: Style, x: float, y: float, value: str, label: str, *, most: float = 1e6
) -> Target:
    """Return a button whose left top corner is at (x, y), at most `most` pixels wide."""
    icon = icon_side(style.small)
    width = width_of(label, style.small) + icon + 2 * _PAD + 6
    return Target("action", value, label, QRectF(x, y, min(width, most), button_height(style)))


def paint_button(
    painter: QPainter,
    target: Target,
    icon: str,
    style: Style,
    *,
    bordered: bool = False,
    focused: bool = False,
) -> None:
    """Paint a button where its target is."""
    theme = style.theme
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if bordered or focused:
        painter.setPen(QPen(QColor(theme.accent if focused else theme.border), 2 if focused else 1))
        painter.setBrush(QColor(theme.raised) if bordered else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(target.rect.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
    colour = theme.text if bordered else theme.muted
    rect = target.rect
    side = icon_side(style.small)
    top = rect.center().y() - side / 2
    paint_icon(painter, icon, QRectF(rect.x() + _PAD, round(top), side, side), colour)
    painter.setPen(QColor(colour))
    painter.setFont(style.small)
    left = rect.x() + _PAD + side + 6
    room = rect.right() - left - 2
    words = shortened(target.label, style.small, round(room) + 2)
    painter.drawText(
        QRectF(left, rect.y(), room + _PAD, rect.height()),
        MIDDLE,
        words,
    )
    painter.restore()


def paint_focus(painter: QPainter, rect: QRectF, style: Style) -> None:
    """Paint the ring around the target that has the keyboard."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(style.theme.accent), 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(rect.adjusted(-2, -1, 2, 1), 4, 4)
    painter.restore()


class ActionsBlock(Block):
    """Owns a row of quiet buttons: (action, label, icon) each."""

    gap = 4

    def __init__(
        self,
        actions: list[tuple[str, str, str]],
        style: Style,
        *,
        order: BlockOrder = BlockOrder.ACTIONS,
    ) -> None:
        super().__init__()
        self.order = order
        self._style = style
        self._actions = actions
        self._targets: list[Target] = []

    def lay_out(self, width: int) -> int:
        """Return the height of the rows that the buttons take."""
        self._targets = []
        x, y, line = -8.0, 0.0, button_height(self._style)
        for value, label, _ in self._actions:
            target = place_button(self._style, x, y, value, label, most=width)
            if target.rect.right() > width and x > 0:
                x, y = -8.0, y + line
                target = place_button(self._style, x, y, value, label, most=width)
            self._targets.append(target)
            x = target.rect.right() + 4
        return round(y) + line

    def paint(self, painter: QPainter, how: Paint) -> None:
        """Paint the buttons."""
        for target, (_, _, icon) in zip(self._targets, self._actions, strict=True):
            paint_button(painter, target, icon, self._style, focused=how.focused == target)

    def targets(self) -> list[Target]:
        """Return the buttons."""
        return list(self._targets)
