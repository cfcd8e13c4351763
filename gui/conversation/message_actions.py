"""What can be asked of a message: try again, sign in, go to its answer, open a link, save it."""

from collections.abc import Callable

from app.domain.conversations import AnswerEntry
from gui.conversation.result_export import ResultExport
from gui.platform.web_links import open_link
from gui.workspace.workspace import Workspace


class RowActions:
    """Owns what the chat view asks for about one of its messages."""

    def __init__(
        self,
        space: Workspace,
        *,
        retry: Callable[[int | None], None],
        sign_in: Callable[[AnswerEntry], None],
    ) -> None:
        self._conversation = space.conversation
        self._view = space.panes.view
        self._tasks = space.tasks
        self._retry = retry
        self._sign_in = sign_in
        self._view.actionRequested.connect(self._act)
        self._view.linkActivated.connect(open_link)
        self._export = ResultExport(
            self._view,
            window=space.window,
            tasks=space.tasks,
            told=space.panes.notices.show_notice,
        )

    def _act(self, position: int, action: str) -> None:
        entry, action, _ = self._view.model().acted_on(position, action)
        if action.startswith("show_about:"):
            self._tasks.start(self._go_to(action.partition(":")[2]))
        if action.startswith("show_turn:"):
            self._tasks.start(self._show_turn(action.partition(":")[2]))
        if not isinstance(entry, AnswerEntry):
            return
        match action:
            case "retry":
                self._retry(position)
            case "sign_in":
                self._sign_in(entry)
            case "show_task" if entry.answer.answered_by is not None:
                self._tasks.start(self._go_to(entry.answer.answered_by))

    async def _go_to(self, task_id: str) -> None:
        found = await self._conversation.answer_of(task_id)
        if found is not None:
            self._view.scroll_to(found.position)

    async def _show_turn(self, turn_id: str) -> None:
        """Show what the person said in a turn."""
        found = await self._conversation.newest_answer(lambda e: e.answer.turn_id == turn_id)
        if found is not None:
            self._view.scroll_to(found.position - 1)
