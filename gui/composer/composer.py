"""Where a message is written: Enter sends once, with the last syllable of a Hangul composition."""

from collections.abc import Callable
from math import ceil
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QEvent, QMimeData, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QGuiApplication,
    QImage,
    QInputMethodEvent,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QTextCursor,
)
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy, QWidget

from gui.widgets.escape_key import left_with_escape
from gui.widgets.object_names import named

ALONE_MS = 700
_LINES = 8
_LONG, _LONG_LINES = 4_000, 40
"""A pasted text of more letters, or more lines, stands beside what is written."""
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_WITH_ENTER = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.ShiftModifier
    | Qt.KeyboardModifier.MetaModifier
)


class Completion(Protocol):
    """A list that stands over the composer and takes some of its keys while it shows."""

    @property
    def showing(self) -> bool:
        """Whether it is there."""
        ...

    def take_key(self, event: QKeyEvent) -> bool:
        """Take a key that is for it; False for any other."""
        ...

    def accept(self) -> None:
        """Write what is marked in it."""
        ...


class Composer(QPlainTextEdit):
    """Owns the text that is being written and the state of its composition by an input method.

    `submitted` carries the whole text, the syllable under composition included; the text stays
    until `take` removes what was sent. `number_key` is asked about a digit that stands alone, when
    Enter follows or nothing follows for a moment ("2020 …" is a question, not an answer), and
    returns whether it took it. What to do with Enter is decided after the input method has had the
    key, never in a shortcut or an event filter.
    """

    submitted = Signal(str)
    recallRequested = Signal()
    enteredNothing = Signal()
    """Enter was pressed and nothing is written."""

    filesOffered = Signal(list)
    """Files of this machine (`Path`) were pasted or dropped here."""

    imageOffered = Signal(QImage)
    rewriteUndone = Signal()
    """What was written before `rewrite` is there again."""

    longTextOffered = Signal(str)
    """A text was pasted that is too long to be looked through here."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "composer")
        self.send_key = "enter"
        self.number_key: Callable[[int], bool] = lambda number: False
        self.completion: Completion | None = None
        self._preedit = ""
        self._send_on_commit = False
        self._before: int | None = None
        self._alone = QTimer(self)
        self._alone.setSingleShot(True)
        self._alone.setInterval(ALONE_MS)
        self._alone.timeout.connect(self._take_number)
        self.textChanged.connect(self._alone.stop)
        self.textChanged.connect(self._look_back)
        self.setTabChangesFocus(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().documentLayout().documentSizeChanged.connect(lambda _: self._fit())
        self._retranslate()
        self._fit()

    def submit(self) -> None:
        """Send what is written; a syllable under composition is committed first, and sent too."""
        if not self._preedit:
            self._send()
            return
        self._send_on_commit = True
        QGuiApplication.inputMethod().commit()

    def take(self, text: str) -> None:
        """Remove the text that was sent; what was written since stays."""
        now = self.toPlainText()
        if now.startswith(text):
            cursor = QTextCursor(self.document())
            cursor.movePosition(QTextCursor.MoveOperation.Start)
            cursor.setPosition(_units(text), QTextCursor.MoveMode.KeepAnchor)
            cursor.removeSelectedText()
            if not now[len(text) :]:
                self.clear()

    def write(self, text: str) -> None:
        """Show another text, the cursor at its end; a composition under way is dropped."""
        self._send_on_commit = False
        if self._preedit:
            QGuiApplication.inputMethod().reset()
            self._preedit = ""
        self.setPlainText(text)
        self.moveCursor(QTextCursor.MoveOperation.End)

    def rewrite(self, text: str) -> None:
        """Put a text in the place of all, as an edit that Undo and Esc take back."""
        self._before = None
        before, cursor = self.document().availableUndoSteps(), self.textCursor()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)
        self.setTextCursor(cursor)
        self._before = before
        self.setFocus()

    def add(self, text: str) -> None:
        """Put a text after what is written, as an edit and as a paragraph of its own."""
        cursor = self.textCursor()
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(text if self.document().isEmpty() else f"\n\n{text}")
        self.setTextCursor(cursor)

    def replace_start(self, length: int, text: str) -> None:
        """Put a text before the `length`-th position, as an edit; a composition is dropped."""
        if self._preedit:
            QGuiApplication.inputMethod().reset()
            self._preedit = ""
        cursor = self.textCursor()
        cursor.setPosition(0)
        cursor.setPosition(length, QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(text)
        self.setTextCursor(cursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Send or break the line on Enter; recall the last message on ↑ in an empty composer."""
        if self.completion is not None and self.completion.take_key(event):
            event.accept()
            return
        if event.key() in _ENTER:
            held = event.modifiers() & _WITH_ENTER
            if self._sends(held):
                event.accept()
                if not event.isAutoRepeat():
                    self.submit()
                return
            if self._preedit:
                # Or the new line would stand before the syllable that is being composed.
                QGuiApplication.inputMethod().commit()
            self.textCursor().insertBlock()
            self.ensureCursorVisible()
            event.accept()
            return
        if event.key() == Qt.Key.Key_Up and not self._preedit and self.document().isEmpty():
            event.accept()
            self.recallRequested.emit()
            return
        self._send_on_commit = False
        first = self.document().isEmpty()
        super().keyPressEvent(event)
        if first and self._number() is not None:
            self._alone.start()

    def event(self, event: QEvent) -> bool:
        """Leave Undo to the window while there is nothing to undo here; Esc to a list over it, and
        to what is written anew."""
        offering = self.completion is not None and self.completion.showing
        if not offering and self._before is not None and left_with_escape(event, self._take_back):
            return True
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            if offering and event.key() == Qt.Key.Key_Escape:
                event.accept()
                return True
            undo = event.matches(QKeySequence.StandardKey.Undo)
            if undo and not self.document().isUndoAvailable():
                event.ignore()
                return True
        return super().event(event)

    def focusNextPrevChild(self, next: bool) -> bool:
        """Take what a list over the composer offers with Tab."""
        if next and self.completion is not None and self.completion.showing:
            self.completion.accept()
            return True
        return super().focusNextPrevChild(next)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Follow the composition; the commit that a pending Enter waits for sends."""
        super().inputMethodEvent(event)
        self._preedit = event.preeditString()
        if not self._send_on_commit or self._preedit:
            return
        self._send_on_commit = False
        if event.commitString():
            self._send()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Forget a pending Enter: its composition ends with the focus."""
        super().focusOutEvent(event)
        self._send_on_commit = False

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Say that text, files and pictures are taken."""
        return source.hasText() or source.hasImage() or bool(local_files(source))

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste text as it is; files and pictures are offered to go along."""
        if files := local_files(source):
            self.filesOffered.emit(files)
        elif source.hasImage() and not source.hasText():
            self.imageOffered.emit(QImage(source.imageData()))
        elif source.hasText() and _is_long(source.text()):
            self.longTextOffered.emit(source.text())
        elif source.hasText():
            self.textCursor().insertText(source.text())
            self.ensureCursorVisible()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language and the font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() == QEvent.Type.FontChange:
            self._fit()
            self._hint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut what stands in the empty composer anew."""
        super().resizeEvent(event)
        self._hint()

    def minimumSizeHint(self) -> QSize:
        """Return a size in which one line can be read."""
        return QSize(160, self._height_of(1))

    def _number(self) -> int | None:
        """Return the digit that stands alone, or None."""
        text = self.toPlainText()
        alone = len(text) == 1 and text.isascii() and text.isdigit() and not self._preedit
        return int(text) if alone else None

    def _take_number(self) -> bool:
        number = self._number()
        taken = number is not None and self.number_key(number)
        if taken:
            self.clear()
        return taken

    def _sends(self, held: Qt.KeyboardModifier) -> bool:
        if self.send_key == "ctrl_enter":
            return held == Qt.KeyboardModifier.ControlModifier
        return held in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.ControlModifier,
        )

    def _take_back(self) -> None:
        """Undo a rewriting with all that was typed since."""
        while self._before is not None and self.document().isUndoAvailable():
            self.undo()

    def _look_back(self) -> None:
        if self._before is not None and self.document().availableUndoSteps() <= self._before:
            self._before = None
            self.rewriteUndone.emit()

    def _send(self) -> None:
        if self._take_number():
            return
        text = self.toPlainText()
        if text.strip():
            self.submitted.emit(text)
        else:
            self.enteredNothing.emit()

    def _fit(self) -> None:
        lines = round(self.document().size().height())
        hidden = lines > _LINES
        policies = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            policies.ScrollBarAlwaysOn if hidden else policies.ScrollBarAlwaysOff
        )
        self.setFixedHeight(self._height_of(max(1, min(_LINES, lines))))

    def _height_of(self, lines: int) -> int:
        block = self.document().firstBlock()
        height = self.blockBoundingRect(block).height() / max(1, block.lineCount())
        line = max(self.fontMetrics().lineSpacing(), height)
        margins = self.contentsMargins()
        around = 2 * self.document().documentMargin() + margins.top() + margins.bottom()
        return ceil(line * lines + around + 2 * self.frameWidth())

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Message"))
        self._hint()

    def _hint(self) -> None:
        """Say what is written here on one line, however little room there is."""
        # Not the viewport: to give Python that one, PySide makes every class of widgets there is.
        room = self.contentsRect().width() - 2 * round(self.document().documentMargin())
        words = self.tr("Ask about your data")
        cut = self.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, max(0, room))
        self.setPlaceholderText(cut)


def _is_long(text: str) -> bool:
    return len(text) > _LONG or text.count("\n") > _LONG_LINES


def local_files(mime: QMimeData) -> list[Path]:
    """Return the files of this machine that are being dragged or pasted."""
    return [Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile()]


def _units(text: str) -> int:
    """Return the length of a text as Qt counts it, in UTF-16 units."""
    return len(text.encode("utf-16-le")) // 2
