"""The fold-out "How was this computed": warnings, the query, the source."""

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from gui.blocks.base import Block, BlockOrder, Paint, Target
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
        for (caption, block), y in zip(self._sections, self._tops, strict=True):
            self._paint_section(painter, how, caption, block, y)

    def targets(self) -> list[Target]:
        """Return the toggle and what can be pressed in the sections."""
        found = [self._toggle] if self._toggle is not None else []
        for (_, block), y in zip(self._sections, self._tops, strict=False):
            found += [t._replace(rect=t.rect.translated(_PAD, y)) for t in block.targets()]
        return found

    def tooltip_at(self, point: QPointF) -> str:
        """Return nothing: everything is written out."""
        return ""

    def _paint_section(
        self, painter: QPainter, how: Paint, caption: str, block: Block, y: int
    ) -> None:
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
        block.paint(painter, Paint(how.clip.translated(-_PAD, -y), None, focused))
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
