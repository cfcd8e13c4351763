"""What needs the person reaches them outside of the window: the taskbar, a system notification."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QApplication, QWidget

from gui.texts.messages import first_line, sign_in_phrase, state_phrase
from gui.texts.names import agent_label
from gui.texts.plain import unmarked

if TYPE_CHECKING:
    from app.domain.conversations import AnswerEntry
    from app.domain.tasks import Choice

CHOICES = 3
"""So many choices fit on a notification."""


class Notification(NamedTuple):
    """A notification: plain text, and what can be answered on it."""

    key: str
    title: str
    text: str
    entry: AnswerEntry
    choices: tuple[Choice, ...] = ()
    urgent: bool = False


class Notifier(Protocol):
    """Where notifications go; `show` returns at once, and what is pressed comes back by itself."""

    def show(self, told: Notification) -> None:
        """Show a notification; one of the same key is replaced."""
        ...

    def withdraw(self, key: str) -> None:
        """Take a notification away; unknown keys are no error."""
        ...


class Attention:
    """Owns which questions were told of; a question that is answered is taken back.

    Nothing is told while a window of the program has the keyboard: it shows it all itself. Of
    several windows one has a notifier, so that nothing is told twice.
    """

    def __init__(
        self, window: QWidget, notifier: Notifier | None, title_of: Callable[[str], str]
    ) -> None:
        self._window = window
        self._notifier = notifier
        self._title_of = title_of
        self._waiting: dict[str, AnswerEntry] | None = None

    def show_waiting(self, waiting: Sequence[AnswerEntry]) -> None:
        """Take in everything that waits for the person; what waited at the start is not told."""
        now = {entry.answer.turn_id: entry for entry in waiting}
        before, self._waiting = self._waiting, now
        app = QApplication.instance()
        # On Linux Qt makes a D-Bus path of the program's name, and a hyphen must not stand in one.
        if isinstance(app, QApplication) and sys.platform != "linux":
            app.setBadgeNumber(len(now))
        if before is None:
            return
        for turn_id in before.keys() - now.keys():
            self._withdraw(turn_id)
        fresh = [entry for turn_id, entry in now.items() if turn_id not in before]
        if fresh:
            self._tell(fresh)

    def show_ended(self, entry: AnswerEntry) -> None:
        """Take in that an answer has come to its end; one that waits is told by `show_waiting`."""
        if entry.answer.waiting or self._seen():
            return
        answer = entry.answer
        self._show(
            Notification(
                key=answer.turn_id,
                title=f"{agent_label(answer.agent)}: {state_phrase(answer)}",
                text=self._title_of(answer.context_id),
                entry=entry,
            )
        )

    def _tell(self, fresh: Sequence[AnswerEntry]) -> None:
        if self._seen():
            return
        QApplication.alert(self._window)
        for entry in fresh:
            question = entry.answer.question
            asked = question.text if question is not None else ""
            self._show(
                Notification(
                    key=entry.answer.turn_id,
                    title=QCoreApplication.translate("Attention", "Needs you: {title}").replace(
                        "{title}", self._title_of(entry.answer.context_id)
                    ),
                    text=first_line(unmarked(asked), 200) or sign_in_phrase(),
                    entry=entry,
                    choices=question.choices[:CHOICES] if question is not None else (),
                    urgent=True,
                )
            )

    def _seen(self) -> bool:
        tops = QApplication.topLevelWidgets()
        return any(top.isActiveWindow() for top in tops if type(top) is type(self._window))

    def _show(self, told: Notification) -> None:
        if self._notifier is not None:
            self._notifier.show(told)

    def _withdraw(self, key: str) -> None:
        if self._notifier is not None:
            self._notifier.withdraw(key)
