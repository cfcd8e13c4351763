"""The context menu of the conversation: what can be done with what is under the pointer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QCoreApplication, QPoint, QPointF, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from gui.chat.hit_test import ChatHits, RowTarget
from gui.chat.selection import ChatSelection

if TYPE_CHECKING:
    from app.domain.conversations import Entry


class RowOffer(NamedTuple):
    """A line of the menu about one message: what is asked for, and its words ("" for no line)."""

    action: str
    words: Callable[[Entry], str]


class MenuActs(NamedTuple):
    """What the lines of the menu do; `about_row` is given a row and what was asked for."""

    copy_selection: Callable[[], None]
    copy_row: Callable[[int], None]
    copy_text: Callable[[str], None]
    select_all: Callable[[], None]
    about_row: Callable[[int, str], None]
    press: Callable[[RowTarget], None]


def make_menu(
    parent: QWidget,
    at: QPoint,
    *,
    hits: ChatHits,
    selection: ChatSelection,
    acts: MenuActs,
    offers: Sequence[RowOffer] = (),
    entry: Callable[[int], Entry | None] = lambda _: None,
    tools: Sequence[RowTarget] = (),
) -> QMenu:
    """Return the menu for a point of the viewport; it deletes itself when it closes.

    `tools` are the buttons of what is meant: they may stand below what is on the screen.
    """
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for tool in tools:
        line = menu.addAction(tool.name.replace("&", "&&"))
        line.triggered.connect(lambda _=False, one=tool: acts.press(one))
    menu.addSeparator()
    copy = menu.addAction(QCoreApplication.translate("Chat", "&Copy"))
    copy.setShortcut(QKeySequence.StandardKey.Copy)
    copy.setEnabled(selection.ends is not None)
    copy.triggered.connect(lambda: acts.copy_selection())
    hit, found = hits.hit(QPointF(at)), hits.target(QPointF(at))
    if hit is not None:
        message = menu.addAction(QCoreApplication.translate("Chat", "Copy message as &Markdown"))
        message.triggered.connect(lambda: acts.copy_row(hit.row))
        _offer(menu, hit.row, entry(hit.row), offers, acts)
    if found is not None and found.target.kind == "link":
        link = menu.addAction(QCoreApplication.translate("Chat", "Copy &link"))
        link.triggered.connect(lambda: acts.copy_text(found.target.value))
    menu.addSeparator()
    everything = menu.addAction(QCoreApplication.translate("Chat", "Select &all"))
    everything.setShortcut(QKeySequence.StandardKey.SelectAll)
    everything.triggered.connect(lambda: acts.select_all())
    return menu


def _offer(
    menu: QMenu, row: int, entry: Entry | None, offers: Sequence[RowOffer], acts: MenuActs
) -> None:
    for offer in offers:
        words = offer.words(entry) if entry is not None else ""
        if words:
            line = menu.addAction(words)
            line.triggered.connect(lambda _=False, a=offer.action: acts.about_row(row, a))
