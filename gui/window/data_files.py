"""A person's own table: chosen, dropped on the window or named, it answers a new conversation."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from app.domain.messages import TABLE_ENDINGS
from app.errors import DeskError
from app.window_ports import GatherData, OpenData
from gui.dialogs.files import ask_data_files
from gui.notices.bar import Notice, NoticeBar
from gui.texts.errors import file_error_text


class DataFiles:
    """Owns the way from a file to a conversation; what cannot be opened is said, and why."""

    def __init__(
        self,
        *,
        window: QWidget,
        notices: NoticeBar,
        load: OpenData,
        gather: GatherData | None,
        asked: Callable[[], str],
        converse: Callable[[str], Awaitable[None]],
        opened: Callable[[Path], None],
    ) -> None:
        """`asked` tells who answers now, `opened` hears of each table that could be opened;
        `converse` begins a conversation with its agent, and ends when its page was asked for.
        """
        self._window = window
        self._notices = notices
        self._load = load
        self._gather = gather
        self._asked = asked
        self._converse = converse
        self._opened = opened

    async def ask(self) -> None:
        """Let the person choose files, and open them."""
        await self.open(*await ask_data_files(self._window))

    async def open(self, *paths: Path) -> str | None:
        """Open tables in a new conversation: files of one kind together, with a choice of tables
        on their page, others each in its own, the last one in sight; return its agent.

        It is None when that one cannot be used; which cannot, and why, is said of all.
        """
        failed: list[tuple[str, DeskError]] = []
        agent = None
        for path in await self._together(paths, failed):
            self._notices.dismiss("data-failed")
            agent = await self._open(path, failed)
            if failed:
                self._notices.show_notice(_failed(failed))
        return agent

    async def _together(
        self, paths: Sequence[Path], failed: list[tuple[str, DeskError]]
    ) -> Sequence[Path]:
        """Return what to open: one that stands for several of a kind, else each."""
        kinds = {_kind(path) for path in paths}
        if self._gather is None or len(paths) < 2 or len(kinds) > 1 or "" in kinds:
            return paths
        try:
            return [await asyncio.to_thread(self._gather, paths)]
        except DeskError as error:
            failed.append((", ".join(path.name for path in paths), error))
            self._notices.show_notice(_failed(failed))
            return []

    async def _open(self, path: Path, failed: list[tuple[str, DeskError]]) -> str | None:
        name = path.name or str(path)
        self._notices.show_notice(_opening(name))
        try:
            agent = await self._load(path, self._asked())
        except DeskError as error:
            failed.append((name, error))
            return None
        finally:
            self._notices.dismiss("data-opening")
        self._opened(path)
        await self._converse(agent)
        return agent


def looks_like_table(path: Path) -> bool:
    """Say whether a file is named like a table that can be opened; a folder may hold some."""
    return bool(_kind(path)) or path.is_dir()


def _kind(path: Path) -> str:
    """Return the ending by which a file is a table, "" without."""
    name = path.name.lower().removesuffix(".gz")
    return next((one for one in TABLE_ENDINGS if name.endswith(one)), "")


def _opening(name: str) -> Notice:
    return Notice(
        key="data-opening",
        words=lambda: QCoreApplication.translate("Notices", "Opening “{name}”…").format(name=name),
    )


def _failed(failed: Sequence[tuple[str, DeskError]]) -> Notice:
    return Notice(
        key="data-failed",
        words=lambda: "\n".join(file_error_text(name, error) for name, error in failed),
        warning=True,
    )
