"""A person's own table: chosen, dropped on the window or named, it answers a new conversation."""

from collections.abc import Awaitable, Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from app.errors import DeskError
from app.ports import TABLE_ENDINGS
from gui.dialogs.files import ask_data_file
from gui.notices.bar import Notice, NoticeBar
from gui.texts.errors import file_error_text

OpenData = Callable[[Path, str], Awaitable[str]]
"""Makes a table ready and returns the key of its agent; raises `BadFile`.

The second argument is the agent that is being asked: the orchestrator takes the table for its own.
"""


class DataFiles:
    """Owns the way from a file to a conversation; what cannot be opened is said, and why."""

    def __init__(
        self,
        *,
        window: QWidget,
        notices: NoticeBar,
        load: OpenData,
        asked: Callable[[], str],
        converse: Callable[[str], object],
        opened: Callable[[Path], None],
    ) -> None:
        """`asked` tells who answers now, `opened` hears of each table that could be opened."""
        self._window = window
        self._notices = notices
        self._load = load
        self._asked = asked
        self._converse = converse
        self._opened = opened

    async def ask(self) -> None:
        """Let the person choose a file, and open it."""
        path = await ask_data_file(self._window)
        if path is not None:
            await self.open(path)

    async def open(self, path: Path) -> str | None:
        """Open a table in a new conversation; return its agent, or None when it cannot be used."""
        name = path.name or str(path)
        self._notices.dismiss("data-failed")
        self._notices.show_notice(_opening(name))
        try:
            agent = await self._load(path, self._asked())
        except DeskError as error:
            self._notices.show_notice(_failed(name, error))
            return None
        finally:
            self._notices.dismiss("data-opening")
        self._converse(agent)
        self._opened(path)
        return agent


def looks_like_table(path: Path) -> bool:
    """Say whether a file is named like a table that can be opened; a folder may hold some."""
    return path.name.lower().removesuffix(".gz").endswith(TABLE_ENDINGS) or path.is_dir()


def _opening(name: str) -> Notice:
    return Notice(
        key="data-opening",
        words=lambda: QCoreApplication.translate("Notices", "Opening “{name}”…").format(name=name),
    )


def _failed(name: str, error: DeskError) -> Notice:
    return Notice(key="data-failed", words=lambda: file_error_text(name, error), warning=True)
