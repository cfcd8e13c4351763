"""Says at the foot of the window that the conversations are not in step with their service.

Nothing waits for it: what is said meanwhile is kept here and sent later. While all is in step there
is nothing to say, and no bar.
"""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMainWindow, QSizePolicy, QStatusBar, QWidget

from app.errors import BadInput
from app.syncing import Syncing, SyncStatus
from gui.error_words import error_text
from gui.icons import icon_side, pixmap
from gui.naming import named
from gui.surfaces import ink, theme_of

_LOOKS = (QEvent.Type.LanguageChange, QEvent.Type.PaletteChange, QEvent.Type.FontChange)


class SyncSign(QWidget):
    """Follows one desk's syncing until `stop`, in the window's status bar."""

    def __init__(self, syncing: Syncing, window: QMainWindow) -> None:
        super().__init__(window)
        named(self, "syncSign")
        self._status = syncing.status
        self._icon = QLabel()
        self._label = named(QLabel(), "syncText")
        self._label.setTextFormat(Qt.TextFormat.PlainText)
        self._label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 2, 12, 4)
        row.setSpacing(8)
        row.addWidget(self._icon)
        row.addWidget(self._label, 1)
        self._bar = QStatusBar(window)
        self._bar.setSizeGripEnabled(False)
        self._bar.addWidget(self, 1)
        window.setStatusBar(self._bar)
        self.stop = syncing.watch(self._take)
        self._show()

    @property
    def text(self) -> str:
        """What is said; empty while there is nothing to say."""
        return self._label.text()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language, the palette and the font."""
        super().changeEvent(event)
        if event.type() in _LOOKS:
            self._show()

    def _take(self, status: SyncStatus) -> None:
        self._status = status
        self._show()

    def _show(self) -> None:
        words = self._words()
        refused = self._status.state == "refused"
        theme = theme_of(self)
        colour = theme.failed if refused else theme.waiting
        ratio = self.devicePixelRatioF()
        side = icon_side(self._label.font())
        self._icon.setPixmap(pixmap("warning" if refused else "lost", colour, side, ratio))
        if self._label.text() != words:
            self._label.setText(words)
            self._label.setToolTip(self._more(words))
            self.setAccessibleName(self._label.toolTip())
            ink(self._label, theme.text)
        self._bar.setVisible(bool(words))

    def _more(self, words: str) -> str:
        """Return what can be done about it, for whoever points at it."""
        if self._status.state != "refused" or isinstance(self._status.error, BadInput):
            return words
        advice = self.tr(
            "Ask whoever runs the service for a new one, then run “balance-desk conversations"
            " connect”. Until then your conversations are kept here."
        )
        return f"{words} {advice}"

    def _words(self) -> str:
        status = self._status
        if isinstance(status.error, BadInput):
            return error_text(status.error)
        if status.state == "refused":
            return self.tr(
                "Not synced: the conversation service does not accept this desk's token."
            )
        if status.state != "offline":
            return ""
        if status.waiting:
            return self.tr("Offline, will sync: your messages are kept here and sent later.")
        return self.tr("Offline, will sync: what other desks say is shown later.")
