"""The yardstick: the whole conversation in one QTextBrowser, the last message rendered anew."""

from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QTextBrowser


class WholeDocument(QTextBrowser):
    """Owns one document with every message in it, as the simplest chat window would."""

    def __init__(self) -> None:
        super().__init__()
        self.setUndoRedoEnabled(False)
        self.setOpenLinks(False)
        self._start = 0
        self._text = ""

    def open(self, texts: list[str]) -> None:
        """Show all messages, at the end."""
        self.setMarkdown("\n\n---\n\n".join(texts))
        self.to_end()

    def begin(self) -> None:
        """Begin a message that grows."""
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertBlock()
        self._start, self._text = cursor.position(), ""

    def grow(self, chunk: str) -> None:
        """Add to the last message and render it anew."""
        self._text += chunk
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        cursor.setPosition(self._start)
        cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        cursor.insertMarkdown(self._text)
        cursor.endEditBlock()
        self.to_end()

    def to_end(self) -> None:
        """Scroll to the end."""
        self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())
