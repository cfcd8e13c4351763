"""The yardstick: the whole conversation in one QTextBrowser, the last message rendered anew."""

from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication, QTextBrowser

from benchmarks.window.frames import Figures, frames, memory_mb, timed

JUMPS = 100
NOTCHES = 150
NOTCH = 100
LONGEST_STREAM = 60.0


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


def measure(conversation: list[str], chunks: list[str]) -> Figures:
    """Return the figures of one conversation in the browser."""
    browser = WholeDocument()
    browser.resize(900, 800)
    browser.show()
    QApplication.processEvents()
    browser.open(conversation[-4:])
    browser.viewport().repaint()
    before = memory_mb()

    def paint() -> None:
        browser.viewport().repaint()
        QApplication.processEvents()

    def open_all() -> None:
        browser.open(conversation)
        paint()

    found: Figures = {"open_ms": timed(open_all)[0]}
    bar = browser.verticalScrollBar()

    def to(value: int) -> None:
        bar.setValue(value)
        paint()

    def resize(width: int) -> None:
        browser.resize(width, 800)
        paint()

    jumps = [timed(lambda at=at: to(bar.maximum() * at // JUMPS)) for at in range(JUMPS)]
    found |= frames("jump", jumps)
    found["memory_mb"] = memory_mb() - before
    middle = bar.maximum() // 2
    to(middle)
    # As in the view: what is selected is painted in other colours.
    browser.selectAll()
    for name in ("cold", "warm"):
        taken = [timed(lambda at=at: to(middle - NOTCH * at)) for at in range(1, NOTCHES)]
        found |= frames(name, taken)
        to(middle)
    browser.moveCursor(QTextCursor.MoveOperation.End)
    found["resize_ms"] = max(timed(lambda width=width: resize(width))[0] for width in (700, 900))
    browser.to_end()
    browser.begin()
    spent: list[tuple[float, float]] = []
    for chunk in chunks:

        def grow(chunk: str = chunk) -> None:
            browser.grow(chunk)
            paint()

        spent.append(timed(grow))
        if sum(wall for wall, _ in spent) > LONGEST_STREAM * 1e3:
            break
    return found | frames("chunk", spent)
