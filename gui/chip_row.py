"""A row of small buttons, each of which goes away when it is pressed."""

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QWidget

from gui.buttons import Button
from gui.flow_layout import FlowLayout
from gui.naming import named
from gui.record_words import plain_signs

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
