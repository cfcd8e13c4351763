"""The page of an empty conversation: what this is, example questions, and one's own data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QSpacerItem, QVBoxLayout, QWidget

from gui.look.theme import MEASURE, sized
from gui.platform.i18n import resolve
from gui.texts.agent_cards import SHOWN, about, starters
from gui.texts.names import SAMPLE, agent_label
from gui.widgets.buttons import Button
from gui.widgets.layouts import centred
from gui.widgets.object_names import named

if TYPE_CHECKING:
    from app.domain.cards import AgentCard

_APART = 16
_TOP = 0.16
"""The words begin at this share of the height."""

State = Literal["opening", "beginning", "first", "new", "failed"]


class StartPage(QScrollArea):
    """Shows a greeting, the starters of the agent's card, and the way to one's own data.

    `asked` carries a starter that was pressed. Before anything is open it only says that it
    opens; what could not be opened, it says in words. Words begin at one height, and examples have
    their place before they are known: nothing jumps when they come.
    """

    asked = Signal(str)
    openDataRequested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "startPage")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self._state: State = "opening"
        self._agent = SAMPLE
        self._card: AgentCard | None = None
        self._why = ""
        self._language = "en"
        self._title, self._text, self._note, self._hint = (_label() for _ in range(4))
        named(self._title, "startTitle")
        named(self._text, "startText")
        named(self._note, "startNote")
        self._questions: list[Button] = []
        self._right = 0
        self._open = named(Button("plain", icon="table"), "openDataButton")
        self._open.clicked.connect(self.openDataRequested)
        self._column = QVBoxLayout()
        self._column.setSpacing(8)
        for widget in (self._title, self._text, self._note):
            self._column.addWidget(widget)
        self._column.addSpacing(16)
        self._column.addWidget(self._hint)
        self._room = QSpacerItem(0, 0)
        self._column.addSpacerItem(self._room)
        self._column.addSpacing(_APART)
        self._column.addWidget(self._open, 0, Qt.AlignmentFlag.AlignLeft)
        inner = QWidget()
        inner.setLayout(self._column)
        self._column.setContentsMargins(0, 0, 0, 0)
        page = QWidget()
        outer = QVBoxLayout(page)
        self._outer = outer
        outer.addLayout(centred(inner, MEASURE))
        outer.addStretch(1)
        self.setWidget(page)
        self._fill()

    def leave_room(self, right: int) -> None:
        """Keep so many pixels free at the right edge, where the messages have their scroll bar."""
        self._right = right
        self._begin()

    def show_opening(self, *, anew: bool = False) -> None:
        """Say that the profile is being opened, with a new conversation (`anew`) if so."""
        self._state = "beginning" if anew else "opening"
        self._fill()

    def show_failure(self, why: str) -> None:
        """Say why nothing could be opened."""
        self._state, self._why = "failed", why
        self._fill()

    def show_start(self, agent: str, card: AgentCard | None, *, first: bool, why: str = "") -> None:
        """Greet; `card` is None while it is not known, and then `why` may say what is wrong."""
        self._state = "first" if first else "new"
        self._agent, self._card, self._why = agent, card, why
        self._fill()

    def speak(self, language: str) -> None:
        """Offer the example questions of a language (`ko`, `en`, `es` or `auto`)."""
        self._language = resolve(language)
        self._fill()

    def questions(self) -> Sequence[Button]:
        """Return the buttons of the example questions, in their order."""
        return tuple(self._questions)

    def needs(self, height: int) -> int:
        """Return how many pixels it takes down to the end of its examples at some height."""
        margins = self._outer.contentsMargins()
        whole = self._outer.totalHeightForWidth(self.viewport().width()) - margins.top()
        below = self._open.sizeHint().height() + _APART + margins.bottom()
        return whole - below + self._top(height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Let the words begin at the same share of the height, and on the column of the others."""
        super().resizeEvent(event)
        self._begin()

    def _begin(self) -> None:
        bar = self.width() - self.viewport().width()  # this page's own, where the window is low
        self._outer.setContentsMargins(
            16, self._top(self.height()), 16 + max(0, self._right - bar), 24
        )

    def _top(self, height: int) -> int:
        return max(24, round(height * _TOP))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language, the font and the palette."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.LanguageChange, QEvent.Type.FontChange):
            self._fill()

    def _fill(self) -> None:
        self._title.setFont(sized(self.font(), 1.9, bold=True))
        self._hint.setFont(sized(self.font(), 0.95, bold=True))
        self.setAccessibleName(self.tr("Start"))
        title, text, note = self._words()
        for label, words in ((self._title, title), (self._text, text), (self._note, note)):
            label.setText(words)
            label.setVisible(bool(words))
        self._hint.setText(self.tr("Try one of these"))
        self._open.setText(self.tr("Open your own data…"))
        ready = self._state in ("first", "new")
        self._open.setVisible(ready)
        if ready and self._card is not None:
            self._show_questions(starters(self._card, self._language))
        else:
            self._show_questions([], room=SHOWN if ready and not self._why else 0)

    def _words(self) -> tuple[str, str, str]:
        simulated = self.tr(
            "The table that is open now is a sample: its games are simulated, not real."
        )
        what = self.tr(
            "Ask about a table in your own words. Every number comes with its count, its"
            " interval and the query behind it."
        )
        match self._state:
            case "opening":
                return "Balance Desk", self.tr("Opening your conversations…"), ""
            case "beginning":
                return self.tr("New conversation"), self.tr("Opening your conversations…"), ""
            case "failed":
                return self.tr("This could not be opened"), self._why, ""
            case "first":
                note = simulated if self._agent == SAMPLE else agent_label(self._agent)
                return self.tr("Ask your data"), what, self._why or note
            case "new":
                text = about(self._card, self._language) if self._card else ""
                note = simulated if self._agent == SAMPLE else text
                return self.tr("New conversation"), agent_label(self._agent), self._why or note

    def _show_questions(self, questions: list[str], room: int = 0) -> None:
        """Show examples; while there are none, keep the room of so many."""
        for button in self._questions:
            self._column.removeWidget(button)
            button.hide()
            button.deleteLater()
        kept = self._hint.sizePolicy()
        kept.setRetainSizeWhenHidden(room > 0)
        self._hint.setSizePolicy(kept)
        self._hint.setVisible(bool(questions))
        place = self._column.indexOf(self._hint) + 1
        self._questions = []
        for number, question in enumerate(questions):
            button = named(Button("card", icon="chart"), f"starter{number + 1}")
            button.setText(question.replace("&", "&&"))
            button.setAccessibleName(question)
            button.clicked.connect(lambda _=False, question=question: self.asked.emit(question))
            self._column.insertWidget(place + number, button)
            self._questions.append(button)
        high = Button("card", icon="chart").sizeHint().height() + self._column.spacing()
        self._room.changeSize(0, high * room)
        self._column.invalidate()


def _label() -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    return label
