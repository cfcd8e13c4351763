"""The window: its frame, menus and regions; it owns the context id and holds no logic."""

import asyncio
import base64
import logging
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from PySide6.QtCore import QByteArray, QEvent, QSize
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QMainWindow

from app.desk import Desk, Recovery
from app.domain.answers import Answer
from app.domain.events import SessionEvent, TurnStarted
from app.errors import BadInput, DeskError
from gui.actions import Actions
from gui.appearance import Appearance
from gui.data_files import DataFiles, OpenData, dropped_paths
from gui.error_words import error_text
from gui.marks import Marks
from gui.naming import named
from gui.notices import error_notice, mistake_notice
from gui.opening_notices import OpeningNotice, show_opening_notices
from gui.panes import NARROW, Panes
from gui.preferences import Preferences
from gui.presenter import Presenter
from gui.row_actions import RowActions
from gui.searching import Searching
from gui.sending import Sending
from gui.tasks import TaskScope
from gui.theme import body_font
from gui.window_commands import WindowCommands

_SIZE = QSize(1120, 760)

log = logging.getLogger(__name__)


class BalanceGUI(QMainWindow):
    """Owns the open conversation's id, the window's tasks and its preferences.

    Made without a desk, it is complete but for the conversations: `attach` gives it those. What is
    typed before is kept. Closing hides it at once; `closed` returns when all is put away.
    """

    def __init__(self, *, preferences: Preferences) -> None:
        super().__init__()
        named(self, "balanceGui")
        app = QApplication.instance()
        if not isinstance(app, QApplication):
            raise RuntimeError("A window needs a QApplication.")
        self._preferences = preferences
        self._appearance = Appearance(app, preferences, self)
        self._tasks = TaskScope(self._failed)
        self._marks = Marks()
        self._panes = Panes(self._marks)
        self._actions = Actions(self.menuBar())
        self._presenter: Presenter | None = None
        self._sending: Sending | None = None
        self._files: DataFiles | None = None
        self._asked_to_close = asyncio.Event()
        self._hid_sidebar = False
        self.setCentralWidget(self._panes.splitter)
        self.setAcceptDrops(True)
        self.setMinimumSize(360, 420)
        self._commands = WindowCommands(
            window=self,
            panes=self._panes,
            actions=self._actions,
            preferences=preferences,
            appearance=self._appearance,
            tasks=self._tasks,
            changed=self._preferences_changed,
        )
        self._connect()
        self._dress()
        self._place()
        self._panes.bar.composer.setFocus()

    @property
    def context_id(self) -> str | None:
        """The id of the open conversation; None until a first message or a new conversation."""
        return self._presenter.context_id if self._presenter is not None else None

    @property
    def task_history(self) -> list[dict[str, str]]:
        """The tasks this window has seen: task_id, context_id and status of each, oldest first."""
        return self._presenter.history.tasks if self._presenter is not None else []

    @property
    def conversation_history(self) -> list[dict[str, str]]:
        """What was said in the open conversation: user and assistant of each exchange."""
        if self._presenter is None:
            return []
        return self._presenter.history.exchanges(self._presenter.context_id)

    async def attach(
        self,
        desk: Desk,
        notices: Sequence[OpeningNotice] = (),
        *,
        on_open_data: OpenData | None = None,
    ) -> None:
        """Show the conversations of a desk, and what there is to say about its opening.

        `on_open_data` makes a table ready and returns the key of its agent.
        """
        presenter = Presenter(
            desk=desk,
            panes=self._panes,
            marks=self._marks,
            actions=self._actions,
            tasks=self._tasks,
        )
        self._panes.bar.composer.submitted.disconnect(self._not_yet)
        self._sending = Sending(
            presenter=presenter, panes=self._panes, actions=self._actions, tasks=self._tasks
        )
        RowActions(
            presenter=presenter,
            panes=self._panes,
            tasks=self._tasks,
            window=self,
            retry=self._sending.retry,
        )
        Searching(desk=desk, presenter=presenter, panes=self._panes, tasks=self._tasks)
        if on_open_data is not None:
            self._files = DataFiles(
                window=self,
                notices=self._panes.notices,
                load=on_open_data,
                converse=presenter.new_conversation,
            )
        self._presenter = presenter
        presenter.shownChanged.connect(self._show_title)
        recovered = [notice for notice in notices if isinstance(notice, Recovery)]
        await presenter.load(self._preferences.last_conversation, recovered)
        self._enable(True)
        show_opening_notices(
            self._panes.notices, notices, font=self.font(), show_answer=self._show_answer
        )

    def fail(self, error: DeskError) -> None:
        """Say that the profile could not be opened, and why."""
        self._panes.start.show_failure(error_text(error))

    async def closed(self) -> None:
        """Return when the person has closed the window and what was written is kept."""
        await self._asked_to_close.wait()
        if self._presenter is not None:
            try:
                await self._presenter.aclose()
            except DeskError as error:
                log.error("the draft could not be kept: %s", error)
        await self._tasks.aclose()

    def new_conversation(self) -> str:
        """Open a new conversation and return its id.

        Raises `BadInput` before `attach`.
        """
        return self._attached().new_conversation()

    async def send_message(self, text: str) -> AsyncIterator[SessionEvent]:
        """Send a message in the open conversation and yield what happens, to its end.

        Raises `DeskError` with nothing stored. Leaving early does not stop the answer.
        """
        self._attached()
        assert self._sending is not None
        turn = await self._sending.start(text)
        if turn.message is not None:
            yield TurnStarted(message=turn.message)
        async for event in turn.events():
            yield event

    async def open_data_file(self, path: Path) -> str | None:
        """Open a table in a new conversation; return its agent's key, None if it cannot be used."""
        self._attached()
        return await self._files.open(path) if self._files is not None else None

    async def show_conversation(self, context_id: str) -> None:
        """Open a stored conversation; raises `BadInput` when there is none."""
        await self._attached().show(context_id)

    def come_forward(self) -> None:
        """Raise the window above the others: another start asked for it."""
        self.showNormal() if self.isMinimized() else self.show()
        self.raise_()
        self.activateWindow()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Hide at once; what is being written is kept by `closed`."""
        event.accept()
        self._preferences.geometry = base64.b64encode(self.saveGeometry().data()).decode()
        if self._presenter is not None:
            self._preferences.last_conversation = self._presenter.context_id or ""
        self._preferences.save()
        self._asked_to_close.set()

    def changeEvent(self, event: QEvent) -> None:
        """Show the menus and titles in another language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._actions.retranslate()
            self._show_title()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give a narrow window's room to the chat."""
        super().resizeEvent(event)
        self._fit()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files of this machine."""
        if self._files is not None and dropped_paths(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open a table that was dropped."""
        paths = dropped_paths(event.mimeData())
        if self._files is not None and paths:
            event.acceptProposedAction()
            self._tasks.start(self._files.drop(paths))

    def _connect(self) -> None:
        actions, panes = self._actions, self._panes
        actions["actionNewConversation"].triggered.connect(self.new_conversation)
        actions["actionOpenData"].triggered.connect(self._ask_data)
        actions["actionClose"].triggered.connect(self.close)
        actions["actionQuit"].triggered.connect(self.close)
        actions["actionSidebar"].toggled.connect(self._show_sidebar)
        actions["actionSidebar"].setChecked(True)
        panes.sidebar.new.clicked.connect(actions["actionNewConversation"].trigger)
        panes.header.menu.clicked.connect(actions["actionSidebar"].toggle)
        panes.start.openDataRequested.connect(actions["actionOpenData"].trigger)
        panes.bar.composer.submitted.connect(self._not_yet)
        self._appearance.themeChanged.connect(self._dress)
        self._appearance.languageChanged.connect(self._speak)
        self._enable(False)
        panes.start.show_opening()
        panes.bar.use_send_key(self._preferences.send_key)
        self._speak()
        self._show_title()

    def _enable(self, open_: bool) -> None:
        for name in ("actionNewConversation", "actionOpenData", "actionSearchAll", "actionFind"):
            self._actions[name].setEnabled(open_)
        self._panes.sidebar.setEnabled(open_)
        if not open_:
            for name in ("actionRename", "actionPin", "actionDelete", "actionUndo"):
                self._actions[name].setEnabled(False)
            for name in ("actionStop", "actionRetry", "actionNextNeedingYou", "actionEditLast"):
                self._actions[name].setEnabled(False)

    def _attached(self) -> Presenter:
        if self._presenter is None:
            raise BadInput("The conversations are still being opened.", key="still_opening")
        return self._presenter

    def _ask_data(self) -> None:
        if self._files is not None:
            self._tasks.start(self._files.ask())

    def _show_answer(self, answer: Answer) -> None:
        if self._presenter is not None:
            self._presenter.show_soon(answer.context_id)

    def _not_yet(self) -> None:
        error = BadInput("The conversations are still being opened.", key="still_opening")
        self._panes.bar.show_error(error_text(error))

    def _preferences_changed(self) -> None:
        self._appearance.apply()
        self._panes.bar.use_send_key(self._preferences.send_key)
        self._commands.show_choices()
        try:
            self._preferences.save()
        except DeskError as error:
            self._panes.notices.show_notice(error_notice(error))

    def _dress(self) -> None:
        self._panes.view.set_theme(self._appearance.theme)
        self._panes.view.set_text_font(body_font(self._appearance.scale))

    def _speak(self) -> None:
        self._panes.start.speak(self._appearance.language)

    def _show_title(self) -> None:
        shown = self._presenter.title if self._presenter is not None else ""
        fresh = self._presenter is not None and not shown
        title = self.tr("New conversation") if fresh else shown
        self._panes.header.show_title(title)
        self.setWindowTitle(f"{title} — Balance Desk" if title else "Balance Desk")

    def _show_sidebar(self, shown: bool) -> None:
        self._hid_sidebar = False
        self._panes.sidebar.setVisible(shown)

    def _fit(self) -> None:
        narrow = self.width() < NARROW
        toggle = self._actions["actionSidebar"]
        if narrow and toggle.isChecked() and not self._hid_sidebar:
            toggle.setChecked(False)
            self._hid_sidebar = True
        elif not narrow and self._hid_sidebar:
            toggle.setChecked(True)

    def _place(self) -> None:
        saved = QByteArray.fromBase64(self._preferences.geometry.encode("ascii", "ignore"))
        if saved.isEmpty() or not self.restoreGeometry(saved):
            self.resize(_SIZE)

    def _failed(self, error: Exception) -> None:
        if isinstance(error, DeskError):
            self._panes.notices.show_notice(error_notice(error))
            return
        log.error("a task of the window failed", exc_info=error)
        self._panes.notices.show_notice(mistake_notice())
