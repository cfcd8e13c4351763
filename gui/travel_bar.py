"""The bar that leads through the past of a conversation, event by event."""

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSlider, QWidget

from gui.buttons import Button
from gui.escape import left_with_escape
from gui.naming import named

_STEP_MS = 120


class TravelBar(QWidget):
    """Owns the step that is shown; hidden at first. `stepped` tells another one, `left` the end."""

    stepped = Signal(int)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "travelBar")
        self.slider = named(QSlider(Qt.Orientation.Horizontal), "travelSlider")
        self.slider.setPageStep(10)
        self.before = named(Button("plain"), "travelBefore")
        self.after = named(Button("plain"), "travelAfter")
        self.play = named(Button("plain"), "travelPlay")
        self.play.setCheckable(True)
        self._close = named(Button("quiet", icon="close"), "travelClose")
        self._said = named(QLabel(), "travelMoment")
        self._said.setTextFormat(Qt.TextFormat.PlainText)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 8, 16, 8)
        row.setSpacing(8)
        row.addWidget(self.before)
        row.addWidget(self.slider, 1)
        for widget in (self.after, self.play, self._said, self._close):
            row.addWidget(widget)
        self._clock = QTimer(self)
        self._clock.setInterval(_STEP_MS)
        self._clock.timeout.connect(self._tick)
        self.slider.valueChanged.connect(self.stepped)
        self.before.clicked.connect(lambda: self._go(-1))
        self.after.clicked.connect(lambda: self._go(1))
        self.play.toggled.connect(self._run)
        self._close.clicked.connect(self.leave)
        self._fill()
        self.hide()

    def open_for(self, steps: int) -> None:
        """Show the bar for so many steps, at the last one."""
        self.slider.blockSignals(True)
        self.slider.setRange(0, max(0, steps - 1))
        self.slider.setValue(max(0, steps - 1))
        self.slider.blockSignals(False)
        self.show()
        self.slider.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def say(self, words: str) -> None:
        """Say which moment is shown."""
        self._said.setText(words)
        self.slider.setAccessibleDescription(words)

    def leave(self) -> None:
        """Hide the bar: it is now again."""
        self.play.setChecked(False)
        if not self.isHidden():
            self.hide()
            self.left.emit()

    def event(self, event: QEvent) -> bool:
        """Leave with Esc while the focus is in this bar."""
        return left_with_escape(event, self.leave) or super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        """Show the words of another language."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._fill()

    def _go(self, step: int) -> None:
        self.slider.setValue(self.slider.value() + step)

    def _run(self, on: bool) -> None:
        if on and self.slider.value() == self.slider.maximum():
            self.slider.setValue(0)
        self._clock.start() if on else self._clock.stop()
        self._fill()

    def _tick(self) -> None:
        self._go(1)
        if self.slider.value() == self.slider.maximum():
            self.play.setChecked(False)

    def _fill(self) -> None:
        for button, words, sign in (
            (self.before, self.tr("Event before"), "◀"),
            (self.after, self.tr("Event after"), "▶"),
        ):
            button.setText(sign)
            button.setAccessibleName(words)
            button.setToolTip(words)
        self.play.setText(self.tr("Pause") if self.play.isChecked() else self.tr("Play"))
        self.slider.setAccessibleName(self.tr("Moment of the conversation"))
        self._close.setAccessibleName(self.tr("Back to now"))
        self._close.setToolTip(self.tr("Back to now"))
