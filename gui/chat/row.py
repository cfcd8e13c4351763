"""One row laid out: its blocks, where each stands, and what has to be painted when it changes."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import assert_never

from app.domain.conversations import AnswerEntry, Entry, RequestEntry
from gui.blocks.assembly import (
    Recipe,
    answer_recipes,
    answer_texts,
    request_recipes,
)
from gui.blocks.base import Block, BlockOrder, Unfolded
from gui.blocks.chart import ChartBlock
from gui.blocks.prose import ProseBlock
from gui.blocks.table import TableBlock
from gui.look.message_style import Style

PAD_TOP, PAD_BOTTOM = 10, 10


@dataclass(slots=True)
class PlacedBlock:
    """A block, what it was made from, and its top inside the row."""

    block: Block
    source: Hashable
    y: int = 0


class RowLayout:
    """Owns the blocks of one entry at one width; unchanged blocks outlive an update."""

    def __init__(self, style: Style) -> None:
        self._style = style
        self._width = 0
        self.placed: dict[BlockOrder, PlacedBlock] = {}
        self.height = PAD_TOP + PAD_BOTTOM

    def show(self, entry: Entry, width: int, *, unfolded: Unfolded) -> int:
        """Lay out this version of the entry; return the first pixel row that may look different."""
        old, self._width = self.placed, width
        self.placed = {}
        changed: BlockOrder | None = None
        inside: dict[BlockOrder, int] = {}
        for recipe in self._recipes(entry, unfolded):
            kept = old.get(recipe.order)
            if kept is None or kept.source != recipe.source:
                kept = PlacedBlock(recipe.make(), recipe.source)
                changed = recipe.order if changed is None else changed
            self.placed[recipe.order] = kept
        texts = answer_texts(entry.answer, unfolded) if isinstance(entry, AnswerEntry) else {}
        for order, text in texts.items():
            assert isinstance(entry, AnswerEntry), "only answers have texts"
            prose = old.get(order)
            if prose is None or not isinstance(prose.block, ProseBlock):
                prose = PlacedBlock(ProseBlock(self._style, order), None)
            streaming = not entry.answer.settled
            if prose.source != (text, streaming):
                assert isinstance(prose.block, ProseBlock)
                inside[order] = prose.block.set_text(text, streaming=streaming)
                prose.source = (text, streaming)
                if changed is None or changed > order:
                    changed = order
            self.placed[order] = prose
        self._agree(old)
        gone = [order for order in old if order not in self.placed]
        if gone:
            changed = min([*gone, *([] if changed is None else [changed])])
        self._stack()
        if changed is None:
            return self.height
        first = next((p.y for order, p in self.placed.items() if order >= changed), 0)
        return first + inside.get(changed, 0)

    def set_width(self, width: int) -> None:
        """Lay every block out at another width."""
        if width != self._width:
            self._width = width
            self._stack()

    def block_at(self, y: float) -> tuple[BlockOrder, PlacedBlock] | None:
        """Return the block at a height inside the row, or the nearest above."""
        found = None
        for order, placed in self.placed.items():
            if found is None or placed.y <= y:
                found = (order, placed)
        return found

    def _recipes(self, entry: Entry, unfolded: Unfolded) -> list[Recipe]:
        match entry:
            case RequestEntry():
                return request_recipes(entry, self._style, unfolded)
            case AnswerEntry(answer=answer):
                return answer_recipes(answer, self._style, unfolded)
            case _:
                assert_never(entry)

    def _agree(self, old: dict[BlockOrder, PlacedBlock]) -> None:
        """Let a new chart and its table show their rows in one order."""
        chart, table = (self.placed.get(order) for order in (BlockOrder.CHART, BlockOrder.TABLE))
        if chart is None or table is None:
            return
        fresh = old.get(BlockOrder.CHART) is not chart or old.get(BlockOrder.TABLE) is not table
        if fresh and isinstance(chart.block, ChartBlock) and isinstance(table.block, TableBlock):
            table.block.model.follow(chart.block.names)

    def _stack(self) -> None:
        self.placed = dict(sorted(self.placed.items()))
        y = PAD_TOP
        for at, placed in enumerate(self.placed.values()):
            placed.block.set_width(self._width)
            if at:
                y += placed.block.gap
            placed.y = y
            y += placed.block.height
        self.height = y + PAD_BOTTOM
