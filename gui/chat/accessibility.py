"""The conversation as assistive technology reads it: all messages, and what is announced."""

from __future__ import annotations

from collections import OrderedDict
from functools import cache
from typing import TYPE_CHECKING, Protocol, cast

from PySide6.QtCore import QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleInterface,
    QColor,
    QWindow,
)
from PySide6.QtWidgets import QAccessibleWidget, QWidget
from shiboken6 import isValid

from gui.chat.geometry import PlacedRow
from gui.chat.model import ChatModel, accessible_text
from gui.texts.messages import state_phrase
from gui.texts.names import agent_label

if TYPE_CHECKING:
    from app.domain.conversations import Entry


class AccessibleRows(Protocol):
    """What is read of a view: its rows, and where those on the screen are."""

    def model(self) -> ChatModel:
        """Return the rows."""
        ...

    def placed_rows(self) -> list[PlacedRow]:
        """Return the rows on the screen."""
        ...

    def viewport(self) -> QWidget:
        """Return the widget that the rows are painted on."""
        ...


class MessageInterface(QAccessibleInterface):
    """One row: its words and state as text, its place while it is on the screen."""

    def __init__(self, rows: AccessibleRows, parent: ListInterface, row: int) -> None:
        super().__init__()
        self._rows = rows
        self._parent = parent
        self.row = row

    def isValid(self) -> bool:
        """Whether the row still exists."""
        return isValid(self._rows) and self.row < self._rows.model().rowCount()

    def object(self) -> QObject | None:  # type: ignore[override]
        """Return nothing: a row is painted, it has no object."""
        return None

    def parent(self) -> QAccessibleInterface:
        """Return the list."""
        return self._parent

    def childCount(self) -> int:
        """Return 0: a row is read as one text."""
        return 0

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        """Return nothing."""
        return None

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        """Return nothing."""
        return None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        """Return -1."""
        return -1

    def role(self) -> QAccessible.Role:
        """Return that this is an item of a list."""
        return QAccessible.Role.ListItem

    def state(self) -> QAccessible.State:
        """Return that the row is read-only, and whether it is on the screen."""
        state = QAccessible.State()
        state.readOnly = True
        state.multiLine = True
        if self._placed() is None:
            state.offscreen = True
        return state

    def text(self, kind: QAccessible.Text) -> str:
        """Return who says what, with the state and the time; asks for a row not in memory.

        The description tells how long an answer took, and its tokens.
        """
        model = self._rows.model()
        if kind == QAccessible.Text.Description:
            role = Qt.ItemDataRole.AccessibleDescriptionRole
            return model.data(model.index(self.row), role) or ""
        if kind != QAccessible.Text.Name:
            return ""
        text = model.data(model.index(self.row), ChatModel.AccessibleTextRole)
        if text is None:
            model.need(self.row, self.row + 1)
            text = model.data(model.index(self.row), ChatModel.AccessibleTextRole)
        return text or ""

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        """Do nothing: messages are not changed."""

    def rect(self) -> QRect:
        """Return where the row is on the screen, empty while it is not."""
        placed = self._placed()
        if placed is None:
            return QRect()
        viewport = self._rows.viewport()
        corner = viewport.mapToGlobal(QPoint(0, placed.y))
        return QRect(corner.x(), corner.y(), viewport.width(), placed.height)

    def window(self) -> QWindow:
        """Return the window that the row is in."""
        return self._rows.viewport().window().windowHandle()

    def backgroundColor(self) -> QColor:
        """Return no colour: the theme has it."""
        return QColor()

    def foregroundColor(self) -> QColor:
        """Return no colour: the theme has it."""
        return QColor()

    def _placed(self) -> PlacedRow | None:
        return next((p for p in self._rows.placed_rows() if p.row == self.row), None)


class ListInterface(QAccessibleWidget):
    """Owns the interfaces of the rows that were asked for."""

    def __init__(self, view: QWidget, rows: AccessibleRows) -> None:
        super().__init__(view, QAccessible.Role.List)
        self._view = view
        self._rows = rows
        self._children: dict[int, MessageInterface] = {}

    def childCount(self) -> int:
        """Return the number of messages."""
        return self._rows.model().rowCount()

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        """Return a message."""
        if not 0 <= index < self.childCount():
            return None
        known = self._children.get(index)
        if known is None:
            known = self._children[index] = MessageInterface(self._rows, self, index)
            QAccessible.registerAccessibleInterface(known)
        return known

    def forget_rows(self) -> None:
        """Take the messages out of Qt's cache, which holds on to them by address."""
        for child in self._children.values():
            if not isValid(child):
                continue
            QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(child))
        self._children.clear()

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        """Return the row of a message."""
        return child.row if isinstance(child, MessageInterface) else -1

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        """Return the message at a point of the screen."""
        at = self._rows.viewport().mapFromGlobal(QPoint(x, y))
        for placed in self._rows.placed_rows():
            if placed.y <= at.y() < placed.y + placed.height:
                return self.child(placed.row)
        return None

    def text(self, kind: QAccessible.Text) -> str:
        """Return the name of the list."""
        return self._view.accessibleName() if kind == QAccessible.Text.Name else ""


_kept: list[ListInterface] = []


@cache
def install_reading() -> None:
    """Let views with a true attribute `reads_as_rows` be read as lists; they are `AccessibleRows`.

    Once for the program: Qt asks for each widget that assistive technology comes upon.
    """
    QAccessible.installFactory(_make)


def _make(class_name: str, thing: QObject) -> QAccessibleInterface | None:
    if not isinstance(thing, QWidget) or not getattr(thing, "reads_as_rows", False):
        return None
    _bury()
    made = ListInterface(thing, cast(AccessibleRows, thing))
    # Qt's cache holds it by address and deletes it with the view; freed earlier from here, it
    # would be deleted twice.
    _kept.append(made)
    return made


def _bury() -> None:
    for ended in [known for known in _kept if not isValid(known)]:
        ended.forget_rows()
        _kept.remove(ended)


_LIMIT = 600
_KEEP = 200
_Told = tuple[str, bool, bool]


class ChatAnnouncer(QObject):
    """Owns what was last told of each answer that still changes."""

    announced = Signal(str)

    def __init__(self, view: QObject) -> None:
        super().__init__(view)
        self._view = view
        self._told: OrderedDict[int, _Told] = OrderedDict()

    def reset(self) -> None:
        """Forget the rows of another conversation."""
        self._told.clear()

    def take(self, entry: Entry) -> None:
        """Tell what changed in a row since it was last told."""
        if entry.kind == "request":
            return
        answer = entry.answer
        now: _Told = (
            answer.state,
            answer.answered_by is not None,
            answer.lost and not answer.recovered,
        )
        if self._told.get(entry.position) == now:
            return
        self._told[entry.position] = now
        if len(self._told) > _KEEP:
            self._told.popitem(last=False)
        if answer.settled:
            self.say(accessible_text(entry, rows=False)[:_LIMIT])
        else:
            self.say(f"{agent_label(answer.agent)}: {state_phrase(answer)}")

    def say(self, text: str) -> None:
        """Have a text read now: what changed, or what the keyboard is on."""
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._view, text))
        self.announced.emit(text)
