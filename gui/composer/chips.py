"""A row of small buttons that go away when they are pressed; messages that wait as such."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QWidget

from gui.texts.plain import plain_signs
from gui.widgets.buttons import Button
from gui.widgets.layouts import FlowLayout
from gui.widgets.object_names import named

_WIDEST = 320


class Chip(NamedTuple):
    """One chip: what it is, what it says, and what pressing it does, in words."""

    key: str
    words: str
    deed: str
    icon: str = "close"


class ChipRow(QWidget):
    """Shows chips; hidden while there are none. `pressed` tells the key of one."""

    pressed = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, name)
        self._chips: Sequence[Chip] = ()
        self._flow = FlowLayout(spacing=6)
        self.setLayout(self._flow)
        self.hide()

    def show_chips(self, chips: Sequence[Chip]) -> None:
        """Show other chips; the same ones again change nothing."""
        if tuple(chips) != tuple(self._chips):
            self._chips = tuple(chips)
            self._fill()

    def words(self) -> list[str]:
        """Return what the chips say."""
        return [chip.words for chip in self._chips]

    def changeEvent(self, event: QEvent) -> None:
        """Cut the words anew in another font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fill()

    def _fill(self) -> None:
        self._flow.empty()
        metrics = QFontMetrics(self.font())
        for number, chip in enumerate(self._chips):
            button = named(Button("plain", icon=chip.icon), f"{self.objectName()}{number}")
            words = plain_signs(" ".join(chip.words.split()))
            shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, _WIDEST)
            button.setText(shown.replace("&", "&&"))
            button.setAccessibleName(f"{chip.deed}: {words}")
            button.setToolTip(chip.deed)
            button.clicked.connect(lambda _=False, key=chip.key: self.pressed.emit(key))
            self._flow.addWidget(button)
        self.setVisible(bool(self._chips))


BACK = "back"
"""The key of the chip that takes everything back."""


def queued_chips(waiting: Mapping[str, str]) -> list[Chip]:
    """Return the chips of the texts that wait, by key; the last one takes them all back."""
    if not waiting:
        return []
    translate = QCoreApplication.translate
    deed = translate("Queued", "Send now")
    chips = [
        Chip(key, translate("Queued", "Next: {message}").replace("{message}", text), deed, "send")
        for key, text in waiting.items()
    ]
    back = translate("Queued", "Take back")
    why = translate("Queued", "Put what waits back into the message")
    return [*chips, Chip(BACK, back, why, icon="undo")]
