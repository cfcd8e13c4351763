"""Tells assistive technology of states that changed and answers that finished, never of tokens."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent

from gui.agent_names import agent_label
from gui.chat_model import accessible_text
from gui.words import state_phrase

if TYPE_CHECKING:
    from app.domain.conversations import Entry

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
            self._say(accessible_text(entry)[:_LIMIT])
        else:
            self._say(f"{agent_label(answer.agent)}: {state_phrase(answer)}")

    def _say(self, text: str) -> None:
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._view, text))
        self.announced.emit(text)
