"""The rows that are laid out: those near the viewport, the rest as an estimate."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

from gui.chat.geometry import Lead
from gui.chat.model import ChatModel
from gui.look.message_style import Style

if TYPE_CHECKING:
    from gui.chat.row import RowLayout

_KEEP = 80
_FIRST_GUESS = {True: 64, False: 220}


class RowCache:
    """Owns the layouts of rows, the most recently used, and the mean height of those measured."""

    def __init__(self, model: ChatModel, style: Style) -> None:
        self._model = model
        self._style = style
        self._width = self._room = 1
        self._rows: OrderedDict[int, RowLayout] = OrderedDict()
        self._unfolded: dict[str, frozenset[str]] = {}
        self._seen = {True: 0, False: 0}
        self._sum = {True: 0, False: 0}

    @property
    def style(self) -> Style:
        """What rows are laid out with."""
        return self._style

    @property
    def width(self) -> int:
        """The width of the column, in pixels."""
        return self._width

    def set_width(self, width: int, room: int) -> None:
        """Lay rows out at this width from now on; from its left edge on there is so much room."""
        self._width, self._room = max(80, width), room

    def set_style(self, style: Style) -> None:
        """Lay rows out in this style from now on."""
        self._style = style
        self._rows.clear()

    def set_model(self, model: ChatModel) -> None:
        """Lay out the rows of another model from now on."""
        self._model = model
        self.clear()

    def clear(self) -> None:
        """Forget every layout, and what was unfolded."""
        self._rows.clear()
        self._unfolded.clear()

    @property
    def guess(self) -> int:
        """The expected height of a row that is not in memory."""
        return (self._mean(True) + self._mean(False)) // 2

    def peek(self, row: int) -> RowLayout | None:
        """Return the layout of a row if there is one at hand."""
        return self._rows.get(row)

    def layout(self, row: int) -> RowLayout | None:
        """Return the layout of a row at the present width; None if it is not in memory."""
        known = self._rows.get(row)
        if known is not None:
            self._rows.move_to_end(row)
            known.set_width(self._width, self._room)
            return known
        entry = self._model.entry(row)
        if entry is None:
            return None
        made = _new_layout(self._style)
        made.show(entry, self._width, self._room, unfolded=self._unfolded_in(row))
        self._rows[row] = made
        self._note(entry.kind == "request", made.height)
        while len(self._rows) > _KEEP:
            self._rows.popitem(last=False)
        return made

    def measure(self, row: int) -> int | None:
        """Return the height of a row, or None while it is not in memory."""
        layout = self.layout(row)
        return layout.height if layout is not None else None

    def refresh(self, row: int) -> int | None:
        """Lay out the newest version of a row; return the first changed pixel row inside it.

        None if the row is not laid out, or no longer in memory.
        """
        layout, entry = self._rows.get(row), self._model.entry(row)
        if layout is None or entry is None:
            self.discard(row)
            return None
        return layout.show(entry, self._width, self._room, unfolded=self._unfolded_in(row))

    def leading(self, row: int) -> Lead | None:
        """Return how the newest question and answer lead the end; None of what only follows.

        What was asked for stands above all that comes of it, a question above its choices.
        """
        newest = row >= self._model.rowCount() - 2
        entry = self._model.entry(row) if newest else None
        if entry is None or entry.kind == "request":
            return Lead(row) if entry is not None else None
        return Lead(row, part=1) if entry.answer.waiting else None

    def discard(self, row: int) -> None:
        """Forget the layout of a row."""
        self._rows.pop(row, None)

    def key(self, row: int) -> str:
        """Return what identifies the entry of a row, whatever its position."""
        entry = self._model.entry(row)
        if entry is None:
            return ""
        return entry.answer.turn_id if entry.kind == "answer" else entry.message.message_id

    def toggle(self, row: int, part: str) -> bool:
        """Fold or unfold a part of a row, by its name; return whether it is unfolded now.

        Choosing one of a group (`kind:bar`) takes the others of it away.
        """
        group, chosen, _ = part.partition(":")
        beside = [one for one in self._unfolded_in(row) if one.startswith(f"{group}:")]
        others = frozenset(beside) - {part} if chosen else frozenset()
        unfolded = self._unfolded[self.key(row)] = (self._unfolded_in(row) - others) ^ {part}
        return part in unfolded

    def unfold(self, row: int, part: str) -> bool:
        """Unfold a part of a row, by its name; return whether it was folded."""
        return part not in self._unfolded_in(row) and self.toggle(row, part)

    def mark(self, row: int, mark: str) -> None:
        """Choose a mark of the chart of a row, by its action."""
        if mark not in self._unfolded_in(row):
            self.toggle(row, mark)

    def _unfolded_in(self, row: int) -> frozenset[str]:
        return self._unfolded.get(self.key(row), frozenset())

    def _note(self, request: bool, height: int) -> None:
        self._seen[request] += 1
        self._sum[request] += height

    def _mean(self, request: bool) -> int:
        if not self._seen[request]:
            return _FIRST_GUESS[request]
        return max(1, self._sum[request] // self._seen[request])


def _new_layout(style: Style) -> RowLayout:
    """Make an empty row; Markdown and its kin are imported with the first row, not before."""
    from gui.chat.row import RowLayout

    return RowLayout(style)
