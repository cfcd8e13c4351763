"""The page of a table in a conversation: its columns as small pictures, first rows, questions."""

from collections.abc import Sequence, Set

from pydantic import JsonValue
from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter

from app.durations import duration
from gui.blocks.base import COLUMNS, TABLES, Block, BlockOrder, Paint, Target
from gui.blocks.buttons import paint_focus
from gui.blocks.profile.reading import ProfiledColumn, ProfileShown, TableBeside
from gui.blocks.result_data import folded
from gui.charts.moments import exactness, written_words
from gui.charts.scales import as_number
from gui.look.icons import icon_side, paint_icon
from gui.look.message_style import Style
from gui.look.theme import mark_ground
from gui.texts.columns import kind_word, truth_word
from gui.texts.numbers import decimals, number, number_form, percent

FIRST_COLUMNS = 12
"""So many columns are shown at first."""
_NAMING = ("identifier", "category")
"""Kinds of columns whose numbers are names, and so not grouped by thousands."""
FIRST_TABLES = 8
"""So many of the tables beside each other are shown at first, with the one that the page is of."""

TABLE_ACTION = "table"
"""What is pressed to look at another table, before its place among those of the profile."""

_HEAD_ROWS, _PAD, _PICTURE, _GAP, _KIND = 5, 12, 120, 14, 58
_CELL, _WIDEST_CELL, _WIDEST_KIND = 16, 180, 100
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class ProfileBlock(Block):
    """Owns where the tables to choose from, and the columns, the first rows, the notes and the
    questions of the one that is shown stand.
    """

    order = BlockOrder.PROFILE
    gap = 12

    def __init__(
        self, profile: ProfileShown, style: Style, *, unfolded: Set[str], titled: bool = True
    ) -> None:
        """`unfolded` are those of `COLUMNS` and `TABLES` that are shown whole; `titled` is one
        whose name and size are not said above it.
        """
        super().__init__()
        self._titled = titled
        self._profile = profile
        self._style = style
        self._unfolded = COLUMNS in unfolded
        columns = profile.columns
        alone = len(columns) <= FIRST_COLUMNS + 1
        self._columns = columns if self._unfolded or alone else columns[:FIRST_COLUMNS]
        self._all_tables = TABLES in unfolded
        self._tables: list[Target] = []
        self._shown: Target | None = None
        self._targets: list[Target] = []
        self._pencils: dict[int, Target] = {}
        self._kind_room = _KIND
        self._tables_top = self._head_top = self._notes_top = self._ask_top = 0.0
        self._marked = ""

    def lay_out(self, width: int) -> int:
        """Return the height of all parts, one below the other."""
        style = self._style
        self._targets, self._pencils, self._tables, self._shown = [], {}, [], None
        small = QFontMetrics(style.small)
        kinds = [small.horizontalAdvance(self._kind(column)) for column in self._columns]
        self._kind_room = max(_KIND, min(_WIDEST_KIND, max(kinds, default=0))) + 4
        y = float(style.line + style.small_line + _GAP) if self._titled else 0.0
        if self._profile.tables:
            self._tables_top = y + style.small_line + 4
            y = self._place_tables(width, self._tables_top) + _GAP
        for at, column in enumerate(self._columns):
            room = self._row if column.kinds else 0
            place = QRectF(0, y, width - room, self._row)
            if room:
                said = QCoreApplication.translate("Chat", "Correct “{column}”")
                label = said.replace("{column}", column.label)
                pencil = QRectF(width - room, y, room, self._row)
                self._pencils[at] = Target("action", f"correct:{at}", label, pencil)
            self._targets.append(Target("action", f"write:{column.label}", column.label, place))
            y += self._row
        hidden = len(self._profile.columns) - FIRST_COLUMNS
        if hidden > 1:
            label = self._fold_words()
            wide = QFontMetrics(style.small).horizontalAdvance(label) + 2 * _PAD
            place = QRectF(0, y, min(width, wide), style.small_line + 8)
            self._targets.append(Target("action", f"unfold:{COLUMNS}", label, place))
            y = place.bottom()
        if self._profile.head:
            y += _GAP + style.small_line + 4
            self._head_top = y
            y += (min(_HEAD_ROWS, len(self._profile.head)) + 1) * self._cell_height
        if self._profile.notes:
            y += _GAP + style.small_line + 4
            self._notes_top = y
            y += len(self._profile.notes) * (style.line + 2)
        if self._profile.questions:
            y += _GAP + style.small_line + 4
            self._ask_top = y
            asked = [(f"say:{one}", one) for one in self._profile.questions]
            placed, y = self._placed(width, y, asked)
            self._targets += placed
        return round(y)

    def paint(self, painter: QPainter, how: Paint) -> None:
        """Paint the parts that the clip touches."""
        style, theme = self._style, self._style.theme
        self._marked = folded(how.marked)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._titled:
            self._paint_title(painter)
        translate = QCoreApplication.translate
        if self._profile.tables:
            self._caption(painter, self._tables_top, translate("Chat", "Tables"))
            for target in self._tables:
                self._paint_button(painter, target)
        for column, target in zip(self._columns, self._targets, strict=False):
            if target.rect.bottom() > how.clip.top() and target.rect.top() < how.clip.bottom():
                self._paint_column(painter, column, target.rect)
        side = icon_side(style.small)
        for target in self._pencils.values():
            spot = QRectF(0, 0, side, side)
            spot.moveCenter(target.rect.center())
            paint_icon(painter, "rename", spot, theme.muted)
        for target in self._targets[len(self._columns) :]:
            self._paint_button(painter, target)
        if self._profile.head:
            self._caption(painter, self._head_top, translate("Chat", "First rows"))
            self._paint_head(painter)
        if self._profile.notes:
            self._caption(painter, self._notes_top, translate("Chat", "On reading it"))
            painter.setFont(style.body)
            painter.setPen(QColor(theme.text))
            for at, note in enumerate(self._profile.notes):
                top = self._notes_top + at * (style.line + 2)
                self._put(painter, QRectF(0, top, self.width, style.line), f"•  {note}")
        if self._profile.questions:
            self._caption(painter, self._ask_top, translate("Chat", "Try one of these"))
        painter.restore()
        if how.focused is not None:
            paint_focus(painter, how.focused.rect.adjusted(2, 2, -2, -2), style)

    def targets(self) -> list[Target]:
        """Return the other tables, the columns, whose names can be written, each with what corrects
        it, what unfolds them, and the questions.
        """
        found = [one for one in self._tables if one is not self._shown]
        for at, target in enumerate(self._targets):
            found += [target, *([self._pencils[at]] if at in self._pencils else [])]
        return found

    def tooltip_at(self, point: QPointF) -> str:
        """Return what is known of the column at a point."""
        for column, target in zip(self._columns, self._targets, strict=False):
            if target.rect.contains(point):
                told = [column.label, self._values(column, most=8), column.why]
                told.insert(1, ", ".join(column.synonyms))
                if not column.histogram and not column.top:
                    told.insert(2, self._different_words(column))
                if column.name != column.label:
                    told.insert(1, column.name)
                return "\n".join(filter(None, told))
        return ""

    @property
    def _row(self) -> int:
        return self._style.line + 12

    @property
    def _cell_height(self) -> int:
        return self._style.small_line + 8

    def _place_tables(self, width: int, y: float) -> float:
        tables = list(enumerate(self._profile.tables))
        some = self._all_tables or len(tables) <= FIRST_TABLES + 1
        first = [(at, one) for at, one in tables if at < FIRST_TABLES or self._is_shown(one.name)]
        buttons = [
            (f"{TABLE_ACTION}:{at}", self._table_words(one))
            for at, one in (tables if some else first)
        ]
        if not some:
            said = QCoreApplication.translate("Chat", "All {count} tables")
            label = said.replace("{count}", number(len(tables), self._style.locale))
            buttons.append((f"unfold:{TABLES}", label))
        self._tables, bottom = self._placed(width, y, buttons)
        shown = {f"{TABLE_ACTION}:{at}" for at, one in tables if self._is_shown(one.name)}
        self._shown = next((one for one in self._tables if one.value in shown), None)
        return bottom

    def _is_shown(self, table: str) -> bool:
        return table == self._profile.table

    def _table_words(self, table: TableBeside) -> str:
        if table.rows is None:
            return table.name
        return f"{table.name} · {self._rows_words(table.rows)}"

    def _placed(
        self, width: int, y: float, buttons: Sequence[tuple[str, str]]
    ) -> tuple[list[Target], float]:
        """Return buttons by their actions and labels, in lines from `y` on, and where they end."""
        metrics, high = QFontMetrics(self._style.small), self._style.small_line + 10
        x, found = 0.0, []
        for action, label in buttons:
            wide = float(min(width, metrics.horizontalAdvance(label) + 2 * _PAD))
            if x and x + wide > width:
                x, y = 0.0, y + high + 6
            found.append(Target("action", action, label, QRectF(x, y, wide, high)))
            x += wide + 6
        return found, y + high

    def _paint_title(self, painter: QPainter) -> None:
        style = self._style
        painter.setFont(style.strong)
        painter.setPen(QColor(style.theme.text))
        title = self._profile.table or self._profile.file
        self._put(painter, QRectF(0, 0, self.width, style.line), title)
        painter.setFont(style.small)
        painter.setPen(QColor(style.theme.muted))
        self._put(painter, QRectF(0, style.line, self.width, style.small_line), self._size_words())

    def _paint_column(self, painter: QPainter, column: ProfiledColumn, rect: QRectF) -> None:
        style, theme = self._style, self._style.theme
        painter.setPen(QColor(theme.border))
        painter.drawLine(rect.topLeft(), rect.topRight())
        named = min(240.0, rect.width() * 0.34)
        room = QRectF(rect.x(), rect.y(), named, rect.height())
        painter.setFont(style.body)
        painter.setPen(QColor(theme.text))
        self._put(painter, room.adjusted(0, 0, -self._kind_room - 4, 0), column.label)
        painter.setFont(style.small)
        painter.setPen(QColor(theme.muted))
        self._put(
            painter,
            QRectF(room.right() - self._kind_room, rect.y(), self._kind_room, rect.height()),
            self._kind(column),
        )
        picture = QRectF(room.right() + 8, rect.y() + 6, _PICTURE, rect.height() - 12)
        self._paint_picture(painter, column, picture)
        empty = self._empty_words(column)
        wide = painter.fontMetrics().horizontalAdvance(empty) + 8 if empty else 0
        left = picture.right() + 12
        told = QRectF(left, rect.y(), max(0.0, rect.right() - left - wide), rect.height())
        painter.setPen(QColor(theme.text))
        self._put(painter, told, self._values(column))
        painter.setPen(QColor(theme.waiting))
        painter.drawText(QRectF(rect.right() - wide, rect.y(), wide, rect.height()), _RIGHT, empty)

    def _paint_picture(self, painter: QPainter, column: ProfiledColumn, room: QRectF) -> None:
        """Paint the histogram of a column, or the shares of its commonest values."""
        theme = self._style.theme
        counts = [one.rows for one in column.histogram] or [one.rows for one in column.top[:8]]
        most = max(counts, default=0.0)
        if not most:
            painter.setPen(QColor(theme.muted))
            self._put(painter, room.adjusted(0, -6, 0, 6), self._different_words(column))
            return
        painter.setPen(Qt.PenStyle.NoPen)
        step = room.width() / len(counts)
        whole = bool(column.histogram)
        for at, count in enumerate(counts):
            colour = QColor(theme.plain)
            colour.setAlphaF(0.75 if whole else max(0.25, 0.8 - at * 0.08))
            painter.setBrush(colour)
            high = max(1.0, room.height() * count / most) if count else 0.0
            painter.drawRect(
                QRectF(room.x() + at * step, room.bottom() - high, max(1.0, step - 1), high)
            )

    def _paint_head(self, painter: QPainter) -> None:
        style, theme, high = self._style, self._style.theme, self._cell_height
        metrics = QFontMetrics(style.small)
        rows = self._profile.head[:_HEAD_ROWS]
        strong = QFont(style.small)
        strong.setWeight(QFont.Weight.DemiBold)
        x = 0.0
        for at, column in enumerate(self._profile.columns):
            values = [row[at] if at < len(row) else None for row in rows]
            cells = self._cells(column, values)
            widest = max(map(metrics.horizontalAdvance, [column.label, *cells])) + _CELL + 6
            wide = min(_WIDEST_CELL, widest)
            if x + wide > self.width:
                painter.setFont(style.small)
                painter.setPen(QColor(theme.muted))
                if x + 20 <= self.width:
                    painter.drawText(QRectF(x, self._head_top, 20, high), _LEFT, "…")
                return
            for row, text in enumerate([column.label, *cells]):
                place = QRectF(x, self._head_top + row * high, wide, high)
                ground = theme.code if row == 0 else theme.base if row % 2 else theme.raised
                painter.fillRect(place, QColor(ground))
                painter.setFont(strong if row == 0 else style.small)
                painter.setPen(QColor(theme.text))
                numeric = row > 0 and as_number(values[row - 1]) is not None
                side = _RIGHT if numeric else _LEFT
                inside = place.adjusted(_CELL / 2, 0, -_CELL / 2, 0)
                self._put(painter, inside, text, side=side, spare=2)
            x += wide

    def _paint_button(self, painter: QPainter, target: Target) -> None:
        theme = self._style.theme
        painter.setFont(self._style.small)
        shown = target is self._shown
        if not target.value.startswith("unfold:"):
            painter.setPen(QColor(theme.accent if shown else theme.border))
            painter.setBrush(QColor(theme.selection if shown else theme.raised))
            painter.drawRoundedRect(target.rect.adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        painter.setPen(QColor(theme.selection_text if shown else theme.link))
        self._put(painter, target.rect.adjusted(_PAD - 2, 0, -_PAD + 4, 0), target.label)

    def _caption(self, painter: QPainter, top: float, words: str) -> None:
        line = self._style.small_line
        painter.setFont(self._style.small)
        painter.setPen(QColor(self._style.theme.muted))
        painter.drawText(QRectF(0, top - line - 4, self.width, line), _LEFT, words)

    def _put(
        self,
        painter: QPainter,
        room: QRectF,
        text: str,
        *,
        side: Qt.AlignmentFlag = _LEFT,
        spare: int = 0,
    ) -> None:
        """Paint a text on one line of a room, cut where it takes more than `spare` pixels beside.

        One that has the words that are searched for stands on the ground of a marked cell.
        """
        text, wide = " ".join(text.split()), max(0, round(room.width()) + spare)
        words = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, wide)
        if self._marked and self._marked in folded(text):
            place = painter.boundingRect(room, side, words).adjusted(-2, 0, 2, 0)
            painter.fillRect(place, mark_ground(self._style.theme))
        painter.drawText(room, side, words)

    def _size_words(self) -> str:
        translate, locale = QCoreApplication.translate, self._style.locale
        told = []
        if self._profile.rows is not None:
            told.append(self._rows_words(self._profile.rows))
        many = len(self._profile.columns)
        columns = translate("Chat", "{count} columns", "", number_form(many))
        told.append(columns.replace("{count}", number(many, locale)))
        if self._profile.file and self._profile.file != self._profile.table:
            told.append(self._profile.file)
        return " · ".join(told)

    def _rows_words(self, rows: int) -> str:
        said = QCoreApplication.translate("Chat", "{count} rows", "", number_form(rows))
        return said.replace("{count}", number(rows, self._style.locale))

    def _fold_words(self) -> str:
        translate = QCoreApplication.translate
        if self._unfolded:
            return translate("Chat", "First columns only")
        said = translate("Chat", "All {count} columns")
        return said.replace("{count}", number(len(self._profile.columns), self._style.locale))

    def _kind(self, column: ProfiledColumn) -> str:
        if column.lasts:
            return kind_word("length")
        return column.unit or kind_word(column.grain or column.kind)

    def _values(self, column: ProfiledColumn, most: int = 4) -> str:
        """Return the range of a column, or its commonest values, or some where none is common."""
        if column.top and (column.low is None or not column.histogram):
            shown = [one.value for one in column.top[:most]]
            rest = (column.distinct or 0) - len(shown)
            if rest > 0:
                more = QCoreApplication.translate("Chat", "{count} more")
                shown.append(more.replace("{count}", number(rest, self._style.locale)))
            return ", ".join(shown)
        if column.low is None or column.high is None:
            return self._examples(column, most)
        ends = (column.low, column.high)
        digits = max(self._decimals(column, end) for end in ends)
        return " – ".join(self._value(column, end, digits) for end in ends)

    def _examples(self, column: ProfiledColumn, most: int) -> str:
        at = self._profile.columns.index(column)
        rows = (row[at] for row in self._profile.head if at < len(row))
        told = list(dict.fromkeys(self._cells(column, [one for one in rows if one is not None])))
        return ", ".join([*told[:most], "…"]) if told else ""

    def _different_words(self, column: ProfiledColumn) -> str:
        """Return in words how values differ that have no picture: each stands for itself."""
        many, rows = column.distinct, self._profile.rows
        if not many:
            return ""
        if rows is not None and many == rows - column.empty:
            return QCoreApplication.translate("Chat", "all different")
        said = QCoreApplication.translate("Chat", "{count} different")
        return said.replace("{count}", number(many, self._style.locale))

    def _cells(self, column: ProfiledColumn, values: Sequence[JsonValue]) -> list[str]:
        """Return cells of a column as they stand below each other."""
        locale = self._style.locale
        if column.kind == "moment":
            exact = max(map(exactness, values), default=0)
            return [
                written_words(one, locale, exact) if isinstance(one, str) else number(one, locale)
                for one in values
            ]
        digits = max((self._decimals(column, value) for value in values), default=0)
        return [self._value(column, value, digits) for value in values]

    def _decimals(self, column: ProfiledColumn, value: JsonValue) -> int:
        """Return how many decimals a value needs; a share, which is read in per cent, one more."""
        figure = as_number(value)
        if column.share and figure is not None:
            return 2 + min(1, decimals(round(figure * 100, 1)))
        return decimals(value)

    def _value(self, column: ProfiledColumn, value: JsonValue, digits: int) -> str:
        if column.kind == "moment" and isinstance(value, str):
            return written_words(value, self._style.locale)
        if isinstance(value, bool):
            return truth_word(value)
        if column.kind in _NAMING and isinstance(value, int):
            return str(value)
        figure = as_number(value)
        if figure is not None and column.lasts:
            return duration(figure)
        if figure is not None and column.share:
            return percent(figure, self._style.locale, max(0, digits - 2))
        return number(value, self._style.locale, digits)

    def _empty_words(self, column: ProfiledColumn) -> str:
        rows = self._profile.rows
        if not column.empty or not rows:
            return ""
        said = QCoreApplication.translate("Chat", "{share} empty")
        digits = 0 if column.empty * 100 >= rows else 1
        return said.replace("{share}", percent(column.empty / rows, self._style.locale, digits))
