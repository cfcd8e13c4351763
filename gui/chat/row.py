"""One row laid out: its blocks, where each stands, and what has to be painted when it changes."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import assert_never

from PySide6.QtCore import QPointF

from app.domain.conversations import AnswerEntry, Entry, RequestEntry
from gui.blocks.assembly import (
    Recipe,
    answer_recipes,
    answer_texts,
    request_recipes,
)
from gui.blocks.base import Block, BlockOrder, Place, Target, Unfolded, in_part
from gui.blocks.chart import ChartBlock
from gui.blocks.prose import ProseBlock
from gui.blocks.table import TableBlock
from gui.look.message_style import Style

PAD_TOP, PAD_BOTTOM = 10, 10


@dataclass(slots=True)
class PlacedBlock:
    """A block, what it was made from, its part of the answer, and its top inside the row."""

    block: Block
    source: Hashable
    part: int = 0
    y: int = 0

    def targets(self) -> list[Target]:
        """Return what can be pressed; actions say of which part they are."""
        return [self._outside(target) for target in self.block.targets()]

    def target_at(self, point: QPointF) -> Target | None:
        """Return what can be pressed at a point of the block."""
        found = self.block.target_at(point)
        return self._outside(found) if found is not None else None

    def beside(self, target: Target, by: int) -> Target | None:
        """Return the target so many after one that takes one place with others, None without."""
        own = self.inside(target)
        found = self.block.beside(own, by) if own is not None else None
        return self._outside(found) if found is not None else None

    def inside(self, target: Target | None) -> Target | None:
        """Return a target as the block has it; None where it has no such."""
        # To find the links of a text, all of it is walked through: only for whoever has them.
        held = self.block.targets() if target is not None else []
        return next((one for one in held if self._outside(one) == target), None)

    def _outside(self, target: Target) -> Target:
        if target.kind == "link":
            return target
        return target._replace(value=in_part(self.part, target.value))


class RowLayout:
    """Owns the blocks of one entry at one width; unchanged blocks outlive an update."""

    def __init__(self, style: Style) -> None:
        self._style = style
        self._width = self._room = 0
        self.placed: dict[Place, PlacedBlock] = {}
        self.height = PAD_TOP + PAD_BOTTOM

    def show(self, entry: Entry, width: int, room: int, *, unfolded: Unfolded) -> int:
        """Lay out this version of the entry; return the first pixel row that may look different."""
        old, self._width, self._room = self.placed, width, room
        self.placed = {}
        changed: Place | None = None
        inside: dict[Place, int] = {}
        for place, recipe in self._recipes(entry, unfolded).items():
            kept = old.get(place)
            if kept is None or kept.source != recipe.source:
                kept = PlacedBlock(recipe.make(), recipe.source, place.part)
                changed = place if changed is None else min(changed, place)
            self.placed[place] = kept
        texts = answer_texts(entry.answer, unfolded) if isinstance(entry, AnswerEntry) else {}
        for place, text in texts.items():
            assert isinstance(entry, AnswerEntry), "only answers have texts"
            prose = old.get(place)
            if prose is None or not isinstance(prose.block, ProseBlock):
                prose = PlacedBlock(ProseBlock(self._style, place.order), None, place.part)
            streaming = not entry.answer.settled
            if prose.source != (text, streaming):
                assert isinstance(prose.block, ProseBlock)
                inside[place] = prose.block.set_text(text, streaming=streaming)
                prose.source = (text, streaming)
                if changed is None or changed > place:
                    changed = place
            self.placed[place] = prose
        self._agree(old)
        gone = [place for place in old if place not in self.placed]
        if gone:
            changed = min([*gone, *([] if changed is None else [changed])])
        self._stack()
        if changed is None:
            return self.height
        first = next((p.y for place, p in self.placed.items() if place >= changed), 0)
        return first + inside.get(changed, 0)

    def set_width(self, width: int, room: int) -> None:
        """Lay every block out at another width, in another room."""
        if (width, room) != (self._width, self._room):
            self._width, self._room = width, room
            self._stack()

    def block_at(self, y: float) -> tuple[Place, PlacedBlock] | None:
        """Return the block at a height inside the row, or the nearest above."""
        found = None
        for place, placed in self.placed.items():
            if found is None or placed.y <= y:
                found = (place, placed)
        return found

    def _recipes(self, entry: Entry, unfolded: Unfolded) -> dict[Place, Recipe]:
        match entry:
            case RequestEntry():
                made = request_recipes(entry, self._style, unfolded)
                return {Place(0, recipe.order): recipe for recipe in made}
            case AnswerEntry(answer=answer):
                return answer_recipes(answer, self._style, unfolded)
            case _:
                assert_never(entry)

    def _agree(self, old: dict[Place, PlacedBlock]) -> None:
        """Let a new chart and its table show their rows in one order."""
        for place, chart in self.placed.items():
            beside = place._replace(order=BlockOrder.TABLE)
            table = self.placed.get(beside)
            if place.order is not BlockOrder.CHART or table is None:
                continue
            fresh = old.get(place) is not chart or old.get(beside) is not table
            held = chart.block
            if fresh and isinstance(held, ChartBlock) and isinstance(table.block, TableBlock):
                model = table.block.model
                model.follow(held.drawn)
                if model.is_sorted:
                    held.arrange(model.places(held.drawn))

    def _stack(self) -> None:
        self.placed = dict(sorted(self.placed.items()))
        y = PAD_TOP
        for at, placed in enumerate(self.placed.values()):
            placed.block.set_width(self._width, self._room)
            if at:
                y += placed.block.gap
            placed.y = y
            y += placed.block.height
        self.height = y + PAD_BOTTOM
