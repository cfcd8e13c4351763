"""Joins the desk and files: a conversation is saved, read back, printed, or goes on as a branch."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from app.desk.export import as_json, from_json
from app.domain.conversations import AnswerEntry, Entry
from app.errors import BadFile
from gui.chat.context_menu import OfferGroup, RowOffer
from gui.dialogs.files import (
    answer_name,
    ask_export_file,
    ask_import_file,
    ask_save_file,
    bare_name,
    not_saved,
    saved_notice,
)
from gui.notices.bar import Notice
from gui.platform.tasks import ask_dialog
from gui.workspace.workspace import Workspace

_LARGEST = 200 * 1024 * 1024


class Exporting:
    """Owns the ways of a conversation out of the window and back."""

    def __init__(self, space: Workspace) -> None:
        self._desk = space.desk
        self._conversation = space.conversation
        self._panes = space.panes
        self._window = space.window
        self._tasks = space.tasks
        self._undoing = space.undoing
        self._actions = space.actions
        for name, work in (
            ("actionExport", self._export),
            ("actionImport", self._import),
            ("actionPrint", self._print),
        ):
            space.actions[name].triggered.connect(
                lambda _=False, work=work: space.tasks.start(work())
            )
        space.panes.view.row_offers += [
            RowOffer("branch", _branch_word, OfferGroup.GO_ON),
            RowOffer("save_answer", _answer_word, OfferGroup.KEEP),
        ]
        space.panes.view.actionRequested.connect(self._act)
        space.conversation.stateChanged.connect(self._offer)
        self._offer()

    async def export_to(self, path: Path) -> None:
        """Save the open conversation in the form that the file's name says.

        Raises `BadFile` and `BadInput`.
        """
        context_id = self._conversation.context_id or ""
        exported = await self._desk.take_out(context_id)
        match path.suffix.lower():
            case ".json":
                content = (await asyncio.to_thread(as_json, exported)).encode()
            case ".html" | ".htm":
                from gui.conversation.export_html import as_html

                content = as_html(exported).encode()
            case ".pdf":
                from gui.conversation.export_html import as_html
                from gui.conversation.print_page import write_pdf

                await self._saved(path, lambda: write_pdf(as_html(exported, paper=True), path))
                return
            case _:
                from gui.conversation.export_markdown import as_markdown

                content = as_markdown(exported).encode()
        await self._saved(path, lambda: path.write_bytes(content))

    async def bring_in(self, path: Path) -> None:
        """Read an exported conversation and open it; raises `BadFile`."""
        try:
            text = await asyncio.to_thread(_read, path)
        except (OSError, UnicodeDecodeError) as error:
            raise BadFile(f"{path} cannot be read.", key="not_an_export") from error
        brought = await self._desk.bring_in(await asyncio.to_thread(from_json, text))
        await self._conversation.show(brought.context_id)
        self._undoing.done(_imported_word, lambda: self._put_away(brought.context_id))

    async def _export(self) -> None:
        path = await ask_export_file(self._window, bare_name(self._conversation.title))
        if path is not None:
            await self.export_to(path)

    async def _import(self) -> None:
        path = await ask_import_file(self._window)
        if path is not None:
            await self.bring_in(path)

    async def _print(self) -> None:
        from PySide6.QtPrintSupport import QPrinter

        from gui.conversation.export_html import as_html
        from gui.conversation.print_page import put_on_paper
        from gui.dialogs.print_dialog import print_dialog

        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        if await ask_dialog(print_dialog(printer, self._window)):
            exported = await self._desk.take_out(self._conversation.context_id or "")
            put_on_paper(as_html(exported, paper=True), printer)

    async def _saved(self, path: Path, write: Callable[[], object]) -> None:
        try:
            write() if path.suffix.lower() == ".pdf" else await asyncio.to_thread(write)
        except OSError as error:
            raise not_saved(path, error) from error
        self._panes.notices.show_notice(saved_notice(path))

    def _act(self, position: int, action: str) -> None:
        if action == "branch" and not self._tasks.closed:
            self._tasks.start(self._branch(position))
        elif action == "save_answer" and not self._tasks.closed:
            self._tasks.start(self._save_answer(position))

    async def _save_answer(self, position: int) -> None:
        """Save one answer and its question as a page that needs nothing beside it."""
        from gui.conversation.export_html import as_html

        entry = self._panes.view.model().entry(position)
        if not isinstance(entry, AnswerEntry):
            return
        exported = await self._desk.take_out(entry.answer.context_id)
        turns = tuple(t for t in exported.turns if t.answer.turn_id == entry.answer.turn_id)
        path = await ask_save_file(self._window, f"{answer_name(entry.answer)}.html")
        if path is not None:
            page = as_html(exported.model_copy(update={"turns": turns})).encode()
            await self._saved(path, lambda: path.write_bytes(page))

    async def _branch(self, position: int) -> None:
        context_id = self._conversation.context_id or ""
        last = position if position % 2 else position + 1
        words = QCoreApplication.translate("Chat", "{title} (branch)")
        title = words.replace("{title}", self._conversation.title)
        branch = await self._desk.branch(context_id, last, title=title)
        await self._conversation.show(branch.context_id)
        self._undoing.done(_branched_word, lambda: self._put_away(branch.context_id), told=False)
        self._panes.notices.show_notice(
            Notice(
                key="branch",
                words=lambda: QCoreApplication.translate(
                    "Notices",
                    "This is a branch: it goes on from here, and the other conversation stays as"
                    " it is.",
                ),
                seconds=15,
                here=True,
            )
        )

    async def _put_away(self, context_id: str) -> None:
        self._panes.notices.dismiss("branch")
        self._conversation.leave(context_id)
        await self._desk.delete(context_id)

    def _offer(self) -> None:
        anything = self._panes.view.model().rowCount() > 0
        for name in ("actionExport", "actionPrint"):
            self._actions[name].setEnabled(anything)


def _read(path: Path) -> str:
    if path.stat().st_size > _LARGEST:
        raise BadFile(f"{path} is too large.", key="not_an_export")
    return path.read_text("utf-8")


def _answer_word(entry: Entry) -> str:
    if not isinstance(entry, AnswerEntry) or not entry.answer.settled:
        return ""
    return QCoreApplication.translate("Chat", "Save this answer as a &page…")


def _branch_word(entry: Entry) -> str:
    return QCoreApplication.translate("Chat", "&Branch from here")


def _branched_word() -> str:
    return QCoreApplication.translate("Notices", "A branch was begun.")


def _imported_word() -> str:
    return QCoreApplication.translate("Notices", "A conversation was imported.")
