"""The answers to the question that waits, pinned above the composer as buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QLocale, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from gui.look.theme import sized
from gui.texts.messages import sign_in_phrase, sign_in_word
from gui.texts.plain import unmarked
from gui.widgets.buttons import Button
from gui.widgets.layouts import FlowLayout
from gui.widgets.object_names import named
from gui.widgets.surfaces import Surface, ink, theme_of

if TYPE_CHECKING:
    from app.domain.tasks import Choice, Question

KEYS = 6
"""So many choices have a number key."""

_SHOWN = 12
_FILE = "file"
"""The slot of a question that a file answers."""


class QuestionBar(Surface):
    """Shows the answers to one question, which stands in its message; hidden while none is asked.

    Choices beyond the first twelve are answered in words: it says how many there are. `chosen`
    carries the `Choice`.
    """

    questionWanted = Signal()
    """The person wants to see the question, which is out of sight."""

    chosen = Signal(object)
    sought = Signal(QWidget)
    """A button that is out of sight is to be seen."""

    fileWanted = Signal()
    """A file is what was asked for, and the person wants to attach one."""

    signInRequested = Signal()
    wentOn = Signal()
    """The person has signed in elsewhere, and the task may go on."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("waiting", parent)
        named(self, "questionBar")
        self._question: Question | None = None
        self._login = False
        self._now = True
        self._caption = QLabel()
        self._caption.setTextFormat(Qt.TextFormat.PlainText)
        self._caption.setWordWrap(True)
        self._show = named(Button("line", icon="link"), "showQuestion")
        self._show.clicked.connect(self.questionWanted)
        self._show.hide()
        self._choices = FlowLayout(spacing=8)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setSpacing(8)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._caption, 1)
        head.addWidget(self._show)
        layout.addLayout(head)
        layout.addLayout(self._choices)
        self.hide()

    @property
    def question(self) -> Question | None:
        """The question that is shown."""
        return self._question

    def ask(self, question: Question | None, *, login: bool = False) -> None:
        """Show a question, or nothing; `login` is one that a sign-in answers."""
        if (question, login) == (self._question, self._login):
            return
        self._question, self._login = question, login
        self._fill()

    def show_now(self, now: bool) -> None:
        """Ask only while what is shown is what is `now`: nothing of the past can be answered."""
        self._now = now
        self.setVisible(now and self._question is not None)

    def show_away(self, away: bool) -> None:
        """Offer to show the question while it is out of sight."""
        self._show.setVisible(away)

    def choice(self, number: int) -> Choice | None:
        """Return the choice of a number key, counted from 1; None where there is none."""
        if self._question is None or not self._now or not 1 <= number <= self._keys:
            return None
        return self._question.choices[number - 1]

    def bring(self, number: int) -> bool:
        """Bring a choice into sight; return whether it was there, since what is not seen waits."""
        item = self._choices.itemAt(number - 1)
        button = item.widget() if item is not None else None
        if button is None or button.visibleRegion().contains(button.rect().center()):
            return True
        self.sought.emit(button)
        return False

    @property
    def _keys(self) -> int:
        """How many choices have a key: none where an answer may begin with a digit, as years do."""
        choices = self._question.choices if self._question is not None else ()
        if any(choice.label[:1].isdigit() for choice in choices):
            return 0
        return min(KEYS, len(choices))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language, the palette and the font."""
        super().changeEvent(event)
        kinds = (QEvent.Type.LanguageChange, QEvent.Type.PaletteChange, QEvent.Type.FontChange)
        if event.type() in kinds:
            self._fill()

    def _fill(self) -> None:
        self._choices.empty()
        question = self._question
        self.setVisible(self._now and question is not None)
        if question is None:
            return
        self.setAccessibleName(self.tr("Question"))
        said = unmarked(question.text) or (sign_in_phrase() if self._login else "")
        self.setAccessibleDescription(said)
        self._show.setText(self.tr("Show the question"))
        caption = self.tr("This waits for your answer")
        if self._login:
            caption = self.tr("This waits for your sign-in")
        if len(question.choices) > _SHOWN:
            more = len(question.choices) - _SHOWN
            caption = self.tr("This waits for your answer; %n more can be typed", "", more)
        self._caption.setText(caption)
        self._caption.setFont(sized(self.font(), 0.88, bold=True))
        ink(self._caption, theme_of(self).waiting)
        for number, choice in enumerate(question.choices[:_SHOWN], start=1):
            self._choices.addWidget(self._button(number, choice))
        if question.slot == _FILE:
            attach = named(Button(icon="attach"), "fileButton")
            attach.setText(self.tr("Attach a file…"))
            attach.clicked.connect(self.fileWanted)
            self._choices.addWidget(attach)
        if self._login:
            self._offer_sign_in()

    def _offer_sign_in(self) -> None:
        sign_in = named(Button("main", icon="needs-sign-in"), "signInButton")
        sign_in.setText(sign_in_word())
        sign_in.clicked.connect(self.signInRequested)
        gone = named(Button(), "signedInButton")
        gone.setText(self.tr("I have signed in, go on"))
        gone.clicked.connect(self.wentOn)
        for button in (sign_in, gone):
            self._choices.addWidget(button)

    def _button(self, number: int, choice: Choice) -> Button:
        button = named(Button(), f"choice{number}")
        words = choice.label
        if choice.count is not None:
            count = QLocale().toString(choice.count)
            words = self.tr("{choice} · {count}").format(choice=choice.label, count=count)
        button.setAccessibleName(words)
        shown = words.replace("&", "&&")
        button.setText(f"{number}  {shown}" if number <= self._keys else shown)
        button.clicked.connect(lambda: self.chosen.emit(choice))
        return button
