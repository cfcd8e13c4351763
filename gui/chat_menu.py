"""The context menu of the conversation: what can be done with what is under the pointer."""

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu, QWidget


class MenuChoice(NamedTuple):
    """A line of the menu: its words, what it does (None: nothing now), its keys."""

    label: str
    act: Callable[[], None] | None
    keys: QKeySequence.StandardKey | None = None


def copy_choice(act: Callable[[], None] | None) -> MenuChoice:
    """Return the line that copies the selection."""
    label = QCoreApplication.translate("Chat", "&Copy")
    return MenuChoice(label, act, QKeySequence.StandardKey.Copy)


def copy_message_choice(act: Callable[[], None] | None) -> MenuChoice:
    """Return the line that copies a whole message."""
    return MenuChoice(QCoreApplication.translate("Chat", "Copy message as &Markdown"), act)


def copy_link_choice(act: Callable[[], None]) -> MenuChoice:
    """Return the line that copies an address."""
    return MenuChoice(QCoreApplication.translate("Chat", "Copy &link"), act)


def select_all_choice(act: Callable[[], None] | None) -> MenuChoice:
    """Return the line that selects everything."""
    label = QCoreApplication.translate("Chat", "Select &all")
    return MenuChoice(label, act, QKeySequence.StandardKey.SelectAll)


def make_menu(choices: list[MenuChoice], parent: QWidget) -> QMenu:
    """Return a menu that deletes itself when it closes."""
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for choice in choices:
        action = menu.addAction(choice.label)
        if choice.keys is not None:
            action.setShortcut(choice.keys)
        if choice.act is None:
            action.setEnabled(False)
        else:
            action.triggered.connect(choice.act)
    return menu
