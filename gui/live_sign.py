"""Says above the messages that the network is gone or an agent is silent: a state, not an error."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from gui.buttons import Button
from gui.icons import icon_side, pixmap
from gui.naming import named
from gui.surfaces import Surface, theme_of

_LOOKS = (QEvent.Type.LanguageChange, QEvent.Type.PaletteChange, QEvent.Type.FontChange)


class LiveSign(Surface):
    """Owns what is said; hidden while all is well. `tryNow` asks for another try."""

    tryNow = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("waiting", parent)
        named(self, "liveSign")
        self._network = True
        self._silent: Sequence[str] = ()
        self._icon = QLabel()
        self._label = named(QLabel(), "liveText")
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setWordWrap(True)
        self._again = named(Button("plain", icon="retry"), "liveTryNow")
        self._again.clicked.connect(self.tryNow)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 6, 8, 6)
        row.setSpacing(8)
        row.addWidget(self._icon)
        row.addWidget(self._label, 1)
        row.addWidget(self._again)
        self._fill()

    @property
    def text(self) -> str:
        """What is said; empty while all is well."""
        return self._label.text()

    def show_state(self, *, network: bool, silent: Sequence[str]) -> None:
        """Say whether there is a network, and which agents (by their labels) do not reply."""
        self._network, self._silent = network, silent
        self._fill()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language, the palette and the font."""
        super().changeEvent(event)
        if event.type() in _LOOKS:
            self._fill()

    def _fill(self) -> None:
        self._label.setText(self._words())
        self.setAccessibleName(self._label.text())
        self._again.setText(self.tr("Try now"))
        self._again.setVisible(bool(self._silent))
        ratio = self.devicePixelRatioF()
        side = icon_side(self._label.font())
        self._icon.setPixmap(pixmap("lost", theme_of(self).waiting, side, ratio))
        self.setVisible(bool(self._label.text()))

    def _words(self) -> str:
        said = []
        if not self._network:
            said.append(
                self.tr("No network: what you write is kept, and agents on this machine answer.")
            )
        if self._silent:
            words = self.tr("Offline: {agents}. What is open there is asked for again by itself.")
            said.append(words.replace("{agents}", ", ".join(self._silent)))
        return " ".join(said)
