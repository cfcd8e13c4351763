"""The regions of the window and how they lie: sidebar, header, chat, question, composer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from gui.chat.header import ChatHeader
from gui.chat.question_bar import QuestionBar
from gui.chat.start_page import StartPage
from gui.composer.bar import ComposerBar
from gui.composer.composer import Composer
from gui.look.theme import BESIDE, GRID, MEASURE, Theme, scroll_bar_css
from gui.notices.bar import NoticeBar
from gui.sidebar.conversation_model import ConversationModel
from gui.sidebar.marks import Marks
from gui.sidebar.sidebar import Sidebar
from gui.sidebar.width import SIDEBAR_WIDTH, sidebar_width
from gui.widgets.dock import Dock
from gui.widgets.layouts import centred
from gui.widgets.object_names import named
from gui.workspace.find_bar import FindBar

if TYPE_CHECKING:
    from gui.chat.view import ChatView

_LEAST_CHAT = 320
_MOST_SIDE = 480


class Panes:
    """Owns the widgets of the window; it lays them out and decides nothing else."""

    def __init__(self, marks: Marks, composer: Composer) -> None:
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.list_model = ConversationModel(marks, self.splitter)
        self.sidebar = Sidebar(self.list_model)
        self.header = ChatHeader()
        self.notices = NoticeBar()
        self.find = FindBar(composer)
        self._view: ChatView | None = None
        self.start = StartPage()
        self.question = QuestionBar()
        self.bar = ComposerBar(composer)
        self.sidebar.left.connect(composer.setFocus)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.start)
        self._tour: tuple[QWidget, QWidget] | None = None
        # The messages leave room for their scroll bar: what is around stays in line with them.
        bar = self.start.verticalScrollBar().sizeHint().width()
        # What comes by itself takes its room here: above the messages it would lie on what is read.
        talk = self.talk = QWidget()
        self._dock = Dock(talk)
        self._dock.column.addWidget(self.question)
        self._dock.column.addWidget(self.notices)
        self.question.sought.connect(lambda button: self._dock.ensureWidgetVisible(button))
        docked = centred(self._dock, MEASURE)
        docked.setContentsMargins(BESIDE, 0, BESIDE + bar, 0)
        above = QVBoxLayout(talk)
        above.setContentsMargins(0, 0, 0, 0)
        above.setSpacing(0)
        above.addWidget(self._pages, 1)
        above.addLayout(docked)
        middle = centred(self.bar, MEASURE)
        middle.setContentsMargins(BESIDE, 8, BESIDE + bar, 12)
        finding = centred(self.find, MEASURE)
        finding.setContentsMargins(BESIDE, 0, BESIDE + bar, 0)
        self.start.leave_room(bar)
        chat = named(QWidget(), "chat")
        whole = self._whole = QVBoxLayout(chat)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.header)
        whole.addLayout(finding)
        whole.addWidget(talk, 1)
        whole.addLayout(middle)
        chat.setMinimumWidth(_LEAST_CHAT)
        chat.setBackgroundRole(QPalette.ColorRole.Base)
        chat.setAutoFillBackground(True)
        self.splitter.addWidget(self.sidebar)
        self.splitter.addWidget(chat)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setCollapsible(1, False)
        self.splitter.setHandleWidth(1)
        self._side = SIDEBAR_WIDTH
        self.splitter.setSizes([SIDEBAR_WIDTH, 800])
        self.sidebar.setMinimumWidth(200)

    @property
    def view(self) -> ChatView:
        """The messages; there are none before `add_view`."""
        if self._view is None:
            raise RuntimeError("The chat view is not there yet.")
        return self._view

    def dress(self, theme: Theme, scale: float, window: int) -> None:
        """Give the scroll bars the look of the theme, and the regions the width of their letters.

        `window` is the width of the window, in pixels.
        """
        self.widen(scale, window)
        for one in (self._dock, self.bar, self.find):
            one.setMaximumWidth(round(MEASURE * max(1.0, scale)))
        on_chat = scroll_bar_css(theme)
        on_window = scroll_bar_css(theme, theme.window)
        for area in (self.start, self._dock, self.bar.composer):
            area.verticalScrollBar().setStyleSheet(on_chat)
        side = self.sidebar
        for rows in (side.conversations, side.hits):
            rows.verticalScrollBar().setStyleSheet(on_window)

    def give_sidebar(self, width: int) -> None:
        """Give the sidebar a width that it was dragged to, 0 for that of its letters."""
        width = width or self._side
        self.splitter.setSizes([width, max(_LEAST_CHAT, sum(self.splitter.sizes()) - width)])

    def widen(self, scale: float, window: int) -> None:
        """Let the sidebar grow with its letters and a wide window, one dragged wider with it."""
        self.sidebar.setMaximumWidth(round(_MOST_SIDE * max(1.0, scale)))
        was, self._side = self._side, sidebar_width(scale, window)
        if self._side != was:
            side, chat = self.splitter.sizes()
            wide = round(side * self._side / was) if side else self._side
            self.splitter.setSizes([wide, max(_LEAST_CHAT, side + chat - wide)])

    @property
    def has_view(self) -> bool:
        """Whether the chat view is there."""
        return self._view is not None

    def add_view(self, view: ChatView) -> None:
        """Take in the chat view, which comes after the window shows."""
        self._view = view
        self._pages.addWidget(view)
        self.bar.add_beside_line(view.latest_button())

    def add_bar(self, bar: QWidget) -> None:
        """Put a bar above the messages, below those that are there."""
        self._whole.insertWidget(self._whole.indexOf(self.talk), bar)

    def add_sign(self, sign: QWidget) -> None:
        """Put a sign that comes and goes by itself over the composer, above the notices."""
        self._dock.column.insertWidget(self._dock.column.indexOf(self.notices), sign)

    def add_tour(self, tour: QWidget, button: QWidget) -> None:
        """Put the tour over the composer, below a question that waits; F6 goes to its button."""
        self._tour = (tour, button)
        self._dock.column.insertWidget(1, tour)

    def fits(self, tour: QWidget) -> bool:
        """Whether the tour has room below the page that is shown: whole, and off its examples."""
        wide = self._dock.viewport().width()
        layout, room = tour.layout(), self.talk.height()
        fixed = layout is None or not layout.hasHeightForWidth()
        high = tour.sizeHint().height() if fixed else tour.heightForWidth(wide)
        left = room - high - 2 * GRID
        return left >= room // 2 and (self.chatting or self.start.needs(left) <= left)

    @property
    def chatting(self) -> bool:
        """Whether the messages are shown, and not the start page."""
        return self._pages.currentWidget() is self._view

    def show_messages(self, shown: bool) -> None:
        """Show the messages, or the start page; keys that the other had go to the composer."""
        page, focused = self._pages.currentWidget(), QApplication.focusWidget()
        held = page and focused and (page is focused or page.isAncestorOf(focused))
        self._pages.setCurrentWidget(self.view if shown else self.start)
        if held and self._pages.currentWidget() is not page:
            self.bar.composer.setFocus(Qt.FocusReason.OtherFocusReason)

    def stops(self) -> list[QWidget]:
        """Return where F6 goes, in its order: header, tour, list, timeline, composer."""
        found: list[QWidget] = [self.header.picker]
        if self._tour is not None and self._tour[0].isVisible():
            found.append(self._tour[1])
        if self.sidebar.isVisible():
            found.append(self.sidebar.conversations)
        found.append(self.view if self.chatting else self.start)
        found.append(self.bar.composer)
        return found
