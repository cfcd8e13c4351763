"""The questions that wait, as rows: answered where they stand, by number keys or from the menu."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu, QWidget

from gui.line_list import LineList
from gui.record_words import plain_signs
from gui.two_lines import Line
from gui.words import sign_in_word

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
