"""Which conversation is open in the window, and everything that follows from it."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, QObject, Signal

from app.desk.desk import Desk
from app.desk.session import ChatSession
from app.domain.conversations import AnswerEntry, Conversation, Entry, RequestEntry
from gui.actions.actions import Actions
from gui.chat.feed import ChatFeed, context_of
from gui.composer.drafts import Drafts
from gui.platform.tasks import TaskScope
from gui.sidebar.date_groups import name_of
from gui.sidebar.marks import Marks
from gui.texts.names import agent_label, with_table
from gui.workspace.agent_presenter import AgentPresenter
from gui.workspace.history import History
from gui.workspace.list_presenter import ListPresenter
from gui.workspace.panes import Panes
from gui.workspace.undo import Undoing


class OpenConversation(QObject):
    """Owns which conversation of the desk is open in the window."""

    shownChanged = Signal()
    """Another conversation is open, or its title changed."""

    waitingChanged = Signal(object)
    """What waits for the person in all conversations, as answer entries, oldest first."""

    ended = Signal(object)
    """An answer of any conversation has come to its end (its entry)."""

    stateChanged = Signal()
    """Something of the open conversation changed: a row, a question, what runs."""

    def __init__(
        self,
        *,
        desk: Desk,
        panes: Panes,
        marks: Marks,
        actions: Actions,
        tasks: TaskScope,
        undoing: Undoing,
    ) -> None:
        super().__init__(panes.splitter)
        self._desk = desk
        self._panes = panes
        self._marks = marks
        self._tasks = tasks
        self._undoing = undoing
        self._session: ChatSession | None = None
        self._unused: ChatSession | None = None
        self._begun: ChatSession | None = None
        self._agent = desk.default_agent
        self._asked = 0
        self._loading = True
        self._saving: set[asyncio.Task[None]] = set()
        self.bring: Callable[[str], bool] = lambda context_id: False
        """Raises the other window that shows a conversation; False where there is none."""
        self.shown_elsewhere: Callable[[str], bool] = lambda context_id: False
        self.history = History()
        self._feed = ChatFeed(desk, panes.view.model(), tasks, loaded=self._remember)
        self._agents = AgentPresenter(desk=desk, panes=panes, tasks=tasks)
        self._list = ListPresenter(
            desk=desk,
            panes=panes,
            marks=marks,
            actions=actions,
            tasks=tasks,
            undoing=undoing,
            open_conversation=self.show_soon,
            leave_conversation=self.leave,
            attend=self.waitingChanged.emit,
        )
        self._drafts = Drafts(panes.bar.composer, self._keep_draft)
        self._show_list = partial(actions["actionSidebar"].setChecked, True)
        self._rename = actions["actionRename"]
        self._rename.triggered.connect(self._begin_rename)
        panes.bar.composer.textChanged.connect(self._offer_rename)
        self._unwatch = desk.watch(self._changed)
        panes.header.picker.picked.connect(self._pick_agent)
        panes.header.picker.opened.connect(lambda: self._agents.load_names(self.agent))

    @property
    def context_id(self) -> str | None:
        """The id of the open conversation; None before one was begun or opened."""
        return self._session.context_id if self._session is not None else None

    @property
    def session(self) -> ChatSession | None:
        """The session of the open conversation."""
        return self._session

    @property
    def agent(self) -> str:
        """The agent that answers in the open conversation, or will in the next."""
        return self._session.conversation.agent if self._session is not None else self._agent

    @property
    def title(self) -> str:
        """The title of the open conversation; empty while it has none."""
        listed = self._panes.list_model.conversation(self.context_id)
        return name_of(listed) if listed is not None else ""

    async def session_of(self, context_id: str) -> ChatSession:
        """Return the session of a stored conversation, which need not be the open one."""
        return await self._desk.session(context_id)

    async def agent_names(self) -> Sequence[str]:
        """Return the agents that are known now."""
        return await self._desk.agents.names()

    def title_of(self, context_id: str) -> str:
        """Return the title of a listed conversation as it is shown."""
        return self._list.title(context_id)

    @property
    def waiting(self) -> AnswerEntry | None:
        """The newest answer of the open conversation that waits for the person."""
        waiting = [e for e in self._marks.waiting if e.answer.context_id == self.context_id]
        return waiting[-1] if waiting else None

    @property
    def running(self) -> bool:
        """Whether an answer of the open conversation is being made."""
        turns = self._session.running if self._session is not None else ()
        return any(not turn.answer.settled for turn in turns)

    async def load(self, last: str) -> None:
        """Show the list, and the conversation that was open last, or the start page.

        What the person is writing meanwhile is let be until `settle`.
        """
        await self._list.load()
        if self._panes.list_model.conversation(last) is not None:
            await self.show(last)
        if self._session is None:
            self._list.show(None)
            self._show_start()
            self.shownChanged.emit()
            self.stateChanged.emit()

    def settle(self) -> None:
        """Let what is being written belong to the open conversation, after its draft."""
        self._loading = False
        composer = self._panes.bar.composer
        typed = composer.toPlainText()
        draft = self._session.conversation.draft if self._session is not None else ""
        if draft and typed.strip():
            composer.replace_start(0, f"{draft}\n\n")
        elif draft:
            composer.write(draft)
        self._drafts.forget()
        if typed.strip():
            self._drafts.flush()

    def new_conversation(self, agent: str | None = None) -> str:
        """Open a new conversation with an agent (None: the same), and return its id."""
        self._drafts.flush()
        self.ask()
        chosen = agent or self.agent
        self._enter(self._desk.new(chosen))
        self._feed.begin(self.context_id)
        self._show_start()
        self.stateChanged.emit()
        self._panes.bar.composer.setFocus()
        return self.context_id or ""

    def ask(self) -> int:
        """Return the number of a wish to see a conversation: of several the last is carried out."""
        self._asked += 1
        return self._asked

    def show_soon(self, context_id: str, position: int | None = None) -> None:
        """Open a stored conversation, at a row if one is given."""
        self._tasks.start(self.show(context_id, position, asked=self.ask()))

    async def show(
        self, context_id: str, position: int | None = None, *, asked: int | None = None
    ) -> None:
        """Open a stored conversation, unless another was asked for since `asked` (None: now)."""
        asked = asked or self.ask()
        if asked != self._asked or (context_id != self.context_id and self.bring(context_id)):
            return
        if context_id != self.context_id:
            session = await self._desk.session(context_id)
            if asked != self._asked:
                return
            self._drafts.flush()
            self._enter(session)
            if not await self._feed.show(context_id):
                return
            if self._panes.view.model().rowCount():
                self._panes.show_messages(True)
            else:
                self._show_start()
            self._agents.show(self.agent)
            self.stateChanged.emit()
        if position is not None:
            self._panes.view.scroll_to(position)

    def begin(self) -> ChatSession:
        """Return the session to speak in, a new one where none is open."""
        if self._session is None:
            session = self._unused or self._desk.new(self._agent)
            self._session = self._begun = session
            self._unused = None
            self._feed.begin(session.context_id)
            self._list.show(session.context_id)
        return self._session

    def withdraw(self, session: ChatSession) -> None:
        """Take back a conversation that `begin` began, when its first message was refused."""
        if session is self._session and session is self._begun:
            self._session, self._unused = None, session
            self._feed.begin(None)
            self._list.show(None)

    def sent(self) -> None:
        """Take in that what was written is stored."""
        self._begun = None
        self._drafts.forget()
        self.stateChanged.emit()

    async def hand_out(self) -> str | None:
        """Keep what is written and leave the open conversation to another window; return its id."""
        self._drafts.flush()
        if self._saving:
            await asyncio.wait(self._saving)
        context_id = self.context_id
        if context_id is None or self._panes.list_model.conversation(context_id) is None:
            return None
        beside = self._beside(context_id)
        if beside is not None:
            await self.show(beside)
        else:
            self._show_none()
        return context_id

    def leave_draft(self, text: str) -> asyncio.Task[None]:
        """Keep a text as written in the open conversation, after its draft."""
        session = self.begin()
        self._begun = None
        draft = session.conversation.draft
        whole = f"{draft}\n\n{text}" if draft else text
        return self._tasks.start(self._desk.save_draft(session.context_id, whole))

    def keep_draft(self) -> None:
        """Keep what is being written now."""
        self._drafts.flush()

    def sent_beside(self) -> None:
        """Take in that a message was stored which is not the one being written: that is kept."""
        self._begun = None
        self._drafts.flush()
        self.stateChanged.emit()

    def agent_changed(self, agent: str) -> None:
        """Take in that an agent was added, or its card accepted anew."""
        self._agents.forget(agent)
        if agent == self.agent:
            self._show_agent(agent)

    def take_agent(self, agent: str) -> bool:
        """Let an agent answer here if nothing was said yet; return whether it does."""
        if self._panes.view.model().rowCount():
            return False
        self._pick_agent(agent)
        return True

    async def answer_of(self, task_id: str) -> AnswerEntry | None:
        """Return the row of a task of the open conversation, or of what one was put together of."""

        def is_of(entry: AnswerEntry) -> bool:
            return task_id in (one.task_id for one in (entry.answer, *entry.answer.parts))

        return await self._feed.newest_answer(is_of)

    async def newest_answer(self, fits: Callable[[AnswerEntry], bool]) -> AnswerEntry | None:
        """Return the newest answer of the open conversation that fits."""
        return await self._feed.newest_answer(fits)

    async def aclose(self) -> None:
        """Keep what is being written, and hear no more of the desk."""
        self._unwatch()
        if self._loading:
            self.settle()
        self._drafts.forget()
        if self._saving:
            await asyncio.wait(self._saving)
        text = self._panes.bar.composer.toPlainText()
        if self._session is None and text.strip():
            self.begin()
        if self._session is not None and text != self._session.conversation.draft:
            await self._desk.save_draft(self._session.context_id, text)

    def _enter(self, session: ChatSession) -> None:
        self._session, self._begun = session, None
        if not self._loading:
            self._panes.bar.composer.write(session.conversation.draft)
        self._drafts.forget()
        self._list.show(session.context_id)
        self.shownChanged.emit()

    def _gone(self, context_id: str) -> None:
        """Show the open conversation no longer, for another desk deleted it; keep what is typed."""
        if context_id != self.context_id:
            return
        if self._panes.bar.composer.toPlainText().strip():
            self._show_none(keep_text=True)
        else:
            self.leave(context_id)

    def leave(self, context_id: str) -> None:
        """Open another conversation if this one is open: it is deleted."""
        if context_id != self.context_id:
            return
        self._drafts.flush()  # It comes back with the conversation.
        beside = self._beside(context_id)
        if beside is not None:
            self.show_soon(beside)
        else:
            self._show_none()

    def _beside(self, context_id: str) -> str | None:
        """Return the conversation that is shown next when this one goes, or None."""
        row = self._panes.list_model.row_of(context_id)
        around = self._panes.sidebar.conversations
        beside = around.neighbour(1) or around.neighbour(-1) if row is not None else None
        return None if beside is None or self.shown_elsewhere(beside) else beside

    def _show_none(self, *, keep_text: bool = False) -> None:
        """Show no conversation; a text that is kept begins the next."""
        self._session = None
        self.ask()
        if not keep_text:
            self._panes.bar.composer.write("")
        self._drafts.forget()
        self._feed.begin(None)
        self._list.show(None)
        self._show_start()
        self.shownChanged.emit()
        self.stateChanged.emit()

    def _show_start(self) -> None:
        self._panes.show_messages(False)
        self._agents.show_start(self.agent, first=self._panes.list_model.empty)

    def _pick_agent(self, picked: str) -> None:
        agent = with_table(picked, self.agent)
        if self._session is None:
            self._agent = agent
        else:
            self._change_agent(self._session, agent)
        self._show_agent(agent)
        # Who chose an agent has something to ask it.
        self._panes.bar.composer.setFocus()

    def _change_agent(self, session: ChatSession, agent: str) -> None:
        before = session.conversation.agent

        async def change(to: str) -> None:
            await session.update(agent=to)
            if session is self._session:
                self._show_agent(to)

        self._tasks.start(change(agent))
        self._undoing.done(lambda: _agent_word(agent), lambda: change(before), here=True)

    def _show_agent(self, agent: str) -> None:
        self._agents.show(agent)
        if not self._panes.chatting:
            self._show_start()

    def _offer_rename(self) -> None:
        """Offer a title for what is only being written, too: it is kept first."""
        if self._panes.list_model.conversation(self.context_id) is None:
            self._rename.setEnabled(bool(self._panes.bar.composer.toPlainText().strip()))

    def _begin_rename(self) -> None:
        self._show_list()
        if self._panes.list_model.conversation(self.context_id) is not None:
            self._panes.sidebar.rename_current()
        elif not self._tasks.closed:
            self._tasks.start(self._keep_and_rename())

    async def _keep_and_rename(self) -> None:
        text = self._panes.bar.composer.toPlainText()
        session = self.begin()
        self._begun = None
        self._drafts.forget()
        await self._desk.save_draft(session.context_id, text)
        if session is self._session:
            self._panes.sidebar.rename_current()

    def _keep_draft(self, text: str) -> None:
        if self._loading or self._tasks.closed or (self._session is None and not text.strip()):
            return
        session = self.begin()
        # What has a draft is a conversation of its own, whatever becomes of its first message.
        self._begun = None
        if text != session.conversation.draft:
            saving = self._tasks.start(self._desk.save_draft(session.context_id, text))
            self._saving.add(saving)
            saving.add_done_callback(self._saving.discard)

    def _changed(self, changed: Entry | Conversation) -> None:
        if isinstance(changed, Conversation):
            if changed.deleted_at is not None:
                self._gone(changed.context_id)
            self._list.take(changed)
            if changed.context_id == self.context_id:
                self.shownChanged.emit()
                self.stateChanged.emit()
            return
        mine = context_of(changed) == self.context_id
        if isinstance(changed, AnswerEntry):
            ran = self._marks.runs(changed.answer.turn_id)
            self._list.take_answer(changed)
            if ran and changed.answer.settled:
                self.ended.emit(changed)
        self.history.take(changed)
        self._feed.take(changed)
        if mine:
            if isinstance(changed, RequestEntry):
                self._panes.show_messages(True)
            self.stateChanged.emit()

    def _remember(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            self.history.take(entry)


def _agent_word(agent: str) -> str:
    words = QCoreApplication.translate("Notices", "{agent} answers here from now on.")
    return words.replace("{agent}", agent_label(agent))
