"""Where rows stand: sums of heights; the viewport holds on to a row, or to the bottom."""

from array import array
from collections.abc import Callable, Iterable
from typing import NamedTuple

_BLOCK = 256


class RowHeights:
    """Owns one height per row, in whole pixels, estimated until it is measured.

    Looking up an offset or a row costs about `n / 256 + 256` additions in C: 10 µs at 100,000 rows.
    """

    def __init__(self) -> None:
        self._rows = array("q")
        self._blocks: list[int] = []
        self._total = 0

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, row: int) -> int:
        return self._rows[row]

    @property
    def total(self) -> int:
        """The height of everything."""
        return self._total

    def fill(self, count: int, height: int) -> None:
        """Start over with `count` rows of one height."""
        self._rows = array("q", (height,)) * count
        whole, rest = divmod(count, _BLOCK)
        self._blocks = [_BLOCK * height] * whole + [rest * height] * (rest > 0)
        self._total = count * height

    def set(self, row: int, height: int) -> None:
        """Change the height of one row."""
        change = height - self._rows[row]
        if change:
            self._rows[row] = height
            self._blocks[row // _BLOCK] += change
            self._total += change

    def append(self, height: int) -> None:
        """Add a row at the end."""
        if len(self._rows) % _BLOCK == 0:
            self._blocks.append(0)
        self._rows.append(height)
        self._blocks[-1] += height
        self._total += height

    def rescale(self, factor: float, keep: Iterable[int] = ()) -> None:
        """Multiply every height but those of the rows to keep (after a change of width)."""
        kept = {row: self._rows[row] for row in keep}
        self._rows = array("q", [max(1, round(height * factor)) for height in self._rows])
        for row, height in kept.items():
            self._rows[row] = height
        self._rebuild()

    def offset(self, row: int) -> int:
        """Return the distance from the top of everything to the top of this row."""
        block = row // _BLOCK
        return sum(self._blocks[:block]) + sum(self._rows[block * _BLOCK : row])

    def find(self, y: int) -> tuple[int, int]:
        """Return the row at a distance from the top, and how far into that row it is.

        Distances beyond either end give the first or the last row. There must be a row.
        """
        rest = max(0, y)
        block = 0
        while block < len(self._blocks) - 1 and rest >= self._blocks[block]:
            rest -= self._blocks[block]
            block += 1
        row = block * _BLOCK
        last = min(row + _BLOCK, len(self._rows)) - 1
        while row < last and rest >= self._rows[row]:
            rest -= self._rows[row]
            row += 1
        return row, min(rest, max(0, self._rows[row] - 1))

    def _rebuild(self) -> None:
        rows = self._rows
        self._blocks = [sum(rows[at : at + _BLOCK]) for at in range(0, len(rows), _BLOCK)]
        self._total = sum(self._blocks)


class PlacedRow(NamedTuple):
    """A row on the screen: its top, relative to the viewport, and its height, in pixels."""

    row: int
    y: int
    height: int


class Anchor(NamedTuple):
    """What the viewport holds on to: a row and how much of it is above the edge; None = bottom."""

    row: int
    offset: int


class Lead(NamedTuple):
    """A row that stands above what comes of it, in at most one `part` in so many of the viewport.

    Of a higher one the last part stays.
    """

    row: int
    part: int = 3


class ChatGeometry:
    """Owns the heights and the anchor; every position on the screen is derived from the two.

    `measure(row)` returns the true height of a row, or None while it is unknown (the estimate then
    stays), and is called for rows on the screen and those that a scroll passes.
    Changes above or below an anchored viewport leave what is on the screen where it is.
    """

    def __init__(self, measure: Callable[[int], int | None]) -> None:
        self.heights = RowHeights()
        self._measure = measure
        self.placed: list[PlacedRow] = []
        self._anchor: Anchor | None = None
        self._lead: Lead | None = None
        self.led = False
        """Whether the upper edge is where a leading row took it, and nobody scrolled since."""
        self._height = 1

    @property
    def at_bottom(self) -> bool:
        """Whether the viewport follows the end of the conversation."""
        return self._anchor is None

    @property
    def maximum(self) -> int:
        """The largest scroll value."""
        return max(0, self.heights.total - self._height)

    @property
    def value(self) -> int:
        """The scroll value that the present position has."""
        if not self.placed:
            return 0
        if self._anchor is None:
            return self.maximum
        return min(self.maximum, self.heights.offset(self._anchor.row) + self._anchor.offset)

    def start(self, count: int, height: int) -> None:
        """Begin with `count` rows of an estimated height, at the bottom."""
        self.heights.fill(count, height)
        self.stick()
        self.placed = []

    def stick(self) -> None:
        """Follow the end."""
        self._anchor, self._lead, self.led = None, None, False

    def lead(self, by: Lead) -> None:
        """Follow the end until this row reaches the upper edge, and then hold on to it there."""
        self._anchor, self._lead, self.led = None, by, False

    def hold(self, row: int, offset: int = 0) -> None:
        """Hold on to a row: the upper edge is `offset` pixels below its top (may be negative)."""
        self._anchor, self._lead, self.led = Anchor(row, offset), None, False

    def keep(self, placed: PlacedRow | None = None) -> None:
        """Hold on to a row where it is on the screen, or to the first one there.

        What grows below it grows downwards.
        """
        if self.placed:
            row, y, _ = placed or self.placed[0]
            led = self.led
            self.hold(row, -y)
            self.led = led

    def scroll_by(self, distance: int) -> None:
        """Move the viewport by pixels, down for positive ones; measures what it passes."""
        if not self.placed:
            return
        if self._anchor is None:
            if distance >= 0:
                return
            self.keep()
        self._lead, self.led = None, False
        row, offset = self._anchor or Anchor(0, 0)
        self._anchor = self._normal(Anchor(row, offset + distance))

    def shift(self, distance: int) -> None:
        """Move what is on the screen as its upper edge moved: it stays where the person sees it."""
        if self._anchor is not None:
            led = self.led
            self.scroll_by(distance)
            self.led = led

    def scroll_to_value(self, value: int) -> None:
        """Go to a scroll value, however far away; nothing on the way is measured."""
        self._lead, self.led = None, False
        if value >= self.maximum:
            self._anchor = None
        elif len(self.heights):
            self._anchor = Anchor(*self.heights.find(value))

    def place(self, height: int) -> list[PlacedRow]:
        """Place the rows of a viewport of this height, measuring them; reaching the end sticks."""
        self._height = height
        count = len(self.heights)
        if count == 0:
            self._anchor = None
            self.placed = []
            return self.placed
        if self._anchor is not None:
            row, offset = self._normal(self._anchor)
            placed = self._from(row, -offset)
            last = placed[-1]
            if last.row < count - 1 or last.y + last.height > height:
                self._anchor = Anchor(row, offset)
                self.placed = placed
                return placed
            self._anchor, self.led = None, False
        row, rest = count, height
        while row > 0 and rest > 0:
            row -= 1
            rest -= self._measured(row)
        self.placed = self._from(row, min(0, rest))
        if self._lead is not None:
            self._stop_at(self._lead)
        return self.placed

    def _stop_at(self, lead: Lead) -> None:
        """Hold on to the leading row where following the end would take it out of sight."""
        if lead.row >= len(self.heights):
            return
        hidden = max(0, self._measured(lead.row) - self._height // lead.part)
        first = self.placed[0]
        if (lead.row, hidden) < (first.row, -first.y):
            self._anchor, self.led = Anchor(lead.row, hidden), True
            self.placed = self._from(lead.row, -hidden)

    def _normal(self, anchor: Anchor) -> Anchor:
        """Return the same place as an offset inside a row, measuring what lies between."""
        row, offset = min(anchor.row, len(self.heights) - 1), anchor.offset
        while offset < 0 and row > 0:
            row -= 1
            offset += self._measured(row)
        while row < len(self.heights) - 1 and offset >= (height := self._measured(row)):
            offset -= height
            row += 1
        return Anchor(row, max(0, min(offset, self._measured(row) - 1)))

    def _from(self, row: int, y: int) -> list[PlacedRow]:
        placed: list[PlacedRow] = []
        while row < len(self.heights) and (y < self._height or not placed):
            height = self._measured(row)
            placed.append(PlacedRow(row, y, height))
            y += height
            row += 1
        return placed

    def _measured(self, row: int) -> int:
        height = self._measure(row)
        if height is None:
            return self.heights[row]
        self.heights.set(row, height)
        return height
