"""Joins the command for the details of a conversation, the desk that counts, and their dialog."""

from gui.workspace.workspace import Workspace


class Detailing:
    """Owns the command; it can be given where anything was said."""

    def __init__(self, space: Workspace) -> None:
        self._desk = space.desk
        self._conversation = space.conversation
        self._window = space.window
        self._tasks = space.tasks
        self._action = space.actions["actionDetails"]
        self._action.triggered.connect(self._ask)
        space.conversation.stateChanged.connect(self._offer)
        self._offer()

    def _ask(self) -> None:
        context_id = self._conversation.context_id
        if context_id is not None and not self._tasks.closed:
            self._tasks.start(self._show(context_id, self._conversation.title))

    async def _show(self, context_id: str, title: str) -> None:
        from app.domain.totals import tally
        from gui.dialogs.conversation_details import ConversationDetails

        count = await self._desk.entry_count(context_id)
        told = await tally(self._desk.entries, context_id, count)
        ConversationDetails(title, told, self._window).open()

    def _offer(self) -> None:
        self._action.setEnabled(self._conversation.title != "")
