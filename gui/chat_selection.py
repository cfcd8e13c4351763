"""What is selected: from one character of the conversation to another, rows in between whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from gui.blocks.base import Order, Span

if TYPE_CHECKING:
    from gui.chat_row import RowLayout

_END = 1 << 40


class Caret(NamedTuple):
    """A place between two characters: row, block and position in the block."""

    row: int
    order: int
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
        self.select(Caret(first, -1, 0), Caret(last, _END, _END))

    def inside(self, row: int, order: Order, length: int) -> Span | None:
        """Return the selected range of a block, or None."""
        if self.ends is None:
            return None
        first, last = self.ends
        start = 0 if (first.row, first.order) < (row, order) else first.position
        stop = length if (last.row, last.order) > (row, order) else min(last.position, length)
        if (first.row, first.order) > (row, order) or (last.row, last.order) < (row, order):
            return None
        return Span(start, stop) if stop > start else None

    def words(
        self, row: int, whole: Callable[[int], str], layout: Callable[[int], RowLayout | None]
    ) -> str:
        """Return the selected text of a row: `whole` gives all of it, `layout` its blocks."""
        if self.ends is None:
            return ""
        first, last = self.ends
        from_start = row > first.row or first.order < 0
        to_end = row < last.row or last.order == _END
        return whole(row) if from_start and to_end else self._part(row, layout(row))

    def text(self, whole: Callable[[int], str], layout: Callable[[int], RowLayout | None]) -> str:
        """Return the selected text of all rows, as `words` gives that of each."""
        found = (self.words(row, whole, layout) for row in self.rows)
        return "\n\n".join(text for text in found if text)

    def _part(self, row: int, layout: RowLayout | None) -> str:
        if layout is None:
            return ""
        found = []
        for order, placed in layout.placed.items():
            span = self.inside(row, order, placed.block.length)
            if span is not None:
                found.append(placed.block.text(span))
        return "\n\n".join(found)
