"""What is being written is kept: a second after typing pauses, and whenever another text comes."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from gui.composer.composer import Composer

PAUSE_MS = 1000
_LONGEST_MS = 5000


class Drafts(QObject):
    """Owns the moments at which the composer's text is kept; `keep` is given the text."""

    def __init__(self, composer: Composer, keep: Callable[[str], None]) -> None:
        super().__init__(composer)
        self._composer = composer
        self._keep = keep
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._longest = QTimer(self)
        self._longest.setSingleShot(True)
        self._longest.setInterval(_LONGEST_MS)
        self._pause.timeout.connect(self.flush)
        self._longest.timeout.connect(self.flush)
        composer.textChanged.connect(self._typed)

    def flush(self) -> None:
        """Keep the text now."""
        self.forget()
        self._keep(self._composer.toPlainText())

    def forget(self) -> None:
        """Let the present text be: it was sent, or comes from where it is kept."""
        self._pause.stop()
        self._longest.stop()

    def _typed(self) -> None:
        self._pause.start()
        if not self._longest.isActive():
            self._longest.start()
