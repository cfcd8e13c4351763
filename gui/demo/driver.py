"""Drives a window as a person does, and looks at it."""

import asyncio

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QColor, QImage, QPainter
from PySide6.QtWidgets import QAbstractItemView, QLabel, QWidget

from app.domain.conversations import AnswerEntry
from gui.balance_gui import BalanceGUI
from gui.chat.view import ChatView
from gui.connections.agent_picker import AgentPicker
from gui.platform.input_events import InputEvents, until

FRAME_SECONDS = 0.15
_ABOVE = 24
_MOST = QSize(760, 740)
"""A dialog is no larger, on whatever screen it is drawn."""


class Driver:
    """Owns the way to a window's parts by their names. What is not there raises `LookupError`, what
    does not come in time `TimeoutError`."""

    def __init__(self, window: BalanceGUI) -> None:
        self.window = window
        self.input = InputEvents()

    async def press(self, deed: str) -> None:
        """Press what the newest answer that has it offers."""
        await until(lambda: self._places(deed), deed)
        place = self._places(deed)[-1]
        self.input.click(self.view.viewport(), place)

    def _places(self, deed: str) -> list[QPoint]:
        return [rect.center().toPoint() for _, one, rect in self.view.target_rects() if one == deed]

    async def with_dialog(self, name: str) -> QImage:
        """Return a picture of the window with a dialog over its middle, once that is there."""
        await until(lambda: self.seen(name), name)
        dialog = self.widget(name)
        if dialog.isWindow():
            dialog.resize(dialog.size().boundedTo(_MOST))
        return _over(await self.grab(), dialog)

    def pick(self, agent: str) -> None:
        """Choose who answers; the notice of it would go by itself after a while: it is closed."""
        picker = self.widget("agentPicker")
        assert isinstance(picker, AgentPicker)
        picker.picked.emit(agent)
        self.input.click(self.widget("noticeClose"))

    async def say(self, text: str) -> None:
        """Say something, and wait for the answer."""
        await self.send(text)
        await self.answered()

    async def send(self, text: str) -> None:
        """Say something."""
        composer = self.widget("composer")
        before = self.rows()
        self.input.type(composer, text)
        self.input.key(composer, Qt.Key.Key_Return)
        await until(lambda: self.rows() == before + 2, f"the message {text!r}")

    async def find(self, words: str) -> None:
        """Look for words in the conversation, and wait for what is found."""
        self.trigger("actionFind")
        await until(lambda: self.seen("findField"), "the field to find words")
        self.input.type(self.widget("findField"), words)
        count = self.window.findChild(QLabel, "findCount")
        await until(lambda: count is not None and count.text(), "what was found")

    async def answered(self) -> None:
        """Wait until the newest answer is complete."""
        await until(self.settled, "the end of the answer")
        await asyncio.sleep(FRAME_SECONDS)
        self.view.flush()

    def settled(self) -> bool:
        """Whether the newest answer is complete."""
        entry = self.view.model().entry(self.rows() - 1)
        return isinstance(entry, AnswerEntry) and entry.answer.settled

    async def open_details(self) -> None:
        """Open how the newest answer was computed."""
        last = self.rows() - 1
        self.view.jump_to_latest()
        for row, value, rect in self.view.target_rects():
            if row == last and value.startswith("toggle"):
                self.input.click(self.view.viewport(), rect.center().toPoint())
                await asyncio.sleep(FRAME_SECONDS)
                return
        raise LookupError("The answer does not say how it was computed.")

    def scroll_to_details(self) -> None:
        """Let these stand at the top."""
        last = self.rows() - 1
        for row, value, rect in self.view.target_rects():
            if row == last and value.startswith("toggle"):
                self.view.scroll_by(round(rect.y()) - _ABOVE)

    async def grab(self) -> QImage:
        """Return a picture of the window."""
        # Two frames: one for the layout, one for what the layout brought to the screen.
        await asyncio.sleep(FRAME_SECONDS)
        self.view.flush()
        await asyncio.sleep(FRAME_SECONDS)
        return self.window.grab().toImage()

    def speak(self, language: str) -> None:
        """Let the window speak a language."""
        self.trigger(f"actionLanguage{language.capitalize()}")

    def trigger(self, name: str) -> None:
        """Give a command."""
        action = self.window.findChild(QAction, name)
        if action is None:
            raise LookupError(f"There is no command {name!r}.")
        action.trigger()

    @property
    def view(self) -> ChatView:
        """The messages."""
        view = self.widget("chatView")
        assert isinstance(view, ChatView)
        return view

    def rows(self) -> int:
        """Return how many messages there are."""
        return self.view.model().rowCount()

    def widget(self, name: str) -> QWidget:
        """Return what has that name."""
        found = self.window.findChild(QWidget, name)
        if found is None:
            raise LookupError(f"There is no widget {name!r}.")
        return found

    def listed(self, name: str) -> int:
        """Return how many rows a list of that name has."""
        found = self.window.findChild(QAbstractItemView, name)
        return found.model().rowCount() if found is not None else 0

    def seen(self, name: str) -> bool:
        """Whether something of that name is in sight."""
        found = self.window.findChild(QWidget, name)
        return found is not None and found.isVisibleTo(self.window)


def _over(window: QImage, dialog: QWidget) -> QImage:
    """Return a picture of the window with a dialog in its middle, where the desktop puts it."""
    if not dialog.isWindow():
        return window
    image = dialog.grab().toImage()
    size = image.deviceIndependentSize()
    room = window.deviceIndependentSize()
    painter = QPainter(window)
    at = QPointF((room.width() - size.width()) / 2, max(0.0, (room.height() - size.height()) / 2))
    painter.drawImage(QRectF(at, size), image)
    painter.setPen(QColor("#808080"))
    painter.drawRect(QRectF(at, size))
    painter.end()
    return window
