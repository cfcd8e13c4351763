"""Joins one desk and the widgets of one window; everything behind the window comes in here."""

import logging
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TypedDict

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMainWindow

from app.desk.desk import Desk
from app.desk.reconciliation import LiveTruth
from app.desk.turn import Turn
from app.domain.answers import Answer
from app.domain.conversations import AnswerEntry
from app.errors import DeskError
from app.ports import Remembering, Syncing
from app.window_ports import (
    AddingAgents,
    ChoosingModel,
    FrameReading,
    GatherData,
    LogReading,
    OpenData,
    SaidSearch,
    SigningIn,
)
from gui.actions.actions import Actions
from gui.actions.palette import Palettes
from gui.board.presenter import Boards
from gui.chat.view import ChatView
from gui.compare.presenter import ComparePresenter
from gui.connections.adding import AddingAgent
from gui.connections.sign_in import SignIns
from gui.conversation.composing import Composing
from gui.conversation.correcting import Correcting
from gui.conversation.data_page import DataPage
from gui.conversation.details import Detailing
from gui.conversation.export import Exporting
from gui.conversation.find import Searching
from gui.conversation.links import ConversationLinks
from gui.conversation.message_actions import RowActions
from gui.conversation.sending import Sending
from gui.conversation.statements import Statements
from gui.conversation.tags import Filing
from gui.conversation.time_travel import Travelling
from gui.dialogs.crash_report import Mistakes
from gui.inspector.presenter import InspectorPresenter
from gui.inspector.steps_presenter import StepsPresenter
from gui.memory.presenter import Memories
from gui.notices.attention import Attention
from gui.notices.desktop_notifications import DesktopNotifier
from gui.notices.opening import OpeningNotice, show_opening_notices, unsent_notice
from gui.platform.tasks import TaskScope
from gui.sidebar.marks import Marks
from gui.texts.names import TABLE
from gui.window.connectivity import Connectivity
from gui.window.data_files import DataFiles, looks_like_table
from gui.window.record_windows import RecordWindows
from gui.workspace.open_conversation import OpenConversation
from gui.workspace.panes import Panes
from gui.workspace.undo import Undoing
from gui.workspace.workspace import Workspace


class Seams(TypedDict, total=False):
    """The seams of a window; what is missing is not offered in it.

    `on_open_data` makes a table ready and returns the key of its agent, `on_gather_data` puts
    several together before. `search` and `records` are
    those of the desk's log; a desk without one has neither. `adding` adds agents by their address,
    `signing` signs in with them. `frames` reads what went over the wire, for the inspector.
    `models` chooses a language model. `remembering` are the facts that the desk remembers.
    """

    on_open_data: OpenData | None
    on_gather_data: GatherData | None
    search: SaidSearch | None
    records: LogReading | None
    adding: AddingAgents | None
    frames: FrameReading | None
    signing: SigningIn | None
    models: ChoosingModel | None
    remembering: Remembering | None


log = logging.getLogger(__name__)


