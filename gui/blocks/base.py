"""What every piece of a message can do: take a width, paint itself, and say what is where."""

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Literal, NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

COLUMNS, COMPUTED, FINDINGS, MESSAGE, TABLE = "columns", "computed", "findings", "message", "table"
TABLES = "tables"
KIND, MARK = "kind", "mark"
Unfolded = frozenset[str]
"""The parts of one message that a person has unfolded, by these names, and what was chosen.

`kind:bar` is a choice, and so is `mark:3`: another one of the same group takes its place.
"""
Behind = int | tuple[str, ...]
"""What leads from a mark of a chart to its row of a table: the place there, else its names."""


class BlockOrder(IntEnum):
    """Where a block stands in its message; stable while an answer grows.

    An answer is read from the top, and so is each of its parts: what it says, one picture, the
    findings, the rows, the notes, and what all of it comes from.
    """

    HEADER = 0
    PROSE = 1
    NOTICE = 2
    QUESTION = 3
    OFFERS = 4
    PROFILE = 5
    CHART = 6
    FINDINGS = 7
    MORE = 8
    TABLE = 9
    NOTES = 10
    SOURCES = 11
    FILES = 12
    SCOPE = 13
    COMPUTED = 14
    ACTIONS = 15


class Place(NamedTuple):
    """Where a block stands: in which part of an answer, and where there.

    Its own words are part 0 and stand above its parts, 1 and up; what is done with it is `BELOW`.
    """

    part: int
    order: BlockOrder


BELOW = 1_000
"""More parts than an answer has."""
_OF_PART = re.compile(r"(\d{1,3})/(.*)", re.DOTALL)


def in_part(part: int, name: str) -> str:
    """Return an action, or what is unfolded, as it is called outside of its part: `2/copy_table`.

    What is of the answer itself has the same name everywhere.
    """
    return f"{part}/{name}" if 0 < part < BELOW else name


def split_part(name: str) -> tuple[int, str]:
    """Return the part that an action is of, 0 for the answer itself, and its name there."""
    found = _OF_PART.fullmatch(name)
    return (int(found[1]), found[2]) if found is not None else (0, name)


class Target(NamedTuple):
    """Something to press: a link or an action, its name for people, and where it is."""

    kind: Literal["link", "action"]
    value: str
    label: str
    rect: QRectF


class TextRange(NamedTuple):
    """A range of characters of a block, `stop` excluded."""

    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class Paint:
    """How to paint a block now: what needs painting, what is selected, which target has focus.

    `marked` are words that are searched for, to be marked wherever they stand; `reached` is which
    of these places was gone to, counted from 0.
    """

    clip: QRectF
    selected: TextRange | None = None
    focused: Target | None = None
    marked: str = ""
    reached: int | None = None

    def inside(self, left: float, top: float) -> "Paint":
        """Return how to paint what stands this far inside the block."""
        return replace(self, clip=self.clip.translated(-left, -top))


class Block(ABC):
    """Owns the layout of one piece of a message; its own top left corner is the origin."""

    order: BlockOrder
    gap: int = 8
    """Pixels between this block and the one above it."""
    reaches = False
    """Whether it may be wider than a line of text can be read, up to its `room`."""

    def __init__(self) -> None:
        self.width = 0
        self.room = 0
        self.height = 0

    def set_width(self, width: int, room: int = 0) -> None:
        """Lay the block out at the width of lines, in a room that may be wider, both in pixels.

        Sets `height`.
        """
        room = max(width, room if self.reaches else 0)
        if (width, room) != (self.width, self.room):
            self.width, self.room = width, room
            self.height = self.lay_out(width)

    @abstractmethod
    def lay_out(self, width: int) -> int:
        """Return the height at this width."""

    @abstractmethod
    def paint(self, painter: QPainter, how: Paint) -> None:
        """Paint the block at the origin."""

    def targets(self) -> list[Target]:
        """Return what can be pressed, in reading order."""
        return []

    def target_at(self, point: QPointF) -> Target | None:
        """Return what can be pressed at a point."""
        return next((t for t in self.targets() if t.rect.contains(point)), None)

    def beside(self, target: Target, by: int) -> Target | None:
        """Return the target so many after one that takes one place with others, None without."""
        return None

    def tooltip_at(self, point: QPointF) -> str:
        """Return plain text that explains what is at a point."""
        return ""

    @property
    def length(self) -> int:
        """The number of characters that can be selected."""
        return 0

    def marks(self, words: str) -> list[QRectF]:
        """Return where some words are marked, in reading order."""
        return []

    def position_at(self, point: QPointF) -> int:
        """Return the character position nearest to a point."""
        return 0

    def text(self, span: TextRange) -> str:
        """Return the plain text of a range."""
        return ""

    def span_at(self, position: int, unit: Literal["word", "paragraph"]) -> TextRange:
        """Return the word or paragraph around a position."""
        return TextRange(position, position)
