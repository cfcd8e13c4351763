"""Leads a person through the first conversation: the tour follows what is done meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QWidget

from gui.escape import is_escape
from gui.tour_bar import TourBar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.domain.conversations import AnswerEntry
    from gui.open_conversation import OpenConversation
    from gui.panes import Panes


class Touring(QObject):
    """Owns the tour of one window; `ended` is called when the person has finished or skipped it.

    A question that waits leads to the second step, a finished answer to the third.
    """

    def __init__(
        self,
        *,
        window: QWidget,
        panes: Panes,
        conversation: OpenConversation,
        ended: Callable[[], None],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._composer = panes.bar.composer
        self._ended = ended
        self.bar = TourBar()
        panes.add_tour(self.bar, (self.bar.skip, self.bar.before, self.bar.after))
        self.bar.left.connect(self._left)
        conversation.waitingChanged.connect(self._waits)
        conversation.ended.connect(self._answered)

    def begin(self, *, by_hand: bool) -> None:
        """Show the first step; the focus goes there only where the person asked for the tour."""
        self._window.installEventFilter(self)
        self.bar.begin()
        if by_hand:
            self.bar.after.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Skip the tour with an Esc that nothing else in the window wanted."""
        if event.type() == QEvent.Type.KeyPress and is_escape(event):
            self.bar.leave()
            return True
        return super().eventFilter(watched, event)

    def _waits(self, waiting: Sequence[AnswerEntry]) -> None:
        if waiting and self.bar.isVisible() and self.bar.step == 0:
            self.bar.go(1)

    def _answered(self, entry: AnswerEntry) -> None:
        if self.bar.isVisible() and self.bar.step < 2 and entry.answer.state == "completed":
            self.bar.go(2)

    def _left(self) -> None:
        self._window.removeEventFilter(self)
        self._composer.setFocus()
        self._ended()
