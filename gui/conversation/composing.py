"""From what is written to what is sent: files, the result it is about, waiting, writing anew."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QDateTime
from PySide6.QtGui import QImage

from app.desk.outgoing import check_message
from app.domain.conversations import AnswerEntry, Entry, RequestEntry
from app.domain.messages import FilePart, Unsent
from app.domain.tasks import TaskState
from app.errors import DeskError
from gui.blocks.pictures import as_png
from gui.chat.context_menu import OfferGroup, RowOffer
from gui.composer.attachments import About, Enclosed, HeldAttachments, Replacement
from gui.composer.chips import BACK, queued_chips
from gui.composer.completion import Offering
from gui.composer.mentions import Mentions
from gui.composer.queue import Outgoing, words_of
from gui.conversation.scope_changes import ScopeChanges
from gui.conversation.sending import Sending, Storing
from gui.conversation.slash_commands import SlashCommands
from gui.conversation.statements import statement_of
from gui.dialogs.files import ask_files
from gui.texts.errors import error_text
from gui.texts.messages import about_word, first_line, typed_text
from gui.workspace.workspace import Workspace

_LONGEST = 60


class Composing:
    """Owns what the person is about to say: it is sent, waits for the agent, or is kept as a draft.

    While an answer is being made, what is sent waits for its end; Enter in the empty composer, or
    a press on the chip, sends it at once. While its agent is still being opened, it waits for that.
    What is written is heard from `listen` on.
    """

    def __init__(self, space: Workspace, *, sending: Sending) -> None:
        self._conversation = space.conversation
        self._sending = sending
        self._panes = space.panes
        self._window = space.window
        self._tasks = space.tasks
        self._enclosed = Enclosed(space.panes.bar, taken_out=self._took_out)
        self._undoing = space.undoing
        self._agents = space.desk.agents
        self._messages = space.desk.messages
        self._unwatch = self._messages.watch(self._show_waiting)
        self._mentions = Mentions(names=space.conversation.agent_names, tasks=space.tasks)
        self._offering = Offering(
            space.panes.bar.composer,
            over=space.window,
            offers=(self._mentions, SlashCommands(space.actions)),
        )
        self._mentions.changed = self._offering.follow
        self._keeping = ""
        self._listening = False
        self._going: set[str] = set()
        self._shown = space.conversation.context_id
        self._held: dict[str | None, HeldAttachments] = {}
        composer = space.panes.bar.composer
        composer.recallRequested.connect(self.recall)
        composer.rewriteUndone.connect(self._edit_undone)
        composer.filesOffered.connect(self.enclose)
        composer.imageOffered.connect(self._picture)
        composer.longTextOffered.connect(
            lambda text: self._enclosed.put_texts((*self._enclosed.texts, text))
        )
        space.panes.view.actionRequested.connect(self._act)
        space.panes.view.typed.connect(self._type)
        space.panes.view.row_offers += [
            RowOffer("edit", _edit_word, OfferGroup.GO_ON),
            RowOffer("about", _about_offer, OfferGroup.GO_ON),
        ]
        space.actions["actionEditLast"].triggered.connect(self.recall)
        space.conversation.shownChanged.connect(self._follow)
        space.conversation.ended.connect(self._ended)
        self._scope = ScopeChanges(
            space, sending=sending, ask=self._ask_again, write=self._ask_about
        )

    def recall(self) -> None:
        """Bring the person's last message back into the empty composer."""
        model, composer = self._panes.view.model(), self._panes.bar.composer
        if not composer.document().isEmpty():
            composer.setFocus()
            return
        for row in range(model.rowCount() - 1, -1, -1):
            entry = model.entry(row)
            if isinstance(entry, RequestEntry):
                self._edit(entry)
                return
            if entry is None:
                return

    async def load(self) -> Sequence[Unsent]:
        """Show again what waited when an earlier run ended, and return it; nothing is sent."""
        return await self._messages.load()

    async def adopt(self, text: str) -> None:
        """Let a message wait in the open conversation that was sent before it could be heard."""
        await self._mentions.load()
        session = self._conversation.begin()
        to, words = self._mentions.split(text)
        unsent = Outgoing(text, to=to, words=words).to_keep(session.context_id)
        try:
            check_message(text, ())
            self._messages.add(unsent)
            await self._messages.keep(unsent)
        except DeskError as error:
            self._conversation.withdraw(session)
            self._write_again([unsent])
            self._panes.bar.show_error(error_text(error))
        else:
            self._going.add(session.context_id)
            self._conversation.sent_beside()

    def listen(self) -> None:
        """Take what is written from now on, and let what was adopted go."""
        self._listening = True
        composer = self._panes.bar.composer
        composer.submitted.connect(self._submit)
        composer.enteredNothing.connect(self._nothing_written)
        self._panes.bar.queued.pressed.connect(self._press)
        self._show_waiting(self._conversation.context_id)
        for context_id in self._going:
            self._tasks.start(self._go(context_id))

    def enclose(self, paths: Sequence[Path]) -> None:
        """Let files of this machine go along with the next message."""
        if not self._tasks.closed:
            self._tasks.start(self._enclosed.read(paths))

    def ask_files(self) -> None:
        """Let the person choose files that go along with the next message."""
        self._tasks.start(self._ask_files())

    def close(self) -> None:
        """Hear no more of what waits: it is kept, and shown again by the next run."""
        self._unwatch()

    def _submit(self, text: str) -> None:
        if (earlier := self._sending.storing) is not None:
            self._tasks.start(self._submit_after(earlier, text.removeprefix(earlier.text)))
            return
        text = self._with_texts(text)
        if self._conversation.running or not self._ready(text):
            self._let_wait(text.removeprefix(self._keeping))
        else:
            self._sending.send(self._outgoing(text), stored=lambda: self._sent(text))

    async def _submit_after(self, earlier: Storing, text: str) -> None:
        """Send what was written behind a message that was not stored yet, once that is so."""
        await asyncio.wait((earlier.task,))
        if text.strip() and self._panes.bar.composer.toPlainText().startswith(text):
            self._submit(text)

    def _with_texts(self, text: str) -> str:
        """Return a message with the long texts that were pasted, which stand in the composer now:
        what is not stored is not lost.
        """
        texts = self._enclosed.texts
        if not texts:
            return text
        composer = self._panes.bar.composer
        self._enclosed.put_texts(())
        composer.add("\n\n".join(texts))
        return composer.toPlainText()

    def _ready(self, text: str) -> bool:
        """Whether a message can be handed over now: its agent is open, and nothing goes before."""
        asked = self._conversation.waiting
        to = self._mentions.split(text)[0]
        agent = to or (self._conversation.agent if asked is None else asked.answer.agent)
        first = self._conversation.context_id not in self._going
        return first and self._agents.opened(agent) is not None

    def _let_wait(self, text: str) -> None:
        """Keep a message that waits; its text stays in the composer until it is stored."""
        if not text.strip() and not self._enclosed.files:
            self._nothing_written()
            return
        try:
            check_message(text, self._enclosed.files)
        except DeskError as error:
            self._panes.bar.show_error(error_text(error))
            return
        outgoing = self._outgoing(text)
        self._enclosed.clear()
        unsent = outgoing.to_keep(self._conversation.begin().context_id)
        self._follow()
        self._keeping += text
        self._messages.add(unsent)
        goes = not self._conversation.running and unsent.context_id not in self._going
        if goes:
            self._going.add(unsent.context_id)
        self._tasks.start(self._keep_waiting(unsent, goes=goes))

    def _outgoing(self, text: str) -> Outgoing:
        to, words = self._mentions.split(text)
        held, instead = self._enclosed, self._enclosed.instead
        replaces = instead.message_id if instead is not None else None
        return Outgoing(text, held.files, held.about, to, words, replaces=replaces)

    def _sent(self, text: str) -> None:
        self._panes.bar.composer.take(text)
        self._enclosed.clear()

    def _nothing_written(self) -> None:
        waiting = self._messages.of(self._conversation.context_id)
        if waiting:
            self._press(waiting[0].message_id)
        elif self._enclosed.files or self._enclosed.texts:
            self._submit("")

    async def _keep_waiting(self, unsent: Unsent, *, goes: bool = False) -> None:
        """Keep a message; where it `goes`, it is sent as soon as its agent can be asked."""
        self._panes.notices.ask_on()
        try:
            await self._messages.keep(unsent)
            if unsent.context_id == self._conversation.context_id:
                self._panes.bar.composer.take(unsent.text)
                self._conversation.keep_draft()
        except DeskError as error:
            if (session := self._conversation.session) is not None:
                self._conversation.withdraw(session)
            self._enclosed.put(unsent.files)
            self._panes.bar.show_error(error_text(error))
        finally:
            self._keeping = self._keeping.removeprefix(unsent.text)
        if goes:
            await self._go(unsent.context_id)

    async def _go(self, context_id: str) -> None:
        """Send the first message of a conversation once its agent is open; the next follow it."""
        try:
            session = await self._conversation.session_of(context_id)
            asked = [entry.answer.agent for entry in await session.waiting()]
            to = [one.to for one in self._messages.of(context_id)[:1] if one.to]
            # Why an agent is not ready is told when it is asked.
            with suppress(DeskError):
                await self._agents.link([session.conversation.agent, *asked, *to][-1])
            if not session.running and (unsent := self._messages.claim(context_id)) is not None:
                await self._follow_up(unsent)
        finally:
            self._going.discard(context_id)

    def _press(self, key: str) -> None:
        """Send a message that waits at once, or take all back."""
        context_id = self._conversation.context_id
        if context_id is None or self._tasks.closed:
            return
        if key == BACK:
            self._tasks.start(self._take_back(context_id))
        elif context_id in self._going:
            return
        elif (unsent := self._messages.claim(context_id, key)) is not None:
            self._tasks.start(self._follow_up(unsent))

    def _ended(self, entry: AnswerEntry) -> None:
        """Send what waited for the end of this answer; after a failure it waits on."""
        if entry.answer.state is not TaskState.COMPLETED or self._tasks.closed:
            return
        unsent = self._messages.claim(entry.answer.context_id)
        if unsent is not None:
            self._tasks.start(self._follow_up(unsent))

    async def _follow_up(self, unsent: Unsent) -> None:
        try:
            session = await self._conversation.session_of(unsent.context_id)
            await self._sending.hand_over(session, Outgoing.kept(unsent))
        except BaseException as error:
            self._messages.release(unsent)
            if not isinstance(error, DeskError):
                raise
            self._panes.bar.show_error(error_text(error))
            return
        await self._messages.sent(unsent)
        if unsent.context_id == self._conversation.context_id:
            self._conversation.sent_beside()

    async def _take_back(self, context_id: str) -> None:
        self._write_again(await self._messages.take_back(context_id))

    def _write_again(self, taken: Sequence[Unsent]) -> None:
        """Put messages back before what is written now."""
        composer = self._panes.bar.composer
        texts = [one.text for one in taken]
        composer.write("\n\n".join(filter(None, (*texts, composer.toPlainText()))))
        self._enclosed.put([part for one in taken for part in one.files])
        composer.setFocus()

    def _show_waiting(self, context_id: str | None) -> None:
        if self._listening and context_id == self._conversation.context_id:
            waiting = {one.message_id: words_of(one) for one in self._messages.of(context_id)}
            self._panes.bar.queued.show_chips(queued_chips(waiting))

    def _follow(self) -> None:
        """Show what is enclosed and what waits in the conversation that is open now."""
        now = self._conversation.context_id
        if now != self._shown:
            self._held[self._shown] = self._enclosed.swap(self._held.pop(now, HeldAttachments()))
            self._shown = now
            self._keeping = ""
        self._enclosed.show()
        self._show_waiting(now)

    def _type(self, text: str) -> None:
        """Write what was typed over the messages."""
        composer = self._panes.bar.composer
        composer.setFocus()
        composer.insertPlainText(text)

    def _act(self, position: int, action: str) -> None:
        entry, action, _ = self._panes.view.model().acted_on(position, action)
        if action == "edit" and isinstance(entry, RequestEntry):
            if statement_of(entry.message) is None:  # those are written anew in their own place
                self._edit(entry)
        elif action == "about" and isinstance(entry, AnswerEntry):
            self._ask_about(entry)
        elif action.startswith("ask:") and isinstance(entry, AnswerEntry):
            self._ask_again(entry, action.partition(":")[2])
        elif action.startswith("say:") and isinstance(entry, AnswerEntry):
            self._sending.ask(action.partition(":")[2])
        elif action.startswith("write:") and isinstance(entry, AnswerEntry):
            self._type(action.partition(":")[2])

    def _edit(self, entry: RequestEntry) -> None:
        """Write a message anew; unless the person says otherwise, it replaces the earlier one."""
        text = typed_text(entry.message)
        self._panes.bar.composer.rewrite(text)
        files = [part for part in entry.message.parts if isinstance(part, FilePart)]
        self._enclosed.clear()
        self._enclosed.set_instead(
            Replacement(entry.message.message_id, first_line(text, _LONGEST))
        )
        self._enclosed.put(files)

    def _edit_undone(self) -> None:
        """Replace nothing any more."""
        self._enclosed.set_instead(None)

    def _ask_about(self, entry: AnswerEntry) -> None:
        task_id = entry.answer.task_id
        if task_id is not None:
            words = first_line(entry.answer.text.replace("**", ""), _LONGEST)
            self._enclosed.set_about(About(task_id, words))
            self._panes.bar.composer.setFocus()

    def _ask_again(self, entry: AnswerEntry, text: str, part: str = "") -> None:
        """Send what a button of an answer says, about that answer, or about the `part` of it that
        has that path; what is being written stays."""
        task_id, context_id = entry.answer.task_id, self._conversation.context_id
        if task_id is None:
            return
        words = first_line(entry.answer.text.replace("**", ""), _LONGEST)
        to = self._sending.addressed(entry.answer.agent)
        outgoing = Outgoing(text, to=to, words=text, about=About(task_id, words, part))
        if self._conversation.running and context_id is not None:
            unsent = outgoing.to_keep(context_id)
            self._messages.add(unsent)
            self._tasks.start(self._keep_waiting(unsent))
        else:
            self._sending.send(outgoing)

    def _took_out(self, name: str, back: Callable[[], None]) -> None:
        """Let what was taken out be put in again, while its conversation is open."""
        context_id = self._conversation.context_id

        async def undo() -> None:
            if context_id == self._conversation.context_id:
                back()

        self._undoing.done(lambda: _taken_out_word(name), undo, here=True)

    def _picture(self, image: QImage) -> None:
        moment = QDateTime.currentDateTime().toString("yyyyMMdd-HHmmss")
        part = FilePart(name=f"picture-{moment}.png", media_type="image/png", content=as_png(image))
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


def _taken_out_word(name: str) -> str:
    return QCoreApplication.translate("Notices", "“{name}” was taken out.").replace("{name}", name)
