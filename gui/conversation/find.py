"""Finds words in the open conversation, by the desk's own search."""

from gui.workspace.workspace import Workspace

_LIMIT = 1000


class Searching:
    """Owns the find bar's questions to the desk."""

    def __init__(self, space: Workspace) -> None:
        self._desk = space.desk
        self._conversation = space.conversation
        self._panes = space.panes
        self._tasks = space.tasks
        self._context: str | None = None
        space.panes.find.searched.connect(self._search)
        space.panes.find.reached.connect(space.panes.view.scroll_to)
        space.panes.find.closed.connect(lambda: space.panes.view.mark(""))
        space.conversation.shownChanged.connect(self._left)

    def _left(self) -> None:
        if self._conversation.context_id != self._context:
            self._context = self._conversation.context_id
            self._panes.find.leave()

    def _search(self, query: str) -> None:
        self._panes.view.mark(query)
        self._tasks.start(self._find(query, self._conversation.context_id))

    async def _find(self, query: str, context_id: str | None) -> None:
        hits = await self._desk.find(query, limit=_LIMIT) if query else []
        if context_id == self._conversation.context_id:
            places = [
                hit.position
                for hit in hits
                if hit.context_id == context_id and hit.position is not None
            ]
            self._panes.find.show_places(query, places)
