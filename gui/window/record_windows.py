"""Everything that was said: its search and its log, opened when the person asks for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from app.desk.desk import Desk
from app.window_ports import LogReading, SaidSearch
from gui.platform.tasks import TaskScope
from gui.workspace.panes import Panes

if TYPE_CHECKING:
    from gui.log.presenter import LogPresenter
    from gui.search.presenter import SearchEverything


class RecordWindows:
    """Owns the two windows beside the main one; each is imported and made at its first use."""

    def __init__(
        self,
        *,
        desk: Desk,
        search: SaidSearch | None,
        records: LogReading | None,
        panes: Panes,
        window: QWidget,
        tasks: TaskScope,
        open_conversation: Callable[[str, int | None], None],
    ) -> None:
        self._desk = desk
        self._searching = search
        self._records = records
        self._panes = panes
        self._window = window
        self._tasks = tasks
        self._open = open_conversation
        self._search: SearchEverything | None = None
        self._log: LogPresenter | None = None

    @property
    def search_everything(self) -> Callable[[], None] | None:
        """What opens the search; None for a desk without a log."""
        return self._open_search if self._searching is not None else None

    def open_log(self) -> None:
        """Show the log, where there is one."""
        self._show_record("")

    def close(self) -> None:
        """Close the windows."""
        for opened in (self._search, self._log):
            if opened is not None:
                opened.close()

    def _open_search(self) -> None:
        if self._search is None and self._searching is not None:
            from gui.search.presenter import SearchEverything

            self._search = SearchEverything(
                desk=self._desk,
                search=self._searching,
                records=self._records,
                listed=self._panes.list_model,
                window=self._window,
                tasks=self._tasks,
                open_conversation=self._open,
                show_record=self._show_record,
            )
        if self._search is not None and not self._tasks.closed:
            self._search.open()

    def _show_record(self, record_id: str) -> None:
        if self._log is None and self._records is not None:
            from gui.log.presenter import LogPresenter

            async def names() -> list[str]:
                return list(await self._desk.agents.names())

            self._log = LogPresenter(
                records=self._records, window=self._window, tasks=self._tasks, agents=names
            )
        if self._log is not None and not self._tasks.closed:
            self._log.open(record_id)
