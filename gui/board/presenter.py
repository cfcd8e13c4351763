"""Answers are pinned to a board; a board is asked anew and saved as a page, or on paper."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import JsonValue
from PySide6.QtCore import QCoreApplication, QLocale

from app.desk.outgoing import addressee
from app.domain.conversations import AnswerEntry, Conversation, Entry, RequestEntry
from app.domain.events import Board
from app.domain.exports import Exported, ExportedTurn
from app.domain.ids import utc_now
from app.domain.messages import QUERY_MEDIA_TYPE, DataPart, FilePart
from app.domain.tasks import TaskState
from app.errors import DeskError
from gui.blocks.assembly import tables_of
from gui.chat.context_menu import OfferGroup, RowOffer
from gui.conversation.result_export import ResultExport
from gui.conversation.statements import statement_part
from gui.dialogs.files import ask_save_file, bare_name, not_saved, saved_notice
from gui.notices.bar import Notice
from gui.texts.errors import error_text
from gui.texts.messages import (
    first_line,
    pin_for_all_word,
    pin_word,
    unpin_for_all_word,
    unpin_word,
)
from gui.texts.names import file_of
from gui.texts.numbers import number
from gui.workspace.workspace import Workspace

if TYPE_CHECKING:
    from app.window_ports import OpenData
    from gui.board.window import BoardWindow, PinnedAnswer

_MOST = 1_000
_BOARDS: Mapping[str, Board] = {"pin": "conversation", "pin_for_all": "profile"}


class Boards:
    """Owns the window of the boards: that of a conversation and that of the whole profile.

    The window is made when it is first asked for. Asked anew, each answer is made again from the
    query that it was understood as; the new one takes its place on the board, and the old one says
    that it is replaced. `open_data` opens a file before, which reads one that has changed.
    """

    def __init__(self, space: Workspace, *, open_data: OpenData | None) -> None:
        self._open_data = open_data
        self._desk = space.desk
        self._conversation = space.conversation
        self._panes = space.panes
        self._parent = space.window
        self._tasks = space.tasks
        self._undoing = space.undoing
        self._window: BoardWindow | None = None
        self._context: str | None = None
        self._pinned: Sequence[PinnedAnswer] = ()
        self._looks = 0
        space.actions["actionBoard"].triggered.connect(lambda: self._tasks.start(self._show()))
        self._panes.view.row_offers += [
            RowOffer(action, partial(_offered, board), OfferGroup.KEEP)
            for action, board in _BOARDS.items()
        ]
        self._panes.view.actionRequested.connect(self._act)

    def close(self) -> None:
        """Close the window."""
        if self._window is not None:
            self._window.close()

    def _act(self, position: int, action: str) -> None:
        entry = self._panes.view.model().entry(position)
        if action in _BOARDS and isinstance(entry, AnswerEntry):
            self._turn_over(entry, _BOARDS[action])

    def _turn_over(self, entry: AnswerEntry, board: Board) -> None:
        self._tasks.start(self._pin(entry, not _is_on(entry, board), board))

    async def _pin(self, entry: AnswerEntry, on: bool, board: Board, *, told: bool = True) -> None:
        session = await self._conversation.session_of(entry.answer.context_id)
        await session.pin_answer(entry.answer.turn_id, on, board)
        await self._refresh()
        if told:
            self._undoing.done(
                partial(_pinned_word, on, board),
                lambda: self._pin(entry, not on, board, told=False),
                here=True,
            )

    async def _show(self) -> None:
        if self._window is None:
            from gui.board.window import BoardWindow

            self._window = BoardWindow(self._parent)
            self._window.askedAnew.connect(lambda: self._tasks.start(self._ask_anew()))
            self._window.saved.connect(lambda: self._tasks.start(self._save()))
            self._window.chosen.connect(lambda: self._tasks.start(self._refresh()))
            self._window.pressed.connect(self._press)
            self._export = ResultExport(
                self._window.view,
                window=self._window,
                tasks=self._tasks,
                told=self._say_saved,
            )
        context_id = self._context = self._conversation.context_id
        listed = self._panes.list_model.conversation(context_id) is not None
        self._window.offer_boards(
            self._conversation.title_of(context_id) if context_id and listed else None
        )
        await self._refresh()
        self._window.show()
        self._window.raise_()
        self._window.activateWindow()

    async def _refresh(self) -> None:
        """Show what is pinned now, if the window is there; once more if it may have changed."""
        window = self._window
        if window is None:
            return
        self._looks += 1
        look = 0
        while look != self._looks:
            look = self._looks
            entries = await self._entries(window.board)
            pinned = [one for entry in entries if (one := await self._read(entry)) is not None]
        self._pinned = pinned
        window.show_pinned(pinned)

    async def _entries(self, board: Board) -> Sequence[AnswerEntry]:
        if board == "profile":
            return await self._desk.pinned_for_all()
        answers = await self._desk.answers(self._context or "", limit=_MOST)
        return [one for one in reversed(answers) if one.answer.pinned]

    async def _read(self, entry: AnswerEntry) -> PinnedAnswer | None:
        from gui.board.window import PinnedAnswer

        at, answer = entry.position - 1, entry.answer
        for request in await self._desk.entries(answer.context_id, at, at + 1):
            if isinstance(request, RequestEntry):
                before = await self._desk.answer(answer.stands_for) if answer.stands_for else None
                return PinnedAnswer(request, entry, await self._changed(before, entry))
        return None

    async def _changed(self, before: AnswerEntry | None, after: AnswerEntry) -> str:
        from gui.board.changes import changes_told

        old = tuple(tables_of(before.answer)) if before is not None else ()
        new = tuple(tables_of(after.answer))
        if len(old) != len(new):
            return ""
        told = [
            await asyncio.to_thread(changes_told, *pair, QLocale())
            for pair in zip(old, new, strict=True)
        ]
        return "; ".join(dict.fromkeys(filter(None, told)))

    async def _ask_anew(self) -> None:
        window = self._window
        if window is None:
            return
        translate, locale = QCoreApplication.translate, QLocale()
        failed: list[str] = []
        for at, one in enumerate(self._pinned, start=1):
            said = translate("Board", "Asking anew: {at} of {all}")
            said = said.replace("{at}", number(at, locale))
            window.say(said.replace("{all}", number(len(self._pinned), locale)))
            try:
                if not await self._ask_one(one):
                    failed.append(first_line(one.question.text))
            except DeskError as error:
                failed.append(error_text(error))
        await self._refresh()
        window.say("")
        if failed:
            words = translate("Board", "Not answered anew, and as it was: {questions}")
            window.say_beside(words.replace("{questions}", "; ".join(failed)))

    async def _ask_one(self, one: PinnedAnswer) -> bool:
        """Ask for an answer anew; the new one takes its place on each board that it is on."""
        message, answer = one.request.message, one.entry.answer
        if self._open_data is not None and (file := file_of(answer.agent)):
            await self._open_data(Path(file), answer.agent)
        session = await self._conversation.session_of(answer.context_id)
        turn = await session.start(
            message.text,
            references=[answer.task_id] if answer.task_id else [],
            attachments=[part for part in message.parts if isinstance(part, FilePart)],
            data=await self._asked_as(one),
            to=addressee(message),
            keep_draft=True,
        )
        await turn.wait()
        if turn.answer.state is not TaskState.COMPLETED or not any(tables_of(turn.answer)):
            return False
        await session.replace(answer.turn_id, turn.turn_id)
        for board in _BOARDS.values():
            if _is_on(one.entry, board):
                await session.pin_answer(answer.turn_id, False, board)
                await session.pin_answer(turn.turn_id, True, board, instead_of=answer.turn_id)
        return True

    async def _asked_as(self, one: PinnedAnswer) -> DataPart | None:
        """Return the query that an answer was understood as, if its agent takes one."""
        written = statement_part(one.request.message)
        if written is not None:
            return written
        frame = one.entry.answer.own.artifact("frame")
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
        window = self._window
        if window is None or not self._pinned:
            return
        title = window.title_shown()
        path = await ask_save_file(window, f"{bare_name(title)}.html", f"{bare_name(title)}.pdf")
        if path is None:
            return
        try:
            await self._write(title, path)
        except OSError as error:
            raise not_saved(path, error) from error
        self._say_saved(saved_notice(path))

    def _say_saved(self, notice: Notice) -> None:
        if self._window is not None:
            self._window.say_beside(notice.words())

    async def _write(self, title: str, path: Path) -> None:
        """Write what is on the board in the form that the file's name says."""
        from gui.conversation.export_html import as_html

        turns = [
            ExportedTurn(message=one.question, answer=one.entry.answer) for one in self._pinned
        ]
        first, now = turns[0].message, utc_now()
        shown = Conversation(
            context_id=first.context_id, title=title, created_at=now, updated_at=now
        )
        changed = {one.entry.answer.turn_id: one.changed for one in self._pinned}
        paper = path.suffix.lower() == ".pdf"
        page = as_html(
            Exported(conversation=shown, turns=tuple(turns)), paper=paper, changed=changed
        )
        if paper:
            from gui.conversation.print_page import write_pdf

            write_pdf(page, path)
        else:
            await asyncio.to_thread(path.write_bytes, page.encode())

    def _press(self, at: int, action: str) -> None:
        """Turn over where an answer is pinned, or lead to it in its conversation.

        What is copied or saved stays here.
        """
        if ResultExport.takes(action):
            return
        entry = self._pinned[at].entry
        if action in _BOARDS:
            self._turn_over(entry, _BOARDS[action])
        else:
            self._conversation.show_soon(entry.answer.context_id, entry.position)
            self._parent.activateWindow()


def _is_on(entry: AnswerEntry, board: Board) -> bool:
    answer = entry.answer
    return answer.pinned if board == "conversation" else answer.pinned_for_all is not None


def _offered(board: Board, entry: Entry) -> str:
    if not isinstance(entry, AnswerEntry) or not any(tables_of(entry.answer)):
        return ""
    if entry.answer.state is not TaskState.COMPLETED:
        return ""
    if board == "profile":
        return unpin_for_all_word() if _is_on(entry, board) else pin_for_all_word()
    return unpin_word() if _is_on(entry, board) else pin_word()


def _pinned_word(on: bool, board: Board) -> str:
    translate = QCoreApplication.translate
    if board == "profile" and on:
        return translate("Notices", "The answer is on the board of all conversations.")
    if board == "profile":
        return translate("Notices", "The answer is off the board of all conversations.")
    if on:
        return translate("Notices", "The answer is on the board.")
    return translate("Notices", "The answer is off the board.")
