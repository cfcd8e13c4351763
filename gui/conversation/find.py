"""Finds words in the open conversation: in texts by the desk's own search, in tables, in pages."""

import asyncio
from collections.abc import Sequence

from app.domain.conversations import AnswerEntry, Entry
from gui.blocks.assembly import result_of
from gui.blocks.profile.reading import page_has_words, profile_of
from gui.blocks.result_model import has_words
from gui.blocks.scope import locale_of
from gui.chat.model import PAGE
from gui.workspace.workspace import Workspace

_LIMIT = 1000
_PAGES = 40
"""The tables of so many pages of rows, the newest, are looked into."""


class Searching:
    """Owns the find bar's questions to the desk."""

    def __init__(self, space: Workspace) -> None:
        self._desk = space.desk
        self._conversation = space.conversation
        self._panes = space.panes
        self._tasks = space.tasks
        self._context: str | None = None
        space.panes.find.searched.connect(self._search)
        self._tables: Sequence[int] = ()
        """The rows where only a table has what is looked for."""

        space.panes.find.reached.connect(self._reach)
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
            self._tables = ()
            self._panes.find.show_places(query, places)
            in_tables = await self._in_tables(query, context_id)
            if in_tables and context_id == self._conversation.context_id:
                self._tables = [one for one in in_tables if one not in places]
                self._panes.find.show_places(query, [*places, *in_tables])

    def _reach(self, position: int) -> None:
        """Bring a row into sight, and its table where that has what is looked for."""
        view = self._panes.view
        view.scroll_to(position)
        if position in self._tables:
            ends = (r.bottom() for at, one, r in view.target_rects()
                    if at == position and one.endswith("save_csv"))  # fmt: skip
            below = round(max(ends, default=0.0)) - view.viewport().height()
            if below > 0:
                view.scroll_by(below)

    async def _in_tables(self, query: str, context_id: str | None) -> list[int]:
        """Return the rows whose table, or page of one, has the words in a cell."""
        found: list[int] = []
        if not query or context_id is None:
            return found
        stop = await self._desk.entry_count(context_id)
        for _ in range(_PAGES):
            start = max(0, stop - PAGE)
            entries = await self._desk.entries(context_id, start, stop)
            found += await asyncio.to_thread(_with_words, entries, query)
            if context_id != self._conversation.context_id or start == 0:
                break
            stop = start
        return found


def _with_words(entries: Sequence[Entry], query: str) -> list[int]:
    """Return the positions of those answers whose table, or page of one, has the words."""
    return [
        entry.position
        for entry in entries
        if isinstance(entry, AnswerEntry)
        and (
            any(
                has_words(table, query, locale_of(one))
                for one in (entry.answer.own, *entry.answer.parts)
                if (table := result_of(one)) is not None
            )
            or ((page := profile_of(entry.answer)) is not None and page_has_words(page, query))
        )
    ]
