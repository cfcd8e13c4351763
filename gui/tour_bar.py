"""The tour in three steps: a slim panel over the composer, in nobody's way."""

from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from gui.buttons import Button
from gui.escape import left_with_escape
from gui.naming import named
from gui.surfaces import Surface, ink, theme_of
from gui.theme import sized

STEPS: Final = 3


class TourBar(Surface):
    """Owns the step that is shown, 0 to 2; hidden at first. `left` tells that the tour has ended.

    Each step is announced to a screen reader, and through `announced`; the focus stays where it is.
    """

    announced = Signal(str)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("raised", parent)
        named(self, "tour")
        self._step = 0
        self._title = named(QLabel(), "tourTitle")
        self._text = named(QLabel(), "tourText")
        for label in (self._title, self._text):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self._text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.before = named(Button("plain"), "tourBefore")
        self.after = named(Button("main"), "tourNext")
        self.skip = named(Button("quiet"), "tourSkip")
        self.before.clicked.connect(lambda: self.go(self._step - 1))
        self.after.clicked.connect(self._next)
        self.skip.clicked.connect(self.leave)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.skip)
        row.addStretch(1)
        row.addWidget(self.before)
        row.addWidget(self.after)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 8, 8)
        column.setSpacing(4)
        for part in (self._title, self._text):
            column.addWidget(part)
        column.addLayout(row)
        self._fill()
        self.hide()

    @property
    def step(self) -> int:
        """The step that is shown, or was shown last."""
        return self._step

    def begin(self) -> None:
        """Show the first step."""
        self.show()
        self.go(0)

    def go(self, step: int) -> None:
        """Show another step, and say so."""
        self._step = max(0, min(step, STEPS - 1))
        self._fill()
        said = self.accessibleName()
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, said))
        self.announced.emit(said)

    def leave(self) -> None:
        """Hide the panel: the tour has ended."""
        if not self.isHidden():
            self.hide()
            self.left.emit()

    def event(self, event: QEvent) -> bool:
        """Leave with Esc while the focus is in this panel."""
        return left_with_escape(event, self.leave) or super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language, the font and the palette."""
        super().changeEvent(event)
        kinds = (QEvent.Type.LanguageChange, QEvent.Type.FontChange, QEvent.Type.PaletteChange)
        if event.type() in kinds:
            self._fill()

    def _next(self) -> None:
        if self._step == STEPS - 1:
            self.leave()
        else:
            self.go(self._step + 1)

    def _fill(self) -> None:
        title, text = self._words()
        count = self.tr("Step {step} of {steps}")
        count = count.replace("{step}", str(self._step + 1)).replace("{steps}", str(STEPS))
        self._title.setFont(sized(self.font(), 1.0, bold=True))
        self._title.setText(f"{title} · {count}")
        self._text.setText(text)
        last = self._step == STEPS - 1
        self.before.setText(self.tr("Back"))
        # A button that has the focus keeps it: one that goes out of sight would hand it on.
        self.before.setEnabled(self._step > 0)
        self.after.setText(self.tr("Done") if last else self.tr("Next"))
        self.skip.setText(self.tr("Skip (Esc)"))
        name = self.tr("Tour")
        self.setAccessibleName(f"{name}. {count}. {title}. {text}")
        self.after.setAccessibleDescription(f"{title}. {text}")
        ink(self._text, theme_of(self).text)

    def _words(self) -> tuple[str, str]:
        match self._step:
            case 0:
                return self.tr("Ask"), self.tr(
                    "Write a question below in your own words, or press one of the examples."
                )
            case 1:
                return self.tr("Choose an answer"), self.tr(
                    "When something is missing, the agent asks back right here: press an answer,"
                    " or its number on the keyboard."
                )
            case _:
                return self.tr("See how it was computed"), self.tr(
                    "Press “How was this computed” under an answer: it shows the query, the count"
                    " and the source of the numbers."
                )
