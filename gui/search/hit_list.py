"""What a search over everything found: rows with the found words bold and underlined."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QObject,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.domain.records import RecordHit
from gui.look.theme import Theme, sized
from gui.texts.names import moment_words, route, said_words
from gui.texts.plain import plain_signs, unmarked, unmarked_ranges
from gui.widgets.line_list import plain_list
from gui.widgets.object_names import named
from gui.widgets.surfaces import theme_of
from gui.widgets.two_line_delegate import Index

HIT_ROLE = Qt.ItemDataRole.UserRole + 1

_BESIDE, _PAD = 8, 12
_GAP = 4
_SMALL = 0.88
_LINES = 2


class HitRow(NamedTuple):
    """A hit, and the title of its conversation; empty where it has none that is listed."""

    hit: RecordHit
    title: str


class HitModel(QAbstractListModel):
    """Owns the hits that are shown, the best first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[HitRow] = []

    def rowCount(self, parent: Index | None = None) -> int:
        """Return the number of hits."""
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what a role says of a hit."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return unmarked(row.hit.text)
            case Qt.ItemDataRole.AccessibleTextRole:
                said = [unmarked(row.hit.text), row.title, *about(row.hit)]
                return ", ".join(filter(None, said))
            case _:
                return row if role == HIT_ROLE else None

    def show_rows(self, rows: Sequence[HitRow]) -> None:
        """Show other hits; the same ones again change nothing."""
        if list(rows) != self._rows:
            self.beginResetModel()
            self._rows = list(rows)
            self.endResetModel()


class HitList(QListView):
    """Shows hits; Enter or a click opens one, ↑ on the first goes back to the words."""

    picked = Signal(object)
    leftUpwards = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "searchAllResults")
        plain_list(self)
        self.setUniformItemSizes(False)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.hits = HitModel(self)
        self.setModel(self.hits)
        self.setItemDelegate(HitDelegate(self))
        self.clicked.connect(self.pick)
        self.activated.connect(self.pick)

    def pick(self, index: Index) -> None:
        """Tell that a hit was chosen."""
        row = index.data(HIT_ROLE)
        if isinstance(row, HitRow):
            self.picked.emit(row.hit)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open with Enter, leave upwards from the first row."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.pick(self.currentIndex())
        elif event.key() == Qt.Key.Key_Up and self.currentIndex().row() <= 0:
            self.leftUpwards.emit()
        else:
            super().keyPressEvent(event)


class HitDelegate(QStyledItemDelegate):
    """Paints a hit: its conversation and time, who said what to whom, and the words around it."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of a row: one line, a small one, and one or two of the snippet."""
        row, view = index.data(HIT_ROLE), option.widget
        body = QFontMetrics(option.font).height()
        small = QFontMetrics(sized(option.font, _SMALL)).height()
        lines = 1
        if isinstance(row, HitRow) and isinstance(view, QListView):
            room = view.viewport().width() - 2 * (_BESIDE + _PAD)
            lines = _laid_out(row.hit, option.font, room).lineCount()
        return QSize(200, body * (1 + lines) + small + 2 * _PAD + 2 * _GAP)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the ground and the lines."""
        row, widget = index.data(HIT_ROLE), option.widget
        if not isinstance(row, HitRow) or not isinstance(widget, QWidget):
            return
        theme = theme_of(widget)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground: QRect = option.rect.adjusted(_BESIDE, 2, -_BESIDE, -2)
        _ground(painter, option, ground, theme, focused=widget.hasFocus())
        room = ground.adjusted(_PAD, _PAD - 4, -_PAD, -_PAD + 4)
        font, small = QFont(option.font), sized(option.font, _SMALL)
        top = QRect(room.left(), room.top(), room.width(), QFontMetrics(font).height())
        when = moment_words(row.hit.at)
        right = Qt.AlignmentFlag.AlignRight
        _say(painter, when, small, top, theme.muted, right)
        title_room = top.adjusted(0, 0, -QFontMetrics(small).horizontalAdvance(when) - _PAD, 0)
        title = row.title or self.tr("Outside the conversations")
        _say(painter, title, sized(font, 1.0, bold=True), title_room, theme.text)
        under = QRect(room.left(), top.bottom() + _GAP, room.width(), QFontMetrics(small).height())
        _say(painter, " · ".join(about(row.hit)[:2]), small, under, theme.muted)
        box = QRect(
            room.left(), under.bottom() + _GAP, room.width(), room.bottom() - under.bottom()
        )
        _snippet(painter, row.hit, font, box, theme)
        painter.restore()

    def helpEvent(
        self, event: QEvent, view: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> bool:
        """Show no tool tip that could be read as markup."""
        return False


def about(hit: RecordHit) -> list[str]:
    """Return who said it to whom, which kind it is, and when, in words."""
    return [route(hit.from_agent, hit.to_agent), said_words(hit.kind), moment_words(hit.at)]


def formats(
    text: str, marks: Sequence[tuple[int, int]], colour: str
) -> list[QTextLayout.FormatRange]:
    """Return the marks of a text as its formats: bold, underlined, in a colour."""
    found = []
    for start, stop in marks:
        one = QTextLayout.FormatRange()
        one.start = _units(text[:start])
        one.length = _units(text[start:stop])
        look = QTextCharFormat()
        look.setFontWeight(QFont.Weight.Bold)
        look.setFontUnderline(True)
        look.setForeground(QColor(colour))
        one.format = look
        found.append(one)
    return found


def _units(text: str) -> int:
    """Return the length as Qt counts it: in UTF-16."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _snippet(painter: QPainter, hit: RecordHit, font: QFont, box: QRect, theme: Theme) -> None:
    painter.setPen(QColor(theme.text))
    painter.setClipRect(box)
    _laid_out(hit, font, box.width(), theme.link).draw(painter, QPointF(box.topLeft()))


def _laid_out(hit: RecordHit, font: QFont, width: int, colour: str = "") -> QTextLayout:
    """Return the snippet on its lines, its marks in a colour."""
    text, marks = unmarked_ranges(hit.text, hit.marks)
    layout = QTextLayout(plain_signs(text), font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.setFormats(formats(text, marks, colour))
    layout.beginLayout()
    y = 0.0
    for _ in range(_LINES):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(width)
        line.setPosition(QPointF(0, y))
        y += line.height()
    layout.endLayout()
    return layout


def _ground(
    painter: QPainter, option: QStyleOptionViewItem, box: QRect, theme: Theme, *, focused: bool
) -> None:
    state: QStyle.StateFlag = option.state
    selected = bool(state & QStyle.StateFlag.State_Selected)
    current = focused and bool(state & QStyle.StateFlag.State_HasFocus)
    if selected or current or state & QStyle.StateFlag.State_MouseOver:
        painter.setPen(QColor(theme.accent) if current else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.bubble if selected else theme.raised))
        painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)


def _say(
    painter: QPainter,
    text: str,
    font: QFont,
    room: QRect,
    ink: str,
    side: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
) -> None:
    painter.setFont(font)
    painter.setPen(QColor(ink))
    words = " ".join(plain_signs(text[:300]).split())
    shown = QFontMetrics(font).elidedText(words, Qt.TextElideMode.ElideRight, room.width())
    painter.drawText(room, side | Qt.AlignmentFlag.AlignVCenter, shown)
