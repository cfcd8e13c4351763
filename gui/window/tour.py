"""The tour in three steps over the composer, which follows what is done meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from gui.blocks.base import COMPUTED
from gui.blocks.origin import origin_of
from gui.look.theme import GRID, sized
from gui.widgets.buttons import Button
from gui.widgets.escape_key import is_escape, left_with_escape
from gui.widgets.object_names import named
from gui.widgets.surfaces import Surface, ink, theme_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.domain.conversations import AnswerEntry
    from gui.workspace.open_conversation import OpenConversation
    from gui.workspace.panes import Panes


STEPS: Final = 3
_COMPUTED: Final = "toggle"
"""What opens how an answer was computed, as the messages call it."""
_WIDE = 30
"""So many times as wide as a line is high, the buttons stand beside the words."""


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
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.skip)
        buttons.addStretch(1)
        buttons.addWidget(self.before)
        buttons.addWidget(self.after)
        words = QVBoxLayout()
        words.setSpacing(4)
        for part in (self._title, self._text):
            part.setContentsMargins(2 * GRID, 0, GRID, 0)
            words.addWidget(part)
        self._sides = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        # Its words stand where those of the quiet button do.
        self._sides.setContentsMargins(0, GRID, GRID, GRID)
        self._sides.setSpacing(4)
        self._sides.addLayout(words, 1)
        self._sides.addLayout(buttons)
        self._sides.setAlignment(buttons, Qt.AlignmentFlag.AlignVCenter)
        self._fill()
        self.hide()

    @property
    def step(self) -> int:
        """The step that is shown, or was shown last."""
        return self._step

    def go(self, step: int) -> None:
        """Show another step, and say so."""
        self._step = max(0, min(step, STEPS - 1))
        self._fill()
        said = self.accessibleName()
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, said))
        self.announced.emit(said)

    def shrink(self, small: bool) -> None:
        """Leave the title out, and the button that Esc stands for, where there is little room."""
        self._title.setHidden(small)
        self.skip.setHidden(small and not self.skip.hasFocus())

    def leave(self) -> None:
        """Hide the panel: the tour has ended."""
        self.hide()
        self.left.emit()

    def event(self, event: QEvent) -> bool:
        """Leave with Esc while the focus is in this panel."""
        return left_with_escape(event, self.leave) or super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the buttons beside the words where there is room: a low card leaves more in sight."""
        super().resizeEvent(event)
        wide = event.size().width() >= _WIDE * self.fontMetrics().height()
        directions = QBoxLayout.Direction
        self._sides.setDirection(directions.LeftToRight if wide else directions.TopToBottom)

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


class Touring(QObject):
    """Owns the tour of one window; `ended` is called when the person has finished or skipped it.

    A question that waits leads to the second step, an answer that tells how it was computed to the
    third. Opening that ends it, and so does any other answer after the first. Where it began by
    itself it is out of sight while there is no room for it beside what it speaks of, and what then
    comes without it ends it.
    """

    def __init__(
        self,
        *,
        window: QWidget,
        panes: Panes,
        conversation: OpenConversation,
        ended: Callable[[], None],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._panes = panes
        self._composer = panes.bar.composer
        self._ended = ended
        self._answers = 0
        self._goes_on = self._by_hand = False
        self.bar = TourBar()
        panes.add_tour(self.bar, self.bar.after)
        self.bar.left.connect(self._left)
        self.bar.announced.connect(self._turned)
        conversation.waitingChanged.connect(self._waits)
        conversation.ended.connect(self._answered)
        panes.view.unfolded.connect(self._opened)

    def begin(self, *, by_hand: bool) -> None:
        """Show the first step; the focus goes there only where the person asked for the tour."""
        for watched in (self._window, self._panes.talk):
            watched.installEventFilter(self)
        self._goes_on, self._by_hand = True, by_hand
        self._go(0)
        if by_hand:
            self.bar.after.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Skip the tour with an Esc that nothing else in the window wanted; follow the room."""
        if watched is self._panes.talk:
            if event.type() == QEvent.Type.Resize:
                self._fit()
        elif event.type() == QEvent.Type.KeyPress and is_escape(event) and self.bar.isVisible():
            self.bar.leave()
            return True
        return super().eventFilter(watched, event)

    def _waits(self, waiting: Sequence[AnswerEntry]) -> None:
        if waiting and self._goes_on and self.bar.step == 0:
            self._go(1)

    def _answered(self, entry: AnswerEntry) -> None:
        if not self._goes_on or entry.answer.state != "completed":
            return
        self._answers += 1
        if self.bar.step < STEPS - 1 and not origin_of(entry.answer).empty:
            self._go(STEPS - 1)
        elif self.bar.step == STEPS - 1 or self._answers > 1:
            self.bar.leave()

    def _opened(self, part: str) -> None:
        if part == COMPUTED and self._goes_on:
            self.bar.leave()

    def _go(self, step: int) -> None:
        if step and not self._has_room:
            self.bar.leave()
            return
        self.bar.go(step)

    def _turned(self) -> None:
        """Fit the card to a step, and bring what that speaks of in sight above it."""
        self._fit()
        if self._by_hand and self.bar.step == STEPS - 1:
            QTimer.singleShot(0, self.bar, lambda: self._panes.view.bring(_COMPUTED))

    @property
    def _has_room(self) -> bool:
        return self._by_hand or self._panes.fits(self.bar)

    def _fit(self) -> None:
        self.bar.shrink(False)
        self.bar.shrink(not self._panes.fits(self.bar))
        self.bar.setVisible(self._goes_on and self._has_room)

    def _left(self) -> None:
        self._goes_on = self._by_hand = False
        for watched in (self._window, self._panes.talk):
            watched.removeEventFilter(self)
        self._composer.setFocus()
        self._ended()
