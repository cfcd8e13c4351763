"""A scroll area over rows of unlike heights, of which only those on the screen are laid out."""

import time

from PySide6.QtCore import QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from gui.chat.geometry import ChatGeometry, Lead, PlacedRow
from gui.chat.laid_out_rows import RowCache
from gui.look.theme import BESIDE, GRID

FRAME_SECONDS = 1 / 30
_AWAY_SECONDS = 1 / 10
_SHARE = 3
"""A frame that took long is followed by a pause of at least this many times its length."""


class RowScroll(QAbstractScrollArea):
    """Owns the scroll position and the frame: what moved is shifted, what changed is painted."""

    framed = Signal()
    """The rows on the screen were placed anew."""
    stickChanged = Signal(bool)
    """The view began (True) or ceased to follow the end."""

    def __init__(self, rows: RowCache, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._rows = rows
        self._geometry = ChatGeometry(rows.measure)
        self._left = 0
        self._dirty: set[int] = set()
        self._flushed = 0.0
        self._cost = 0.0
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self.flush)
        self._syncing = False
        self._value = 0
        self._stuck = True
        self._top = 0

    @property
    def at_bottom(self) -> bool:
        """Whether the view follows the end."""
        return self._geometry.at_bottom

    @property
    def column(self) -> QRect:
        """The column of text, in the viewport."""
        return QRect(self._left, 0, self._rows.width, self.viewport().height())

    def placed_rows(self) -> list[PlacedRow]:
        """Return the rows on the screen, with their tops relative to the viewport."""
        return list(self._geometry.placed)

    def rows_read(self) -> list[int]:
        """Return the rows that are read now: a third of each is seen, or it takes a third of the
        screen.
        """
        room = self.viewport().height()
        return [
            row for row, y, height in self._geometry.placed
            if 3 * (min(y + height, room) - max(y, 0)) >= min(height, room)
        ]  # fmt: skip

    def jump_to_latest(self) -> None:
        """Go to the end and follow it."""
        self._geometry.stick()
        self._refresh()

    def scroll_to(self, position: int) -> None:
        """Bring a row to the top of the viewport, however far away it is."""
        # Rows that still wait for a frame would be taken for as high as they were: all might seem
        # to fit, and the end be followed away from this row.
        self.flush()
        count = len(self._geometry.heights)
        if count:
            self._geometry.hold(max(0, min(position, count - 1)))
            self._refresh()

    def scroll_by(self, pixels: int) -> None:
        """Scroll by pixels, down for positive ones."""
        self._geometry.scroll_by(pixels)
        self._refresh(moved=True)

    def flush(self) -> None:
        """Lay out and paint what changed since the last frame, now."""
        self._timer.stop()
        begun = time.perf_counter()
        dirty, self._dirty = self._dirty, set()
        on_screen = {placed.row for placed in self._geometry.placed}
        changed: dict[int, int] = {}
        for row in dirty:
            if row not in on_screen:
                self._rows.discard(row)
                continue
            first = self._rows.refresh(row)
            changed[row] = 0 if first is None else first
        if changed:
            self._refresh(changed=changed)
        self._flushed = time.perf_counter()
        self._cost = self._flushed - begun

    def start_over(self, count: int, lead: Lead | None = None) -> None:
        """Show `count` rows, from the end, or from a row that leads it."""
        self._dirty.clear()
        self._timer.stop()
        self._rows.clear()
        self._geometry.start(count, self._rows.guess)
        if lead is not None:
            self._geometry.lead(lead)
        self._fit()
        self._refresh()

    def add_rows(self, count: int) -> None:
        """Take in rows that were added at the end."""
        for _ in range(count):
            self._geometry.heights.append(self._rows.guess)
        self._refresh(changed={len(self._geometry.heights) - count: 0})

    def row_changed(self, row: int) -> None:
        """Lay a row out anew with the next frame, at most 30 times a second."""
        self._dirty.add(row)
        if self._timer.isActive():
            return
        on_screen = any(placed.row == row for placed in self._geometry.placed)
        pause = FRAME_SECONDS if on_screen and self.isVisible() else _AWAY_SECONDS
        due = self._flushed + max(pause, _SHARE * self._cost) - time.perf_counter()
        self._timer.start(max(0, round(due * 1000)))

    def rows_arrived(self) -> None:
        """Show rows that were waited for; those that are already on the screen stay in place."""
        placed = self._geometry.placed
        known = next((p for p in placed if self._rows.peek(p.row) is not None), None)
        if known is not None and not self._geometry.at_bottom:
            self._geometry.keep(known)
        self._refresh()

    def restyle_rows(self) -> None:
        """Lay everything out anew; the row at the top stays there."""
        self._fit()
        self._refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the place while the width changes, or something opens above."""
        super().resizeEvent(event)
        top = self.mapTo(self.window(), QPoint()).y()
        lower, self._top = top - self._top, top
        if lower and event.oldSize().width() == event.size().width():
            self._geometry.shift(lower)
        self._fit()
        self._refresh()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Follow the scroll bar and the wheel."""
        if self._syncing:
            return
        bar = self.verticalScrollBar()
        distance = bar.value() - self._value
        ends = (bar.minimum(), bar.maximum())
        if abs(distance) < self.viewport().height() and bar.value() not in ends:
            self._geometry.scroll_by(distance)
        else:
            self._geometry.scroll_to_value(bar.value())
        self._refresh(moved=True)

    def _fit(self) -> None:
        """Fit the column into the viewport, holding on to the same words."""
        room = self.viewport().width()
        width = min(self._rows.style.measure, room - 2 * BESIDE)
        self._left = max(BESIDE, (room - width) // 2)
        old = self._rows.width
        if width < 80:
            return
        self._rows.set_width(width, room - self._left - BESIDE)
        if width == old:
            return
        top = self._geometry.placed[0] if self._geometry.placed else None
        if old > 1 and len(self._geometry.heights):
            self._geometry.heights.rescale(old / width)
        if top is not None and not self._geometry.at_bottom:
            height = self._rows.measure(top.row) or top.height
            self._geometry.hold(top.row, round(-top.y * height / max(1, top.height)))

    def _refresh(self, *, moved: bool = False, changed: dict[int, int] | None = None) -> None:
        """Place the rows; shift what only moved and paint the rest."""
        before = {placed.row: placed.y for placed in self._geometry.placed}
        placed = self._geometry.place(self.viewport().height())
        self._sync_bar()
        self._repaint(before, placed, changed if changed is not None or not moved else {})
        if self._stuck != self._geometry.at_bottom:
            self._stuck = self._geometry.at_bottom
            self.stickChanged.emit(self._stuck)
        self.framed.emit()

    def _repaint(
        self, before: dict[int, int], placed: list[PlacedRow], changed: dict[int, int] | None
    ) -> None:
        viewport, height = self.viewport(), self.viewport().height()
        if changed is None:
            viewport.update()
            return
        first = min((row for row in changed), default=None)
        shifts = {
            p.y - before[p.row]
            for p in placed
            if p.row in before and (first is None or p.row <= first)
        }
        if len(shifts) != 1 or abs(shift := shifts.pop()) >= height:
            viewport.update()
            return
        if shift:
            viewport.scroll(0, shift)
        if first is None:
            return
        tops = {p.row: p.y for p in placed}
        if first in tops:
            # The ground of what is pointed at and its ring stand out of their block.
            top = max(0, tops[first] + changed[first] - GRID)
            viewport.update(0, top, viewport.width(), height - top)
        elif placed and placed[-1].row >= first:
            viewport.update()

    def _sync_bar(self) -> None:
        bar = self.verticalScrollBar()
        self._syncing = True
        bar.setRange(0, self._geometry.maximum)
        # It keeps its room, so that nothing moves sideways, and shows no handle.
        bar.setEnabled(self._geometry.maximum > 0)
        bar.setPageStep(max(1, self.viewport().height()))
        bar.setSingleStep(3 * self._rows.style.line // 2)
        bar.setValue(self._geometry.value)
        self._syncing = False
        self._value = bar.value()
