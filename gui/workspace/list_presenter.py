"""Joins the desk and the sidebar: the list, its marks, search, rename, pin and delete."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication

from app.desk.desk import Desk
from app.domain.conversations import AnswerEntry, Conversation, FoundWords
from gui.actions.actions import Actions
from gui.notices.opening import RECOVERED
from gui.platform.tasks import TaskScope
from gui.sidebar.date_groups import title_of
from gui.sidebar.marks import Marks
from gui.workspace.panes import Panes
from gui.workspace.undo import Undoing

_FOUND = 500
"""So many places are looked for at most: conversations are listed, with how many each has."""


class ListPresenter:
    """Owns what the sidebar shows; opening a conversation is left to `open_conversation`.

    It is given a context id and, for what a search found, a position.
    """

    def __init__(
        self,
        *,
        desk: Desk,
        panes: Panes,
        marks: Marks,
        actions: Actions,
        tasks: TaskScope,
        undoing: Undoing,
        open_conversation: Callable[[str, int | None], None],
        leave_conversation: Callable[[str], None],
        attend: Callable[[Sequence[AnswerEntry]], None],
    ) -> None:
        """`attend` hears of everything that waits for the person, oldest first."""
        self._desk = desk
        self._panes = panes
        self._marks = marks
        self._actions = actions
        self._tasks = tasks
        self._undoing = undoing
        self._open = open_conversation
        self._leave = leave_conversation
        self._attend = attend
        self._shown: str | None = None
        self._connect()

    async def load(self) -> None:
        """Show the conversations and what waits."""
        conversations = await self._desk.conversations()
        self._marks.load_waiting(await self._desk.waiting())
        self._panes.list_model.reset(conversations)
        self._show_waiting()

    def take(self, conversation: Conversation) -> None:
        """Take in a conversation that is new, changed or deleted."""
        self._panes.list_model.take(conversation)
        self._show_waiting()
        self._offer()

    def take_answer(self, entry: AnswerEntry) -> None:
        """Take in an answer as it is now."""
        if self._marks.take(entry):
            self._panes.list_model.refresh(entry.answer.context_id)
            self._show_waiting()
            self._panes.notices.refresh(RECOVERED)

    def show(self, context_id: str | None) -> None:
        """Mark the conversation that is open."""
        self._shown = context_id
        self._marks.open(context_id)
        self._panes.sidebar.conversations.show_current(context_id)
        self._offer()

    def title(self, context_id: str | None) -> str:
        """Return the title of a conversation as it is shown; empty for one that is not listed."""
        conversation = self._panes.list_model.conversation(context_id)
        listed = self._panes.list_model
        return listed.title(conversation) if conversation is not None else ""

    def next_needing_person(self) -> None:
        """Open the conversation with the oldest question that waits, after the open one."""
        waiting = self._waiting()
        for entry in [e for e in waiting if e.answer.context_id != self._shown] or waiting:
            self._open(entry.answer.context_id, entry.position)
            return

    def step(self, step: int) -> None:
        """Open the conversation above or below the open one."""
        found = self._panes.sidebar.conversations.neighbour(step)
        if found is not None:
            self._open(found, None)

    def _connect(self) -> None:
        side, actions = self._panes.sidebar, self._actions
        side.conversations.opened.connect(lambda context: self._open(context, None))
        side.conversations.offer(
            [
                actions[name]
                for name in (
                    "actionNewWindow",
                    "actionRename",
                    "actionPin",
                    "actionTags",
                    "actionArchive",
                    "actionDelete",
                )
            ]
        )
        side.searched.connect(self._search)
        side.hitPicked.connect(self._pick)
        self._panes.list_model.renameRequested.connect(self._rename)
        actions["actionPin"].triggered.connect(self._pin)
        actions["actionDelete"].triggered.connect(self._delete)
        actions["actionNextNeedingYou"].triggered.connect(self.next_needing_person)
        actions["actionPreviousConversation"].triggered.connect(lambda: self.step(-1))
        actions["actionNextConversation"].triggered.connect(lambda: self.step(1))

    def _pick(self, picked: object) -> None:
        match picked:
            case FoundWords():
                self._open(picked.context_id, picked.position)

    def _search(self, query: str) -> None:
        async def search() -> None:
            self._panes.sidebar.show_hits(query, await self._desk.find(query, limit=_FOUND))

        if not self._tasks.closed:  # what was typed last is looked for a moment later
            self._tasks.start(search())

    def _rename(self, context_id: str, title: str) -> None:
        before = self._panes.list_model.conversation(context_id)

        async def rename() -> None:
            await self._desk.rename(context_id, title)
            if before is not None:
                session = await self._desk.session(context_id)
                self._undoing.done(
                    lambda: _renamed_word(title),
                    lambda: session.update(title=before.title),
                )

        self._tasks.start(rename())

    def _pin(self, pinned: bool) -> None:
        context_id = self._shown
        conversation = self._panes.list_model.conversation(context_id)
        if context_id is None or conversation is None:
            return
        name = title_of(conversation)

        async def pin() -> None:
            await self._desk.pin(context_id, pinned)
            self._undoing.done(
                lambda: _pinned_word(name, pinned),
                lambda: self._desk.pin(context_id, not pinned),
            )

        self._tasks.start(pin())

    def _delete(self) -> None:
        context_id = self._shown
        conversation = self._panes.list_model.conversation(context_id)
        if context_id is None or conversation is None:
            return

        async def delete() -> None:
            await self._desk.delete(context_id)
            self._marks.forget(context_id)
            self._show_waiting()
            self._offer()
            self._undoing.done(
                lambda: _deleted_word(title_of(conversation)),
                lambda: self._restore(context_id),
            )

        self._leave(context_id)
        self._tasks.start(delete())

    async def _restore(self, context_id: str) -> None:
        await self._desk.restore(context_id)
        self._marks.load_waiting(await self._desk.waiting())
        self._show_waiting()
        self._offer()
        self._open(context_id, None)

    def _waiting(self) -> list[AnswerEntry]:
        listed = self._panes.list_model
        return [
            entry
            for entry in self._marks.waiting
            if listed.conversation(entry.answer.context_id) is not None
        ]

    def _show_waiting(self) -> None:
        waiting = self._waiting()
        self._panes.list_model.take_questions()
        self._actions["actionNextNeedingYou"].setEnabled(bool(waiting))
        self._attend(waiting)

    def _offer(self) -> None:
        conversation = self._panes.list_model.conversation(self._shown)
        for name in ("actionNewWindow", "actionRename", "actionPin", "actionDelete"):
            self._actions[name].setEnabled(conversation is not None)
        self._actions["actionPin"].setChecked(bool(conversation and conversation.pinned))


def _renamed_word(title: str) -> str:
    words = QCoreApplication.translate("Notices", "Renamed to “{title}”.")
    return words.replace("{title}", title)


def _pinned_word(title: str, pinned: bool) -> str:
    if pinned:
        words = QCoreApplication.translate("Notices", "“{title}” is pinned.")
    else:
        words = QCoreApplication.translate("Notices", "“{title}” is no longer pinned.")
    return words.replace("{title}", title)


def _deleted_word(title: str) -> str:
    return QCoreApplication.translate("Notices", "“{title}” was deleted.").replace("{title}", title)
