"""Joins what a desk remembers and the window: told after messages, shown, changed, and undone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QDialog, QWidget

from app.desk.desk import Desk
from app.domain.memories import ASKED_FOR, Memory, MemoryEdit, NewMemory
from app.errors import Conflict, DeskError
from app.ports import Heard, Remembering
from gui.notices.bar import UNDO_SECONDS, Notice, NoticeAction, NoticeBar, error_notice
from gui.platform.tasks import TaskScope, ask_dialog
from gui.texts.memories import forgotten_words, remembered_words, short
from gui.texts.names import speaker
from gui.workspace.open_conversation import OpenConversation

if TYPE_CHECKING:
    from gui.memory.view import MemoryView


class Memories:
    """Owns the page of facts, which is made when it is first asked for, and what feeds it.

    Facts are read while the page is open, and only then. `notices` are the main window's.
    """

    def __init__(
        self,
        *,
        remembering: Remembering,
        desk: Desk,
        conversation: OpenConversation,
        notices: NoticeBar,
        window: QWidget,
        tasks: TaskScope,
    ) -> None:
        self._remembering = remembering
        self._desk = desk
        self._conversation = conversation
        self._notices = notices
        self._window = window
        self._tasks = tasks
        self._view: MemoryView | None = None
        self._watching: asyncio.Task[None] | None = None
        self._gone: list[Memory] = []
        self._asked_for = ""
        self._unwatch = remembering.watch(self._tell)

    def open(self, memory_id: str = "") -> None:
        """Show the facts, at one of them if it is given."""
        if self._tasks.closed:
            return
        view = self._made()
        self._asked_for = memory_id
        if view.isVisible():
            view.raise_()
        view.show()
        view.activateWindow()
        if self._watching is None or self._watching.done():
            self._watching = self._tasks.start(self._guarded(lambda: self._follow(view)))
        elif memory_id:
            view.choose(memory_id)

    def close(self) -> None:
        """Close the page, and hear no more of what is remembered."""
        self._unwatch()
        if self._view is not None:
            self._view.close()

    def _made(self) -> MemoryView:
        if self._view is None:
            from gui.memory.view import MemoryView

            view = self._view = MemoryView(self._conversation.title_of, self._window)
            view.adding.connect(lambda: self._start(lambda: self._edit(view, None)))
            view.editing.connect(lambda memory: self._start(lambda: self._edit(view, memory)))
            view.forgetting.connect(lambda memory: self._start(lambda: self._forget(view, memory)))
            view.sourceWanted.connect(lambda memory: self._start(lambda: self._show(view, memory)))
            view.undoing.connect(lambda: self._start(self._undo))
            view.finished.connect(self._stop)
        return self._view

    def _stop(self) -> None:
        if self._watching is not None:
            self._watching.cancel()
            self._watching = None

    async def _follow(self, view: MemoryView) -> None:
        async with aclosing(self._remembering.changed()) as changes:
            async for _ in changes:
                view.show_facts(await self._remembering.facts())
                self._point(self._asked_for)

    def _point(self, memory_id: str) -> None:
        """Mark a fact as soon as it is shown."""
        there = self._view is not None and self._view.choose(memory_id)
        self._asked_for = "" if there else memory_id

    async def _edit(self, view: MemoryView, memory: Memory | None) -> None:
        from gui.memory.dialog import MemoryDialog

        dialog = MemoryDialog(
            memory,
            agents=await self._agents(memory),
            conversations=self._conversations(memory),
            parent=view,
        )
        if await ask_dialog(dialog) != QDialog.DialogCode.Accepted:
            return
        given = dialog.given
        if memory is None:
            new = NewMemory(importance=ASKED_FOR, **given._asdict())
            self._point((await self._remembering.add(new)).id)
            return
        changed = MemoryEdit(**given._asdict(), endless=given.valid_to is None)
        try:
            await self._remembering.edit(memory, changed)
        except Conflict:
            view.notices.show_notice(
                Notice(key="memory-conflict", words=_changed_meanwhile, warning=True)
            )

    async def _agents(self, memory: Memory | None) -> list[tuple[str | None, str]]:
        names = list(await self._desk.agents.names())
        if memory is not None and memory.agent_id:
            names.append(memory.agent_id)
        words = QCoreApplication.translate("Memory", "With every agent")
        return [(None, words), *((name, speaker(name)) for name in dict.fromkeys(names))]

    def _conversations(self, memory: Memory | None) -> list[tuple[str | None, str]]:
        ids = [self._conversation.context_id if self._conversation.title else None]
        ids.append(memory.conversation_id if memory is not None else None)
        words = QCoreApplication.translate("Memory", "In all conversations")
        known = [
            (one, short(self._conversation.title_of(one))) for one in dict.fromkeys(ids) if one
        ]
        return [(None, words), *known]

    async def _forget(self, view: MemoryView, memory: Memory) -> None:
        await self._remembering.forget(memory)
        self._gone.append(memory)
        view.notices.show_notice(self._gone_notice((memory,)))

    async def _undo(self) -> None:
        if self._gone:
            await self._bring_back((self._gone[-1],))

    async def _bring_back(self, memories: tuple[Memory, ...]) -> None:
        for memory in memories:
            self._point((await self._remembering.bring_back(memory)).id)
            if memory in self._gone:
                self._gone.remove(memory)
            if self._view is not None:
                self._view.notices.dismiss(f"forgotten/{memory.id}")

    async def _show(self, view: MemoryView, memory: Memory) -> None:
        said = await self._remembering.source(memory)
        if said is None:
            view.notices.show_notice(
                Notice(key="memory-source", words=_source_gone, seconds=UNDO_SECONDS)
            )
            return
        view.close()
        self._conversation.show_soon(said.context_id, said.position)
        self._window.activateWindow()

    def _tell(self, heard: Heard) -> None:
        """Say what a message had remembered or forgotten, and offer to undo it."""
        for memory in heard.remembered:
            self._notices.show_notice(self._remembered_notice(memory))
        if heard.forgotten:
            self._notices.show_notice(self._gone_notice(heard.forgotten))

    def _remembered_notice(self, memory: Memory) -> Notice:
        return Notice(
            key=f"remembered/{memory.id}",
            words=lambda: remembered_words(memory),
            offers=(
                NoticeAction(
                    _undo_word, lambda: self._start(lambda: self._remembering.forget(memory))
                ),
                NoticeAction(_show_word, lambda: self.open(memory.id)),
            ),
            seconds=UNDO_SECONDS,
        )

    def _gone_notice(self, memories: tuple[Memory, ...]) -> Notice:
        return Notice(
            key=f"forgotten/{memories[0].id}",
            words=lambda: forgotten_words(memories),
            offers=(
                NoticeAction(_undo_word, lambda: self._start(lambda: self._bring_back(memories))),
            ),
            seconds=UNDO_SECONDS,
        )

    def _start(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        if not self._tasks.closed:
            self._tasks.start(self._guarded(work))

    async def _guarded(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Say what could not be done where it was asked for."""
        try:
            await work()
        except DeskError as error:
            view = self._view
            bar = view.notices if view is not None and view.isVisible() else self._notices
            bar.show_notice(error_notice(error))


def _undo_word() -> str:
    return QCoreApplication.translate("Notices", "Undo")


def _show_word() -> str:
    return QCoreApplication.translate("Notices", "Show")


def _changed_meanwhile() -> str:
    return QCoreApplication.translate(
        "Memory", "This fact was changed elsewhere meanwhile. It is shown as it is now."
    )


def _source_gone() -> str:
    return QCoreApplication.translate("Memory", "The message is not here any more.")
