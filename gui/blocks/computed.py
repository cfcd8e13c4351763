"""The fold-out "How was this computed": warnings, the query, the source."""

from itertools import accumulate
from typing import Literal

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from gui.blocks.base import Block, BlockOrder, Paint, Target, TextRange
from gui.blocks.buttons import ActionsBlock, button_height, paint_button, place_button
from gui.blocks.notes import NoteBlock
from gui.blocks.origin import Origin
from gui.blocks.prose import ProseBlock
from gui.look.message_style import Style
from gui.texts.numbers import number, number_form

_PAD = 16
_SECTION_GAP = 14


class ComputedBlock(Block):
    """Owns the sections of one origin: a caption and a block each, laid out while it is open."""

    order = BlockOrder.COMPUTED
    gap = 10

    def __init__(self, origin: Origin, style: Style, *, expanded: bool) -> None:
        super().__init__()
        self._style = style
        self._expanded = expanded
        self._sections = _sections(origin, style) if expanded else []
        # Between two sections there is a break, as between two paragraphs.
        lengths = (block.length + 1 for _, block in self._sections)
        self._firsts = list(accumulate(lengths, initial=0))
        self._tops: list[int] = []
        self._toggle: Target | None = None

    def lay_out(self, width: int) -> int:
        """Return the height: the toggle alone, or with all sections."""
        label = QCoreApplication.translate("Chat", "How was this computed")
        self._toggle = place_button(self._style, -8, 0, "toggle", label, most=width)
        top = button_height(self._style)
        if not self._expanded:
            return top
        y = top + 6 + _PAD
        self._tops = []
        for at, (caption, block) in enumerate(self._sections):
            y += _SECTION_GAP if at else 0
            y += self._style.small_line + 4 if caption else 0
            block.set_width(width - 2 * _PAD)
            self._tops.append(y)
            y += block.height
        return y + _PAD

    def paint(self, painter: QPainter, how: Paint) -> None:
        """Paint the toggle and, while open, the sections."""
        if self._toggle is None:
            return
        icon = "chevron-down" if self._expanded else "chevron-right"
        paint_button(painter, self._toggle, icon, self._style, focused=how.focused == self._toggle)
        if not self._expanded:
            return
        theme = self._style.theme
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(theme.border))
        painter.setBrush(QColor(theme.raised))
        top = button_height(self._style) + 6
        painter.drawRoundedRect(QRectF(0.5, top + 0.5, self.width - 1, self.height - top - 1), 8, 8)
        painter.restore()
        for at in range(len(self._sections)):
            self._paint_section(painter, how, at)

    def targets(self) -> list[Target]:
        """Return the toggle and what can be pressed in the sections."""
        found = [self._toggle] if self._toggle is not None else []
        for (_, block), y in zip(self._sections, self._tops, strict=False):
            found += [t._replace(rect=t.rect.translated(_PAD, y)) for t in block.targets()]
        return found

    def tooltip_at(self, point: QPointF) -> str:
        """Return nothing: everything is written out."""
        return ""

    @property
    def length(self) -> int:
        """The number of characters of all sections, with one break between two."""
        return max(0, self._firsts[-1] - 1)

    def position_at(self, point: QPointF) -> int:
        """Return the character position nearest to a point."""
        above = [at for at, top in enumerate(self._tops) if top <= point.y()] or [0]
        if not self._tops:
            return 0
        at = above[-1]
        inside = point - QPointF(_PAD, self._tops[at])
        return self._firsts[at] + self._sections[at][1].position_at(inside)

    def text(self, span: TextRange) -> str:
        """Return the plain text of a range."""
        parts = ((block, self._inside(at, span)) for at, (_, block) in enumerate(self._sections))
        return "\n\n".join(block.text(part) for block, part in parts if part is not None)

    def span_at(self, position: int, unit: Literal["word", "paragraph"]) -> TextRange:
        """Return the word or paragraph around a position."""
        for at, (_, block) in enumerate(self._sections):
            first = self._firsts[at]
            if position < self._firsts[at + 1]:
                found = block.span_at(position - first, unit)
                return TextRange(first + found.start, first + found.stop)
        return TextRange(position, position)

    def _inside(self, at: int, span: TextRange | None) -> TextRange | None:
        """Return the part of a range that lies in a section."""
        if span is None:
            return None
        first, most = self._firsts[at], self._sections[at][1].length
        start, stop = max(0, span.start - first), min(most, span.stop - first)
        return TextRange(start, stop) if start < stop else None

    def _paint_section(self, painter: QPainter, how: Paint, at: int) -> None:
        (caption, block), y = self._sections[at], self._tops[at]
        painter.save()
        painter.setFont(self._style.small)
        painter.setPen(QColor(self._style.theme.muted))
        line = self._style.small_line
        painter.drawText(
            QRectF(_PAD, y - line - 4, self.width - 2 * _PAD, line),
            Qt.AlignmentFlag.AlignLeft,
            caption,
        )
        painter.translate(_PAD, y)
        focused = how.focused
        if focused is not None:
            focused = focused._replace(rect=focused.rect.translated(-_PAD, -y))
        selected = self._inside(at, how.selected)
        block.paint(painter, Paint(how.clip.translated(-_PAD, -y), selected, focused, how.marked))
        painter.restore()


def _sections(origin: Origin, style: Style) -> list[tuple[str, Block]]:
    found: list[tuple[str, Block]] = []
    if origin.warnings:
        caption = QCoreApplication.translate("Chat", "Warnings")
        warnings = NoteBlock(_bulleted(origin.warnings), style, colour=style.theme.waiting)
        found.append((caption, warnings))
    if origin.query:
        caption = QCoreApplication.translate("Chat", "Query, exactly as it ran")
        block = ProseBlock(style, BlockOrder.COMPUTED)
        block.set_code(origin.query, "sql")
        found.append((caption, block))
        if origin.runs_sql:
            words = QCoreApplication.translate("Chat", "Edit and run…")
            found.append(("", ActionsBlock([("edit_sql", words, "rename")], style)))
    if origin.file:
        caption = QCoreApplication.translate("Chat", "Data")
        found.append((caption, NoteBlock(_source_text(origin, style), style)))
    return found


def _bulleted(texts: tuple[str, ...]) -> str:
    return "\n".join(texts if len(texts) == 1 else [f"•  {text}" for text in texts])


def _source_text(origin: Origin, style: Style) -> str:
    lines = [origin.file]
    if origin.file_rows is not None:
        rows = QCoreApplication.translate("Chat", "{count} rows", "", number_form(origin.file_rows))
        lines[0] += " · " + rows.replace("{count}", number(origin.file_rows, style.locale))
    if origin.simulated:
        lines.append(QCoreApplication.translate("Chat", "Simulated data, made to try things out"))
    if origin.sha256:
        lines.append(f"SHA-256 {origin.sha256}")
    return "\n".join(lines)
