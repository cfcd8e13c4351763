"""Lines beside an answer: a note in a colour, and why an answer failed and what can be done."""

from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from gui.blocks.base import Block, BlockOrder, Paint, Target, TextRange
from gui.blocks.buttons import button_height, paint_button, place_button
from gui.blocks.document import TextDocument
from gui.look.icons import icon_side, paint_icon
from gui.look.message_style import Style


class NoteBlock(Block):
    """Owns a plain text."""

    def __init__(
        self, text: str, style: Style, *, colour: str = "", order: BlockOrder = BlockOrder.COMPUTED
    ) -> None:
        super().__init__()
        self.order = order
        self._document = TextDocument(style, style.body, colour=colour)
        self._document.set_plain(text)

    def lay_out(self, width: int) -> int:
        """Return the height of the text."""
        return self._document.lay_out(width)

    def paint(self, painter: QPainter, how: Paint) -> None:
        """Paint the text."""
        self._document.paint(painter, how)

    @property
    def length(self) -> int:
        """The number of characters of the text."""
        return self._document.length

    def marks(self, words: str) -> list[QRectF]:
        """Return where some words are marked."""
        return self._document.marks(words)

    def position_at(self, point: QPointF) -> int:
        """Return the character position nearest to a point."""
        return self._document.position_at(point)

    def span_at(self, position: int, unit: Literal["word", "paragraph"]) -> TextRange:
        """Return the word or paragraph around a position."""
        return self._document.span_at(position, unit)

    def text(self, span: TextRange) -> str:
        """Return the plain text of a range."""
        return self._document.text(span)


class LineBlock(Block):
    """Owns nothing: a fine line between two parts of an answer."""

    order = BlockOrder.HEADER
    gap = 24

    def __init__(self, style: Style) -> None:
        super().__init__()
        self._style = style

    def lay_out(self, width: int) -> int:
        """Return the height of the line with the room below it."""
        return 12

    def paint(self, painter: QPainter, how: Paint) -> None:
        """Paint the line."""
        painter.fillRect(QRectF(0, 0, self.width, 1), QColor(self._style.theme.border))


_PAD = 12
_ICON = 18


class NoticeBlock(Block):
    """Owns a plain text with an icon, a colour and at most one button."""

    def __init__(
        self,
        text: str,
        style: Style,
        *,
        icon: str,
        colour: str,
        order: BlockOrder = BlockOrder.NOTICE,
        action: tuple[str, str, str] | None = None,
    ) -> None:
        super().__init__()
        self.order = order
        self._style = style
        self._icon, self._colour = icon, colour
        self._side = icon_side(style.body, _ICON)
        self._document = TextDocument(style, style.body)
        self._document.set_plain(text)
        self._action = action
        self._target: Target | None = None

    def lay_out(self, width: int) -> int:
        """Return the height of the text, and of the button below it."""
        left = self._text_left
        y = _PAD + self._document.lay_out(max(40, width - left - _PAD))
        if self._action is not None:
            value, label, _ = self._action
            self._target = place_button(
                self._style, left, y + 8, value, label, most=width - left - _PAD
            )
            y += 8 + button_height(self._style)
        return y + _PAD

    def paint(self, painter: QPainter, how: Paint) -> None:
        """Paint the ground, the coloured edge, the text and the button."""
        theme = self._style.theme
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(theme.border))
        painter.setBrush(QColor(theme.raised))
        painter.drawRoundedRect(QRectF(0.5, 0.5, self.width - 1, self.height - 1), 8, 8)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._colour))
        painter.drawRoundedRect(QRectF(0, 8, 3, self.height - 16), 1.5, 1.5)
        spot = QRectF(_PAD, _PAD, self._side, self._side)
        paint_icon(painter, self._icon, spot, self._colour)
        left = self._text_left
        painter.translate(left, _PAD)
        self._document.paint(painter, how.inside(left, _PAD))
        painter.restore()
        if self._target is not None and self._action is not None:
            focused = how.focused == self._target
            icon = self._action[2]
            paint_button(painter, self._target, icon, self._style, bordered=True, focused=focused)

    def targets(self) -> list[Target]:
        """Return the button."""
        return [self._target] if self._target is not None else []

    @property
    def length(self) -> int:
        """The number of characters of the text."""
        return self._document.length

    def marks(self, words: str) -> list[QRectF]:
        """Return where some words are marked."""
        return [r.translated(self._text_left, _PAD) for r in self._document.marks(words)]

    def position_at(self, point: QPointF) -> int:
        """Return the character position nearest to a point."""
        return self._document.position_at(point - QPointF(self._text_left, _PAD))

    def span_at(self, position: int, unit: Literal["word", "paragraph"]) -> TextRange:
        """Return the word or paragraph around a position."""
        return self._document.span_at(position, unit)

    def text(self, span: TextRange) -> str:
        """Return the plain text of a range."""
        return self._document.text(span)

    @property
    def _text_left(self) -> int:
        return _PAD + self._side + 10
