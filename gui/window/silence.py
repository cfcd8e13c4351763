"""Of which running answers nothing has been heard for a while: it may be long work, or nothing."""

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from app.domain.answers import Answer
from app.domain.conversations import AnswerEntry, Conversation, Entry

QUIET_SECONDS = 60.0


class Quiet(QObject):
    """Owns when each running answer was last heard of; `changed` hears of other `answers`.

    A question that waits for the person is no silence of its agent.
    """

    def __init__(
        self,
        changed: Callable[[], None],
        *,
        seconds: float = QUIET_SECONDS,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._changed = changed
        self._seconds = seconds
        self._heard: dict[str, tuple[float, Answer]] = {}  # turn → when, and which
        self._quiet: frozenset[str] = frozenset()
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._look)

    @property
    def answers(self) -> list[Answer]:
        """The running answers of which nothing was heard for a while."""
        return [answer for turn, (_, answer) in self._heard.items() if turn in self._quiet]

    def take(self, changed: Entry | Conversation) -> None:
        """Take in that something was heard of an answer."""
        if isinstance(changed, AnswerEntry):
            self._take(changed.answer)

    def _take(self, answer: Answer) -> None:
        if answer.settled or answer.cut_off:
            self._heard.pop(answer.turn_id, None)
        else:
            self._heard[answer.turn_id] = (time.monotonic(), answer)
        # Most of the time this is one of many pieces: who is quiet is looked at by the timer.
        if self._quiet or not self._heard:
            self._look()
        elif not self._timer.isActive():
            self._timer.start(round(1000 * self._seconds))

    def _look(self) -> None:
        now = time.monotonic()
        since = {turn: now - at for turn, (at, _) in self._heard.items()}
        quiet = frozenset(turn for turn, s in since.items() if s >= self._seconds)
        left = [self._seconds - s for s in since.values() if s < self._seconds]
        self._timer.stop()
        if left:
            self._timer.start(max(1, round(1000 * min(left))))
        if quiet != self._quiet:
            self._quiet = quiet
            self._changed()
