"""Running text with code: pieces of Markdown, of which only the last one changes as it grows."""

from bisect import bisect_right
from dataclasses import replace
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from gui.blocks.base import Block, BlockOrder, Paint, Target, TextRange
from gui.blocks.buttons import paint_focus
from gui.blocks.code import code_html
from gui.blocks.document import TextDocument
from gui.blocks.markdown import Segment, definitions, split, to_html, without_half_row
from gui.look.message_style import Style
from gui.texts.messages import copy_word

_LONG = 1600
_KEEP_LINES = 2
_TRIES = 12
_NEEDLE = 20


def cut_at_line(source: str, document: TextDocument) -> int | None:
    """Return where in the Markdown a line of the laid-out last paragraph begins, or None.

    Both halves then look as the whole did. None while the paragraph is short, and where no line
    begins outside emphasis, code and links.
    """
    if len(source) < _LONG:
        return None
    paragraph = document.last_paragraph()
    if paragraph is None:
        return None
    text, starts = paragraph
    for start in reversed(starts[1:-_KEEP_LINES][-_TRIES:]):
        needle = text[start : start + _NEEDLE]
        at = source.rfind(needle)
        if at > 0 and source.count(needle) == 1 and _stands_alone(source[:at]):
            return at
    return None


def _stands_alone(head: str) -> bool:
    """Whether every mark that was opened before the cut is closed again."""
    pairs = (("[", "]"), ("(", ")"))
    marks = ("**", "__", "`", "~~")
    return (
        all(head.count(mark) % 2 == 0 for mark in marks)
        and head.replace("**", "").count("*") % 2 == 0
        and all(head.count(left) == head.count(right) for left, right in pairs)
    )


_PAD = 12
_RADIUS = 8
_COPY_ROOM = 20


class ProseSegment:
    """Owns the document of one segment and where it stands in its block."""

    def __init__(self, segment: Segment, style: Style, references: str) -> None:
        self.segment = segment
        self.joined = False
        self.top = 0
        self.height = 0
        self.first = 0
        self._document = TextDocument(style, style.mono if segment.code else style.body)
        if not segment.code:
            self._document.set_html(to_html(segment.source, references))
        elif segment.closed:
            self._document.set_html(code_html(segment.source, segment.language, style.theme))
        else:
            self._document.set_plain(segment.source)

    @property
    def document(self) -> TextDocument:
        """The laid-out text."""
        return self._document

    @property
    def inset(self) -> int:
        """Pixels between the block's edge and the text."""
        return _PAD if self.segment.code else 0

    def lay_out(self, width: int) -> None:
        """Set the height at a width."""
        room = width - 2 * self.inset - (_COPY_ROOM if self.segment.code else 0)
        self.height = self._document.lay_out(room) + 2 * self.inset

    def grow(self, segment: Segment) -> bool:
        """Take in more of an open fence, if that is all that happened."""
        mine = self.segment
        if mine.closed or segment.closed or not segment.source.startswith(mine.source):
            return False
        self._document.append_plain(segment.source[len(mine.source) :])
        self.segment = segment
        return True


