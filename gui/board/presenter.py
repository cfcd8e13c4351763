"""Answers are pinned to the board of their conversation; a board is asked anew and saved."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from pydantic import JsonValue
from PySide6.QtCore import QCoreApplication, QLocale

from app.desk.outgoing import addressee
from app.domain.conversations import AnswerEntry, RequestEntry
from app.domain.exports import ExportedTurn
from app.domain.messages import QUERY_MEDIA_TYPE, DataPart, FilePart
from app.domain.tasks import TaskState
from app.errors import DeskError
from gui.blocks.assembly import result_of
from gui.conversation.statements import statement_part
from gui.dialogs.files import ask_save_file, file_name, not_saved, saved_notice
from gui.texts.errors import error_text
from gui.texts.messages import first_line
from gui.texts.numbers import number
from gui.workspace.workspace import Workspace

if TYPE_CHECKING:
    from gui.board.window import BoardWindow, Pinned

_MOST = 1_000
_LONGEST = 80


class Board:
    """Owns the window of the open conversation's board, which is made when it is first asked for.

    Asked anew, each answer is made again from the query that it was understood as; the new one
    takes its place on the board, and the old one says that it is replaced.
    """

    def __init__(self, space: Workspace) -> None:
        self._desk = space.desk
        self._conversation = space.conversation
        self._panes = space.panes
        self._parent = space.window
        self._tasks = space.tasks
        self._undoing = space.undoing
        self._action = space.actions["actionBoard"]
        self._window: BoardWindow | None = None
        self._context: str | None = None
        self._pinned: Sequence[Pinned] = ()
        self._action.triggered.connect(lambda: self._tasks.start(self._show()))
        self._panes.view.actionRequested.connect(self._act)
        self._conversation.stateChanged.connect(self._offer)
        self._offer()

    def close(self) -> None:
        """Close the window."""
        if self._window is not None:
            self._window.close()

    def _act(self, position: int, action: str) -> None:
        entry = self._panes.view.model().entry(position)
        if action == "pin" and isinstance(entry, AnswerEntry):
            self._tasks.start(self._pin(entry, not entry.answer.pinned))

    async def _pin(self, entry: AnswerEntry, on: bool, *, told: bool = True) -> None:
        session = await self._conversation.session_of(entry.answer.context_id)
        await session.pin_answer(entry.answer.turn_id, on)
        await self._refresh()
        if told:
            self._undoing.done(
                partial(_pinned_word, on), lambda: self._pin(entry, not on, told=False), here=True
            )

    async def _show(self) -> None:
        context_id = self._conversation.context_id
        if context_id is None:
            return
        if self._window is None:
            from gui.board.window import BoardWindow

            self._window = BoardWindow(self._parent)
            self._window.askedAnew.connect(lambda: self._tasks.start(self._ask_anew()))
            self._window.saved.connect(lambda: self._tasks.start(self._save()))
            self._window.pressed.connect(self._press)
        self._context = context_id
        await self._refresh()
        self._window.show()
        self._window.raise_()
        self._window.activateWindow()

    async def _refresh(self) -> None:
        """Show what is pinned now, if the window is there."""
        if self._window is None or self._context is None:
            return
        self._pinned = await self._read(self._context)
        title = self._conversation.title_of(self._context)
        words = QCoreApplication.translate("Board", "Board: {title}")
        self._window.show_pinned(words.replace("{title}", title), self._pinned)

    async def _read(self, context_id: str) -> list[Pinned]:
        from gui.board.window import Pinned

        answers = await self._desk.answers(context_id, limit=_MOST)
        before = {one.answer.replaced_by: one for one in answers if one.answer.replaced_by}
        found = []
        for entry in reversed([one for one in answers if one.answer.pinned]):
            at = entry.position - 1
            for request in await self._desk.entries(context_id, at, at + 1):
                if isinstance(request, RequestEntry):
                    changed = await self._changed(before.get(entry.answer.turn_id), entry)
                    found.append(Pinned(request, entry, changed))
        return found

    async def _changed(self, before: AnswerEntry | None, after: AnswerEntry) -> str:
        from gui.board.changes import changes_told

        old = result_of(before.answer) if before is not None else None
        new = result_of(after.answer)
        if old is None or new is None:
            return ""
        return await asyncio.to_thread(changes_told, old, new, QLocale())

    async def _ask_anew(self) -> None:
        window = self._window
        if window is None or self._context is None:
            return
        translate, locale = QCoreApplication.translate, QLocale()
        session = await self._conversation.session_of(self._context)
        failed: list[str] = []
        try:
            for at, one in enumerate(self._pinned, start=1):
                said = translate("Board", "Asking anew: {at} of {all}")
                said = said.replace("{at}", number(at, locale))
                window.say(said.replace("{all}", number(len(self._pinned), locale)))
                message, answer = one.request.message, one.entry.answer
                turn = await session.start(
                    message.text,
                    references=[answer.task_id] if answer.task_id else [],
                    attachments=[part for part in message.parts if isinstance(part, FilePart)],
                    data=await self._asked_as(one),
                    to=addressee(message),
                    keep_draft=True,
                )
                await turn.wait()
                if turn.answer.state is TaskState.COMPLETED and result_of(turn.answer) is not None:
                    await session.replace(answer.turn_id, turn.turn_id)
                    await session.pin_answer(answer.turn_id, False)
                    await session.pin_answer(turn.turn_id, True)
                else:
                    failed.append(first_line(message.text, _LONGEST))
        except DeskError as error:
            failed.append(error_text(error))
        await self._refresh()
        window.say("")
        if failed:
            words = translate("Board", "Not answered anew, and as it was: {questions}")
            window.say_beside(words.replace("{questions}", "; ".join(failed)))

    async def _asked_as(self, one: Pinned) -> DataPart | None:
        """Return the query that an answer was understood as, if its agent takes one."""
        written = statement_part(one.request.message)
        if written is not None:
            return written
        frame = one.entry.answer.artifact("frame")
        data = frame.data if frame is not None else None
        query: JsonValue = data.get("query") if isinstance(data, dict) else None
        if not query:
            return None
        try:
            card = (await self._desk.agents.link(one.entry.answer.agent)).card
        except DeskError:
            return None
        if QUERY_MEDIA_TYPE not in card.input_modes:
            return None
        return DataPart(data={"query": query}, media_type=QUERY_MEDIA_TYPE)

    async def _save(self) -> None:
        if self._context is None or not self._pinned:
            return
        from gui.conversation.export_html import as_html

        exported = await self._desk.take_out(self._context)
        turns = tuple(
            ExportedTurn(message=one.request.message, answer=one.entry.answer)
            for one in self._pinned
        )
        changed = {one.entry.answer.turn_id: one.changed for one in self._pinned}
        path = await ask_save_file(
            self._window or self._parent, f"{file_name(exported.conversation.title)}.html"
        )
        if path is None:
            return
        page = as_html(exported.model_copy(update={"turns": turns}), changed=changed).encode()
        try:
            await asyncio.to_thread(path.write_bytes, page)
        except OSError as error:
            raise not_saved(path, error) from error
        self._panes.notices.show_notice(saved_notice(path))

    def _press(self, at: int, action: str) -> None:
        """Take an answer off, or lead to it in its conversation for all else."""
        entry = self._pinned[at].entry
        if action == "pin":
            self._tasks.start(self._pin(entry, False))
        else:
            self._conversation.show_soon(entry.answer.context_id, entry.position)
            self._parent.activateWindow()

    def _offer(self) -> None:
        self._action.setEnabled(self._panes.view.model().rowCount() > 0)


def _pinned_word(on: bool) -> str:
    if on:
        return QCoreApplication.translate("Notices", "The answer is on the board.")
    return QCoreApplication.translate("Notices", "The answer is off the board.")
