"""Which result tables are on the screen, and where: the shelf fills their places."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget

from gui.blocks.base import Behind, BlockOrder, Place, in_part
from gui.chat.geometry import ChatGeometry
from gui.chat.laid_out_rows import RowCache

if TYPE_CHECKING:
    from gui.blocks.result_data import ResultTable
    from gui.blocks.table import TableBlock
    from gui.chat.row import RowLayout
    from gui.chat.table_widgets import TableShelf


class ChatTables:
    """Owns the shelf, which is made when the first table comes near."""

    def __init__(
        self,
        geometry: ChatGeometry,
        rows: RowCache,
        viewport: QWidget,
        sorted_rows: Callable[[str], None],
    ) -> None:
        """`sorted_rows` hears the key of a row whose table is in another order now, in its part."""
        self._sorted = sorted_rows
        self._geometry = geometry
        self._rows = rows
        self._viewport = viewport
        self._shelf: TableShelf | None = None
        self._marked = ""

    def place(self, left: int) -> None:
        """Put a table widget wherever a table is on the screen; `left` is the column's edge."""
        wanted: dict[str, tuple[TableBlock, QRect]] = {}
        for row in self._geometry.placed:
            layout = self._rows.layout(row.row)
            for place, placed in layout.placed.items() if layout is not None else ():
                block = _table_of(layout, place.part) if place.order is BlockOrder.TABLE else None
                if block is None:
                    continue
                rect = block.table_rect.adjusted(1, 1, -1, -1)
                rect.translate(left, row.y + placed.y)
                if rect.intersects(self._viewport.rect()):
                    wanted[self._key(row.row, place.part)] = (block, rect)
        if wanted or self._shelf is not None:
            self._need_shelf().show(wanted)

    def select(self, row: int, part: int, behind: Behind) -> None:
        """Select a row of a table, of a place or of names: now, or when it comes on the screen."""
        self._need_shelf().select(self._key(row, part), behind)

    def mark(self, words: str) -> None:
        """Mark some words wherever they stand in a table; "" marks nothing."""
        self._marked = words
        if self._shelf is not None:
            self._shelf.mark(words)

    def reach(self, row: int, part: int, at: int, tell: Callable[[QRect], None]) -> None:
        """Bring a marked cell of a table on the screen into sight, inside of it, and point at it.

        `tell` hears where in the viewport the cell is: at once, or when it was found.
        """
        self._need_shelf().reach(self._key(row, part), at, tell)

    def let_go(self) -> None:
        """Point at no cell any more."""
        if self._shelf is not None:
            self._shelf.let_go()

    def places(self, row: int, part: int, marks: Sequence[Behind]) -> dict[Behind, int]:
        """Return where the rows of some marks of a chart are shown in its table; else nothing."""
        block = _table_of(self._rows.layout(row), part)
        return block.model.places(marks) if block is not None else {}

    def table(self, row: int, part: int) -> ResultTable | None:
        """Return a table that is laid out, its rows in the order that is shown."""
        block = _table_of(self._rows.layout(row), part)
        return block.model.shown() if block is not None else None

    def text(self, row: int, part: int) -> str:
        """Return a table as tab-separated lines, in the order that is shown."""
        block = _table_of(self._rows.layout(row), part)
        return block.model.all_lines() if block is not None else ""

    def _key(self, row: int, part: int) -> str:
        """Return what identifies the table of a part of a row, whatever its position."""
        return in_part(part, self._rows.key(row))

    def _need_shelf(self) -> TableShelf:
        if self._shelf is None:
            from gui.chat.table_widgets import TableShelf

            self._shelf = TableShelf(self._viewport)
            self._shelf.sorted.connect(self._sorted)
            self._shelf.mark(self._marked)
        return self._shelf


def _table_of(layout: RowLayout | None, part: int) -> TableBlock | None:
    place = Place(part, BlockOrder.TABLE)
    placed = layout.placed.get(place) if layout is not None else None
    if placed is None:
        return None
    from gui.blocks.table import TableBlock

    return placed.block if isinstance(placed.block, TableBlock) else None
