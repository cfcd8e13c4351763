"""The window: its frame, menus and regions; it owns the context id and holds no logic."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from PySide6.QtCore import QEvent, QPoint, QRect, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QMoveEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QApplication

from gui.composer.composer import local_files
from gui.look.preferences import Preferences
from gui.window.outline import WindowOutline

# What the regions need is imported by `furnish`, what comes from the centre by `attach`: the first
# paint waits for neither.
if TYPE_CHECKING:
    from app.desk.desk import Desk
    from app.domain.events import SessionEvent
    from app.errors import DeskError
    from app.ports import Syncing
    from gui.actions.actions import Actions
    from gui.look.appearance import Appearance
    from gui.notices.opening import OpeningNotice
    from gui.notices.synchronization import SyncSign
    from gui.sidebar.marks import Marks
    from gui.sidebar.width import SidebarFit
    from gui.window.commands import WindowCommands
    from gui.window.drop_target import DropTarget
    from gui.window.presenter import Presenter, Seams
    from gui.window.startup import Deed, StartupQueue
    from gui.window.windows import OpenWindows
    from gui.workspace.panes import Panes

_CASCADE = 32
_REMEMBER_MS = 500


class BalanceGUI(WindowOutline):
    """Owns the open conversation's id, the window's tasks and its preferences.

    Made without a desk, it is complete but for the conversations: `attach` gives it those. What is
    typed, sent or asked for before is kept, and done then. Closing hides it at once; `closed`
    returns when all is put away. One that is made not `furnished` shows its outline only, until
    `furnish`.
    """

    closing = Signal()
    """The person has closed the window."""

    _appearance: Appearance
    _marks: Marks
    _panes: Panes
    _actions: Actions
    _startup: StartupQueue
    _sidebar: SidebarFit
    _commands: WindowCommands
    _sync_sign: SyncSign
    _drop_target: DropTarget

    def __init__(self, *, preferences: Preferences, furnished: bool = True) -> None:
        super().__init__(preferences=preferences)
        self._preferences = preferences
        self._presenter: Presenter | None = None
        self._closed = False
        self._waiting = 0
        self._windows: OpenWindows | None = None
        self._remembering = QTimer(self)
        self._remembering.setSingleShot(True)
        self._remembering.setInterval(_REMEMBER_MS)
        self._remembering.timeout.connect(self._keep)
        if furnished:
            self.furnish()

    def furnish(self) -> None:
        """Make the regions, menus and commands; once, before `attach`."""
        from gui.actions.actions import Actions
        from gui.dialogs.last_folder import last_folder
        from gui.look.appearance import Appearance
        from gui.sidebar.marks import Marks
        from gui.sidebar.width import SidebarFit
        from gui.window.commands import WindowCommands
        from gui.window.drop_target import DropTarget
        from gui.window.startup import StartupQueue
        from gui.workspace.panes import Panes

        app = QApplication.instance()
        if not isinstance(app, QApplication):
            raise RuntimeError("A window needs a QApplication.")
        self._appearance = Appearance(app, self._preferences, self)
        self._marks = Marks()
        folder = last_folder()
        folder.path = self._preferences.folder
        folder.changed.connect(self._keep_folder)
        self._panes = Panes(self._marks, self.composer)
        self._startup = StartupQueue(self._panes.bar)
        self._actions = Actions(self.menuBar())
        self._sidebar = SidebarFit(
            self._panes.sidebar,
            self._actions["actionSidebar"],
            hidden=self._preferences.sidebar_hidden,
        )
        self._commands = WindowCommands(
            window=self,
            panes=self._panes,
            actions=self._actions,
            preferences=self._preferences,
            appearance=self._appearance,
            changed=self._preferences_changed,
        )
        self._connect()
        self._dress()
        self._panes.give_sidebar(self._preferences.sidebar_width)
        self.fill(self._panes.splitter)
        self._sidebar.fit(self.width())
        self._panes.splitter.splitterMoved.connect(self._dragged)
        self._actions["actionSidebar"].toggled.connect(self._show_list)
        self._drop_target = DropTarget(self)
        self.setAcceptDrops(True)
        self._panes.bar.composer.setFocus()

    @property
    def context_id(self) -> str | None:
        """The id of the open conversation; None until a first message or a new conversation."""
        return self._presenter.conversation.context_id if self._presenter else None

    @property
    def task_history(self) -> list[dict[str, str]]:
        """The tasks this window has seen: task_id, context_id and status of each, oldest first."""
        return self._presenter.conversation.history.tasks if self._presenter else []

    @property
    def conversation_history(self) -> list[dict[str, str]]:
        """What was said in the open conversation: user and assistant of each exchange."""
        if self._presenter is None:
            return []
        shown = self._presenter.conversation
        return shown.history.exchanges(shown.context_id)

    async def attach(
        self,
        desk: Desk,
        notices: Sequence[OpeningNotice] = (),
        *,
        recovering: bool = False,
        syncing: Syncing | None = None,
        beside: OpenWindows | None = None,
        **given: Unpack[Seams],
    ) -> None:
        """Show the conversations of a desk, and what there is to say about its opening.

        `given` are the seams that are there. With `recovering` the agents are asked what became
        of the last run's open tasks, for which nothing waits. `syncing` keeps the desk in step
        with a service. `beside` are the windows of the desk that are there; without them, this is
        the first.
        """
        from gui.window.presenter import Presenter
        from gui.window.windows import OpenWindows

        presenter = Presenter(
            desk=desk,
            window=self,
            panes=self._panes,
            marks=self._marks,
            actions=self._actions,
            opened_data=self._opened_data,
            live=beside.live if beside is not None else None,
            **given,
        )
        self._windows = beside or OpenWindows(
            self,
            self._preferences,
            presenter,
            made=self._another,
            attach=partial(BalanceGUI.attach, desk=desk, **given),
        )
        self._windows.take(self, presenter, self._actions)
        self._commands.search_everything = presenter.search_everything
        self._commands.choose_model = presenter.choose_model
        self._dress()
        self._presenter = presenter
        presenter.conversation.shownChanged.connect(self._show_title)
        presenter.conversation.shownChanged.connect(self._remember)
        presenter.conversation.waitingChanged.connect(self._show_waiting)
        last = "" if self._startup.anew else self._preferences.last_conversation
        await presenter.load(last, notices, anew=self._startup.anew)
        if recovering and not self._closed:
            presenter.recover()
        await self._startup.carry_out(presenter)
        presenter.conversation.settle()
        if not self._closed:
            presenter.listen()
        from gui.actions.actions import open_commands

        self._panes.sidebar.offer_lists(True)
        recent = bool(self._preferences.recent_data)
        open_commands(self._actions, log=presenter.has_log, recent=recent)
        self._commands.offer_tour(presenter.conversation)
        if beside is None:
            presenter.follow_motion()
        if syncing is not None:
            from gui.notices.synchronization import SyncSign

            self._sync_sign = SyncSign(syncing, self)
            presenter.follow(syncing)
            self._commands.syncing = syncing

    def fail(self, error: DeskError) -> None:
        """Say that the profile could not be opened, and why."""
        from gui.actions.actions import close_commands
        from gui.texts.errors import error_text

        why = error_text(error)
        self._panes.start.show_failure(why)
        self._startup.give_back(why)
        self._panes.sidebar.setEnabled(False)
        close_commands(self._actions, early=False)
        self._show_title()

    async def closed(self) -> None:
        """Return when the person has closed the window and what was written is kept.

        When the caller is cancelled, what was written is kept all the same.
        """
        from gui.platform.tasks import heard

        try:
            if not self._closed:
                await heard(self.closing)
        finally:
            if self._windows is not None:
                await self._windows.end(self)
            if self._presenter is not None:
                await self._presenter.aclose()

    def new_conversation(self) -> str:
        """Open a new conversation and return its id.

        Raises `BadInput` before `attach`.
        """
        return self._attached().conversation.new_conversation()

    async def send_message(self, text: str) -> AsyncIterator[SessionEvent]:
        """Send a message in the open conversation and yield what happens, to its end.

        Raises `DeskError` with nothing stored. Leaving early does not stop the answer.
        """
        from app.domain.events import TurnStarted

        turn = await self._attached().start(text)
        events = turn.events()
        if turn.message is not None:
            yield TurnStarted(message=turn.message)
        async for event in events:
            yield event

    async def open_data_file(self, path: Path) -> str | None:
        """Open a table in a new conversation; return its agent's key, None if it cannot be used."""
        return await self._attached().open_data(path)

    def open_link(self, link: str) -> None:
        """Open what an address leads to, as soon as the conversations are there."""
        self._once_there(lambda presenter: presenter.open_link(link))

    def show_mistake(self, error: BaseException) -> None:
        """Say that something went wrong inside, and offer what is known of it."""
        if self._presenter is not None:
            self._presenter.mistakes.show(error)

    def show_bad_end(self, trace: str) -> None:
        """Say that the last run ended unexpectedly, and offer the trace that it left."""
        self._attached().mistakes.show_bad_end(trace)

    def come_forward(self) -> None:
        """Raise the window above the others: another start asked for it."""
        self.showNormal() if self.isMinimized() else self.show()
        self.raise_()
        self.activateWindow()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Hide at once; what is being written is kept by `closed`."""
        event.accept()
        if self._windows is None or not self._windows.keeps_on(self):
            self.finish()

    def finish(self) -> None:
        """Be closed for good, also where the window is out of sight already; idempotent."""
        if self._closed:
            return
        self._remembering.stop()
        if self._presenter is not None and self._startup.over:
            self._preferences.last_conversation = self.context_id or ""
        self._keep()
        self._closed = True
        if self.filled:
            self._startup.leave()
        if self._presenter is not None:
            self._presenter.close_windows()
        self.closing.emit()

    def changeEvent(self, event: QEvent) -> None:
        """Show the menus and titles in another language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and self.filled:
            self._actions.retranslate()
            self._show_title()
        elif event.type() == QEvent.Type.WindowStateChange:
            self._moved()

    def moveEvent(self, event: QMoveEvent) -> None:
        """Remember where the window is."""
        super().moveEvent(event)
        self._moved()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give a narrow window's room to the chat."""
        super().resizeEvent(event)
        if self.filled:
            self._sidebar.fit(self.width())
            if not self._preferences.sidebar_width:
                self._panes.widen(self._appearance.scale, self.width())
            self._moved()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files of this machine."""
        paths = local_files(event.mimeData())
        if self._presenter is not None and paths:
            event.acceptProposedAction()
            self._drop_target.show_for(tables=len(paths) * self._presenter.opens(paths))

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Say no more what a drop does."""
        self._drop_target.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open a table that was dropped; other files go along with the next message."""
        self._drop_target.hide()
        if self._presenter is not None:
            event.acceptProposedAction()
            self._presenter.drop(local_files(event.mimeData()))

    def _connect(self) -> None:
        from gui.actions.actions import close_commands
        from gui.window.startup import begin_anew

        actions, panes = self._actions, self._panes
        actions["actionNewConversation"].triggered.connect(lambda: self._once_there(begin_anew))
        actions["actionOpenData"].triggered.connect(lambda: self._once_there(_ask_data))
        actions["actionRecentData"].triggered.connect(
            lambda: self._attached().show_recent(self._preferences.recent_data)
        )
        actions["actionClose"].triggered.connect(self.close)
        actions["actionQuit"].triggered.connect(self.close)
        panes.sidebar.new.clicked.connect(actions["actionNewConversation"].trigger)
        panes.header.menu.clicked.connect(actions["actionSidebar"].toggle)
        panes.bar.attach.clicked.connect(lambda: self._once_there(_ask_files))
        actions["actionAttach"].triggered.connect(panes.bar.attach.click)
        panes.start.openDataRequested.connect(actions["actionOpenData"].trigger)
        self._appearance.themeChanged.connect(self._dress)
        self._appearance.languageChanged.connect(self._speak)
        close_commands(actions, early=True)
        panes.sidebar.offer_lists(False)
        panes.start.show_opening()
        panes.bar.use_send_key(self._preferences.send_key)
        self._speak()
        self._show_title()

    def _attached(self) -> Presenter:
        if self._presenter is None:
            from app.errors import BadInput

            raise BadInput("The conversations are still being opened.", key="still_opening")
        return self._presenter

    def _once_there(self, deed: Deed) -> None:
        """Do something now, or in its turn as soon as the conversations are there."""
        if self._startup.over:
            deed(self._attached())
            return
        self._startup.ask(deed)
        if self._startup.begun:
            self._panes.start.show_opening(anew=True)
            self._show_title()

    def adopt(self, chosen: Preferences) -> None:
        """Look and speak as another window of the desk does."""
        chosen.copy_to(self._preferences)
        self._appearance.apply()
        self._panes.bar.use_send_key(self._preferences.send_key)
        self._commands.show_choices()

    def _preferences_changed(self) -> None:
        self.adopt(self._preferences)
        if self._windows is not None:
            self._windows.chosen(self)
        self._save()

    def _save(self) -> None:
        from app.errors import DeskError
        from gui.notices.bar import error_notice

        try:
            self._preferences.save()
        except DeskError as error:
            self._panes.notices.show_notice(error_notice(error))

    def _dress(self) -> None:
        self._panes.dress(self._appearance.theme, self._appearance.scale, self.width())
        if self._panes.has_view:
            from gui.look.theme import body_font

            self._panes.view.set_theme(self._appearance.theme)
            self._panes.view.set_text_font(body_font(self._appearance.scale))

    def _speak(self) -> None:
        self._panes.start.speak(self._appearance.language)

    def _another(self, chosen: Preferences, steps: int) -> BalanceGUI:
        """Return a window so many steps to the right and below, of this one's size if it fits."""
        window = BalanceGUI(preferences=chosen)
        free = self.screen().availableGeometry()
        corner = self.pos() + QPoint(_CASCADE, _CASCADE) * steps
        room = QRect(corner, free.bottomRight() - QPoint(_CASCADE, _CASCADE)).size()
        window.resize(self.size().boundedTo(room.expandedTo(window.minimumSizeHint())))
        window.move(corner)
        return window

    def _opened_data(self, path: str) -> None:
        self._preferences.opened_data(path)
        self._actions["actionRecentData"].setEnabled(True)
        self._save()

    def _keep_folder(self, path: str) -> None:
        if not self._closed:
            self._preferences.folder = path
            self._save()

    def _remember(self) -> None:
        """Keep which conversation is open, so that even a killed window opens with it again."""
        now = self.context_id or ""
        if now != self._preferences.last_conversation and not self._closed:
            self._preferences.last_conversation = now
            self._remembering.start()

    def _moved(self) -> None:
        """Keep the place of the window and its list, once they stay there."""
        if self.isVisible() and self.filled and not self._closed:
            self._remembering.start()

    def _dragged(self) -> None:
        self._preferences.sidebar_width = self._panes.splitter.sizes()[0]
        self._moved()

    def _show_list(self, shown: bool) -> None:
        if shown:
            self._panes.give_sidebar(self._preferences.sidebar_width)
        self._moved()

    def _keep(self) -> None:
        self._preferences.geometry = self.place()
        if self.filled:
            self._preferences.sidebar_hidden = self._sidebar.hidden
        self._save()

    def _show_waiting(self, waiting: Sequence[object]) -> None:
        self._waiting = len(waiting)
        self._show_title()

    def _show_title(self) -> None:
        shown = self._presenter.conversation.title if self._presenter is not None else ""
        fresh = (self._presenter is not None or self._startup.begun) and not shown
        title = self.tr("New conversation") if fresh else shown
        self._panes.header.show_title(title)
        whole = f"{title} — Balance Desk" if title else "Balance Desk"
        self.setWindowTitle(f"({self._waiting}) {whole}" if self._waiting else whole)


def _ask_data(presenter: Presenter) -> None:
    presenter.ask_data()


def _ask_files(presenter: Presenter) -> None:
    presenter.ask_files()
