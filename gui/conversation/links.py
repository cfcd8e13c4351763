"""Addresses of conversations and messages, `balance-desk://…`: copied, and followed back."""

import asyncio
import re
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

from app.domain.conversations import Entry
from gui.chat.context_menu import OfferGroup, RowOffer
from gui.notices.bar import Notice
from gui.platform.clipboard import put_text
from gui.workspace.workspace import Workspace

SCHEME = "balance-desk"
NEW = f"{SCHEME}://new"
"""Leads to a new conversation: the desktop's entry offers it beside the program."""

_LINK = re.compile(rf"{SCHEME}://conversation/([\w-]{{1,128}})(?:/([\w-]{{1,128}}))?/?", re.ASCII)


class MessageLink(NamedTuple):
    """A conversation, and the message in it by its id; "" for the whole."""

    context_id: str
    turn_id: str = ""


def link_to(place: MessageLink) -> str:
    """Return the address of a place."""
    whole = f"{SCHEME}://conversation/{place.context_id}"
    return f"{whole}/{place.turn_id}" if place.turn_id else whole


def read_link(text: str) -> MessageLink | None:
    """Return the place of an address; None for anything else, for it comes from anywhere."""
    found = _LINK.fullmatch(text.strip())
    return MessageLink(found[1], found[2] or "") if found is not None else None


class ConversationLinks:
    """Owns the way from a message to its address, and back."""

    def __init__(self, space: Workspace) -> None:
        self._desk = space.desk
        self._conversation = space.conversation
        self._panes = space.panes
        self._actions = space.actions
        self._tasks = space.tasks
        space.panes.view.row_offers.append(RowOffer("copy_link", _link_word, OfferGroup.COPY))
        space.panes.view.actionRequested.connect(self._act)
        space.actions["actionCopyLink"].triggered.connect(self._copy_conversation)
        space.conversation.stateChanged.connect(self._offer)
        self._offer()

    def open(self, link: str) -> asyncio.Task[None] | None:
        """Open what an address leads to, in the task returned; a wrong one is said to be."""
        if link.strip().rstrip("/") == NEW:
            self._conversation.new_conversation()
            return None
        if self._tasks.closed:
            return None
        place = read_link(link)
        if place is None or self._panes.list_model.conversation(place.context_id) is None:
            self._panes.notices.show_notice(Notice(key="link", words=_nowhere, warning=True))
            return None
        return self._tasks.start(self._open(place, self._conversation.ask()))

    async def _open(self, place: MessageLink, asked: int) -> None:
        entry = await self._desk.answer(place.turn_id) if place.turn_id else None
        mine = entry is not None and entry.answer.context_id == place.context_id
        position = max(0, entry.position - 1) if entry is not None and mine else None
        await self._conversation.show(place.context_id, position, asked=asked)

    def _act(self, position: int, action: str) -> None:
        entry = self._panes.view.model().entry(position)
        if action == "copy_link" and entry is not None:
            put_text(link_to(_place_of(entry)))

    def _copy_conversation(self) -> None:
        context_id = self._conversation.context_id
        if context_id is not None:
            put_text(link_to(MessageLink(context_id)))

    def _offer(self) -> None:
        self._actions["actionCopyLink"].setEnabled(self._panes.view.model().rowCount() > 0)


def _place_of(entry: Entry) -> MessageLink:
    if entry.kind == "answer":
        return MessageLink(entry.answer.context_id, entry.answer.turn_id)
    return MessageLink(entry.message.context_id, entry.message.message_id)


def _link_word(entry: Entry) -> str:
    return QCoreApplication.translate("Chat", "Copy &address of the message")


def _nowhere() -> str:
    return QCoreApplication.translate("Notices", "This address leads to no conversation here.")
