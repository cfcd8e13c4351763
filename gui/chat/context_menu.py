"""The context menu of the conversation: what can be done with what is under the pointer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QCoreApplication, QPoint, QPointF, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from gui.chat.hit_test import ChatHits, RowTarget
from gui.chat.selection import ChatSelection

if TYPE_CHECKING:
    from app.domain.conversations import Entry


class OfferGroup(IntEnum):
    """Where a line stands in the menu: what goes on with a message, what is copied of it, where it
    is kept, and how it came about, last what only few look into.
    """

    GO_ON = 0
    COPY = 1
    KEEP = 2
    LOOK_INTO = 3


class RowOffer(NamedTuple):
    """A line of the menu about one message: what is asked for, its words ("" for no line), and
    where it stands; those of one group come in the order that they were told in.
    """

    action: str
    words: Callable[[Entry], str]
    group: OfferGroup


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
    hit, found = hits.hit(QPointF(at)), hits.target(QPointF(at))
    about = entry(hit.row) if hit is not None else None

    def offer(*groups: OfferGroup) -> None:
        if hit is not None and about is not None:
            for group in groups:
                _offer(menu, hit.row, about, [one for one in offers if one.group is group], acts)

    menu.addSeparator()
    offer(OfferGroup.GO_ON)
    menu.addSeparator()
    copy = menu.addAction(QCoreApplication.translate("Chat", "&Copy"))
    copy.setShortcut(QKeySequence.StandardKey.Copy)
    copy.setEnabled(selection.ends is not None)
    copy.triggered.connect(lambda: acts.copy_selection())
    if found is not None and found.target.kind == "link":
        link = menu.addAction(QCoreApplication.translate("Chat", "Copy &link"))
        link.triggered.connect(lambda: acts.copy_text(found.target.value))
    if hit is not None:
        message = menu.addAction(markdown_word())
        message.triggered.connect(lambda: acts.copy_row(hit.row))
    offer(OfferGroup.COPY)
    menu.addSeparator()
    offer(OfferGroup.KEEP)
    menu.addSeparator()
    offer(OfferGroup.LOOK_INTO)
    menu.addSeparator()
    everything = menu.addAction(QCoreApplication.translate("Chat", "Select &all"))
    everything.setShortcut(QKeySequence.StandardKey.SelectAll)
    everything.triggered.connect(lambda: acts.select_all())
    return menu


def markdown_word() -> str:
    """Return what copying a message with its marks is called, with its mnemonic."""
    return QCoreApplication.translate("Chat", "Copy message as &Markdown")


def _offer(menu: QMenu, row: int, entry: Entry, offers: Sequence[RowOffer], acts: MenuActs) -> None:
    for offer in offers:
        words = offer.words(entry)
        if words:
            line = menu.addAction(words)
            line.triggered.connect(lambda _=False, a=offer.action: acts.about_row(row, a))
