"""The window of the boards: answers as they are, what has changed, and what can be done."""

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.domain.conversations import AnswerEntry, Entry, RequestEntry
from app.domain.events import Board
from app.domain.messages import FilePart, Message, TextPart
from gui.blocks.origin import understood_as
from gui.chat.view import ChatView
from gui.texts.messages import first_line
from gui.widgets.buttons import Button
from gui.widgets.combo_box import ChoiceBox
from gui.widgets.dialog import Dialog
from gui.widgets.object_names import named
from gui.widgets.surfaces import ink, theme_of

_SIZE = QSize(860, 760)


class PinnedAnswer(NamedTuple):
    """An answer on a board with its question, and what has changed since the one before it."""

    request: RequestEntry
    entry: AnswerEntry
    changed: str = ""

    @property
    def question(self) -> Message:
        """What was said, in the words in which it was understood, which tell the whole question."""
        message = self.request.message
        said = understood_as(self.entry.answer)
        if not said:
            return message
        beside = tuple(part for part in message.parts if isinstance(part, FilePart))
        return message.model_copy(update={"parts": (TextPart(text=said), *beside)})


class BoardWindow(Dialog):
    """Shows the chosen board; `pressed` tells a button of an answer, by its number there."""

    askedAnew = Signal()
    saved = Signal()
    chosen = Signal()
    pressed = Signal(int, str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        named(self, "boardWindow")
        self.setSizeGripEnabled(True)
        self._title: str | None = None
        self._pinned: Sequence[PinnedAnswer] = ()
        self._said = ""
        self._boards = ChoiceBox("boardChoice", self)
        self._boards.currentIndexChanged.connect(self.chosen)
        self._told = named(QLabel(), "boardChanges")
        self._told.setTextFormat(Qt.TextFormat.PlainText)
        self._told.setWordWrap(True)
        self.again = named(Button("main", icon="retry"), "boardAskAnew")
        self.again.clicked.connect(self.askedAnew)
        self.save = named(Button("plain", icon="save"), "boardSave")
        self.save.clicked.connect(self.saved)
        self.view = ChatView(self)
        self.view.setObjectName("boardView")
        self.view.follows = False
        self.view.actionRequested.connect(lambda row, action: self.pressed.emit(row // 2, action))
        above = QHBoxLayout()
        above.setSpacing(8)
        above.addWidget(self._boards, 1)
        above.addWidget(self.save)
        above.addWidget(self.again)
        layout = self._layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 16, 24, 16)
        layout.setSpacing(12)
        layout.addLayout(above)
        layout.addWidget(self._told)
        layout.addWidget(self.view, 1)
        layout.addStretch()
        self.setMinimumSize(420, 360)
        self.resize(_SIZE)
        self._dress()
        self._retranslate()

    @property
    def board(self) -> Board:
        """The board that is chosen."""
        return "profile" if self._boards.value == "profile" else "conversation"

    def offer_boards(self, title: str | None) -> None:
        """Offer the board of the conversation with this title, if there is one, and that of all."""
        self._title = title
        self._retranslate()
        self._boards.setCurrentIndex(0)

    def title_shown(self) -> str:
        """Return what the chosen board is called."""
        return self._boards.currentText()

    def show_pinned(self, pinned: Sequence[PinnedAnswer]) -> None:
        """Show the answers of the chosen board in their order."""
        self._pinned = pinned
        rows: list[Entry] = []
        for at, one in enumerate(pinned):
            rows += [
                one.request.model_copy(update={"position": 2 * at, "message": one.question}),
                one.entry.model_copy(update={"position": 2 * at + 1}),
            ]
        self.view.model().reset(len(rows), rows)
        self.view.setVisible(bool(rows))
        if rows:
            self.view.scroll_to(0)
        self._retranslate()

    def say(self, said: str) -> None:
        """Say how far the asking anew is; "" says what has changed instead."""
        self._said = said
        self._retranslate()

    def say_beside(self, said: str) -> None:
        """Say something beside what has changed, until it is asked anew."""
        self._tell("\n".join(filter(None, (said, self.changes()))))

    def _tell(self, words: str) -> None:
        """Say something above the answers; what begins with its first question goes on to."""
        first = self.view.row_rect(0)
        at_top = first.height() > 0 and first.top() >= 0
        self._told.setText(words)
        self._told.setVisible(bool(words))
        if at_top:
            self._layout.activate()  # else what stands there would keep its place on the screen
            self.view.scroll_to(0)

    def changes(self) -> str:
        """Return what has changed, a line for each answer that was asked before."""
        told = [
            f"{first_line(one.question.text)}: {one.changed}" for one in self._pinned if one.changed
        ]
        return "\n".join(told)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language, the palette and the font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._dress()

    def _dress(self) -> None:
        theme = theme_of(self)
        ink(self._told, theme.muted)
        self.view.set_theme(theme)
        self.view.set_text_font(self.font())

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Board"))
        boards = [("profile", self.tr("Board of all conversations"))]
        if self._title is not None:
            words = self.tr("Board: {title}").replace("{title}", self._title)
            boards.insert(0, ("conversation", words))
        self._boards.offer(boards)
        self._boards.setAccessibleName(self.tr("Which board"))
        self.again.setText(self.tr("&Ask anew"))
        self.save.setText(self.tr("&Save as a page…"))
        for button in (self.again, self.save):
            button.setEnabled(bool(self._pinned) and not self._said)
        nothing = self.tr("Nothing is pinned yet: press “Pin to the board” under an answer.")
        if self.board == "profile":
            nothing = self.tr(
                "Nothing is pinned yet: press “Pin to the board” under an answer, then “Pin for all"
                " conversations”."
            )
        self._tell(self._said or (self.changes() if self._pinned else nothing))
        self.view.setAccessibleName(self.tr("Answers on the board"))
