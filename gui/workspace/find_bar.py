"""Finds words in the conversation that is open, and goes from one place to the next."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from gui.blocks.base import Place
from gui.widgets.buttons import Button
from gui.widgets.escape_key import hide_giving_keys, left_with_escape
from gui.widgets.line_edits import Field
from gui.widgets.object_names import named

_TYPING_MS = 200


class Found(NamedTuple):
    """So many places, from 1 on, of a block of a row; without a block the row has it somewhere."""

    row: int
    place: Place | None
    places: int


class FindBar(QWidget):
    """Owns the places that were found, oldest first, and which of them is shown; hidden at first.

    `reached` tells of a place to show: its row, its block, and which it is there, from 0. Enter
    goes to the place before, Shift+Enter to the one after: the newest is shown first.
    """

    searched = Signal(str)
    reached = Signal(int, object, int)
    closed = Signal()

    def __init__(self, back_to: QWidget) -> None:
        """`back_to` has the keys when the bar is left."""
        super().__init__()
        named(self, "findBar")
        self._back_to = back_to
        self._found: Sequence[Found] = ()
        self._ends: Sequence[int] = ()
        self._later = 0
        """So many places come after the one that is shown: those before may still be found."""
        self._fresh = True
        self.field = named(Field(), "findField")
        self._count = named(QLabel(), "findCount")
        self.before = named(Button("plain"), "findBefore")
        self.after = named(Button("plain"), "findAfter")
        self._close = named(Button("quiet", icon="close"), "findClose")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 8, 0, 8)
        row.setSpacing(8)
        row.addWidget(self.field, 1)
        for widget in (self._count, self.before, self.after, self._close):
            row.addWidget(widget)
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(_TYPING_MS)
        self._typing.timeout.connect(self._ask)
        self.field.textChanged.connect(lambda _: self._typing.start())
        self.before.clicked.connect(lambda: self.go(-1))
        self.after.clicked.connect(lambda: self.go(1))
        self._close.clicked.connect(self.leave)
        self._fill()
        self.hide()

    def open(self) -> None:
        """Show the bar, ready to type."""
        self.show()
        self.field.selectAll()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def leave(self) -> None:
        """Hide the bar and forget what was found."""
        self._typing.stop()
        self.field.clear()
        self._typing.stop()
        self._found = self._ends = ()
        hide_giving_keys(self, self._back_to)
        self.closed.emit()

    def show_places(self, query: str, found: Sequence[Found]) -> None:
        """Take in where a query was found, in order, if it is still the one in the field.

        More places of the same query, before those that are known, leave the one that is shown.
        """
        if query != self.field.text().strip():
            return
        self._found = found
        self._ends = list(accumulate(one.places for one in found))
        if self._fresh:
            self._later = 0
        self._fill()
        if self._fresh and found:
            self._fresh = False
            self._reach()

    def go(self, step: int) -> None:
        """Go to another place, around the ends."""
        if self._ends:
            self._later = (self._later - step) % self._ends[-1]
            self._fill()
            self._reach()

    def _ask(self) -> None:
        self._fresh = True
        self.searched.emit(self.field.text().strip())

    def _reach(self) -> None:
        at = self._ends[-1] - 1 - self._later
        found = self._found[bisect_right(self._ends, at)]
        before = self._ends[bisect_right(self._ends, at)] - found.places
        self.reached.emit(found.row, found.place, at - before)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go on with Enter."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.go(1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else -1)
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Leave with Esc while the focus is in the bar; follow the language."""
        if event.type() == QEvent.Type.LanguageChange:
            self._fill()
        return left_with_escape(event, self.leave) or super().event(event)

    def _fill(self) -> None:
        self.field.setPlaceholderText(self.tr("Find in this conversation"))
        self.field.setAccessibleName(self.tr("Find in this conversation"))
        self.before.setText(self.tr("Earlier"))
        self.after.setText(self.tr("Later"))
        self._close.setAccessibleName(self.tr("Close the search"))
        self._close.setToolTip(self.tr("Close the search"))
        text, count = "", self._ends[-1] if self._ends else 0
        if count:
            text = self.tr("{place} of {count}").format(place=count - self._later, count=count)
        elif self.field.text().strip():
            text = self.tr("Not found")
        self._count.setText(text)
        for button in (self.before, self.after):
            button.setEnabled(count > 1)
