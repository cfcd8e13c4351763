"""Joins the inspector, the rows of the conversation and what went over the wire for them."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt

from app.domain.conversations import AnswerEntry, RequestEntry
from app.domain.frames import Frame, FrameForm
from app.domain.messages import FilePart, Message
from app.errors import DeskError
from app.window_ports import FrameReading
from gui.chat.context_menu import OfferGroup, RowOffer
from gui.inspector.by_hand import ByHand
from gui.inspector.frame_texts import latency_words
from gui.inspector.inspector import Inspector
from gui.inspector.side import add_beside, show_beside
from gui.platform.clipboard import put_text
from gui.texts.errors import error_text
from gui.texts.messages import state_phrase
from gui.texts.names import agent_label
from gui.workspace.workspace import Workspace

Work = Callable[[], Coroutine[Any, Any, None]]

_AGAIN_SECONDS = 0.3
_WIDTH = 380
_PAGE = 64


class InspectorPresenter:
    """Owns the dock, which is made when it is first asked for, and which message it shows."""

    def __init__(
        self, space: Workspace, *, frames: FrameReading, shown: Callable[[bool], None]
    ) -> None:
        """`shown` hears whether the inspector is open."""
        self._desk = space.desk
        self._reading = frames
        self._conversation = space.conversation
        self._panes = space.panes
        self._window = space.window
        self._tasks = space.tasks
        self._shown = shown
        self._by_hand = ByHand(space.window, frames, space.tasks, self._reload)
        self._dock: Inspector | None = None
        self._position: int | None = None
        self._context: str | None = None
        self._loading: asyncio.Task[None] | None = None
        self._again: asyncio.Task[None] | None = None
        space.conversation.stateChanged.connect(self._changed)
        space.panes.view.row_offers.append(
            RowOffer("inspect", lambda _: inspect_word(), OfferGroup.LOOK_INTO)
        )
        space.panes.view.actionRequested.connect(self._act)

    def show(self, wanted: bool) -> None:
        """Open the inspector on the message that has the keyboard, else the newest; or close it."""
        if not wanted:
            if self._dock is not None:
                self._dock.close()
            return
        self.inspect(self._panes.view.current_row())

    def inspect(self, position: int) -> None:
        """Show what went over the wire for the message at a row."""
        dock = self._made()
        if not dock.isVisible():
            show_beside(dock, self._window)
            dock.frames.setFocus(Qt.FocusReason.OtherFocusReason)
        self._context, self._position = self._conversation.context_id, position
        self._reload()

    def close(self) -> None:
        """End what is under way."""
        if self._again is not None:
            self._again.cancel()
        if self._dock is not None and self._dock.isFloating():
            self._dock.close()

    def _act(self, position: int, action: str) -> None:
        if action == "inspect":
            self.inspect(position)

    def _made(self) -> Inspector:
        if self._dock is None:
            dock = self._dock = Inspector(self._window)
            add_beside(dock, self._window, _WIDTH)
            dock.visibilityChanged.connect(lambda _: self._shown(not dock.isHidden()))
            dock.stepped.connect(self._step)
            dock.redactionChanged.connect(lambda _: self._reload())
            dock.copyRequested.connect(lambda form: self._start(lambda: self._copy(dock, form)))
            for button, tasks in ((dock.ask, False), (dock.tasks, True)):
                button.clicked.connect(
                    lambda _=False, tasks=tasks: self._start(
                        lambda: self._ask_by_hand(dock, tasks=tasks)
                    )
                )
            dock.replayRequested.connect(lambda to: self._start(lambda: self._replay(dock, to)))
        return self._dock

    def _changed(self) -> None:
        """Follow an answer that is still being made, and another conversation."""
        if self._dock is None or self._dock.isHidden():
            return
        opened_early = self._position is None or self._position < 0  # nothing was said by then
        if opened_early or self._conversation.context_id != self._context:
            self._context = self._conversation.context_id
            self._position = self._panes.view.model().rowCount() - 1
        if (self._again is None or self._again.done()) and not self._tasks.closed:
            self._again = self._start(self._reload_soon)

    def _step(self, step: int) -> None:
        rows = self._panes.view.model().rowCount()
        if self._position is None or not rows:
            return
        here = self._position - self._position % 2
        self._position = max(0, min(rows - 1, here + 2 * step + 1))
        self._panes.view.scroll_to(max(0, self._position - 1))
        self._reload()

    async def _reload_soon(self) -> None:
        await asyncio.sleep(_AGAIN_SECONDS)
        self._reload()

    def _reload(self) -> None:
        if self._loading is not None:
            self._loading.cancel()
        dock = self._dock
        if dock is not None and not self._tasks.closed:
            self._loading = self._start(lambda: self._load(dock))

    async def _load(self, dock: Inspector) -> None:
        turn = await self._turn(self._position)
        if turn is None:
            dock.show_message("", (), (), {})
            return
        message, entry = turn
        answer = entry.answer
        frames = await self._frames_of(message, entry)
        marks = await self._reading.marks(frames)
        if dock.redact.isChecked():
            frames = await self._reading.redacted(frames)
        where = next((frame for frame in frames if frame.url), None)
        translate = QCoreApplication.translate
        dock.show_message(
            f"{agent_label(answer.agent)} · {state_phrase(answer)}",
            (
                (translate("Frames", "Message"), message.message_id),
                (translate("Frames", "Task"), answer.task_id or ""),
                (translate("Frames", "Conversation"), answer.context_id),
                (translate("Frames", "Correlation"), answer.correlation_id or ""),
                (translate("Frames", "Address"), where.url if where is not None else ""),
                (translate("Frames", "Binding"), where.binding if where is not None else ""),
                (translate("Frames", "Latency"), latency_words(frames)),
            ),
            frames,
            marks,
        )

    async def _turn(self, position: int | None) -> tuple[Message, AnswerEntry] | None:
        """Return the message and the answer of a row, whichever of the two the row is."""
        context = self._context
        if context is None or position is None or position < 0:
            return None
        found = await self._desk.entries(context, max(0, position - 1), position + 2)
        rows = {entry.position: entry for entry in found}
        entry = rows.get(position)
        asked = entry if isinstance(entry, RequestEntry) else rows.get(position - 1)
        answered = entry if isinstance(entry, AnswerEntry) else rows.get(position + 1)
        if isinstance(asked, RequestEntry) and isinstance(answered, AnswerEntry):
            return asked.message, answered
        return None

    async def _frames_of(self, message: Message, entry: AnswerEntry) -> Sequence[Frame]:
        events = await self._desk.events(entry.answer.turn_id)
        return await self._reading.frames(entry.answer, message, events)

    async def _copy(self, dock: Inspector, form: FrameForm) -> None:
        dock.say("")  # what is said of the copy before does not stand for this one
        frames = dock.shown
        if dock.whole.isChecked():
            frames = [frame for _, found in await self._said() for frame in found]
        text = await self._reading.written(frames, form, redact=dock.redact.isChecked())
        translate = QCoreApplication.translate
        if text:
            put_text(text)
            dock.say(translate("Frames", "Copied."))
        else:
            dock.say(translate("Frames", "There is no such form: this was not sent over HTTP."))

    def show_tasks(self) -> None:
        """Show the tasks of the agent of the conversation that is open, or of a new one."""
        of = self._conversation
        self._by_hand.list_tasks(of.agent, context_id=of.context_id or "")

    async def _ask_by_hand(self, dock: Inspector, *, tasks: bool) -> None:
        """Ask the agent of the message: for its tasks, or again what is marked, if it was sent."""
        turn = await self._turn(self._position)
        if turn is None:
            return
        answer = turn[1].answer
        if tasks:
            self._by_hand.list_tasks(answer.agent, context_id=answer.context_id)
            return
        sent = dock.marked if dock.marked is not None and dock.marked.direction == "sent" else None
        task_id = answer.task_id or ""
        self._by_hand.ask(answer.agent, context_id=answer.context_id, task_id=task_id, frame=sent)

    async def _replay(self, dock: Inspector, speed: float) -> None:
        """Say the whole conversation again in a new one, answered by its recording."""
        said = await self._said()
        frames = [frame for _, found in said for frame in found]
        agent = await self._reading.replay(frames, speed=speed)
        session = await self._desk.session(self._conversation.new_conversation(agent))
        for message, _ in said:
            files = [part for part in message.parts if isinstance(part, FilePart)]
            turn = await session.start(message.text, references=(), attachments=files)
            self._conversation.sent()
            await turn.wait()

    async def _said(self) -> Sequence[tuple[Message, Sequence[Frame]]]:
        """Return the messages of the conversation with their frames, oldest first."""
        context = self._context
        said = []
        for start in range(0, await self._desk.entry_count(context) if context else 0, _PAGE):
            found = await self._desk.entries(context or "", start, start + _PAGE)
            rows = {entry.position: entry for entry in found}
            for position, entry in rows.items():
                answered = rows.get(position + 1)
                if isinstance(entry, RequestEntry) and isinstance(answered, AnswerEntry):
                    frames = await self._frames_of(entry.message, answered)
                    said.append((entry.message, frames))
        return said

    def _start(self, work: Work) -> "asyncio.Task[None]":
        return self._tasks.start(self._guarded(work))

    async def _guarded(self, work: Work) -> None:
        try:
            # Made here: a task that is cancelled before it begins leaves nothing behind.
            await work()
        except DeskError as error:
            if self._dock is not None:
                self._dock.say(error_text(error))


def inspect_word() -> str:
    """Return the words of the menu line that opens the inspector."""
    return QCoreApplication.translate("Chat", "&Inspect this message")
