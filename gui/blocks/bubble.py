"""What the person wrote: plain text in a bubble on the right, with the files that went along."""

from typing import Literal

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from app.desk.outgoing import ABOUT, REPLACES
from app.domain.messages import FilePart, Message
from gui.blocks.base import MESSAGE, Block, BlockOrder, Paint, Target, TextRange
from gui.blocks.buttons import button_height, paint_button, place_button
from gui.blocks.document import TextDocument
from gui.blocks.pictures import ShownPicture
from gui.look.icons import icon_side, paint_icon
from gui.look.message_style import Style
from gui.texts.messages import refers_word, replaces_word, typed_text

_PAD_X, _PAD_Y = 14, 10
_SHARE = 0.82
_LINES, _LETTERS = 14, 1_200
"""A longer message is folded to so much."""


def first_lines(text: str) -> str:
    """Return what is shown of a long message at first; a short one as it is."""
    lines = text.split("\n")
    first = "\n".join(lines[:_LINES])
    if len(lines) <= _LINES + 2 and len(text) <= _LETTERS + 200:
        return text
    return first[:_LETTERS].rstrip() + " …"


def _fold_word(whole: bool) -> str:
    if whole:
        return QCoreApplication.translate("Chat", "Show less")
    return QCoreApplication.translate("Chat", "Show all of it")


class BubbleBlock(Block):
    """Owns the text of one request, exactly as it was typed."""

    order = BlockOrder.PROSE

    def __init__(self, message: Message, style: Style, *, whole: bool = False) -> None:
        super().__init__()
        self._style = style
        self._document = TextDocument(style, style.body)
        text = typed_text(message)
        first = first_lines(text)
        self._fold = "" if first == text else _fold_word(whole)
        self._whole = whole
        self._document.set_plain(text if whole else first)
        self._folding: Target | None = None
        files = [part for part in message.parts if isinstance(part, FilePart)]
        self._files = [part.name or part.url or "" for part in files]
        self._pictures = [ShownPicture(part, style) for part in files]
        named = (
            (REPLACES, "show_turn", replaces_word(), "retry"),
            (ABOUT, "show_about", refers_word(), "reply"),
        )
        self._links = [
            (f"{action}:{value}", label, icon)
            for key, action, label, icon in named
            if isinstance(value := message.metadata.get(key), str) and value
        ]
        self._linked: list[Target] = []
        self._bubble = QRectF()
        self._text_height = 0

    def lay_out(self, width: int) -> int:
        """Return the height; the bubble is as wide as its longest line."""
        most = max(60, round(width * _SHARE)) - 2 * _PAD_X
        self._document.lay_out(most)
        ideal = round(self._document.ideal_width + 0.999)
        metric_width = [
            self._style.small_line + 12 + len(name) * self._style.small_line // 2
            for name in self._files
        ]
        picture_sizes = [picture.lay_out(most) for picture in self._pictures]
        picture_width = [size.width() for size in picture_sizes]
        text_width = min(most, max([ideal, *metric_width, *picture_width]))
        self._text_height = self._document.lay_out(text_width) if self._document.length else 0
        files = len(self._files) * (self._style.small_line + 6)
        files += sum(size.height() + 6 for size in picture_sizes if size.height())
        height = self._text_height + files + 2 * _PAD_Y
        bubble = text_width + 2 * _PAD_X
        top = button_height(self._style) * len(self._links)
        self._bubble = QRectF(width - bubble, top, bubble, height)
        if self._fold:
            self._folding = place_button(
                self._style, 0, top + height, f"unfold:{MESSAGE}", self._fold
            )
            self._folding.rect.moveRight(width)
            height += button_height(self._style)
        self._linked = []
        for at, (value, label, _) in enumerate(self._links):
            y = at * button_height(self._style)
            place = place_button(self._style, 0, y, value, label, most=width)
            place.rect.moveRight(width)
            self._linked.append(place)
        return top + height

    def paint(self, painter: QPainter, how: Paint) -> None:
        """Paint the bubble, its text and its files."""
        theme = self._style.theme
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.bubble))
        painter.drawRoundedRect(self._bubble, 14, 14)
        origin = self._origin
        painter.translate(origin)
        self._document.paint(painter, how.inside(origin.x(), origin.y()))
        painter.setFont(self._style.small)
        y = float(self._text_height)
        line = self._style.small_line + 6
        side = icon_side(self._style.small)
        for name, picture in zip(self._files, self._pictures, strict=True):
            painter.setFont(self._style.small)
            paint_icon(painter, "file", QRectF(0, y + (line - side) / 2, side, side), theme.text)
            painter.setPen(QColor(theme.text))
            room = QRectF(side + 6, y, self._bubble.width() - 2 * _PAD_X - side - 6, line)
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, name)
            y += line
            if picture:
                picture.paint(painter, 0, y)
                y += picture.size.height() + 6
        painter.restore()
        if self._folding is not None:
            icon = "chevron-down" if self._whole else "chevron-right"
            focused = how.focused == self._folding
            paint_button(painter, self._folding, icon, self._style, focused=focused)
        for target, (_, _, icon) in zip(self._linked, self._links, strict=True):
            paint_button(painter, target, icon, self._style, focused=how.focused == target)

    def targets(self) -> list[Target]:
        """Return the links to what the message replaces and is about, and what unfolds it."""
        return [*self._linked, *([self._folding] if self._folding is not None else [])]

    @property
    def length(self) -> int:
        """The number of characters of the text."""
        return self._document.length

    def marks(self, words: str) -> list[QRectF]:
        """Return where some words are marked."""
        return [rect.translated(self._origin) for rect in self._document.marks(words)]

    def position_at(self, point: QPointF) -> int:
        """Return the character position nearest to a point."""
        return self._document.position_at(point - self._origin)

    def text(self, span: TextRange) -> str:
        """Return the plain text of a range."""
        return self._document.text(span)

    def span_at(self, position: int, unit: Literal["word", "paragraph"]) -> TextRange:
        """Return the word or paragraph around a position."""
        return self._document.span_at(position, unit)

    @property
    def _origin(self) -> QPointF:
        return QPointF(self._bubble.x() + _PAD_X, self._bubble.y() + _PAD_Y)