class Presenter:
    """Owns the tasks of the window and the parts that carry a person's intents to the desk.

    `live` is that of the first window; without one, this is the first: it asks and it tells.
    """

    def __init__(
        self,
        *,
        desk: Desk,
        window: QMainWindow,
        panes: Panes,
        marks: Marks,
        actions: Actions,
        on_open_data: OpenData | None = None,
        on_gather_data: GatherData | None = None,
        search: SaidSearch | None = None,
        records: LogReading | None = None,
        adding: AddingAgents | None = None,
        opened_data: Callable[[str], None],
        frames: FrameReading | None = None,
        signing: SigningIn | None = None,
        models: ChoosingModel | None = None,
        remembering: Remembering | None = None,
        live: LiveTruth | None = None,
    ) -> None:
        self._desk = desk
        self._panes = panes
        self._window = window
        self._marks = marks
        self.mistakes = Mistakes(panes.notices, window)
        self._tasks = TaskScope(self.mistakes.failed)
        panes.add_view(ChatView())
        self._undoing = Undoing(notices=panes.notices, actions=actions, tasks=self._tasks)
        self.conversation = OpenConversation(
            desk=desk,
            panes=panes,
            marks=marks,
            actions=actions,
            tasks=self._tasks,
            undoing=self._undoing,
        )
        space = Workspace(
            desk=desk,
            window=window,
            panes=panes,
            actions=actions,
            tasks=self._tasks,
            undoing=self._undoing,
            conversation=self.conversation,
        )
        self._sending = Sending(space)
        self._composing = Composing(space, sending=self._sending)
        self._data_page = DataPage(space, sending=self._sending)
        self._correcting = Correcting(space, sending=self._sending)
        self._statements = Statements(space, sending=self._sending)
        self._row_actions = RowActions(space, retry=self._sending.retry, sign_in=self._sign_in)
        self._sign_ins: SignIns | None = None
        if signing is not None:
            self._sign_ins = SignIns(
                signing=signing,
                window=window,
                notices=panes.notices,
                tasks=self._tasks,
                changed=self.conversation.agent_changed,
                failed=self.mistakes.failed,
            )
            picker = panes.header.picker
            picker.offer_signing_in()
            picker.signInRequested.connect(lambda agent: self._ask_sign_in(agent))
            picker.signOutRequested.connect(self._sign_ins.sign_out)
        panes.question.signInRequested.connect(self._sign_in_waiting)
        panes.question.fileWanted.connect(panes.bar.attach.click)
        panes.sidebar.conversations.answered.connect(self._sending.answer)
        panes.sidebar.conversations.signInRequested.connect(self._sign_in)
        notifier: DesktopNotifier | None = None
        if live is None:
            notifier = DesktopNotifier(opened=self._open_told, answered=self._sending.answer)
            self._tasks.start(notifier.run())
        self.conversation.shownChanged.connect(
            lambda: panes.notices.enter(self.conversation.context_id)
        )
        self._attention = Attention(window, notifier, self.conversation.title_of)
        self.conversation.waitingChanged.connect(self._attention.show_waiting)
        self.conversation.ended.connect(self._attention.show_ended)
        self.live = live or LiveTruth(desk)
        if live is None:
            self._tasks.start(self.live.run())
        self._connectivity = Connectivity(
            self.live,
            desk,
            panes=panes,
            marks=marks,
            conversation=self.conversation,
            stop=self._sending.stop_turns,
            show_answer=self._show_answer,
            tells=live is None,
        )
        self._searching = Searching(space)
        self._files: DataFiles | None = None
        if on_open_data is not None:
            self._files = DataFiles(
                window=window,
                notices=panes.notices,
                load=on_open_data,
                gather=on_gather_data,
                asked=lambda: self.conversation.agent,
                converse=self._begin_with_data,
                opened=lambda path: opened_data(str(path.absolute())),
            )
        self._record_windows = RecordWindows(
            desk=desk,
            search=search,
            records=records,
            panes=panes,
            window=window,
            tasks=self._tasks,
            open_conversation=self.conversation.show_soon,
        )
        if adding is not None:
            self._adding = AddingAgent(
                adding=adding,
                window=window,
                picker=panes.header.picker,
                command=actions["actionAddAgent"],
                notices=panes.notices,
                tasks=self._tasks,
                used=lambda: (one.agent for one in panes.list_model.all()),
                converse=self.conversation.new_conversation,
                taken=self.conversation.take_agent,
                changed=self.conversation.agent_changed,
                failed=self.mistakes.failed,
            )
        self._filing = Filing(space)
        self._detailing = Detailing(space)
        self._exporting = Exporting(space)
        self._links = ConversationLinks(space)
        self.open_link = self._links.open
        self._travelling = Travelling(space)
        self._comparing = ComparePresenter(space)
        self._boards = Boards(space, open_data=on_open_data)
        self._palettes = Palettes(
            window=window,
            actions=actions,
            conversations=panes.list_model,
            open_conversation=self._go_to,
            offers=panes.view.offers,
        )
        self._steps = StepsPresenter(space, shown=actions["actionSteps"].setChecked)
        actions["actionSteps"].triggered.connect(self._steps.show)
        self._inspector: InspectorPresenter | None = None
        if frames is not None:
            self._inspector = InspectorPresenter(
                space, frames=frames, shown=actions["actionInspector"].setChecked
            )
            actions["actionInspector"].triggered.connect(self._inspector.show)
            actions["actionAgentTasks"].triggered.connect(self._inspector.show_tasks)
        for name in ("actionInspector", "actionAgentTasks"):
            actions[name].setEnabled(frames is not None)
        self._memories: Memories | None = None
        if remembering is not None:
            memories = self._memories = Memories(
                remembering=remembering,
                desk=desk,
                conversation=self.conversation,
                notices=panes.notices,
                window=window,
                tasks=self._tasks,
            )
            actions["actionMemory"].triggered.connect(lambda: memories.open())
        actions["actionMemory"].setEnabled(remembering is not None)
        self.has_log = records is not None
        self.search_everything = self._record_windows.search_everything
        self.choose_model = None if models is None else lambda: self._choose_model(models)
        actions["actionLog"].triggered.connect(self._record_windows.open_log)
        actions["actionJumpToLatest"].triggered.connect(panes.view.jump_to_latest)

    def follow(self, syncing: Syncing) -> None:
        """Tell what the desk and its service could not settle by themselves."""
        from gui.notices.synchronization import SyncNotices

        self._sync_notices = SyncNotices(
            syncing,
            self._panes.notices,
            restore=self._restore,
            show=self.conversation.show_soon,
            rename=self._name_again,
            title_of=self.conversation.title_of,
        )

    def follow_motion(self) -> None:
        """Move no more than the desktop wishes, now and when it changes its mind."""
        from gui.platform.desktop_motion import follow_desktop
        from gui.platform.motion import motion_of

        app = QApplication.instance()
        if sys.platform == "linux" and isinstance(app, QApplication):
            motion = motion_of(app)
            self._tasks.start(follow_desktop(lambda still: motion.system_says(reduced=still)))

    def _restore(self, context_id: str) -> None:
        if not self._tasks.closed:
            self._tasks.start(self._bring_back(context_id))

    def _name_again(self, context_id: str, title: str) -> None:
        if not self._tasks.closed:
            self._tasks.start(self._desk.rename(context_id, title))

    async def _bring_back(self, context_id: str) -> None:
        await self._desk.restore(context_id)
        await self.conversation.show(context_id)

    def _choose_model(self, models: ChoosingModel) -> None:
        from gui.connections.model_dialog import ModelDialog

        dialog = ModelDialog(models, self._tasks, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    async def load(self, last: str, notices: Sequence[OpeningNotice], *, anew: bool) -> None:
        """Show the list, what was open last or else the desk's table, and what there is to say."""
        await self.conversation.load(last)
        agent = self._desk.default_agent
        if not anew and self.conversation.context_id is None and agent.startswith(TABLE):
            self._tasks.start(self._begin_with_data(agent))
        left = await self._composing.load()
        if left:
            self._panes.notices.show_notice(
                unsent_notice(
                    self._panes.notices,
                    len(left),
                    lambda: self.conversation.show_soon(left[-1].context_id),
                )
            )
        show_opening_notices(
            self._panes.notices,
            notices,
            font=self._window.font(),
        )

    def recover(self) -> None:
        """Bring what an earlier run left open up to what the agents say of it, and tell it."""

        async def recovered() -> None:
            self._connectivity.found_at_start(await self._desk.recover())

        self._tasks.start(recovered())

    async def adopt(self, text: str) -> None:
        """Keep a message in the open conversation that was sent before `listen`."""
        await self._composing.adopt(text)

    def listen(self) -> None:
        """Take what is written from now on, and send what was adopted."""
        self._composing.listen()

    async def start(self, text: str) -> Turn:
        """Send a message in the open conversation; raises `DeskError` with nothing stored."""
        return await self._sending.start(text)

    async def open_data(self, path: Path) -> str | None:
        """Open a table in a new conversation; None when it cannot be used."""
        return await self._files.open(path) if self._files is not None else None

    def ask_data(self) -> None:
        """Let the person choose a table."""
        if self._files is not None:
            self._tasks.start(self._files.ask())

    def ask_files(self) -> None:
        """Let the person choose files that go along with the next message."""
        self._composing.ask_files()

    def show_recent(self, paths: Sequence[str]) -> None:
        """Let the person choose a table that was opened lately."""
        self._palettes.show_files(paths, self._open_table)

    def opens(self, paths: Sequence[Path]) -> bool:
        """Whether files that are dropped on the window are opened: tables and nothing else."""
        return self._files is not None and bool(paths) and all(map(looks_like_table, paths))

    def drop(self, paths: list[Path]) -> None:
        """Open tables that were dropped on the window; anything else goes with the message."""
        if self.opens(paths):
            self._open_table(*paths)
        else:
            self._composing.enclose(paths)

    def close_windows(self) -> None:
        """Close the windows beside this one."""
        self._record_windows.close()
        self._boards.close()
        self._steps.close()
        if self._inspector is not None:
            self._inspector.close()
        if self._memories is not None:
            self._memories.close()

    async def aclose(self) -> None:
        """Keep what is being written, and end every task of the window."""
        try:
            self._composing.close()
            self._connectivity.stop()
            await self.conversation.aclose()
        except DeskError as error:
            log.error("the draft could not be kept: %s", error)
        await self._tasks.aclose()

    async def _begin_with_data(self, agent: str) -> None:
        await self._data_page.open_new(self.conversation.new_conversation(agent))
        if self._sending.storing is not None:
            await self._sending.storing.task

    def _open_table(self, *paths: Path) -> None:
        if self._files is not None and not self._tasks.closed:
            self._tasks.start(self._files.open(*paths))

    def _ask_sign_in(self, agent: str, then: Callable[[], None] = lambda: None) -> None:
        if self._sign_ins is not None:
            self._sign_ins.ask(agent, then)

    def _sign_in(self, entry: AnswerEntry) -> None:
        """Sign in for an answer, and let it go on: told so while it waits, else tried again."""
        if entry.answer.waiting:
            self._ask_sign_in(entry.answer.agent, lambda: self._sending.go_on(entry))
        else:
            again = partial(self._sending.retry, entry.position, pressed=False)
            self._ask_sign_in(entry.answer.agent, again)

    def _sign_in_waiting(self) -> None:
        entry = self.conversation.waiting
        if entry is not None:
            self._sign_in(entry)

    def _go_to(self, context_id: str) -> None:
        """Open a conversation that was picked by its name, to be written in."""
        self.conversation.show_soon(context_id)
        self._panes.bar.composer.setFocus()

    def _open_told(self, entry: AnswerEntry) -> None:
        window = self._window
        window.showNormal() if window.isMinimized() else window.show()
        window.raise_()
        window.activateWindow()
        self.conversation.show_soon(entry.answer.context_id, entry.position)

    def _show_answer(self, answer: Answer) -> None:
        self.conversation.show_soon(answer.context_id)