class ProseBlock(Block):
    """Owns the pieces of an answer's text; finished pieces are never laid out again."""

    def __init__(self, style: Style, order: BlockOrder = BlockOrder.PROSE) -> None:
        super().__init__()
        self.order = order
        self._style = style
        self._text = ""
        self._streaming = False
        self._pieces: list[ProseSegment] = []
        self._starts: list[int] = []

    def set_text(self, text: str, *, streaming: bool) -> int:
        """Show this text; return the first pixel row that may look different now."""
        shown = without_half_row(text) if streaming else text
        keep = 0
        if streaming and self._streaming and self._pieces and shown.startswith(self._text):
            keep = len(self._pieces) - 1
        start = self._pieces[keep].segment.start if keep else 0
        old = self._pieces[keep:]
        self._text, self._streaming = shown, streaming
        references = "" if streaming else definitions(shown)
        fresh: list[ProseSegment] = []
        for at, segment in enumerate(split(shown, start)):
            piece = old[at] if at < len(old) else None
            if piece is not None and piece.segment.code and piece.grow(segment):
                piece.lay_out(self.width)
            elif piece is None or piece.segment != segment or piece.joined or references:
                joined = piece is not None and piece.joined and streaming
                piece = ProseSegment(segment, self._style, references)
                piece.joined = joined
                if self.width:
                    piece.lay_out(self.width)
            fresh.append(piece)
        self._pieces[keep:] = fresh
        if self.width:
            if streaming:
                self._cut_long_tail()
            self.height = self._stack()
        return self._pieces[keep].top if keep < len(self._pieces) else 0

    def set_code(self, source: str, language: str) -> None:
        """Show code as it is, in one piece."""
        self._text, self._streaming = source, False
        segment = Segment(0, source, code=True, language=language)
        self._pieces = [ProseSegment(segment, self._style, "")]

    def lay_out(self, width: int) -> int:
        """Return the height at this width."""
        if any(piece.joined for piece in self._pieces):
            self._pieces = [ProseSegment(part, self._style, "") for part in split(self._text)]
        for piece in self._pieces:
            piece.lay_out(width)
        return self._stack()

    def paint(self, painter: QPainter, how: Paint) -> None:
        """Paint the pieces that the clip touches."""
        reached = self._reached(how)
        for piece in self._pieces:
            if piece.top + piece.height <= how.clip.top() or piece.top >= how.clip.bottom():
                continue
            if piece.segment.code:
                self._paint_ground(painter, piece)
            painter.save()
            painter.translate(piece.inset, piece.top + piece.inset)
            selected = self._inside(piece, how.selected)
            at = reached[1] if reached is not None and reached[0] is piece else None
            own = replace(how, selected=selected, reached=at)
            piece.document.paint(painter, own.inside(piece.inset, piece.top + piece.inset))
            painter.restore()
        if how.focused is not None:
            paint_focus(painter, how.focused.rect, self._style)

    def targets(self) -> list[Target]:
        """Return the links and the copy buttons of code."""
        found: list[Target] = []
        for piece in self._pieces:
            for link in piece.document.links():
                rect = link.rect.translated(piece.inset, piece.top + piece.inset)
                found.append(link._replace(rect=rect))
            if piece.segment.code and piece.segment.closed:
                found.append(self._copy_target(piece))
        return found

    def target_at(self, point: QPointF) -> Target | None:
        """Return the link or copy button at a point."""
        piece = self._piece_at(point)
        if piece is None:
            return None
        if piece.segment.code and piece.segment.closed:
            copy = self._copy_target(piece)
            if copy.rect.contains(point):
                return copy
        inside = QPointF(point.x() - piece.inset, point.y() - piece.top - piece.inset)
        address = piece.document.link_at(inside)
        if not address:
            return None
        return Target("link", address, address, QRectF(point.x(), point.y(), 1, 1))

    @property
    def length(self) -> int:
        """The number of characters of all pieces, with one break between two."""
        if not self._pieces:
            return 0
        return self._pieces[-1].first + self._pieces[-1].document.length

    def marks(self, words: str) -> list[QRectF]:
        """Return where some words are marked, in all pieces."""
        return [
            rect.translated(piece.inset, piece.top + piece.inset)
            for piece in self._pieces
            for rect in piece.document.marks(words)
        ]

    def position_at(self, point: QPointF) -> int:
        """Return the character position nearest to a point."""
        piece = self._piece_at(point)
        if piece is None:
            return 0
        inside = QPointF(point.x() - piece.inset, point.y() - piece.top - piece.inset)
        return piece.first + piece.document.position_at(inside)

    def text(self, span: TextRange) -> str:
        """Return the plain text of a range."""
        found: list[str] = []
        for piece in self._pieces:
            part = self._inside(piece, span)
            if part is None:
                continue
            if found and not piece.joined:
                found.append("\n" if piece.segment.tight else "\n\n")
            found.append(piece.document.text(part))
        return "".join(found)

    def span_at(self, position: int, unit: Literal["word", "paragraph"]) -> TextRange:
        """Return the word or paragraph around a position."""
        if not self._pieces:
            return TextRange(0, 0)
        piece = self._pieces[max(0, bisect_right(self._starts, position) - 1)]
        found = piece.document.span_at(position - piece.first, unit)
        return TextRange(piece.first + found.start, piece.first + found.stop)

    def _reached(self, how: Paint) -> tuple[ProseSegment, int] | None:
        """Return the piece with the marked place that was gone to, and which it is there."""
        left = how.reached
        for piece in self._pieces if left is not None else ():
            assert left is not None, "it is counted down"
            marks = piece.document.count(how.marked)
            if left < marks:
                return piece, left
            left -= marks
        return None

    def _cut_long_tail(self) -> None:
        """Freeze the finished lines of a long last paragraph, so that the next piece is short."""
        last = self._pieces[-1] if self._pieces else None
        if last is None or last.segment.code:
            return
        at = cut_at_line(last.segment.source, last.document)
        if at is None:
            return
        segment = last.segment
        head = ProseSegment(segment._replace(source=segment.source[:at]), self._style, "")
        tail = ProseSegment(
            segment._replace(start=segment.start + at, source=segment.source[at:], tight=False),
            self._style,
            "",
        )
        head.joined, tail.joined = last.joined, True
        for piece in (head, tail):
            piece.lay_out(self.width)
        self._pieces[-1:] = [head, tail]

    def _stack(self) -> int:
        y = first = 0
        for at, piece in enumerate(self._pieces):
            if at and not piece.joined:
                y += 4 if piece.segment.tight else 10
            piece.top, piece.first = y, first
            y += piece.height
            first += piece.document.length + 1
        self._starts = [piece.first for piece in self._pieces]
        return y

    def _piece_at(self, point: QPointF) -> ProseSegment | None:
        below = [piece for piece in self._pieces if piece.top <= point.y()]
        if below:
            return below[-1]
        return self._pieces[0] if self._pieces else None

    def _inside(self, piece: ProseSegment, span: TextRange | None) -> TextRange | None:
        if span is None or span.stop <= piece.first:
            return None
        if span.start > piece.first + piece.document.length:
            return None
        stop = min(span.stop - piece.first, piece.document.length)
        return TextRange(max(0, span.start - piece.first), stop)

    def _copy_target(self, piece: ProseSegment) -> Target:
        size = self._style.small_line + 6
        rect = QRectF(self.width - size - 6, piece.top + 6, size, size)
        return Target("action", f"copy_text:{piece.segment.source}", copy_word(), rect)

    def _paint_ground(self, painter: QPainter, piece: ProseSegment) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._style.theme.code))
        painter.drawRoundedRect(QRectF(0, piece.top, self.width, piece.height), _RADIUS, _RADIUS)
        painter.restore()
        if piece.segment.closed:
            from gui.look.icons import paint_icon

            rect = self._copy_target(piece).rect.adjusted(4, 4, -4, -4)
            paint_icon(painter, "copy", rect, self._style.theme.muted)
