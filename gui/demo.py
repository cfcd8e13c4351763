"""Drives the real window through a conversation as a person does, and takes its pictures."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QAction,
    QColor,
    QImage,
    QPainter,
)
from PySide6.QtWidgets import QApplication, QWidget

from app.domain.conversations import AnswerEntry
from gui.balance_gui import BalanceGUI
from gui.chat.view import ChatView
from gui.connections.agent_picker import AgentPicker
from gui.platform.input_events import InputEvents, until

WIDE = QSize(1180, 880)
TALL = QSize(1180, 1300)
NARROW = QSize(420, 800)
SHEET = QSize(1100, 800)
"""The size of the window of each state on a sheet, where it is drawn at `SHARE` of that."""
SHARE = 0.5
_COLUMNS = 3
_GAP = 12
_FRAME_SECONDS = 0.15
_ABOVE = 24
_NOBODY = "http://127.0.0.1:9"


class Script(NamedTuple):
    """What is said in one language: the open question and its answer, then what follows."""

    ask: str
    race: str
    follow: str
    combine: str
    compare: str
    search: str


SCRIPTS = {
    "en": Script(
        ask="Show me the win rate",
        race="Terran",
        follow="And Zerg?",
        combine="Summarise the earlier analyses",
        compare="Show the Terran win rate by map as a table and a chart",
        search="win rate",
    ),
    "ko": Script(
        ask="승률 알려줘",
        race="테란",
        follow="저그는?",
        combine="이전 분석들을 종합해줘",
        compare="테란 승률을 맵별로 표와 차트로 보여줘",
        search="승률",
    ),
    "es": Script(
        ask="Dime la tasa de victorias",
        race="Terran",
        follow="¿Y Zerg?",
        combine="Resume los análisis anteriores",
        compare="Muestra la tasa de victorias de Terran por mapa en una tabla y un gráfico",
        search="tasa",
    ),
}


def use_sharp_pixels() -> None:
    """Draw with two pixels for each; to be called before the application is made."""
    os.environ.setdefault("QT_SCALE_FACTOR", "2")


async def run_demo(
    window: BalanceGUI,
    out: Path,
    *,
    language: str = "en",
    told: Callable[[Path], None] = lambda _: None,
) -> list[Path]:
    """Carry the conversation in a window that is attached to an empty desk; return the pictures.

    The pictures have the pixel ratio of the screen: see `use_sharp_pixels`. `language` is the one
    of the longest part (`en`, `ko` or `es`). `told` hears of each picture as it is written. Raises
    TimeoutError when something that should be seen does not come, and OSError when a picture
    cannot be written.
    """
    await asyncio.to_thread(out.mkdir, parents=True, exist_ok=True)
    demo = _Demo(window, out, told)
    QApplication.setCursorFlashTime(0)
    await demo.prepare(language)
    await demo.long_conversation(SCRIPTS[language])
    for other in SCRIPTS:
        if other != language:
            await demo.short_conversation(other, SCRIPTS[other])
    await demo.narrow(language, SCRIPTS[language])
    return demo.pictures


async def run_sheet(window: BalanceGUI, path: Path, *, language: str) -> QImage:
    """Lead a window on an empty desk through its main states; write and return them on one sheet.

    The window speaks the language and has its theme already. The sheet tells in its text `font`
    what it was drawn with. Raises as `run_demo` does.
    """
    QApplication.setCursorFlashTime(0)
    demo = _Demo(window, path.parent, lambda _: None)
    sheet = _on_one_sheet(await demo.states(SCRIPTS[language]))
    sheet.setText("font", QApplication.font().family())
    await asyncio.to_thread(path.parent.mkdir, parents=True, exist_ok=True)
    if not await asyncio.to_thread(sheet.save, str(path)):
        raise OSError(f"The picture {path} could not be written.")
    return sheet


def _on_one_sheet(images: list[QImage]) -> QImage:
    """Return the images side by side, each at its share of the window's size."""
    size = SHEET * SHARE
    rows = -(-len(images) // _COLUMNS)
    across, down = size.width() + _GAP, size.height() + _GAP
    sheet = QImage(_COLUMNS * across + _GAP, rows * down + _GAP, QImage.Format.Format_RGB32)
    sheet.fill(QColor("#808080"))
    painter = QPainter(sheet)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    for at, image in enumerate(images):
        row, column = divmod(at, _COLUMNS)
        smooth = image.scaled(
            size,
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        smooth.setDevicePixelRatio(1)
        corner = (_GAP + column * across, _GAP + row * down)
        painter.drawImage(QRect(*corner, smooth.width(), smooth.height()), smooth)
    painter.end()
    return sheet


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


class _Demo:
    def __init__(self, window: BalanceGUI, out: Path, told: Callable[[Path], None]) -> None:
        self._window = window
        self._out = out
        self._told = told
        self._input = InputEvents()
        self.pictures: list[Path] = []

    async def prepare(self, language: str) -> None:
        self._window.resize(WIDE)
        self._trigger("actionThemeLight")
        self._speak(language)
        await until(lambda: self._seen("starter1"), "the example questions")

    async def long_conversation(self, script: Script) -> None:
        await self._picture("first-run")
        await self._say(script.ask)
        await until(lambda: self._seen("choice1"), "the choices of the question")
        await self._picture("question")
        await self._say(script.race)
        await self._picture("answer")
        await self._say(script.follow)
        await self._say(script.combine)
        await self._picture("synthesis")
        self._window.resize(TALL)
        await self._say(script.compare)
        await self._picture("table-and-chart")
        self._trigger("actionThemeDark")
        await self._picture("dark")
        self._trigger("actionThemeLight")
        self._window.resize(WIDE)
        await self._open_details()
        self._scroll_to_details()
        await self._picture("how-computed")

    async def short_conversation(self, language: str, script: Script) -> None:
        self._speak(language)
        self._trigger("actionNewConversation")
        await until(lambda: self._seen("starter1"), "the example questions")
        await self._say(script.ask)
        await until(lambda: self._seen("choice1"), "the choices of the question")
        await self._say(script.race)
        await self._say(script.follow)
        self._view.jump_to_latest()
        await self._picture({"ko": "korean", "es": "spanish", "en": "english"}[language])
        self._trigger("actionThemeDark")
        self._trigger("actionNewConversation")
        await self._say(script.ask)
        await until(lambda: self._seen("choice1"), "the choices of the question")
        await self._picture(f"needs-you-{language}")
        self._trigger("actionThemeLight")

    async def states(self, script: Script) -> list[QImage]:
        """Return what the window looks like in each of its main states."""
        self._window.resize(SHEET)
        await until(lambda: self._seen("starter1"), "the example questions")
        found = [await self._grab()]
        await self._say(script.ask)
        await until(lambda: self._seen("choice1"), "the choices of the question")
        found.append(await self._grab())
        await self._say(script.race)
        await self._say(script.follow)
        found.append(await self._grab())
        await self._say(script.compare)
        found.append(await self._grab())
        await self._open_details()
        self._scroll_to_details()
        found.append(await self._grab())
        field = self._widget("searchField")
        self._input.type(field, script.search)
        await until(lambda: self._seen("searchResults"), "what the search found")
        found.append(await self._grab())
        self._input.key(field, Qt.Key.Key_Escape)
        return [*found, *await self._troubles(script), *await self._dialogs(script)]

    async def _troubles(self, script: Script) -> list[QImage]:
        """Return what failed, what is being made, what was stopped, and whom nobody reaches."""
        self._trigger("actionNewConversation")
        await self._say("@echo fail")
        await self._send("@echo wait")
        await until(lambda: self._seen("stopButton"), "the agent at work")
        self._input.type(self._widget("composer"), script.follow)
        self._input.key(self._widget("composer"), Qt.Key.Key_Return)
        await until(lambda: self._seen("queued"), "the message that waits")
        found = [await self._grab()]
        self._trigger("actionStop")
        await until(self._settled, "the end of the answer")
        found.append(await self._grab())
        self._trigger("actionNewConversation")
        self._pick(_NOBODY)
        await self._say(script.ask)
        found.append(await self._grab())
        return found

    async def _dialogs(self, script: Script) -> list[QImage]:
        """Return a few dialogs over the window, and the window when it is narrow."""
        found = []
        for command, name in (
            ("actionPalette", "commandPalette"),
            ("actionShortcuts", "shortcutSheet"),
        ):
            self._trigger(command)
            await until(lambda name=name: self._seen(name), name)  # type: ignore[misc]
            found.append(_over(await self._grab(), self._widget(name)))
            self._widget(name).close()
        self._window.resize(NARROW)
        self._trigger("actionNewConversation")
        self._pick("data")
        await self._say(script.ask)
        await until(lambda: self._seen("choice1"), "the choices of the question")
        found.append(await self._grab())
        return found

    async def narrow(self, language: str, script: Script) -> None:
        self._speak(language)
        field = self._widget("searchField")
        self._input.type(field, script.search)
        await until(lambda: self._seen("searchResults"), "what the search found")
        self._input.key(field, Qt.Key.Key_Return)
        await asyncio.sleep(_FRAME_SECONDS)
        await self._picture("search")
        self._input.key(field, Qt.Key.Key_Escape)
        self._window.resize(NARROW)
        self._trigger("actionNewConversation")
        await self._say(script.ask)
        await until(lambda: self._seen("choice1"), "the choices of the question")
        await self._picture("narrow")
        self._window.resize(WIDE)

    def _pick(self, agent: str) -> None:
        """Choose who answers; the notice of it would go by itself after a while: it is closed."""
        picker = self._widget("agentPicker")
        assert isinstance(picker, AgentPicker)
        picker.picked.emit(agent)
        self._input.click(self._widget("noticeClose"))

    async def _say(self, text: str) -> None:
        await self._send(text)
        await self._answered()

    async def _send(self, text: str) -> None:
        composer = self._widget("composer")
        before = self._rows()
        self._input.type(composer, text)
        self._input.key(composer, Qt.Key.Key_Return)
        await until(lambda: self._rows() == before + 2, f"the message {text!r}")

    async def _answered(self) -> None:
        await until(self._settled, "the end of the answer")
        await asyncio.sleep(_FRAME_SECONDS)
        self._view.flush()

    def _settled(self) -> bool:
        entry = self._view.model().entry(self._rows() - 1)
        return isinstance(entry, AnswerEntry) and entry.answer.settled

    async def _open_details(self) -> None:
        last = self._rows() - 1
        self._view.jump_to_latest()
        for row, value, rect in self._view.target_rects():
            if row == last and value.startswith("toggle"):
                self._input.click(self._view.viewport(), rect.center().toPoint())
                await asyncio.sleep(_FRAME_SECONDS)
                return
        raise LookupError("The answer does not say how it was computed.")

    def _scroll_to_details(self) -> None:
        last = self._rows() - 1
        for row, value, rect in self._view.target_rects():
            if row == last and value.startswith("toggle"):
                self._view.scroll_by(round(rect.y()) - _ABOVE)

    async def _picture(self, name: str) -> None:
        image = await self._grab()
        path = self._out / f"{len(self.pictures) + 1:02d}-{name}.png"
        if not await asyncio.to_thread(image.save, str(path)):
            raise OSError(f"The picture {path} could not be written.")
        self.pictures.append(path)
        self._told(path)

    async def _grab(self) -> QImage:
        # Two frames: one for the layout, one for what the layout brought to the screen.
        await asyncio.sleep(_FRAME_SECONDS)
        self._view.flush()
        await asyncio.sleep(_FRAME_SECONDS)
        return self._window.grab().toImage()

    def _speak(self, language: str) -> None:
        self._trigger(f"actionLanguage{language.capitalize()}")

    def _trigger(self, name: str) -> None:
        action = self._window.findChild(QAction, name)
        if action is None:
            raise LookupError(f"There is no command {name!r}.")
        action.trigger()

    @property
    def _view(self) -> ChatView:
        view = self._widget("chatView")
        assert isinstance(view, ChatView)
        return view

    def _rows(self) -> int:
        return self._view.model().rowCount()

    def _widget(self, name: str) -> QWidget:
        found = self._window.findChild(QWidget, name)
        if found is None:
            raise LookupError(f"There is no widget {name!r}.")
        return found

    def _seen(self, name: str) -> bool:
        found = self._window.findChild(QWidget, name)
        return found is not None and found.isVisibleTo(self._window)
