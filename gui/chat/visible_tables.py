"""Which result tables are on the screen, and where: the shelf fills their places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget

from gui.blocks.base import Order
from gui.chat.geometry import ChatGeometry
from gui.chat.laid_out_rows import RowCache

if TYPE_CHECKING:
    from gui.blocks.table import TableBlock
    from gui.chat.row import RowLayout
    from gui.chat.table_widgets import TableShelf


class ChatTables:
    """Owns the shelf, which is made when the first table comes near."""

    def __init__(self, geometry: ChatGeometry, rows: RowCache, viewport: QWidget) -> None:
        self._geometry = geometry
        self._rows = rows
        self._viewport = viewport
        self._shelf: TableShelf | None = None

    def place(self, left: int) -> None:
        """Put a table widget wherever a table is on the screen; `left` is the column's edge."""
        wanted: dict[str, tuple[TableBlock, QRect]] = {}
        for row in self._geometry.placed:
            layout = self._rows.layout(row.row)
            block = _table_of(layout)
            if layout is None or block is None:
                continue
            rect = block.table_rect.adjusted(1, 1, -1, -1)
            rect.translate(left, row.y + layout.placed[Order.TABLE].y)
            if rect.intersects(self._viewport.rect()):
                wanted[self._rows.key(row.row)] = (block, rect)
        if wanted and self._shelf is None:
            from gui.chat.table_widgets import TableShelf

            self._shelf = TableShelf(self._viewport)
        if self._shelf is not None:
            self._shelf.show(wanted)

    def text(self, row: int) -> str:
        """Return the table of a row as tab-separated lines, in the order that is shown."""
        block = _table_of(self._rows.layout(row))
        return block.model.all_lines() if block is not None else ""


def _table_of(layout: RowLayout | None) -> TableBlock | None:
    placed = layout.placed.get(Order.TABLE) if layout is not None else None
    if placed is None:
        return None
    from gui.blocks.table import TableBlock

    return placed.block if isinstance(placed.block, TableBlock) else None
