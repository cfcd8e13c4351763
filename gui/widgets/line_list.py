"""A short list of rows, each with a key: what the search found, what needs the person."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QListView, QWidget

from gui.widgets.escape_key import is_escape
from gui.widgets.object_names import named
from gui.widgets.two_line_delegate import LINE_ROLE, Index, Line, TwoLineDelegate


class LineModel(QAbstractListModel):
    """Owns rows of (key, line)."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[tuple[object, Line]] = []

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 (Qt's signature)
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what a role says of a row."""
        if not index.isValid():
            return None
        line = self._rows[index.row()][1]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return line.title
            case Qt.ItemDataRole.AccessibleTextRole:
                return ", ".join(filter(None, [line.title, line.detail, line.aside]))
            case _:
                return line if role == LINE_ROLE else None

    def show_rows(self, rows: Sequence[tuple[object, Line]]) -> None:
        """Show other rows; the same ones again change nothing."""
        if list(rows) != self._rows:
            self.beginResetModel()
            self._rows = list(rows)
            self.endResetModel()

    def key(self, index: Index) -> object:
        """Return the key of a row."""
        return self._rows[index.row()][0]


class LineList(QListView):
    """Shows rows of two lines; pressing one, or Enter on it, tells its key."""

    picked = Signal(object)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, name)
        plain_list(self)
        self.lines = LineModel(self)
        self.setModel(self.lines)
        self._rows = TwoLineDelegate(self)
        self.setItemDelegate(self._rows)
        self.clicked.connect(self._pick)
        self.activated.connect(self._pick)

    def sizeHint(self) -> QSize:
        """Return the size of all rows, at most four of them."""
        rows = min(4, self.lines.rowCount())
        return QSize(super().sizeHint().width(), rows * max(1, self.sizeHintForRow(0)) + 4)

    def make_compact(self, compact: bool) -> None:
        """Show rows of one line each, or of two."""
        self._rows.compact = compact
        self.scheduleDelayedItemsLayout()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave Esc to what the list stands in: Qt would look for a row by it."""
        if is_escape(event):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def show_rows(self, rows: Sequence[tuple[object, Line]]) -> None:
        """Show other rows."""
        self.lines.show_rows(rows)
        self.updateGeometry()

    def _pick(self, index: QModelIndex) -> None:
        self.picked.emit(self.lines.key(index))


def plain_list(view: QListView) -> None:
    """Make a list lie flat on the sidebar, with rows of one height."""
    view.setFrameShape(QFrame.Shape.NoFrame)
    view.setUniformItemSizes(True)
    view.setMouseTracking(True)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
    view.setAutoFillBackground(False)
    view.viewport().setAutoFillBackground(False)
