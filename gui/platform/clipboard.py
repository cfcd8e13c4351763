"""Text on the system's clipboard, given up to Qt before Python ends."""

import atexit
from weakref import ref

from PySide6.QtCore import QByteArray, QMimeData
from PySide6.QtGui import QClipboard, QGuiApplication

_made: list[ref[QMimeData]] = []  # the newest that Python has made and the clipboard was given


def put_text(text: str) -> None:
    """Put text on the clipboard."""
    if text:
        QGuiApplication.clipboard().setText(text)


def put_utf8(text: QByteArray) -> None:
    """Put text on the clipboard that is UTF-8 already, however long it is."""
    data = QMimeData()
    data.setData("text/plain", text)
    QGuiApplication.clipboard().setMimeData(data)
    _made[:] = [ref(data)]


def put_selection(text: str) -> None:
    """Offer text for a middle click, where the system has that."""
    clipboard = QGuiApplication.clipboard()
    if text and clipboard.supportsSelection():
        clipboard.setText(text, QClipboard.Mode.Selection)


@atexit.register
def hand_over() -> None:
    """Let Qt have a copy of its own of what it still has from Python; idempotent.

    A platform may keep the clipboard longer than Python runs, and would then free what Python made
    with nobody there to do it: the program would crash after its end.
    """
    if _made and QGuiApplication.instance() is not None:
        clipboard = QGuiApplication.clipboard()
        if clipboard.mimeData() is _made[-1]():
            clipboard.setText(clipboard.text())
        _made.clear()
