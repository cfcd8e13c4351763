"""Joins the search over everything, its panel and the conversations that a hit leads to."""

import asyncio
from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QWidget

from app.desk.desk import Desk
from app.domain.records import RecordHit, SearchWanted
from app.errors import DeskError
from app.window_ports import LogReading, SaidSearch
from gui.platform.tasks import TaskScope
from gui.search.hit_list import HitRow
from gui.search.panel import SearchPanel
from gui.sidebar.conversation_model import ConversationModel
from gui.texts.errors import error_text

_LIMIT = 100
_AGAIN_SECONDS = 1.0
_SELDOM_SECONDS = 30.0


class SearchEverything:
    """Owns the panel, which is made when it is first asked for, and its question under way.

    `open_conversation` is given a context id and a position; `show_record` a record's id, for what
    was said outside of the conversations.
    """

    def __init__(
        self,
        *,
        desk: Desk,
        search: SaidSearch,
        records: LogReading | None,
        listed: ConversationModel,
        window: QWidget,
        tasks: TaskScope,
        open_conversation: Callable[[str, int | None], None],
        show_record: Callable[[str], None],
    ) -> None:
        self._desk = desk
        self._search = search
        self._records = records
        self._listed = listed
        self._window = window
        self._tasks = tasks
        self._open = open_conversation
        self._show_record = show_record
        self._panel: SearchPanel | None = None
        self._asking: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Show the panel, ready to type; what was found last is still in it."""
        if self._panel is None:
            self._panel = SearchPanel(self._window)
            self._panel.searched.connect(self._ask)
            self._panel.picked.connect(self._pick)
            self._panel.finished.connect(self._stop)
        self._panel.open_for((), self._titles())
        self._tasks.start(self._load_agents(self._panel))
        if self._panel.wanted.query:
            self._panel.ask()

    def close(self) -> None:
        """Close the panel."""
        if self._panel is not None:
            self._panel.close()

    def _titles(self) -> Sequence[tuple[str, str]]:
        return [(one.context_id, self._listed.title(one)) for one in self._listed.all()]

    async def _load_agents(self, panel: SearchPanel) -> None:
        names = list(await self._desk.agents.names())
        if self._records is not None:
            names += await self._records.agents()
        panel.show_agents(list(dict.fromkeys(names)))

    def _ask(self, wanted: SearchWanted) -> None:
        self._stop()
        if not self._tasks.closed:
            self._asking = self._tasks.start(self._answer(wanted))

    def _stop(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
            self._asking = None

    async def _answer(self, wanted: SearchWanted) -> None:
        """Show what is found, and again, ever more seldom, while the index is catching up."""
        panel = self._panel
        assert panel is not None
        pause = _AGAIN_SECONDS
        while True:
            try:
                found = await self._search.find(wanted, limit=_LIMIT)
            except DeskError as error:
                panel.show_failure(wanted, error_text(error))
                return
            # What one agent passed on to another is found at both: once is enough.
            once = {(hit.context_id, hit.kind, hit.text): hit for hit in reversed(found.hits)}
            rows = [HitRow(hit, self._title(hit)) for hit in reversed(once.values())]
            panel.show_found(wanted, found, rows)
            if found.current and (not found.unembedded or wanted.mode == "words"):
                return
            await asyncio.sleep(pause)
            pause = min(2 * pause, _SELDOM_SECONDS)

    def _title(self, hit: RecordHit) -> str:
        conversation = self._listed.conversation(hit.context_id)
        return self._listed.title(conversation) if conversation is not None else ""

    def _pick(self, hit: RecordHit) -> None:
        self._tasks.start(self._go(hit))

    async def _go(self, hit: RecordHit) -> None:
        if hit.context_id is None or self._listed.conversation(hit.context_id) is None:
            self._show_record(hit.record_id)
            return
        entry = await self._desk.answer(hit.turn_id) if hit.turn_id else None
        position = None
        if entry is not None:
            asked = hit.kind == "request"
            position = max(0, entry.position - 1) if asked else entry.position
        self.close()
        self._open(hit.context_id, position)
