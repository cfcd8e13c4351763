"""Presses keys and buttons of a window as a person does: by real events, never by calling slots.

It knows nothing of the program's own modules, so that it can act before any of them is imported.
"""

import asyncio
from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

_LOOK_SECONDS = 0.02


class InputEvents:
    """Owns nothing but the events it sends; Hangul goes through an input method's events."""

    def type(self, widget: QWidget, text: str) -> None:
        """Type a text into a widget."""
        for character in text:
            if "가" <= character <= "힣":
                self._compose(widget, character)
            else:
                self.key(widget, Qt.Key(0), text=character)

    def key(
        self,
        widget: QWidget,
        key: Qt.Key,
        held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
        *,
        text: str = "",
    ) -> None:
        """Press and release a key."""
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            QApplication.sendEvent(widget, QKeyEvent(kind, key, held, text))

    def click(self, widget: QWidget, at: QPoint | None = None) -> None:
        """Press and release the left button, in the middle of a widget or at a place in it."""
        place = QPointF(at if at is not None else widget.rect().center())
        everywhere = QPointF(widget.mapToGlobal(place.toPoint()))
        button, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
        for kind, down in (
            (QEvent.Type.MouseButtonPress, button),
            (QEvent.Type.MouseButtonRelease, none),
        ):
            event = QMouseEvent(
                kind, place, everywhere, button, down, Qt.KeyboardModifier.NoModifier
            )
            QApplication.sendEvent(widget, event)

    def _compose(self, widget: QWidget, syllable: str) -> None:
        QApplication.sendEvent(widget, QInputMethodEvent(syllable, []))
        commit = QInputMethodEvent("", [])
        commit.setCommitString(syllable)
        QApplication.sendEvent(widget, commit)


async def until(condition: Callable[[], object], what: str, *, seconds: float = 60.0) -> None:
    """Wait until something can be seen; TimeoutError says what was waited for."""
    try:
        async with asyncio.timeout(seconds):
            while not condition():  # noqa: ASYNC110 (what is seen has no signal of its own)
                await asyncio.sleep(_LOOK_SECONDS)
    except TimeoutError as error:
        raise TimeoutError(f"not seen within {seconds:.0f} s: {what}") from error
