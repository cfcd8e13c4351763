"""Joins the command for the details of a conversation, the desk that counts, and their dialog."""

from PySide6.QtWidgets import QWidget

from app.desk import Desk
from app.tally import tally
from gui.actions import Actions
from gui.conversation_details import ConversationDetails
from gui.open_conversation import OpenConversation
from gui.tasks import TaskScope


class Detailing:
    """Owns the command; it can be given where anything was said."""

    def __init__(
        self,
        *,
        desk: Desk,
        conversation: OpenConversation,
        actions: Actions,
        window: QWidget,
        tasks: TaskScope,
    ) -> None:
        self._desk = desk
        self._conversation = conversation
        self._window = window
        self._tasks = tasks
        self._action = actions["actionDetails"]
        self._action.triggered.connect(self._ask)
        conversation.stateChanged.connect(self._offer)
        self._offer()

    def _ask(self) -> None:
        context_id = self._conversation.context_id
        if context_id is not None and not self._tasks.closed:
            self._tasks.start(self._show(context_id, self._conversation.title))

    async def _show(self, context_id: str, title: str) -> None:
        count = await self._desk.entry_count(context_id)
        told = await tally(self._desk.entries, context_id, count)
        ConversationDetails(title, told, self._window).open()

    def _offer(self) -> None:
        self._action.setEnabled(self._conversation.title != "")
