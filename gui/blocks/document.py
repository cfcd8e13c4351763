"""One laid-out piece of text: a Qt document with its hit test, selection and links."""

import re
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QPainter,
    QPalette,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextLine,
    QTextListFormat,
    QTextOption,
)

from gui.blocks.base import Paint, Target, TextRange
from gui.look.message_style import Style
from gui.look.theme import GRID

_MOST_MARKS = 200
_INDENT = 3
"""A list stands in by so many steps of the grid, and by one for each digit from three on."""
_START = re.compile(r'<ol start="(\d+)"')
_BULLETS = (
    QTextListFormat.Style.ListDisc,
    QTextListFormat.Style.ListCircle,
    QTextListFormat.Style.ListSquare,
)

_MOVES = {
    "word": QTextCursor.SelectionType.WordUnderCursor,
    "paragraph": QTextCursor.SelectionType.BlockUnderCursor,
}


class TextDocument:
    """Owns a QTextDocument without undo, margins or outer paragraph gaps."""

    def __init__(self, style: Style, font: QFont, *, colour: str = "") -> None:
        self._style = style
        self._palette = _text_palette(style, colour or style.theme.text)
        self._selected: tuple[TextRange, QAbstractTextDocumentLayout.Selection] | None = None
        self._marked: tuple[str, list[QAbstractTextDocumentLayout.Selection]] | None = None
        self._document = QTextDocument()
        self._document.setUndoRedoEnabled(False)
        self._document.setDocumentMargin(0)
        self._document.setDefaultFont(font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._document.setDefaultTextOption(option)

    def set_html(self, html: str) -> None:
        """Show trusted HTML (our own, with every foreign text escaped)."""
        self._marked = None
        self._document.setDefaultStyleSheet(self._style.css(html))
        if "<li" in html:
            self._document.setIndentWidth(_list_steps(html) * GRID * self._style.zoom)
        self._document.setHtml(html)
        self._trim()
        if "<li" in html:
            self._part_bullets()

    def set_plain(self, text: str) -> None:
        """Show text as it is."""
        self._marked = None
        self._document.setPlainText(text)

    def append_plain(self, text: str) -> None:
        """Add text at the end; only the last lines are laid out again."""
        self._selected = self._marked = None  # a cursor would go along with the end
        cursor = QTextCursor(self._document)
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(text)

    def lay_out(self, width: int) -> int:
        """Return the height at a width, in whole pixels."""
        self._document.setTextWidth(width)
        size = self._document.size()
        return int(size.height() + 0.999)

    @property
    def ideal_width(self) -> float:
        """The width that the longest line takes."""
        return self._document.idealWidth()

    @property
    def length(self) -> int:
        """The number of characters."""
        return max(0, self._document.characterCount() - 1)

    def paint(self, painter: QPainter, how: Paint) -> None:
        """Paint what is inside the clip, at the origin, with what is selected and marked."""
        selected = how.selected
        context = QAbstractTextDocumentLayout.PaintContext()
        context.palette = self._palette
        context.clip = how.clip
        marks = self._marks(how.marked) if how.marked else []
        context.selections = marks
        if how.reached is not None and how.reached < len(marks):
            reached = QAbstractTextDocumentLayout.Selection()
            reached.cursor = marks[how.reached].cursor
            reached.format = self._coloured("accent", "accent_text")
            context.selections = [*marks, reached]
        if selected is not None and selected.stop > selected.start:
            if self._selected is None or self._selected[0] != selected:
                self._selected = (selected, self._selection(selected))
            context.selections = [*context.selections, self._selected[1]]
        self._document.documentLayout().draw(painter, context)

    def _selection(self, span: TextRange) -> QAbstractTextDocumentLayout.Selection:
        made = QAbstractTextDocumentLayout.Selection()
        made.cursor = self._cursor(span)
        made.format = self._coloured("selection", "selection_text")
        return made

    def _coloured(self, ground: str, letters: str) -> QTextCharFormat:
        """Return a format in two colours of the theme, by their names."""
        colours = QTextCharFormat()
        colours.setBackground(QColor(getattr(self._style.theme, ground)))
        colours.setForeground(QColor(getattr(self._style.theme, letters)))
        return colours

    def count(self, words: str) -> int:
        """Return at how many places some words are marked."""
        return len(self._marks(words))

    def marks(self, words: str) -> list[QRectF]:
        """Return the rectangle of every marked place of some words, up to the end of its line."""
        cursors = (one.cursor for one in self._marks(words))
        places = ((each.selectionStart(), each.selectionEnd()) for each in cursors)
        return [self._rect_of(TextRange(*place)) for place in places]

    def _rect_of(self, span: TextRange) -> QRectF:
        """Return where a range stands, as far as its first line goes."""
        block = self._document.findBlock(span.start)
        start = span.start - block.position()
        line = block.layout().lineForTextPosition(start)
        frame = self._document.documentLayout().blockBoundingRect(block)
        stop = min(span.stop - block.position(), line.textStart() + line.textLength())
        x, end = _x_of(line, start), _x_of(line, stop)
        return QRectF(frame.x() + x, frame.y() + line.y(), end - x, line.height())

    def _marks(self, words: str) -> list[QAbstractTextDocumentLayout.Selection]:
        """Return a selection for every place of some words, whatever their case; found once."""
        if self._marked is not None and self._marked[0] == words:
            return self._marked[1]
        found: list[QAbstractTextDocumentLayout.Selection] = []
        cursor = self._document.find(words, 0)
        if not cursor.isNull():
            colours = self._coloured("waiting", "base")
        while not cursor.isNull() and len(found) < _MOST_MARKS:
            place = QAbstractTextDocumentLayout.Selection()
            place.cursor, place.format = cursor, colours
            found.append(place)
            cursor = self._document.find(words, cursor)
        self._marked = (words, found)
        return found

    def position_at(self, point: QPointF) -> int:
        """Return the character position nearest to a point."""
        layout = self._document.documentLayout()
        return max(0, layout.hitTest(point, Qt.HitTestAccuracy.FuzzyHit))

    def link_at(self, point: QPointF) -> str:
        """Return the address of the link at a point, or nothing."""
        return self._document.documentLayout().anchorAt(point)

    def text(self, span: TextRange) -> str:
        """Return the plain text of a range."""
        return self._cursor(span).selection().toPlainText()

    def span_at(self, position: int, unit: Literal["word", "paragraph"]) -> TextRange:
        """Return the word or paragraph around a position."""
        cursor = QTextCursor(self._document)
        cursor.setPosition(min(position, self.length))
        if unit == "paragraph":
            block = cursor.block()
            return TextRange(block.position(), block.position() + block.length() - 1)
        cursor.select(_MOVES[unit])
        return TextRange(cursor.selectionStart(), cursor.selectionEnd())

    def links(self) -> list[Target]:
        """Return the links in order, each with the rectangle of its first line."""
        found: list[Target] = []
        block = self._document.begin()
        while block.isValid():
            found += self._links_of(block)
            block = block.next()
        return found

    def last_paragraph(self) -> tuple[str, list[int]] | None:
        """Return the last paragraph's text and where its lines start; None in a list or table."""
        block = self._document.lastBlock()
        if block.textList() is not None or QTextCursor(block).currentTable() is not None:
            return None
        layout = block.layout()
        starts = [layout.lineAt(line).textStart() for line in range(layout.lineCount())]
        return block.text(), starts

    def _links_of(self, block: QTextBlock) -> list[Target]:
        found: list[Target] = []
        steps = block.begin()
        while not steps.atEnd():
            piece = steps.fragment()
            address = piece.charFormat().anchorHref()
            if address and not (found and found[-1].value == address):
                start = piece.position()
                rect = self._rect_of(TextRange(start, start + piece.length()))
                found.append(Target("link", address, piece.text(), rect))
            steps += 1
        return found

    def _cursor(self, span: TextRange) -> QTextCursor:
        cursor = QTextCursor(self._document)
        cursor.setPosition(max(0, min(span.start, self.length)))
        cursor.setPosition(min(span.stop, self.length), QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _part_bullets(self) -> None:
        """Set bullets apart from their text: Qt leaves a space of the font, narrow in most."""
        wide = QTextCharFormat()
        wide.setFontFamilies(self._style.mono.families())
        block = self._document.begin()
        while block.isValid():
            held = block.textList()
            if held is not None and held.format().style() in _BULLETS:
                # The format of the block itself: that of its text is another.
                QTextCursor(block).mergeBlockCharFormat(wide)
            block = block.next()

    def _trim(self) -> None:
        """Take away the gaps at both ends: the distance between pieces is not theirs to set."""
        first = QTextCursor(self._document.firstBlock())
        if first.currentTable() is None:
            gap = QTextBlockFormat()
            gap.setTopMargin(0)
            first.mergeBlockFormat(gap)
        last = QTextCursor(self._document.lastBlock())
        if last.currentTable() is None:
            gap = QTextBlockFormat()
            gap.setBottomMargin(0)
            last.mergeBlockFormat(gap)


def _x_of(line: QTextLine, position: int) -> float:
    """Return where a character begins; PySide6 returns the position beside it."""
    found = line.cursorToX(position)
    return float(found[0]) if isinstance(found, tuple) else line.x()


def _text_palette(style: Style, colour: str) -> QPalette:
    made = QPalette()
    made.setColor(QPalette.ColorRole.Text, QColor(colour))
    made.setColor(QPalette.ColorRole.Link, QColor(style.theme.link))
    return made


def _list_steps(html: str) -> int:
    """Return by how many steps of the grid lists stand in: their numbers have to fit."""
    last = max(map(int, _START.findall(html)), default=0) + html.count("<li")
    return max(_INDENT, len(str(last)) + 1)
