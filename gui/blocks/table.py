"""A result table in a message: its place, size and actions; a real table widget fills it."""

import math

from PySide6.QtCore import QCoreApplication, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter

from gui.blocks.base import TABLE, Block, BlockOrder, Paint, Target
from gui.blocks.buttons import ActionsBlock
from gui.blocks.result_data import ResultTable
from gui.blocks.result_model import ResultModel, rows_shown
from gui.look.message_style import Style
from gui.texts.numbers import number

_FIRST_ROWS, _MOST_ROWS = 6, 25
"""So many rows are shown at first, and when the table is unfolded; the others scroll inside."""
_MEASURED_ROWS = 60
_CELL_PAD, _LEAST_PAD, _APART = 26, 22, 14
_WIDEST, _NARROWEST = 360, 200
"""No column is wider than that while another needs the room; one that is cut may be cut more, to
the other, before the table has to be scrolled.
"""
_MEASURED = 160
"""So many characters of a cell are measured, which no message has room for."""
_BAR = 14


class TableBlock(Block):
    """Owns the model of one result and the rectangle that its table takes."""

    order = BlockOrder.TABLE
    gap = 12
    reaches = True

    def __init__(self, table: ResultTable, style: Style, *, unfolded: bool = False) -> None:
        super().__init__()
        self._unfolded = unfolded
        self._style = style
        self.model = ResultModel(table, style.locale, style.theme.muted)
        save = QCoreApplication.translate("Chat", "Save as CSV")
        excel = QCoreApplication.translate("Chat", "Save as Excel")
        copy = QCoreApplication.translate("Chat", "Copy table")
        self._actions = ActionsBlock(
            [
                *self._fold(),
                ("save_csv", save, "save"),
                ("save_xlsx", excel, "save"),
                ("copy_table", copy, "table"),
            ],
            style,
        )
        self._rect = QRect()
        self._wanted, self._least = self._measure()
        self.column_widths = list(self._wanted)
        self.cuts = False

    @property
    def row_height(self) -> int:
        """The height of a row of the table."""
        return self._style.line + 8

    @property
    def style(self) -> Style:
        """What the table is drawn with."""
        return self._style

    @property
    def table_rect(self) -> QRect:
        """Where the table stands inside the block."""
        return self._rect

    def lay_out(self, width: int) -> int:
        """Return the height of the table and its actions."""
        height = (max(1, self._rows_shown) + 1) * self.row_height + 2
        beside = 2 + (_BAR if self.scrolls else 0)
        closest = sum(map(min, self._wanted, self._least)) + beside
        room = width if closest <= width else self.room
        self.column_widths = self._fitted(room - beside)
        wanted = sum(self.column_widths) + beside
        if wanted > room:
            height += _BAR
        needs = (most if most > _WIDEST else least
                 for most, least in zip(self._wanted, self._least, strict=True))  # fmt: skip
        # Whether a cell may have no room for its text.
        self.cuts = wanted > room or any(map(int.__lt__, self.column_widths, needs))
        self._rect = QRect(0, 0, min(room, wanted), height)
        self._actions.set_width(width)
        return height + 4 + self._actions.height

    def paint(self, painter: QPainter, how: Paint) -> None:
        """Paint the frame of the table, how many rows there are, and the actions."""
        theme = self._style.theme
        painter.save()
        painter.setPen(QColor(theme.border))
        painter.setBrush(QColor(theme.base))
        painter.drawRect(QRectF(self._rect).adjusted(0.5, 0.5, -0.5, -0.5))
        painter.translate(0, self._actions_top)
        focused = how.focused
        if focused is not None:
            rect = focused.rect.translated(0, -self._actions_top)
            focused = focused._replace(rect=rect)
        self._actions.paint(painter, Paint(how.clip, None, focused))
        painter.setPen(QColor(theme.muted))
        painter.setFont(self._style.small)
        left = max((t.rect.right() for t in self._actions.targets()), default=0.0) + 12
        room = QRectF(left, 0, max(0.0, self.width - left), self._actions.height)
        words = QFontMetrics(self._style.small).elidedText(
            self._count_text(), Qt.TextElideMode.ElideRight, round(room.width())
        )
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, words)
        painter.restore()

    def targets(self) -> list[Target]:
        """Return the actions below the table."""
        top = self._actions_top
        return [t._replace(rect=t.rect.translated(0, top)) for t in self._actions.targets()]

    @property
    def scrolls(self) -> bool:
        """Whether rows scroll inside the table."""
        return self._unfolded and self.model.rowCount() > _MOST_ROWS

    @property
    def _rows_shown(self) -> int:
        """The rows that stand in the table: one that would be alone behind the fold is shown."""
        rows = self.model.rowCount()
        if self._unfolded or rows <= _FIRST_ROWS + 1:
            return min(_MOST_ROWS, rows)
        return _FIRST_ROWS

    def _fold(self) -> list[tuple[str, str, str]]:
        rows = self.model.rowCount()
        if rows <= _FIRST_ROWS + 1:
            return []
        if self._unfolded:
            label = QCoreApplication.translate("Chat", "First rows only")
            return [(f"unfold:{TABLE}", label, "chevron-down")]
        said = QCoreApplication.translate("Chat", "All {count} rows")
        label = said.replace("{count}", number(rows, self._style.locale))
        return [(f"unfold:{TABLE}", label, "chevron-right")]

    @property
    def _actions_top(self) -> int:
        return self._rect.height() + 4

    def _count_text(self) -> str:
        table = self.model.table
        if table.row_count > len(table.rows):
            return rows_shown(len(table.rows), table, self._style.locale)
        return ""

    def _fitted(self, room: int) -> list[int]:
        """Return the widths of the columns: closer together where the table fits only so, and what
        is left over given to those that need more than each may have.
        """
        widths = [min(_WIDEST, wanted) for wanted in self._wanted]
        over = sum(widths) - room
        if over <= 0:
            return self._widened(widths, -over)
        given = [max(0, wide - least) for wide, least in zip(widths, self._least, strict=True)]
        if over > sum(given):
            return widths
        share = over / sum(given)
        pairs = zip(widths, given, strict=True)
        return [wanted - min(slack, math.ceil(share * slack)) for wanted, slack in pairs]

    def _widened(self, widths: list[int], left: int) -> list[int]:
        """Share what is left of the room: who needs the least more is served first."""
        lacking = [wanted - wide for wanted, wide in zip(self._wanted, widths, strict=True)]
        narrow = sorted((lack, at) for at, lack in enumerate(lacking) if lack)
        for served, (lack, at) in enumerate(narrow):
            more = min(lack, left // (len(narrow) - served))
            widths[at] += more
            left -= more
        return widths

    def _measure(self) -> tuple[list[int], list[int]]:
        """Return the widths that the columns want and the least they need, from their labels, which
        stand apart where there is room, their first rows, and those that may be wider.
        """
        body, strong = QFontMetrics(self._style.body), QFontMetrics(self._style.strong)
        wanted, least = [], []
        for column in range(self.model.columnCount()):
            label, cell = strong.horizontalAdvance(self.model.label(column)), 0
            first = range(min(_MEASURED_ROWS, self.model.rowCount()))
            for row in {*first, *self.model.widest(column)}:
                cell = max(cell, body.horizontalAdvance(self.model.text(row, column)[:_MEASURED]))
            wanted.append(max(label + _APART, cell) + _CELL_PAD)
            needed = _NARROWEST if wanted[-1] > _WIDEST else cell + _LEAST_PAD
            least.append(min(wanted[-1], max(label + _CELL_PAD, needed)))
        return wanted, least
