"""Joins the stream log and its window: what is new, what is marked, what is taken out."""

import asyncio
import json
import os
from collections.abc import Callable, Coroutine, Sequence
from contextlib import aclosing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QWidget

from app.domain.records import LinesWanted
from app.errors import DeskError
from app.window_ports import LogReading
from gui.dialogs.files import ask_save_file, not_saved
from gui.log.model import LIMIT
from gui.log.view import LogView
from gui.platform.clipboard import put_text
from gui.platform.tasks import TaskScope
from gui.texts.errors import error_text

Work = Callable[[], Coroutine[Any, Any, None]]

_PAUSE_SECONDS = 0.1


class LogPresenter:
    """Owns the log's window, which is made when it is first asked for, and what feeds it.

    `agents` names the agents of the profile, to narrow to. The log is followed while the window
    is open, and only then.
    """

    def __init__(
        self,
        *,
        records: LogReading,
        window: QWidget,
        tasks: TaskScope,
        agents: Callable[[], Coroutine[Any, Any, Sequence[str]]],
    ) -> None:
        self._records = records
        self._window = window
        self._tasks = tasks
        self._agents = agents
        self._view: LogView | None = None
        self._watching: asyncio.Task[None] | None = None
        self._detail: asyncio.Task[None] | None = None
        self._links: set[str] = set()
        self._held = False
        self._asked_for = ""

    def open(self, record_id: str = "") -> None:
        """Show the log, at a record if one is given."""
        view = self._made()
        if view.isVisible():
            view.raise_()
        view.show()
        view.activateWindow()
        self._asked_for = record_id
        if self._watching is None or self._watching.done():
            self._start(lambda: self._offer_agents(view))
            self._watch()
        elif record_id:
            view.point_to(record_id)

    def close(self) -> None:
        """Close the window."""
        if self._view is not None:
            self._view.close()

    def _made(self) -> LogView:
        if self._view is None:
            view = self._view = LogView(self._window)
            view.narrowed.connect(lambda _: self._watch())
            view.paused.connect(self._pause)
            view.chosen.connect(self._show)
            view.linkPicked.connect(self._show_link)
            view.copyRequested.connect(lambda ids: self._start(lambda: self._copy(ids)))
            view.exportRequested.connect(lambda ids: self._start(lambda: self._export(ids)))
            view.finished.connect(self._leave)
        return self._view

    def _leave(self) -> None:
        for task in (self._watching, self._detail):
            if task is not None:
                task.cancel()
        self._watching = self._detail = None

    def _watch(self) -> None:
        """Show the newest records that are wanted now, and what is added to them."""
        if self._watching is not None:
            self._watching.cancel()
        view = self._made()
        if view.isVisible():
            wanted = view.wanted
            self._watching = self._start(lambda: self._follow(view, wanted))

    async def _follow(self, view: LogView, wanted: LinesWanted) -> None:
        count: int | None = None
        async with aclosing(self._records.follow(wanted)) as tail:
            async for lines in tail:
                if count is None:
                    # The tail has begun: what is written from now on is missed by neither.
                    view.show_newest(await self._records.newest(wanted, limit=LIMIT))
                    self._point(view)
                    count = 0
                if not self._held:
                    view.add(lines)
                elif lines:
                    count += len(lines)
                    view.show_held(count)
                await asyncio.sleep(_PAUSE_SECONDS)

    def _point(self, view: LogView) -> None:
        if self._asked_for:
            view.point_to(self._asked_for)
            self._asked_for = ""

    def _pause(self, held: bool) -> None:
        self._held = held
        if not held:
            self._watch()

    def _show(self, record_id: str) -> None:
        self._links = set()
        self._begin_detail(record_id)

    def _show_link(self, record_id: str) -> None:
        self._begin_detail(record_id)

    def _begin_detail(self, record_id: str) -> None:
        if self._detail is not None:
            self._detail.cancel()
        view = self._view
        if view is None or self._tasks.closed:
            return
        if record_id:
            self._detail = self._start(lambda: self._load(view, record_id))
        else:
            view.show_record("")
            view.show_chain(())

    async def _load(self, view: LogView, record_id: str) -> None:
        lines = await self._records.raw([record_id])
        view.show_record(await asyncio.to_thread(_indented, lines[0]) if lines else "")
        if record_id not in self._links:
            links = await self._records.chain(record_id)
            self._links = {link.record_id for link in links}
            view.show_chain(links)

    async def _copy(self, record_ids: Sequence[str]) -> None:
        lines = await self._records.raw(record_ids)
        put_text("\n".join(lines))
        self._made().tell_copied(len(lines))

    async def _export(self, record_ids: Sequence[str]) -> None:
        view = self._made()
        name = f"stream-log-{datetime.now(UTC):%Y-%m-%d}.jsonl"
        path = await ask_save_file(view, name)
        if path is None:
            return
        lines = await self._records.raw(record_ids)
        try:
            await asyncio.to_thread(_write, path, lines)
        except OSError as error:
            raise not_saved(path, error) from error
        view.tell_saved(len(lines), path)

    async def _offer_agents(self, view: LogView) -> None:
        names = ["user", *await self._agents(), *await self._records.agents()]
        view.show_agents(list(dict.fromkeys(names)))

    def _start(self, work: Work) -> "asyncio.Task[None]":
        return self._tasks.start(self._guarded(work))

    async def _guarded(self, work: Work) -> None:
        """Say in the window itself what could not be done."""
        try:
            # Made here: a task that is cancelled before it begins leaves nothing behind.
            await work()
        except DeskError as error:
            self._tell(error_text(error))

    def _tell(self, note: str) -> None:
        if self._view is not None:
            self._view.tell(note)


def _indented(line: str) -> str:
    return json.dumps(json.loads(line), ensure_ascii=False, indent=2)


def _write(path: Path, lines: Sequence[str]) -> None:
    """Write lines, all or none of them."""
    fresh = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        fresh.write_text("".join(f"{line}\n" for line in lines), "utf-8", newline="\n")
        fresh.replace(path)
    except OSError:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise
