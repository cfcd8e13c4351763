"""The context menu of the conversation: what can be done with what is under the pointer."""

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, QPoint, QPointF, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from gui.chat_hits import ChatHits
from gui.chat_selection import ChatSelection


class MenuActs(NamedTuple):
    """What the lines of the menu do."""

    copy_selection: Callable[[], None]
    copy_row: Callable[[int], None]
    copy_text: Callable[[str], None]
    select_all: Callable[[], None]


def make_menu(
    parent: QWidget, at: QPoint, *, hits: ChatHits, selection: ChatSelection, acts: MenuActs
) -> QMenu:
    """Return the menu for a point of the viewport; it deletes itself when it closes."""
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    copy = menu.addAction(QCoreApplication.translate("Chat", "&Copy"))
    copy.setShortcut(QKeySequence.StandardKey.Copy)
    copy.setEnabled(selection.ends is not None)
    copy.triggered.connect(lambda: acts.copy_selection())
    hit, found = hits.hit(QPointF(at)), hits.target(QPointF(at))
    if hit is not None:
        message = menu.addAction(QCoreApplication.translate("Chat", "Copy message as &Markdown"))
        message.triggered.connect(lambda: acts.copy_row(hit.row))
    if found is not None and found.target.kind == "link":
        link = menu.addAction(QCoreApplication.translate("Chat", "Copy &link"))
        link.triggered.connect(lambda: acts.copy_text(found.target.value))
    menu.addSeparator()
    everything = menu.addAction(QCoreApplication.translate("Chat", "Select &all"))
    everything.setShortcut(QKeySequence.StandardKey.SelectAll)
    everything.triggered.connect(lambda: acts.select_all())
    return menu
