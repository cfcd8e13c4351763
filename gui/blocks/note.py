"""A few lines of plain text, in a colour."""

from typing import Literal

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from gui.blocks.base import Block, Order, Paint, Span
from gui.blocks.document import TextDocument
from gui.blocks.style import Style


class NoteBlock(Block):
    """Owns a plain text."""

    def __init__(
        self, text: str, style: Style, *, colour: str = "", order: Order = Order.COMPUTED
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
        self._document.paint(painter, how.clip, how.selected, how.marked)

    @property
    def length(self) -> int:
        """The number of characters of the text."""
        return self._document.length

    def position_at(self, point: QPointF) -> int:
        """Return the character position nearest to a point."""
        return self._document.position_at(point)

    def span_at(self, position: int, unit: Literal["word", "paragraph"]) -> Span:
        """Return the word or paragraph around a position."""
        return self._document.span_at(position, unit)

    def text(self, span: Span) -> str:
        """Return the plain text of a range."""
        return self._document.text(span)
