"""Joins the steps view with the conversation: opened from a message, following while it works."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Qt

from app.domain.answers import Answer
from app.domain.conversations import AnswerEntry, Entry
from app.domain.messages import CHOICE_MEDIA_TYPE, DataPart
from app.errors import DeskError
from gui.chat.context_menu import OfferGroup, RowOffer
from gui.inspector.side import add_beside, show_beside
from gui.inspector.steps import steps_of
from gui.inspector.steps_view import StepsView
from gui.texts.errors import error_text
from gui.workspace.workspace import Workspace

_WIDTH = 360


class StepsPresenter:
    """Owns the dock, which is made when it is first asked for, and which answer it shows."""

    def __init__(self, space: Workspace, *, shown: Callable[[bool], None]) -> None:
        """`shown` hears whether the view is open."""
        self._conversation = space.conversation
        self._panes = space.panes
        self._window = space.window
        self._tasks = space.tasks
        self._shown = shown
        self._dock: StepsView | None = None
        self._turn: str | None = None
        space.conversation.stateChanged.connect(self._follow)
        space.conversation.shownChanged.connect(self._follow)
        space.panes.view.row_offers.append(RowOffer("steps", _offered, OfferGroup.LOOK_INTO))
        space.panes.view.actionRequested.connect(self._act)

    def show(self, wanted: bool) -> None:
        """Open the view on the newest answer with steps, or close it."""
        if not wanted:
            if self._dock is not None:
                self._dock.close()
            return
        self._turn = None
        self._open()

    def close(self) -> None:
        """Close a view that floats: it is a window of its own."""
        if self._dock is not None and self._dock.isFloating():
            self._dock.close()

    def _act(self, position: int, action: str) -> None:
        if action != "steps":
            return
        entry = self._panes.view.model().entry(position)
        if isinstance(entry, AnswerEntry):
            self._turn = entry.answer.turn_id
            self._open()

    def _open(self) -> None:
        dock = self._dock
        if dock is None:
            dock = self._dock = StepsView(self._window)
            add_beside(dock, self._window, _WIDTH)
            dock.visibilityChanged.connect(lambda _: self._shown(not dock.isHidden()))
            dock.retryRequested.connect(self._retry)
        if dock.isHidden():
            show_beside(dock, self._window)
            dock.steps.setFocus(Qt.FocusReason.OtherFocusReason)
        self._follow()

    def _follow(self) -> None:
        """Show the answer as it is now; in another conversation, its newest with steps."""
        dock = self._dock
        if dock is None or dock.isHidden():
            return
        answer = self._answer()
        steps = steps_of(answer) if answer is not None else None
        dock.show_steps(steps, settled=answer is not None and answer.settled)

    def _answer(self) -> Answer | None:
        model = self._panes.view.model()
        newest: Answer | None = None
        for position in range(model.rowCount() - 1, -1, -1):
            entry = model.entry(position)
            if not isinstance(entry, AnswerEntry) or entry.answer.artifact("steps") is None:
                continue
            if entry.answer.turn_id == self._turn:
                return entry.answer
            newest = newest or entry.answer
            if self._turn is None:
                break
        return newest

    def _retry(self, number: int) -> None:
        """Ask the agent to try a step again: a new message that refers to the run's task."""
        answer = self._answer()
        steps = steps_of(answer) if answer is not None else None
        session = self._conversation.session
        if answer is None or steps is None or session is None or self._tasks.closed:
            return
        name = next((one.name for one in steps.steps if one.number == number), "")
        words = QCoreApplication.translate("Steps", "Try step {number} again: {name}")
        text = words.replace("{number}", str(number)).replace("{name}", name)
        data = DataPart(
            data={"slot": "retry", "value": f"{steps.run}:{number}"}, media_type=CHOICE_MEDIA_TYPE
        )
        references = [answer.task_id] if answer.task_id else []

        async def again() -> None:
            try:
                turn = await session.start(text, references=references, data=data)
            except DeskError as error:
                self._panes.bar.show_error(error_text(error))
                return
            self._turn = turn.turn_id
            self._conversation.sent()

        self._tasks.start(again())


def steps_word() -> str:
    """Return the words of what opens the view."""
    return QCoreApplication.translate("Steps", "Show the &steps")


def _offered(entry: Entry) -> str:
    has = isinstance(entry, AnswerEntry) and entry.answer.artifact("steps") is not None
    return steps_word() if has else ""
