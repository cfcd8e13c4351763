"""One stack of what was done and can be undone: Ctrl+Z undoes the newest, a notice offers it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from gui.actions.actions import Actions, plain
from gui.notices.bar import UNDO_SECONDS, Notice, NoticeAction, NoticeBar
from gui.platform.tasks import TaskScope

_DEEPEST = 50
_KEY = "undo"


@dataclass(eq=False, slots=True)
class Deed:
    """Something that was done, in words, and how it is undone."""

    words: Callable[[], str]
    undo: Callable[[], Awaitable[object]]


class Undoing:
    """Owns the deeds of one window, the newest last; a text field with its own undo comes first.

    A deed that could not be undone is gone from the stack, and why is said.
    """

    def __init__(self, *, notices: NoticeBar, actions: Actions, tasks: TaskScope) -> None:
        self._notices = notices
        self._action = actions["actionUndo"]
        self._tasks = tasks
        self._deeds: list[Deed] = []
        self._action.triggered.connect(self.undo)
        self._offer()

    def done(
        self,
        words: Callable[[], str],
        undo: Callable[[], Awaitable[object]],
        *,
        told: bool = True,
        here: bool = False,
    ) -> None:
        """Take in what was done; `told` shows it with its undo, for a while.

        What was done `here` is told in the conversation that is open only.
        """
        deed = Deed(words, undo)
        self._deeds.append(deed)
        del self._deeds[:-_DEEPEST]
        self._offer()
        if told:
            offer = NoticeAction(
                lambda: QCoreApplication.translate("Notices", "Undo"), self._of(deed)
            )
            self._notices.show_notice(
                Notice(_KEY, words, offers=(offer,), seconds=UNDO_SECONDS, here=here)
            )

    def undo(self) -> None:
        """Undo the newest deed."""
        if self._deeds:
            self._undo(self._deeds[-1])

    def _of(self, deed: Deed) -> Callable[[], None]:
        return lambda: self._undo(deed)

    def _undo(self, deed: Deed) -> None:
        if deed not in self._deeds or self._tasks.closed:
            return
        self._deeds.remove(deed)
        self._notices.dismiss(_KEY)
        self._offer()

        async def back() -> None:
            await deed.undo()

        self._tasks.start(back())

    def _offer(self) -> None:
        self._action.setEnabled(bool(self._deeds))
        newest = self._deeds[-1].words() if self._deeds else plain(self._action.text())
        self._action.setStatusTip(newest)
        self._action.setToolTip(newest)
