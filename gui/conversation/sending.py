"""Sends what is written or chosen, stops and retries; nothing that was written is lost."""

import asyncio
from collections.abc import Callable, Collection
from typing import NamedTuple

from app.desk.session import ChatSession
from app.desk.turn import Turn
from app.domain.conversations import AnswerEntry
from app.domain.messages import DataPart
from app.domain.tasks import Choice, Question, TaskState
from app.errors import DeskError
from gui.composer.queue import Outgoing
from gui.texts.errors import error_text
from gui.texts.messages import signed_in_message
from gui.workspace.workspace import Workspace


class Storing(NamedTuple):
    """A message that is being stored, and what ends when that is so or has failed.

    `text` is what stands in the composer until then: nothing, where the message was pressed.
    """

    text: str
    task: asyncio.Task[None]


class Sending:
    """Owns the way of a message from the composer to the open session.

    The composer is cleared only when the message is stored; an expected error is said beside it.
    """

    def __init__(self, space: Workspace) -> None:
        self._conversation = space.conversation
        self._panes = space.panes
        self._actions = space.actions
        self._tasks = space.tasks
        self._newest: Storing | None = None
        space.panes.bar.composer.number_key = self._choose_by_number
        space.panes.bar.stopped.connect(self.stop)
        space.panes.question.chosen.connect(self.choose)
        space.panes.question.wentOn.connect(lambda: self.go_on())
        space.panes.question.questionWanted.connect(self._go_to_question)
        space.panes.view.framed.connect(self._follow_question)
        space.panes.start.asked.connect(lambda question: self.ask(question))
        space.actions["actionStop"].triggered.connect(self.stop)
        space.actions["actionRetry"].triggered.connect(lambda: self.retry(None))
        space.conversation.stateChanged.connect(self._refresh)
        self._refresh()

    @property
    def storing(self) -> Storing | None:
        """The message that is being stored now, if there is one."""
        newest = self._newest
        return None if newest is None or newest.task.done() else newest

    async def start(
        self, text: str, *, choice: Choice | None = None, outgoing: Outgoing | None = None
    ) -> Turn:
        """Store a message in the open conversation and set it on its way.

        `outgoing` is what goes along. Raises `DeskError` with nothing stored.
        """
        session = self._conversation.begin()
        try:
            if outgoing is not None:
                turn = await self.hand_over(session, outgoing)
            else:
                turn = await session.start(text, choice=choice)
        except DeskError:
            self._conversation.withdraw(session)
            raise
        self._conversation.sent()
        return turn

    async def hand_over(self, session: ChatSession, outgoing: Outgoing) -> Turn:
        """Store a message with what goes along; raises `DeskError` with nothing stored."""
        about = outgoing.about.task_id if outgoing.about is not None else None
        text = outgoing.words if outgoing.to is not None else outgoing.text
        return await session.start(
            text,
            attachments=outgoing.files,
            about=about,
            data=outgoing.along,
            to=outgoing.to,
            replaces=outgoing.replaces,
            message_id=outgoing.message_id,
            keep_draft=outgoing.message_id is not None,
        )

    def send(self, outgoing: Outgoing, *, stored: Callable[[], None] = lambda: None) -> None:
        """Send what was written; `stored` follows when it is kept and its conversation is open."""
        text = outgoing.text
        self._run(text, None, outgoing=outgoing, stored=stored, written=text)

    def meant_for(self, agent: str, text: str, data: DataPart, *, replaces: str | None) -> Outgoing:
        """Return what only that agent understands; another than the conversation's is named."""
        to = self.addressed(agent)
        return Outgoing(text, to=to, words=text, data=data, replaces=replaces)

    def addressed(self, agent: str) -> str | None:
        """Return the agent as one that a message has to name, None for the conversation's own."""
        return agent if agent != self._conversation.agent else None

    def ask(self, question: str, outgoing: Outgoing | None = None, *, pressed: bool = True) -> None:
        """Send a question that was pressed; what is being written stays, and can go on.

        `outgoing` says the same with what goes along. One that was not `pressed` is asked by the
        program itself.
        """
        self._panes.bar.composer.setFocus()
        self._run(question, None, outgoing=outgoing, by_person=pressed)

    def choose(self, choice: Choice) -> None:
        """Send an offered answer; what is being written stays, and can go on."""
        self._panes.bar.composer.setFocus()
        self._run(choice.label, choice)

    def stop(self) -> None:
        """Stop the newest answer that is being made."""
        session = self._conversation.session
        if session is not None and self._conversation.running:
            self._tasks.start(session.stop())

    def stop_turns(self, turns: Collection[str]) -> None:
        """Stop these answers of the open conversation, as far as they are being made here."""
        session = self._conversation.session
        for turn in session.running if session is not None else ():
            if turn.turn_id in turns:
                self._tasks.start(turn.stop())

    def retry(self, position: int | None, *, pressed: bool = True) -> None:
        """Say again what was said for an answer: the one at a row, else the newest.

        One that was not `pressed` is said again by the program itself.
        """
        model = self._panes.view.model()
        entry = model.entry(model.rowCount() - 1 if position is None else position)
        session = self._conversation.session
        if session is None or not isinstance(entry, AnswerEntry):
            return
        turn_id = entry.answer.turn_id
        if pressed:
            self._panes.notices.ask_on()

        async def again() -> None:
            try:
                await session.retry(turn_id)
                self._conversation.sent()
            except DeskError as error:
                self._panes.bar.show_error(error_text(error))

        self._tasks.start(again())

    def answer(self, entry: AnswerEntry, choice: Choice) -> None:
        """Answer a question of any conversation with an offered choice; the open one stays open."""
        task_id = entry.answer.task_id

        async def tell() -> None:
            try:
                session = await self._conversation.session_of(entry.answer.context_id)
                await session.start(
                    choice.label, choice=choice, references=[task_id or ""], keep_draft=True
                )
            except DeskError as error:
                self._panes.bar.show_error(error_text(error))

        if not self._tasks.closed:
            self._tasks.start(tell())

    def go_on(self, entry: AnswerEntry | None = None) -> None:
        """Tell a task that waits for a sign-in (None: the newest here) that there was one."""
        entry = entry or self._conversation.waiting
        if entry is None:
            return
        answer = entry.answer

        async def tell() -> None:
            try:
                session = await self._conversation.session_of(answer.context_id)
                await session.start(signed_in_message(), task_id=answer.task_id, keep_draft=True)
            except DeskError as error:
                self._panes.bar.show_error(error_text(error))

        self._tasks.start(tell())

    def _choose_by_number(self, number: int) -> bool:
        choice = self._panes.question.choice(number)
        if choice is None:
            return False
        if self._panes.question.bring(number):
            self.choose(choice)
        return True

    def _run(
        self,
        text: str,
        choice: Choice | None,
        *,
        outgoing: Outgoing | None = None,
        stored: Callable[[], None] = lambda: None,
        written: str = "",
        by_person: bool = True,
    ) -> None:
        # One at a time: a second press before the first is stored would send the text twice.
        if self.storing is None and not self._tasks.closed:
            if by_person:
                # Not once it is stored: what is told of this very deed comes between.
                self._panes.notices.ask_on()
            task = self._tasks.start(self._carry(text, choice, outgoing, stored))
            self._newest = Storing(written, task)

    async def _carry(
        self,
        text: str,
        choice: Choice | None,
        outgoing: Outgoing | None,
        stored: Callable[[], None],
    ) -> None:
        try:
            turn = await self.start(text, choice=choice, outgoing=outgoing)
            if turn.answer.context_id == self._conversation.context_id:
                stored()
                self._conversation.sent()
        except DeskError as error:
            self._panes.bar.show_error(error_text(error))

    def _show_question(self) -> None:
        entry = self._conversation.waiting
        if entry is None:
            self._panes.question.ask(None)
            return
        answer = entry.answer
        login = answer.state is TaskState.AUTH_REQUIRED
        self._panes.question.ask(answer.question or Question(text=""), login=login)
        self._follow_question()

    def _follow_question(self) -> None:
        """Offer the question in its message while that is out of sight."""
        bar, entry = self._panes.question, self._conversation.waiting
        if bar.question is not None and entry is not None:
            bar.show_away(self._panes.view.row_rect(entry.position).isEmpty())

    def _go_to_question(self) -> None:
        entry = self._conversation.waiting
        if entry is not None:
            self._panes.view.scroll_to(entry.position)

    def _refresh(self) -> None:
        running = self._conversation.running
        self._panes.bar.show_running(running)
        self._show_question()
        self._actions["actionStop"].setEnabled(running)
        model = self._panes.view.model()
        newest = model.entry(model.rowCount() - 1) if model.rowCount() else None
        settled = isinstance(newest, AnswerEntry) and newest.answer.settled
        self._actions["actionRetry"].setEnabled(settled and not running)
        self._actions["actionEditLast"].setEnabled(model.rowCount() > 0)
        self._actions["actionJumpToLatest"].setEnabled(model.rowCount() > 0)
