"""What is selected, over rows and inside them, and copied: also where rows are not in memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QByteArray, QObject, Signal

from gui.blocks.base import Place, TextRange
from gui.chat.model import PAGE, ChatModel
from gui.platform.clipboard import put_utf8

if TYPE_CHECKING:
    from gui.chat.row import RowLayout


FIRST, _LAST = (-1, 0), (1 << 40, 0)
"""Before the first block of a row, and after its last one."""


class Caret(NamedTuple):
    """A place between two characters: row, place of the block and position in the block."""

    row: int
    place: tuple[int, int]
    position: int


class ChatSelection:
    """Owns the two ends of the selection; the anchor stays while the other end moves."""

    def __init__(self) -> None:
        self._anchor: Caret | None = None
        self._head: Caret | None = None

    @property
    def anchor(self) -> Caret | None:
        """Where the selection began, or None."""
        return self._anchor

    @property
    def ends(self) -> tuple[Caret, Caret] | None:
        """The two ends in reading order; None when nothing is selected."""
        if self._anchor is None or self._head is None or self._anchor == self._head:
            return None
        return min(self._anchor, self._head), max(self._anchor, self._head)

    @property
    def rows(self) -> range:
        """The rows that the selection touches."""
        if self.ends is None:
            return range(0)
        first, last = self.ends
        return range(first.row, last.row + 1)

    def clear(self) -> None:
        """Select nothing."""
        self._anchor = self._head = None

    def begin(self, caret: Caret) -> None:
        """Start a selection here."""
        self._anchor = self._head = caret

    def extend(self, caret: Caret) -> None:
        """Move the free end here."""
        if self._anchor is None:
            self._anchor = caret
        self._head = caret

    def select(self, first: Caret, last: Caret) -> None:
        """Select from one place to another."""
        self._anchor, self._head = first, last

    def select_rows(self, first: int, last: int) -> None:
        """Select whole rows, `last` included."""
        self.select(Caret(first, FIRST, 0), Caret(last, _LAST, 0))

    def inside(self, row: int, place: Place, length: int) -> TextRange | None:
        """Return the selected range of a block, or None."""
        if self.ends is None:
            return None
        first, last = self.ends
        start = 0 if (first.row, first.place) < (row, place) else first.position
        stop = length if (last.row, last.place) > (row, place) else min(last.position, length)
        if (first.row, first.place) > (row, place) or (last.row, last.place) < (row, place):
            return None
        return TextRange(start, stop) if stop > start else None

    def words(
        self, row: int, whole: Callable[[int], str], layout: Callable[[int], RowLayout | None]
    ) -> str:
        """Return the selected text of a row: `whole` gives all of it, `layout` its blocks."""
        if self.ends is None:
            return ""
        first, last = self.ends
        from_start = row > first.row or first.place == FIRST
        to_end = row < last.row or last.place == _LAST
        return whole(row) if from_start and to_end else self._part(row, layout(row))

    def text(self, whole: Callable[[int], str], layout: Callable[[int], RowLayout | None]) -> str:
        """Return the selected text of all rows, as `words` gives that of each."""
        found = (self.words(row, whole, layout) for row in self.rows)
        return "\n\n".join(text for text in found if text)

    def _part(self, row: int, layout: RowLayout | None) -> str:
        if layout is None:
            return ""
        found = []
        for place, placed in layout.placed.items():
            span = self.inside(row, place, placed.block.length)
            if span is not None:
                found.append(placed.block.text(span))
        return "\n\n".join(found)


_PAGES = 4

_ROOM = 64 * 2**20
"""Bytes set aside for a long copy, of which none are used before they are written. From some ten
megabytes on, growing would copy all that is there, which holds the window up for a tenth of a
second; what has this much room grows by moving its pages."""


class ChatClipboard(QObject):
    """Owns a copy under way: the words of the rows that have passed, and which comes next.

    A row is let go of as soon as its words are taken, so that any number can be copied. The words
    are put together as they come: all at once, they would hold the window up.
    """

    copied = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model: ChatModel | None = None
        self._rows = range(0)
        self._words: Callable[[int], str] | None = None
        self._passed = 0
        self._text = QByteArray()

    def copy(self, model: ChatModel, rows: range, words: Callable[[int], str]) -> None:
        """Copy what `words` returns of each row; it is asked when the row is in memory."""
        self.cancel()
        self._model, self._rows, self._words = model, rows, words
        if len(rows) > PAGE:
            self._text.reserve(_ROOM)
        self.resume()

    def resume(self) -> None:
        """Go on with a copy under way: take what is in memory, ask for the next, or finish."""
        model, words = self._model, self._words
        if model is None or words is None:
            return
        while self._passed < len(self._rows):
            row = self._rows[self._passed]
            if model.entry(row) is None:
                model.need(row, min(self._rows.stop, row + _PAGES * PAGE))
                # Rows that are there at once have been taken by then.
                return
            self._passed += 1
            if found := words(row):
                between = "\n\n" if self._text else ""
                self._text.append((between + found).encode("utf-8", "replace"))
        text = self._text
        self.cancel()
        if text:
            text.squeeze()
            put_utf8(text)
        self.copied.emit()

    def cancel(self) -> None:
        """Give a copy under way up."""
        self._model, self._rows, self._words = None, range(0), None
        self._passed, self._text = 0, QByteArray()
