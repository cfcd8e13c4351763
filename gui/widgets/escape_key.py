"""Esc leads out of what has the focus, before it is the window's."""

from collections.abc import Callable
from typing import TypeGuard

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget


def left_with_escape(event: QEvent, leave: Callable[[], None]) -> bool:
    """Leave with Esc, whatever else it does in the window; whether the event was for that.

    To be asked first in `event` of what is left so, while the focus is in it.
    """
    if not is_escape(event):
        return False
    match event.type():
        case QEvent.Type.ShortcutOverride:
            event.accept()
        case QEvent.Type.KeyPress:
            leave()
        case _:
            return False
    return True


def hide_giving_keys(bar: QWidget, to: QWidget | None) -> None:
    """Hide a widget; when the keys were in it, they go `to` another: none falls on nothing."""
    focused = QApplication.focusWidget()
    held = focused is not None and (focused is bar or bar.isAncestorOf(focused))
    bar.hide()
    if held and to is not None:
        to.setFocus(Qt.FocusReason.OtherFocusReason)


def is_escape(event: QEvent) -> TypeGuard[QKeyEvent]:
    """Whether an event of a key is about Esc."""
    return isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
