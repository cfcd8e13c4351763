"""A word over the messages that something was done which shows nowhere else, for a moment."""

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QLabel, QWidget

from gui.look.theme import GRID
from gui.widgets.object_names import named
from gui.widgets.surfaces import theme_of

_SHOWN_MS = 1_600


class Toast(QLabel):
    """Owns the words and the moment; it takes no keys and lets the pointer through."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._over = parent
        named(self, "toast")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._clock = QTimer(self)
        self._clock.setSingleShot(True)
        self._clock.setInterval(_SHOWN_MS)
        self._clock.timeout.connect(self.hide)
        self.hide()

    def say(self, words: str) -> None:
        """Show some words in the middle of the parent's lower edge."""
        # Not of itself: the sheet that it wears makes its own palette another one.
        theme = theme_of(self._over)
        self.setStyleSheet(
            f"QLabel{{background:{theme.text};color:{theme.base};border-radius:8px;"
            f"padding:{GRID - 2}px {2 * GRID}px}}"
        )
        self.setText(words)
        self.adjustSize()
        area = self._over.rect()
        self.move((area.width() - self.width()) // 2, area.height() - self.height() - 2 * GRID)
        self.raise_()
        self.show()
        self._clock.start()

    def hideEvent(self, event: QHideEvent) -> None:
        """Be gone for good when what it lies over is: the moment does not come back with it."""
        self._clock.stop()
        super().hideEvent(event)
        self.hide()

    def changeEvent(self, event: QEvent) -> None:
        """Go when the language changes: the words are of the last one."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.LanguageChange:
            self.hide()
