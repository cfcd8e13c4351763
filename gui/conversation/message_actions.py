"""What can be asked of a message: try again, go to its answer, save or copy its table, a link."""

import asyncio
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication

from app.domain.conversations import AnswerEntry, Entry
from gui.blocks.assembly import files_of, result_of
from gui.blocks.chart import ChartBlock
from gui.blocks.pictures import as_png
from gui.blocks.result_data import ResultTable, csv_bytes
from gui.chat.context_menu import RowOffer
from gui.conversation.workbook import sheet_labels, xlsx_bytes
from gui.dialogs.files import ask_save_file, file_name, not_saved, saved_notice
from gui.look.theme import MEASURE
from gui.notices.toast import Toast
from gui.platform.clipboard import put_text
from gui.platform.web_links import open_link
from gui.workspace.workspace import Workspace


class RowActions:
    """Owns what the chat view asks for; files are written off the window's thread."""

    def __init__(
        self,
        space: Workspace,
        *,
        retry: Callable[[int | None], None],
        sign_in: Callable[[AnswerEntry], None],
    ) -> None:
        self._conversation = space.conversation
        self._panes = space.panes
        self._tasks = space.tasks
        self._window = space.window
        self._retry = retry
        self._sign_in = sign_in
        space.panes.view.actionRequested.connect(self._act)
        space.panes.view.row_offers += [
            RowOffer("copy_plain", _plain_word),
            RowOffer("copy_csv", _csv_word),
        ]
        space.panes.view.linkActivated.connect(open_link)
        self._toast = Toast(space.panes.view)
        space.panes.view.copied.connect(self._say_copied)

    def _act(self, position: int, action: str) -> None:
        entry = self._panes.view.model().entry(position)
        if action.startswith("show_about:"):
            self._tasks.start(self._go_to(action.partition(":")[2]))
        if action.startswith("show_turn:"):
            self._tasks.start(self._show_turn(action.partition(":")[2]))
        if action == "copy_plain":
            put_text(self._panes.view.row_text(position))
            self._say_copied()
        if not isinstance(entry, AnswerEntry):
            return
        match action:
            case "retry":
                self._retry(position)
            case "sign_in":
                self._sign_in(entry)
            case "show_task" if entry.answer.answered_by is not None:
                self._tasks.start(self._go_to(entry.answer.answered_by))
            case "save_png" | "save_svg" if chart := self._panes.view.chart(position):
                self._tasks.start(self._save_chart(chart, action.removeprefix("save_")))
            case "save_csv":
                self._tasks.start(self._save_table(entry, "csv", csv_bytes))
            case "save_xlsx":
                labels = sheet_labels()
                self._tasks.start(
                    self._save_table(entry, "xlsx", lambda table: xlsx_bytes(table, labels))
                )
            case "copy_csv" if (table := result_of(entry.answer)) is not None:
                put_text(csv_bytes(table).decode("utf-8-sig"))
                self._say_copied()
            case _ if action.startswith("save_file:"):
                self._tasks.start(self._save_file(entry, action.partition(":")[2]))

    def _say_copied(self) -> None:
        self._toast.say(QCoreApplication.translate("Chat", "Copied"))

    async def _go_to(self, task_id: str) -> None:
        found = await self._conversation.answer_of(task_id)
        if found is not None:
            self._panes.view.scroll_to(found.position)

    async def _show_turn(self, turn_id: str) -> None:
        """Show what the person said in a turn."""
        found = await self._conversation.newest_answer(lambda e: e.answer.turn_id == turn_id)
        if found is not None:
            self._panes.view.scroll_to(found.position - 1)

    async def _save_table(
        self, entry: AnswerEntry, form: str, written: Callable[[ResultTable], bytes]
    ) -> None:
        table = result_of(entry.answer)
        if table is not None:
            name = f"{file_name(self._conversation.title)}.{form}"
            await self._save(name, lambda: written(table))

    async def _save_chart(self, chart: ChartBlock, form: str) -> None:
        name = f"{file_name(self._conversation.title)}.{form}"
        content = chart.svg(MEASURE) if form == "svg" else as_png(chart.picture(MEASURE))
        await self._save(name, lambda: content)

    async def _save_file(self, entry: AnswerEntry, number: str) -> None:
        files = files_of(entry.answer)
        at = int(number) if number.isdigit() else len(files)
        if at < len(files) and (content := files[at].content) is not None:
            await self._save(file_name(files[at].name), lambda: content)

    async def _save(self, name: str, make: Callable[[], bytes]) -> None:
        path = await ask_save_file(self._window, name)
        if path is None:
            return
        try:
            await asyncio.to_thread(lambda: path.write_bytes(make()))
        except OSError as error:
            raise not_saved(path, error) from error
        self._panes.notices.show_notice(saved_notice(path))


def _plain_word(entry: Entry) -> str:
    return QCoreApplication.translate("Chat", "Copy message as plain &text")


def _csv_word(entry: Entry) -> str:
    if not isinstance(entry, AnswerEntry) or result_of(entry.answer) is None:
        return ""
    return QCoreApplication.translate("Chat", "Copy table as &CSV")
