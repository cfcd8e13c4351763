"""What an answer holds is copied and saved: its table, its picture, its files, its words."""

import asyncio
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from app.domain.conversations import AnswerEntry, Entry
from gui.blocks.assembly import files_of, result_of, tables_of
from gui.blocks.base import split_part
from gui.blocks.chart import ChartBlock
from gui.blocks.pictures import as_png
from gui.blocks.result_data import ResultTable, csv_bytes
from gui.chat.context_menu import OfferGroup, RowOffer
from gui.chat.view import ChatView
from gui.conversation.workbook import sheet_labels, xlsx_bytes
from gui.dialogs.files import answer_name, ask_save_file, file_name, not_saved, saved_notice
from gui.look.theme import MEASURE
from gui.notices.bar import Notice
from gui.notices.toast import Toast
from gui.platform.clipboard import put_text
from gui.platform.tasks import TaskScope


class ResultExport:
    """Owns the copies and files of one view of messages, and the word that says so.

    Files are written off the window's thread, and called after what the answer says. `told` says
    where one was saved: in the window that the person looks at.
    """

    def __init__(
        self,
        view: ChatView,
        *,
        window: QWidget,
        tasks: TaskScope,
        told: Callable[[Notice], None],
    ) -> None:
        self._view = view
        self._window = window
        self._tasks = tasks
        self._told = told
        self._toast = Toast(view)
        view.actionRequested.connect(self._act)
        view.row_offers += [
            RowOffer("copy_plain", _plain_word, OfferGroup.COPY),
            RowOffer("copy_csv", _csv_word, OfferGroup.COPY),
        ]
        view.copied.connect(self._say_copied)

    @staticmethod
    def takes(action: str) -> bool:
        """Whether an action of a view is one of these."""
        return split_part(action)[1].startswith(("copy_", "save_"))

    def _act(self, position: int, action: str) -> None:
        entry, action, part = self._view.model().acted_on(position, action)
        if action == "copy_plain":
            put_text(self._view.row_text(position))
            self._say_copied()
        if not isinstance(entry, AnswerEntry):
            return
        match action:
            case "save_png" | "save_svg" if chart := self._view.chart(position, part):
                form = action.removeprefix("save_")
                self._tasks.start(self._save_chart(chart, f"{answer_name(entry.answer)}.{form}"))
            case "save_csv" | "save_xlsx":
                # As it stands on the screen, sorted as it is there.
                table = self._view.table(position, part) or result_of(entry.answer)
                if table is not None:
                    self._tasks.start(self._save_table(table, action, answer_name(entry.answer)))
            case "copy_csv":
                tables = [csv_bytes(one).decode("utf-8-sig") for one in tables_of(entry.answer)]
                put_text("\n".join(tables))
                self._say_copied()
            case _ if action.startswith("save_file:"):
                self._tasks.start(self._save_file(entry, action.partition(":")[2]))

    def _say_copied(self) -> None:
        self._toast.say(QCoreApplication.translate("Chat", "Copied"))

    async def _save_table(self, table: ResultTable, action: str, name: str) -> None:
        if action == "save_csv":
            await self._save(f"{name}.csv", lambda: csv_bytes(table))
        else:
            labels = sheet_labels()
            await self._save(f"{name}.xlsx", lambda: xlsx_bytes(table, labels))

    async def _save_chart(self, chart: ChartBlock, name: str) -> None:
        content = chart.svg(MEASURE) if name.endswith(".svg") else as_png(chart.picture(MEASURE))
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
        self._told(saved_notice(path))


def _plain_word(entry: Entry) -> str:
    return QCoreApplication.translate("Chat", "Copy message as plain &text")


def _csv_word(entry: Entry) -> str:
    if not isinstance(entry, AnswerEntry) or not any(tables_of(entry.answer)):
        return ""
    return QCoreApplication.translate("Chat", "Copy table as &CSV")
