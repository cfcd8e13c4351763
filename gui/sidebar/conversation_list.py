"""The list of conversations: opened by a press or the arrows, renamed and answered in place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime, QEvent, QModelIndex, QPoint, Qt, QTime, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QAbstractItemDelegate, QListView, QMenu, QWidget

from gui.sidebar.conversation_model import ConversationModel
from gui.texts.messages import sign_in_word
from gui.texts.plain import plain_signs
from gui.widgets.escape_key import is_escape
from gui.widgets.line_list import plain_list
from gui.widgets.object_names import named
from gui.widgets.two_line_delegate import TwoLineDelegate, heading_height

if TYPE_CHECKING:
    from app.domain.conversations import AnswerEntry
    from app.domain.tasks import Choice

_IN_MENU = 12


class ConversationList(QListView):
    """Shows the conversations; `opened` is what the person chose, never what was shown by code."""

    opened = Signal(str)
    answered = Signal(object, object)
    """A choice was taken for a question that waits: its answer entry and the `Choice`."""

    signInRequested = Signal(object)

    def __init__(self, model: ConversationModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "conversationList")
        plain_list(self)
        self.setUniformItemSizes(False)
        self._conversations = model
        self._menu_actions: list[QAction] = []
        self._selecting = False
        self._keys_from: QWidget | None = None
        self.setModel(model)
        self.setItemDelegate(TwoLineDelegate(self))
        self.setEditTriggers(QListView.EditTrigger.EditKeyPressed)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._menu)
        self.selectionModel().currentChanged.connect(self._chosen)
        model.modelReset.connect(self._select)
        model.rowsInserted.connect(self._select)
        model.rowsRemoved.connect(self._select)
        model.grouped.connect(self.scheduleDelayedItemsLayout)
        self._midnight = QTimer(self)
        self._midnight.setSingleShot(True)
        self._midnight.timeout.connect(self._next_day)
        self._next_day()
        self._retranslate()

    def offer(self, actions: list[QAction]) -> None:
        """Offer these commands on the context menu of a row."""
        self._menu_actions = actions

    def show_current(self, context_id: str | None) -> None:
        """Mark the conversation that is open; None where it is not listed."""
        self._conversations.shown = context_id
        self._conversations.refresh()
        self._select()

    def rename_current(self) -> None:
        """Begin to change the title of the conversation that is open."""
        row = self._conversations.row_of(self._conversations.shown)
        if row is not None:
            index = self._conversations.index(row)
            self.scrollTo(index)
            self._keys_from = self.window().focusWidget()
            self.edit(index)

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        """Give the keyboard back to whoever had it before a title was to be changed."""
        held = editor.hasFocus()
        super().closeEditor(editor, hint)
        back, self._keys_from = self._keys_from, None
        if held and back is not None and back.isVisible():
            back.setFocus(Qt.FocusReason.OtherFocusReason)

    def neighbour(self, step: int) -> str | None:
        """Return the conversation `step` rows below the open one, or None at the ends."""
        row = self._conversations.row_of(self._conversations.shown)
        row = (-1 if step > 0 else 0) if row is None else row
        if not 0 <= row + step < self._conversations.rowCount():
            return None
        found = self._conversations.index(row + step).data(ConversationModel.ContextRole)
        return str(found)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the choice of that number for the question of the row; Esc is for the sidebar."""
        if is_escape(event):
            event.ignore()
            return
        entry = self._conversations.question(self.currentIndex())
        if entry is None or event.text() not in set("123456789"):
            super().keyPressEvent(event)
            return
        for choice in _choices(entry)[int(event.text()) - 1 :][:1]:
            self.answered.emit(entry, choice)

    def indexAt(self, point: QPoint) -> QModelIndex:
        """Return the row at a point; what stands above a row belongs to none."""
        index = super().indexAt(point)
        if index.isValid():
            below = point.y() - self.visualRect(index).top()
            if below < heading_height(index, self.font()):
                return QModelIndex()
        return index

    def changeEvent(self, event: QEvent) -> None:
        """Show the words of another language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
            self._conversations.refresh()

    def _chosen(self, current: QModelIndex, previous: QModelIndex) -> None:
        if current.isValid() and not self._selecting and not self._conversations.shedding:
            self.opened.emit(current.data(ConversationModel.ContextRole))

    def _next_day(self) -> None:
        """Show what is of today and of yesterday, and again when the next day begins."""
        self._conversations.refresh()
        now = QDateTime.currentDateTime()
        next_day = QDateTime(now.date().addDays(1), QTime(0, 0))
        self._midnight.start(int(now.msecsTo(next_day)) + 1000)

    def _select(self) -> None:
        row = self._conversations.row_of(self._conversations.shown)
        index = self._conversations.index(row) if row is not None else QModelIndex()
        if index == self.currentIndex() and (row is None or self.selectedIndexes()):
            return
        self._selecting = True
        try:
            self.setCurrentIndex(index)
            if row is None:
                self.clearSelection()
        finally:
            self._selecting = False

    def _menu(self, point: QPoint) -> None:
        index = self.indexAt(point)
        if not index.isValid():
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        entry = self._conversations.question(index)
        if entry is not None:
            self._offer_answers(menu, entry)
        menu.addActions(self._menu_actions)
        menu.popup(self.viewport().mapToGlobal(point))

    def _offer_answers(self, menu: QMenu, entry: AnswerEntry) -> None:
        """Offer what a question can be answered with."""
        for number, choice in enumerate(_choices(entry)[:_IN_MENU], start=1):
            words = plain_signs(choice.label).replace("&", "&&")
            line = menu.addAction(f"&{number}  {words}" if number < 10 else words)
            line.triggered.connect(lambda _=False, c=choice: self.answered.emit(entry, c))
        if entry.answer.state.value == "auth_required":
            line = menu.addAction(sign_in_word())
            line.triggered.connect(lambda: self.signInRequested.emit(entry))
        menu.addSeparator()

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Conversations"))


def _choices(entry: AnswerEntry) -> Sequence[Choice]:
    question = entry.answer.question
    return question.choices if question is not None else ()
