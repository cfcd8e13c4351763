"""What waits for the person, over all conversations, oldest first; hidden while nothing does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QLocale, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from gui.conversation_model import day
from gui.question_list import QuestionList
from gui.theme import sized
from gui.two_lines import Line
from gui.unmarked import unmarked

if TYPE_CHECKING:
    from app.domain.conversations import AnswerEntry


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
