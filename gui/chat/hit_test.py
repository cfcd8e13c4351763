"""What is where on the screen: the character, the link or the button under a point."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFontMetrics

from gui.blocks.base import MARK, BlockOrder, Place, Target, split_part
from gui.chat.geometry import ChatGeometry, PlacedRow
from gui.chat.laid_out_rows import RowCache
from gui.chat.selection import FIRST, Caret

if TYPE_CHECKING:
    from gui.chat.row import PlacedBlock

_TOOLED = (BlockOrder.CHART, BlockOrder.TABLE)


class BlockHit(NamedTuple):
    """A block under a point, and the point inside that block."""

    row: int
    place: Place
    placed: PlacedBlock
    point: QPointF


class RowTarget(NamedTuple):
    """Something to press, and the row that it belongs to."""

    row: int
    target: Target

    @property
    def is_mark(self) -> bool:
        """Whether it is a mark of a chart, of which there may be dozens."""
        return split_part(self.target.value)[1].startswith(f"{MARK}:")

    @property
    def name(self) -> str:
        """What it is called among those of other parts of its answer."""
        part, _ = split_part(self.target.value)
        return f"{self.target.label} ({part})" if part else self.target.label


class ChatHits:
    """Owns nothing: reads the geometry and the layouts of the rows on the screen."""

    def __init__(self, geometry: ChatGeometry, rows: RowCache) -> None:
        self._geometry = geometry
        self._rows = rows
        self.left = 0
        """The left edge of the column, in pixels of the viewport."""

    def row_at(self, y: float) -> PlacedRow | None:
        """Return the row at a height, or the nearest."""
        found = None
        for placed in self._geometry.placed:
            if found is None or placed.y <= y:
                found = placed
        return found

    def hit(self, point: QPointF) -> BlockHit | None:
        """Return the block under a point, or the nearest above."""
        row = self.row_at(point.y())
        layout = self._rows.layout(row.row) if row is not None else None
        if row is None or layout is None:
            return None
        found = layout.block_at(point.y() - row.y)
        if found is None:
            return None
        place, placed = found
        inside = QPointF(point.x() - self.left, point.y() - row.y - placed.y)
        return BlockHit(row.row, place, placed, inside)

    def caret(self, point: QPointF) -> Caret | None:
        """Return the place between two characters nearest to a point."""
        hit = self.hit(point)
        if hit is None:
            row = self.row_at(point.y())
            return Caret(row.row, FIRST, 0) if row is not None else None
        return Caret(hit.row, hit.place, hit.placed.block.position_at(hit.point))

    def target(self, point: QPointF) -> RowTarget | None:
        """Return the link or button under a point."""
        hit = self.hit(point)
        target = hit.placed.target_at(hit.point) if hit is not None else None
        return RowTarget(hit.row, target) if hit is not None and target is not None else None

    def tools_at(self, point: QPointF) -> list[RowTarget]:
        """Return what can be done with the picture or the table under a point."""
        hit = self.hit(point)
        if hit is None or hit.place.order not in _TOOLED or hit.point.y() > hit.placed.block.height:
            return []
        found = (RowTarget(hit.row, target) for target in hit.placed.targets())
        return [one for one in found if not one.is_mark]

    def tools_of(self, row: int) -> list[RowTarget]:
        """Return what can be done with the picture and the table of a row that is laid out."""
        layout = self._rows.layout(row)
        placed = layout.placed.items() if layout is not None else ()
        tooled = [one for place, one in placed if place.order in _TOOLED]
        found = (RowTarget(row, target) for one in tooled for target in one.targets())
        return [one for one in found if not one.is_mark]

    def tooltip(self, point: QPointF) -> str:
        """Return the plain text that explains what is under a point.

        Of what can be pressed that is its name, where the name is not written there as a whole.
        """
        hit = self.hit(point)
        if hit is None or hit.point.y() > hit.placed.block.height:
            return ""
        target = hit.placed.target_at(hit.point)
        if target is not None and target.kind == "link":
            return target.value
        said = hit.placed.block.tooltip_at(hit.point)
        if not said and target is not None:
            words = QFontMetrics(self._rows.style.small).horizontalAdvance(target.label)
            said = target.label if words > target.rect.width() else ""
        return said

    def targets(self) -> list[RowTarget]:
        """Return everything that can be pressed on the screen, in reading order."""
        found = []
        for row in self._geometry.placed:
            layout = self._rows.layout(row.row)
            if layout is not None:
                for placed in layout.placed.values():
                    found += [RowTarget(row.row, target) for target in placed.targets()]
        return found

    def beside(self, held: RowTarget, by: int) -> RowTarget | None:
        """Return the mark of a chart so many after one; None where that is no mark."""
        layout = self._rows.layout(held.row)
        placed = layout.placed.values() if layout is not None else ()
        found = next(filter(None, (one.beside(held.target, by) for one in placed)), None)
        return RowTarget(held.row, found) if found is not None else None

    def rect_of(self, wanted: RowTarget) -> QRectF | None:
        """Return where a target is on the screen; None when it is not."""
        for row in self._geometry.placed:
            layout = self._rows.layout(row.row) if row.row == wanted.row else None
            if layout is None:
                continue
            for placed in layout.placed.values():
                if placed.inside(wanted.target) is not None:
                    return wanted.target.rect.translated(self.left, row.y + placed.y)
        return None
