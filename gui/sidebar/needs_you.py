"""What waits for the person, over all conversations, oldest first; answered where it stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QLocale, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLabel, QMenu, QVBoxLayout, QWidget

from gui.look.theme import sized
from gui.sidebar.conversation_model import day
from gui.texts.messages import sign_in_word
from gui.texts.plain import plain_signs, unmarked
from gui.widgets.line_list import LineList
from gui.widgets.two_line_delegate import Line

if TYPE_CHECKING:
    from app.domain.conversations import AnswerEntry
    from app.domain.tasks import Choice


_IN_MENU = 12


class QuestionList(LineList):
    """Shows what waits for the person; its rows are keyed by their answer entries.

    Enter opens the conversation, a number takes the choice of that number, the context menu has
    all of them.
    """

    answered = Signal(object, object)
    signInRequested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("needsYouList", parent)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._menu)

    def show_questions(self, rows: Sequence[tuple[AnswerEntry, Line]]) -> None:
        """Show other questions; what has the keyboard keeps it while it is there."""
        marked = self._entry(self.currentIndex())
        self.show_rows(rows)
        for at, (entry, _) in enumerate(rows):
            if marked is not None and entry.answer.turn_id == marked.answer.turn_id:
                self.setCurrentIndex(self.lines.index(at))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Answer with a number key."""
        text = event.text()
        entry = self._entry(self.currentIndex())
        if entry is not None and len(text) == 1 and text in "123456789":
            choices = _choices(entry)
            if int(text) <= len(choices):
                self.answered.emit(entry, choices[int(text) - 1])
            return
        super().keyPressEvent(event)

    def _entry(self, index: QModelIndex) -> AnswerEntry | None:
        return self.lines.key(index) if index.isValid() else None  # type: ignore[return-value]

    def _menu(self, point: QPoint) -> None:
        index = self.indexAt(point)
        entry = self._entry(index if index.isValid() else self.currentIndex())
        if entry is None:
            return
        menu = QMenu(self)
        menu.setObjectName("needsYouMenu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for number, choice in enumerate(_choices(entry)[:_IN_MENU], start=1):
            words = plain_signs(choice.label).replace("&", "&&")
            line = menu.addAction(f"&{number}  {words}" if number < 10 else words)
            line.triggered.connect(lambda _=False, c=choice: self.answered.emit(entry, c))
        if entry.answer.state.value == "auth_required":
            line = menu.addAction(sign_in_word())
            line.triggered.connect(lambda: self.signInRequested.emit(entry))
        menu.addSeparator()
        opened = menu.addAction(self.tr("&Open the conversation"))
        opened.triggered.connect(lambda: self.picked.emit(entry))
        menu.popup(self.viewport().mapToGlobal(point))


def _choices(entry: AnswerEntry) -> Sequence[Choice]:
    question = entry.answer.question
    return question.choices if question is not None else ()


class NeedsYou(QWidget):
    """Shows the questions that wait; `picked` tells the answer entry that was pressed."""

    picked = Signal(object)
    answered = Signal(object, object)
    """A choice was pressed for a question: its answer entry and the `Choice`."""

    signInRequested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._waiting: Sequence[AnswerEntry] = ()
        self._title_of: Callable[[str], str] = lambda _: ""
        self._caption = QLabel()
        self._caption.setContentsMargins(16, 8, 16, 4)
        self.list = QuestionList()
        self.list.picked.connect(self.picked)
        self.list.answered.connect(self.answered)
        self.list.signInRequested.connect(self.signInRequested)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 8)
        layout.setSpacing(0)
        layout.addWidget(self._caption)
        layout.addWidget(self.list)
        self.hide()

    def show_waiting(self, waiting: Sequence[AnswerEntry], title_of: Callable[[str], str]) -> None:
        """Show what waits; `title_of` gives the title of a conversation by its id."""
        self._waiting, self._title_of = waiting, title_of
        self._fill()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language and the font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.LanguageChange, QEvent.Type.FontChange):
            self._fill()

    def _fill(self) -> None:
        self._caption.setFont(sized(self.font(), 0.88, bold=True))
        self._caption.setText(self.tr("Needs you (%n)", "", len(self._waiting)))
        self.list.setAccessibleName(self._caption.text())
        self.list.show_questions([(entry, self._line(entry)) for entry in self._waiting])
        self.list.setFixedHeight(self.list.sizeHint().height())
        self.setVisible(bool(self._waiting))

    def _line(self, entry: AnswerEntry) -> Line:
        answer = entry.answer
        asked = answer.question.text if answer.question is not None else ""
        login = answer.state.value == "auth_required"
        return Line(
            title=unmarked(asked).strip() or self.tr("A sign-in is needed"),
            detail=self._title_of(answer.context_id),
            aside=day(answer.ended_at or answer.started_at, QLocale()),
            icon="needs-sign-in" if login else "needs-input",
            tone="waiting",
        )
