"""Rows of a title and what is to be said, painted alike in every list: in two lines or in one."""

from typing import Literal, NamedTuple

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from gui.look.icons import icon_side, paint_icon
from gui.look.theme import Theme, sized
from gui.widgets.line_edits import Field
from gui.widgets.surfaces import theme_of

LINE_ROLE = Qt.ItemDataRole.UserRole + 1
HEADING_ROLE = Qt.ItemDataRole.UserRole + 20
"""What stands above a row: the name of the group that begins with it, or nothing."""

Tone = Literal["muted", "waiting", "working", "unread", "failed"]
Index = QModelIndex | QPersistentModelIndex

_PAD = 8
_ICON = 14
_SMALL = 0.88


class Line(NamedTuple):
    """What a row shows; all of it is text that is painted as it is.

    `apart` is the end of the title that tells it from another: where both do not fit, what stands
    before it is cut.
    """

    title: str
    detail: str = ""
    aside: str = ""
    icon: str = ""
    tone: Tone = "muted"
    bold: bool = False
    pinned: bool = False
    apart: str = ""


class TwoLineDelegate(QStyledItemDelegate):
    """Paints the `Line` of a row and edits its title in place.

    A `compact` row has the detail behind the title, so that more rows are seen.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.compact = False
        self._sizes: dict[tuple[float, int, bool, bool], QSize] = {}

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of two lines with their margins, and of a heading above them."""
        heading = bool(index.data(HEADING_ROLE))
        # The key of a font takes longer than all else, and every row is asked again and again.
        key = (option.font.pointSizeF(), option.fontMetrics.height(), heading, self.compact)
        if key not in self._sizes:
            font = option.font
            second = 4 + QFontMetrics(sized(font, _SMALL)).height()
            high = QFontMetrics(font).height() + (0 if self.compact else second)
            self._sizes[key] = QSize(120, high + 2 * _PAD + heading_height(index, font))
        return self._sizes[key]

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the ground of the selected row, the two lines and the marks."""
        line = index.data(LINE_ROLE)
        widget = option.widget
        if not isinstance(line, Line) or not isinstance(widget, QWidget):
            return
        theme = theme_of(widget)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font: QFont = option.font
        above = heading_height(index, font)
        if above:
            small = sized(font, _SMALL, bold=True)
            room = option.rect.adjusted(2 * _PAD, _PAD, -2 * _PAD, 0)
            room.setHeight(above - _PAD)
            heading = str(index.data(HEADING_ROLE))
            _text(painter, heading, small, room, theme.muted, Qt.AlignmentFlag.AlignLeft)
        box: QRect = option.rect.adjusted(_PAD, above + 1, -_PAD, -1)
        self._ground(painter, option, box, theme, focused=widget.hasFocus())
        top, bottom = _lines(box, font)
        if self.compact:
            top = self._marks(painter, line, font, box.adjusted(_PAD, 0, -_PAD, 0), theme)
            words = QFontMetrics(sized(font, 1.0, bold=line.bold)).horizontalAdvance(line.title)
            bottom = top.adjusted(min(words + _PAD, 2 * top.width() // 3), 0, 0, 0)
            top.setRight(bottom.left() - 1)
        else:
            top = self._marks(painter, line, font, top, theme)
        self._title(painter, line, sized(font, 1.0, bold=line.bold), top, theme)
        self._detail(painter, line, sized(font, _SMALL), bottom, theme)
        painter.restore()

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """Return the field in which a title is changed."""
        editor = Field(parent)
        editor.setAccessibleName(self.tr("Title of the conversation"))
        editor.setMaxLength(200)
        editor.setText(str(index.data(Qt.ItemDataRole.EditRole)))
        editor.selectAll()
        return editor

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Leave the field as it is: a row that changes meanwhile must not undo what is typed."""

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        """Put the field over the row, its words where the title begins."""
        above = heading_height(index, option.font)
        editor.setGeometry(option.rect.adjusted(_PAD, above + 1, -_PAD, -1))

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Hand over a title that was changed."""
        if isinstance(editor, QLineEdit) and editor.text() != index.data(Qt.ItemDataRole.EditRole):
            model.setData(index, editor.text(), Qt.ItemDataRole.EditRole)

    def helpEvent(
        self, event: QEvent, view: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        """Show no tool tip that could be read as markup."""
        return False

    def _ground(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        box: QRect,
        theme: Theme,
        *,
        focused: bool,
    ) -> None:
        state: QStyle.StateFlag = option.state
        selected = bool(state & QStyle.StateFlag.State_Selected)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        current = bool(state & QStyle.StateFlag.State_HasFocus) and focused
        painter.setPen(QColor(theme.accent) if current else Qt.PenStyle.NoPen)
        if selected:
            painter.setBrush(QColor(theme.bubble))
        elif hovered:
            painter.setBrush(QColor(theme.border if theme.dark else theme.base))
        else:
            painter.setBrush(Qt.BrushStyle.NoBrush)
        if selected or hovered or current:
            painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)

    def _marks(
        self, painter: QPainter, line: Line, font: QFont, room: QRect, theme: Theme
    ) -> QRect:
        """Paint what stands at the end of a line, and return what is left of it."""
        room = QRect(room)
        small = sized(font, _SMALL)
        small.setWeight(QFont.Weight.Normal)
        if line.aside:
            width = QFontMetrics(small).horizontalAdvance(line.aside)
            _text(painter, line.aside, small, room, theme.muted, Qt.AlignmentFlag.AlignRight)
            room.setRight(room.right() - width - _PAD)
        if line.pinned:
            side = icon_side(small, _ICON)
            spot = QRectF(room.right() - side, room.center().y() - side / 2, side, side)
            paint_icon(painter, "pin", spot, theme.muted)
            room.setRight(room.right() - side - _PAD)
        return room

    def _title(self, painter: QPainter, line: Line, font: QFont, room: QRect, theme: Theme) -> None:
        title = cut_before(line.title, line.apart, QFontMetrics(font), room.width())
        _text(painter, title, font, room, theme.text, Qt.AlignmentFlag.AlignLeft)

    def _detail(
        self, painter: QPainter, line: Line, font: QFont, room: QRect, theme: Theme
    ) -> None:
        room = QRect(room)
        ink = {
            "muted": theme.muted,
            "waiting": theme.waiting,
            "working": theme.working,
            "unread": theme.link,
            "failed": theme.failed,
        }[line.tone]
        if line.icon:
            side = icon_side(font, _ICON)
            spot = QRectF(room.left(), room.center().y() - side / 2 + 1, side, side)
            paint_icon(painter, line.icon, spot, ink)
            room.setLeft(room.left() + side + 6)
        _text(painter, line.detail, font, room, ink, Qt.AlignmentFlag.AlignLeft)


def cut_before(title: str, apart: str, metrics: QFontMetrics, width: int) -> str:
    """Return a title that fits into so many pixels with its end, `apart`, whole if that fits."""
    left = width - metrics.horizontalAdvance(apart)
    if not apart or left < metrics.horizontalAdvance("…"):
        return title
    before = " ".join(title.removesuffix(apart)[:300].split())
    return metrics.elidedText(before, Qt.TextElideMode.ElideRight, left) + apart


def heading_height(index: Index, font: QFont) -> int:
    """Return the height of what stands above a row, in pixels; 0 for nothing."""
    if not index.data(HEADING_ROLE):
        return 0
    return QFontMetrics(sized(font, _SMALL)).height() + _PAD + 6


def _lines(box: QRect, font: QFont) -> tuple[QRect, QRect]:
    inner = box.adjusted(_PAD, _PAD - 1, -_PAD, -_PAD + 1)
    first = QFontMetrics(font).height()
    top = QRect(inner.left(), inner.top(), inner.width(), first)
    rest = QRect(inner.left(), top.bottom() + 3, inner.width(), inner.bottom() - top.bottom() - 2)
    return top, rest


def _text(
    painter: QPainter, text: str, font: QFont, room: QRect, ink: str, side: Qt.AlignmentFlag
) -> None:
    painter.setFont(font)
    painter.setPen(QColor(ink))
    words = " ".join(text[:300].split())
    shown = QFontMetrics(font).elidedText(words, Qt.TextElideMode.ElideRight, room.width())
    painter.drawText(room, side | Qt.AlignmentFlag.AlignVCenter, shown)
