"""The main states of the window on one sheet: its screens, dialogs, failures, a narrow window."""

import asyncio
from datetime import date, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from gui.balance_gui import BalanceGUI
from gui.demo.driver import Driver
from gui.demo.scripts import SCRIPTS, Script
from gui.demo.talk import NARROW
from gui.platform.input_events import until

SHEET = QSize(1100, 800)
"""The size of the window of each state on a sheet, where it is drawn at `SHARE` of that."""
SHARE = 0.5
_COLUMNS = 5
_GAP = 12
_NOBODY = "http://127.0.0.1:9"
_ROWS = 120


async def run_sheet(window: BalanceGUI, path: Path, *, language: str) -> QImage:
    """Lead a window on an empty desk through its main states; write and return them on one sheet.

    The window speaks the language and has its theme already. The sheet tells in its text `font`
    what it was drawn with. Raises as `run_demo` does.
    """
    QApplication.setCursorFlashTime(0)
    window.resize(SHEET)
    with TemporaryDirectory(prefix="balance-desk-sheet-") as folder:
        sheet = _on_one_sheet(await _States(window).all(SCRIPTS[language], Path(folder)))
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


def _written(script: Script, path: Path, *, more: int = 0) -> None:
    """Write a table of orders; `more` adds to each amount."""
    places, things, first = script.values[:3], script.values[3:], date(2026, 1, 1)
    rows = (
        f"{first + timedelta(days=at)},{places[at % 3]},{things[at % 4]},{at * 37 % 90 + 10 + more}"
        for at in range(_ROWS)
    )
    path.write_text("\n".join([",".join(script.heads), *rows]), "utf-8")


class _States(Driver):
    async def all(self, script: Script, folder: Path) -> list[QImage]:
        """Return what the window looks like in each of its main states."""
        return [
            *await self._talk(script),
            *await self._without_table(script),
            *await self._table(script, folder / f"{script.table}.csv"),
            *await self._troubles(script),
            *await self._dialogs(script),
        ]

    async def _talk(self, script: Script) -> list[QImage]:
        await until(lambda: self.seen("starter1"), "the example questions")
        self.trigger("actionTour")
        await until(lambda: self.seen("tour"), "the tour")
        found = [await self.grab()]
        self.input.click(self.widget("tourSkip"))
        found.append(await self.grab())
        await self.say(script.ask)
        await until(lambda: self.seen("choice1"), "the choices of the question")
        found.append(await self.grab())
        await self.say(script.race)
        await self.say(script.follow)
        found.append(await self.grab())
        self.trigger("actionCompare")
        await until(lambda: self.seen("comparePaletteField"), "what can be compared")
        self.input.key(self.widget("comparePaletteField"), Qt.Key.Key_Return)
        found.append(await self.with_dialog("compareWindow"))
        self.widget("compareWindow").close()
        await self.find(script.race)
        found.append(await self.grab())
        self.input.click(self.widget("findClose"))
        await self.say(script.compare)
        found.append(await self.grab())
        await self.open_details()
        self.scroll_to_details()
        found.append(await self.grab())
        field = self.widget("searchField")
        self.input.type(field, script.search)
        await until(lambda: self.seen("searchResults"), "what the search found")
        found.append(await self.grab())
        self.input.key(field, Qt.Key.Key_Escape)
        return found

    async def _without_table(self, script: Script) -> list[QImage]:
        """Return several answers put together, and a refusal."""
        found = []
        for said in (script.combine, script.cause):
            await self.say(said)
            found.append(await self.grab())
        return found

    async def _table(self, script: Script, path: Path) -> list[QImage]:
        """Return the page of a table and a correction, SQL and what comes of it, and the board
        before and after the table has changed."""
        await asyncio.to_thread(_written, script, path)
        await self.window.open_data_file(path)
        await until(lambda: self.rows() == 2 and self.settled(), "the page of the table")
        found = [await self.grab()]
        await self.press("correct:3")
        found.append(await self.with_dialog("columnDialog"))
        self.input.click(self.widget("columnCancel"))
        await self.say(script.total)
        self.view.actionRequested.emit(self.rows() - 1, "pin")
        self.view.actionRequested.emit(self.rows() - 1, "edit_sql")
        await until(lambda: self.seen("statementField"), "the statement")
        field, before = self.widget("statementField"), self.rows()
        self.input.key(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        said = f'SELECT "{script.heads[2]}", count(*) AS n FROM {script.table} GROUP BY 1'  # noqa: S608
        self.input.type(field, said)
        found.append(await self.with_dialog("statementDialog"))
        self.input.click(self.widget("statementRun"))
        await until(lambda: self.rows() == before + 2, "the statement")
        await self.answered()
        found.append(await self.grab())
        self.trigger("actionBoard")
        await until(lambda: self.seen("boardView"), "the board")
        found.append(await self.with_dialog("boardWindow"))
        await asyncio.to_thread(_written, script, path, more=1)
        again = self.widget("boardAskAnew")
        self.input.click(again)
        await until(lambda: self.seen("boardChanges") and again.isEnabled(), "what has changed")
        found.append(await self.with_dialog("boardWindow"))
        self.widget("boardWindow").close()
        return found

    async def _troubles(self, script: Script) -> list[QImage]:
        """Return what failed, what is being made, what was stopped, and whom nobody reaches."""
        self.trigger("actionNewConversation")
        self.pick("data")
        await self.say("@echo fail")
        await self.send("@echo wait")
        await until(lambda: self.seen("stopButton"), "the agent at work")
        self.input.type(self.widget("composer"), script.follow)
        self.input.key(self.widget("composer"), Qt.Key.Key_Return)
        await until(lambda: self.seen("queued"), "the message that waits")
        found = [await self.grab()]
        self.trigger("actionStop")
        await until(self.settled, "the end of the answer")
        found.append(await self.grab())
        self.trigger("actionNewConversation")
        self.pick(_NOBODY)
        await self.say(script.ask)
        found.append(await self.grab())
        return found

    async def _dialogs(self, script: Script) -> list[QImage]:
        """Return a few dialogs over the window, and the window when it is narrow."""
        found = []
        for command, name in (
            ("actionPalette", "commandPalette"),
            ("actionShortcuts", "shortcutSheet"),
            ("actionAddAgent", "addAgent"),
        ):
            self.trigger(command)
            found.append(await self.with_dialog(name))
            self.widget(name).close()
        self.trigger("actionSearchAll")
        await until(lambda: self.seen("searchAllField"), "the search of everything")
        self.input.click(self.widget("searchAllFilters"))
        self.input.type(self.widget("searchAllField"), script.search)
        await until(lambda: self.listed("searchAllResults"), "what was found")
        found.append(await self.with_dialog("searchAll"))
        self.widget("searchAll").close()
        self.window.resize(NARROW)
        self.trigger("actionNewConversation")
        self.pick("data")
        await self.say(script.ask)
        await until(lambda: self.seen("choice1"), "the choices of the question")
        found.append(await self.grab())
        return found
