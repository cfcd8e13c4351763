"""Layouts: in lines as words are, in the middle no wider than can be read, rows of a form."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QLabel, QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Owns a row of widgets that breaks into lines where the width ends.

    A widget that expands takes what is left of its line.
    """

    def __init__(self, *, spacing: int) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self.setSpacing(spacing)
        self.setContentsMargins(0, 0, 0, 0)

    def empty(self) -> None:
        """Take every widget out, to be deleted."""
        while (item := self.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def addItem(self, item: QLayoutItem) -> None:
        """Take in an item, at the end."""
        self._items.append(item)

    def count(self) -> int:
        """Return the number of items."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Return an item, or None beyond the end."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Take an item out, or None beyond the end."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Take no more space than needed."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Say that the height follows the width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of the lines at a width."""
        return self._lay_out(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        """Place the items."""
        super().setGeometry(rect)
        self._lay_out(rect, move=True)

    def sizeHint(self) -> QSize:
        """Return the size that is wanted: that of the widest item."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        """Return the size of the widest item."""
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def _lay_out(self, rect: QRect, *, move: bool) -> int:
        y = rect.y()
        for line in self._lines(rect.width()):
            high = max(size.height() for _, size in line)
            x = rect.x()
            for item, size in line:
                if move:
                    item.setGeometry(QRect(QPoint(x, y + (high - size.height()) // 2), size))
                x += size.width() + self.spacing()
            y += high + self.spacing()
        return max(0, y - self.spacing() - rect.y())

    def _lines(self, width: int) -> list[list[tuple[QLayoutItem, QSize]]]:
        """Return what stands on each line, with its size."""
        lines: list[list[tuple[QLayoutItem, QSize]]] = []
        left: list[int] = []
        for item in self._items:
            if item.isEmpty():
                continue
            wanted = item.sizeHint()
            wanted.setWidth(min(wanted.width(), max(1, width)))
            if not lines or wanted.width() > left[-1]:
                lines.append([])
                left.append(width)
            lines[-1].append((item, wanted))
            left[-1] -= wanted.width() + self.spacing()
        for line, over in zip(lines, left, strict=True):
            for item, size in line:
                if item.expandingDirections() & Qt.Orientation.Horizontal:
                    size.setWidth(size.width() + max(0, over + self.spacing()))
                # Its words break into lines, if they can, where they do not fit on one.
                if item.hasHeightForWidth():
                    size.setHeight(item.heightForWidth(size.width()))
        return lines


def centred(widget: QWidget, width: int) -> QHBoxLayout:
    """Return a layout in which the widget grows to a width, in pixels, and stays in the middle."""
    widget.setMaximumWidth(width)
    row = QHBoxLayout()
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(0)
    row.addStretch(1)
    row.addWidget(widget, 100_000)
    row.addStretch(1)
    return row


def form_of(rows: Sequence[tuple[str, QWidget]]) -> QFormLayout:
    """Return a layout of labels and fields, which take the room there is."""
    form = QFormLayout()
    form.setHorizontalSpacing(16)
    form.setVerticalSpacing(12)
    form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
    for words, widget in rows:
        label = QLabel(words)
        label.setBuddy(widget)
        widget.setAccessibleName(words)
        form.addRow(label, widget)
    return form
