"""Copies the selection, also where its rows are not in memory: they are fetched first."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QClipboard, QGuiApplication

from gui.chat_model import ChatModel


class ChatClipboard(QObject):
    """Owns a copy under way: the rows that it waits for are pinned in memory until they are all
    there."""

    copied = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model: ChatModel | None = None
        self._rows = range(0)
        self._text: Callable[[], str] | None = None

    def copy(self, model: ChatModel, rows: range, text: Callable[[], str]) -> None:
        """Copy what `text()` returns once all the rows are in memory."""
        self.cancel()
        self._model, self._rows, self._text = model, rows, text
        model.pin(rows)
        self.resume()

    def resume(self) -> None:
        """Go on with a copy under way: ask for what is missing, or finish."""
        if self._model is None or self._text is None:
            return
        missing = self._model.missing(self._rows)
        if missing:
            self._model.need(missing[0], missing[-1] + 1)
            return
        text = self._text()
        self.cancel()
        put_text(text)
        self.copied.emit(text)

    def cancel(self) -> None:
        """Give a copy under way up."""
        if self._model is not None:
            self._model.pin(range(0))
        self._model, self._rows, self._text = None, range(0), None


def put_text(text: str) -> None:
    """Put text on the clipboard."""
    if text:
        QGuiApplication.clipboard().setText(text)


def put_selection(text: str) -> None:
    """Offer text for a middle click, where the system has that."""
    clipboard = QGuiApplication.clipboard()
    if text and clipboard.supportsSelection():
        clipboard.setText(text, QClipboard.Mode.Selection)
