"""From what is written to what is sent: files, the result it is about, waiting, writing anew."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QCoreApplication, QDateTime, QIODevice
from PySide6.QtGui import QImage, QTextCursor
from PySide6.QtWidgets import QWidget

from app.domain.conversations import AnswerEntry, Entry, RequestEntry
from app.domain.messages import FilePart
from app.domain.tasks import TaskState
from app.errors import DeskError
from gui.actions import Actions
from gui.chat_menu import RowOffer
from gui.enclosed import About, Enclosed
from gui.error_words import error_text
from gui.file_dialogs import ask_files
from gui.mentions import Mentions
from gui.open_conversation import OpenConversation
from gui.panes import Panes
from gui.queued import Outgoing, Queued
from gui.sending import Sending
from gui.tasks import TaskScope
from gui.words import about_word, first_line, typed_text

_LONGEST = 60


class Composing:
    """Owns what the person is about to say: it is sent, waits for the agent, or is kept as a draft.

    While an answer is being made, what is sent waits for its end; Enter in the empty composer, or
    a press on the chip, sends it at once.
    """

    def __init__(
        self,
        *,
        conversation: OpenConversation,
        sending: Sending,
        panes: Panes,
        actions: Actions,
        window: QWidget,
        tasks: TaskScope,
    ) -> None:
        self._conversation = conversation
        self._sending = sending
        self._panes = panes
        self._window = window
        self._tasks = tasks
        self._enclosed = Enclosed(panes.bar)
        self._queued = Queued(panes.bar.queued)
        self._mentions = Mentions(
            panes.bar.composer, over=window, names=conversation.agent_names, tasks=tasks
        )
        self._shown = conversation.context_id
        self._held: dict[str | None, tuple[tuple[FilePart, ...], About | None]] = {}
        composer = panes.bar.composer
        composer.submitted.connect(self._submit)
        composer.enteredNothing.connect(self._nothing_written)
        composer.recallRequested.connect(self.recall)
        composer.filesOffered.connect(self._read)
        composer.imageOffered.connect(self._picture)
        panes.bar.attach.clicked.connect(lambda: tasks.start(self._ask_files()))
        panes.bar.queued.pressed.connect(lambda key: self._send_now(int(key)))
        panes.view.actionRequested.connect(self._act)
        panes.view.row_offers += [
            RowOffer("edit", _edit_word),
            RowOffer("about", _about_offer),
        ]
        actions["actionEditLast"].triggered.connect(self.recall)
        actions["actionAttach"].triggered.connect(panes.bar.attach.click)
        conversation.shownChanged.connect(self._follow)
        conversation.ended.connect(self._ended)

    def recall(self) -> None:
        """Bring the person's last message back into the empty composer."""
        model, composer = self._panes.view.model(), self._panes.bar.composer
        if not composer.document().isEmpty():
            composer.setFocus()
            return
        for row in range(model.rowCount() - 1, -1, -1):
            entry = model.entry(row)
            if isinstance(entry, RequestEntry):
                composer.write(typed_text(entry.message))
                composer.setFocus()
                return
            if entry is None:
                return

    async def put_back(self) -> None:
        """Keep what still waits as drafts: the window closes."""
        composer = self._panes.bar.composer
        for context_id, text in self._queued.left().items():
            if context_id == self._conversation.context_id:
                written = composer.toPlainText()
                composer.write("\n\n".join(filter(None, (text, written))))
            else:
                session = await self._conversation.session_of(context_id)
                draft = "\n\n".join(filter(None, (text, session.conversation.draft)))
                await session.update(draft=draft)

    def _submit(self, text: str) -> None:
        to, words = self._mentions.split(text)
        outgoing = Outgoing(text, self._enclosed.files, self._enclosed.about, to, words)
        context_id = self._conversation.context_id
        if self._conversation.running and context_id is not None:
            self._queued.add(context_id, outgoing)
            self._panes.bar.composer.take(text)
            self._enclosed.clear()
            self._queued.show(context_id)
        else:
            self._sending.send(outgoing, stored=lambda: self._sent(text))

    def _sent(self, text: str) -> None:
        self._panes.bar.composer.take(text)
        self._enclosed.clear()

    def _nothing_written(self) -> None:
        if self._queued.has(self._conversation.context_id):
            self._send_now(0)
        elif self._enclosed.files:
            self._submit("")

    def _send_now(self, at: int) -> None:
        outgoing = self._queued.next(self._conversation.context_id, at)
        self._queued.show(self._conversation.context_id)
        if outgoing is not None:
            self._sending.send(outgoing)

    def _ended(self, entry: AnswerEntry) -> None:
        """Send what waited for the end of this answer; after a failure it waits on."""
        context_id = entry.answer.context_id
        if entry.answer.state is TaskState.COMPLETED and self._queued.has(context_id):
            self._tasks.start(self._follow_up(context_id))

    async def _follow_up(self, context_id: str) -> None:
        session = await self._conversation.session_of(context_id)
        outgoing = self._queued.next(context_id)
        self._queued.show(self._conversation.context_id)
        if outgoing is None:
            return
        try:
            await self._sending.hand_over(session, outgoing)
        except DeskError as error:
            self._queued.add(context_id, outgoing)
            self._panes.bar.show_error(error_text(error))
        self._queued.show(self._conversation.context_id)

    def _follow(self) -> None:
        """Show what is enclosed and what waits in the conversation that is open now."""
        now = self._conversation.context_id
        if now != self._shown:
            self._held[self._shown] = (self._enclosed.files, self._enclosed.about)
            self._enclosed.files, self._enclosed.about = self._held.pop(now, ((), None))
            self._shown = now
        self._enclosed.show()
        self._queued.show(now)

    def _act(self, position: int, action: str) -> None:
        entry = self._panes.view.model().entry(position)
        if action == "edit" and isinstance(entry, RequestEntry):
            self._edit(entry)
        elif action == "about" and isinstance(entry, AnswerEntry):
            self._ask_about(entry)

    def _edit(self, entry: RequestEntry) -> None:
        composer = self._panes.bar.composer
        # As an edit, so that Undo brings back what was written before.
        cursor = QTextCursor(composer.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(typed_text(entry.message))
        composer.moveCursor(QTextCursor.MoveOperation.End)
        files = [part for part in entry.message.parts if isinstance(part, FilePart)]
        self._enclosed.clear()
        self._enclosed.put(files)
        composer.setFocus()

    def _ask_about(self, entry: AnswerEntry) -> None:
        task_id = entry.answer.task_id
        if task_id is not None:
            words = first_line(entry.answer.text.replace("**", ""), _LONGEST)
            self._enclosed.set_about(About(task_id, words))
            self._panes.bar.composer.setFocus()

    def _read(self, paths: Sequence[Path]) -> None:
        if not self._tasks.closed:
            self._tasks.start(self._enclosed.read(paths))

    def _picture(self, image: QImage) -> None:
        content = QByteArray()
        buffer = QBuffer(content)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        image.save(buffer, "PNG")  # type: ignore[call-overload] # the stubs want bytes, Qt a name
        moment = QDateTime.currentDateTime().toString("yyyyMMdd-HHmmss")
        part = FilePart(
            name=f"picture-{moment}.png", media_type="image/png", content=bytes(content.data())
        )
        self._enclosed.put([part])

    async def _ask_files(self) -> None:
        await self._enclosed.read(await ask_files(self._window))


def _edit_word(entry: Entry) -> str:
    if not isinstance(entry, RequestEntry):
        return ""
    return QCoreApplication.translate("Chat", "&Edit and send again")


def _about_offer(entry: Entry) -> str:
    settled = isinstance(entry, AnswerEntry) and entry.answer.settled
    return about_word() if settled and entry.answer.task_id else ""  # type: ignore[union-attr]
