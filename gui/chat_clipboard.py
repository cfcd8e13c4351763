"""Copies the selection, also where its rows are not in memory: they are fetched page by page."""

from collections.abc import Callable

from PySide6.QtCore import QByteArray, QObject, Signal

from gui.chat_model import PAGE, ChatModel
from gui.clipboard import put_utf8

_PAGES = 4

_ROOM = 64 * 2**20
"""Bytes set aside for a long copy, of which none are used before they are written. From some ten
megabytes on, growing would copy all that is there, which holds the window up for a tenth of a
second; what has this much room grows by moving its pages."""


class ChatClipboard(QObject):
    """Owns a copy under way: the words of the rows that have passed, and which comes next.

    A row is let go of as soon as its words are taken, so that any number can be copied. The words
    are put together as they come: all at once, they would hold the window up.
    """

    copied = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model: ChatModel | None = None
        self._rows = range(0)
        self._words: Callable[[int], str] | None = None
        self._passed = 0
        self._text = QByteArray()

    def copy(self, model: ChatModel, rows: range, words: Callable[[int], str]) -> None:
        """Copy what `words` returns of each row; it is asked when the row is in memory."""
        self.cancel()
        self._model, self._rows, self._words = model, rows, words
        if len(rows) > PAGE:
            self._text.reserve(_ROOM)
        self.resume()

    def resume(self) -> None:
        """Go on with a copy under way: take what is in memory, ask for the next, or finish."""
        model, words = self._model, self._words
        if model is None or words is None:
            return
        while self._passed < len(self._rows):
            row = self._rows[self._passed]
            if model.entry(row) is None:
                model.need(row, min(self._rows.stop, row + _PAGES * PAGE))
                # Rows that are there at once have been taken by then.
                return
            self._passed += 1
            if found := words(row):
                between = "\n\n" if self._text else ""
                self._text.append((between + found).encode("utf-8", "replace"))
        text = self._text
        self.cancel()
        if text:
            text.squeeze()
            put_utf8(text)
        self.copied.emit()

    def cancel(self) -> None:
        """Give a copy under way up."""
        self._model, self._rows, self._words = None, range(0), None
        self._passed, self._text = 0, QByteArray()
