"""A talk in the real window from its first start on, and pictures of it."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QApplication

from gui.balance_gui import BalanceGUI
from gui.demo.driver import FRAME_SECONDS, Driver
from gui.demo.scripts import SCRIPTS, Script
from gui.platform.input_events import until

WIDE = QSize(1180, 880)
TALL = QSize(1180, 1300)
NARROW = QSize(420, 800)


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


class _Demo(Driver):
    def __init__(self, window: BalanceGUI, out: Path, told: Callable[[Path], None]) -> None:
        super().__init__(window)
        self._out = out
        self._told = told
        self.pictures: list[Path] = []

    async def prepare(self, language: str) -> None:
        self.window.resize(WIDE)
        self.trigger("actionThemeLight")
        self.speak(language)
        await until(lambda: self.seen("starter1"), "the example questions")

    async def long_conversation(self, script: Script) -> None:
        await self._picture("first-run")
        await self.say(script.ask)
        await until(lambda: self.seen("choice1"), "the choices of the question")
        await self._picture("question")
        await self.say(script.race)
        await self._picture("answer")
        await self.say(script.follow)
        await self.say(script.combine)
        await self._picture("synthesis")
        self.window.resize(TALL)
        await self.say(script.compare)
        await self._picture("table-and-chart")
        self.trigger("actionThemeDark")
        await self._picture("dark")
        self.trigger("actionThemeLight")
        self.window.resize(WIDE)
        await self.open_details()
        self.scroll_to_details()
        await self._picture("how-computed")

    async def short_conversation(self, language: str, script: Script) -> None:
        self.speak(language)
        self.trigger("actionNewConversation")
        await until(lambda: self.seen("starter1"), "the example questions")
        await self.say(script.ask)
        await until(lambda: self.seen("choice1"), "the choices of the question")
        await self.say(script.race)
        await self.say(script.follow)
        self.view.jump_to_latest()
        await self._picture({"ko": "korean", "es": "spanish", "en": "english"}[language])
        self.trigger("actionThemeDark")
        self.trigger("actionNewConversation")
        await self.say(script.ask)
        await until(lambda: self.seen("choice1"), "the choices of the question")
        await self._picture(f"needs-you-{language}")
        self.trigger("actionThemeLight")

    async def narrow(self, language: str, script: Script) -> None:
        self.speak(language)
        field = self.widget("searchField")
        self.input.type(field, script.search)
        await until(lambda: self.seen("searchResults"), "what the search found")
        self.input.key(field, Qt.Key.Key_Return)
        await asyncio.sleep(FRAME_SECONDS)
        await self._picture("search")
        self.input.key(field, Qt.Key.Key_Escape)
        self.window.resize(NARROW)
        self.trigger("actionNewConversation")
        await self.say(script.ask)
        await until(lambda: self.seen("choice1"), "the choices of the question")
        await self._picture("narrow")
        self.window.resize(WIDE)

    async def _picture(self, name: str) -> None:
        image = await self.grab()
        path = self._out / f"{len(self.pictures) + 1:02d}-{name}.png"
        if not await asyncio.to_thread(image.save, str(path)):
            raise OSError(f"The picture {path} could not be written.")
        self.pictures.append(path)
        self._told(path)
