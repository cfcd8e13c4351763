"""The whole window on a stored profile: 500 conversations, one of them of any length.

Opening is timed from the click in the list until the messages stand on the screen, read from the
database. While five agents stream, while more arrives than can be taken, while everything is
searched and copied, a 16 ms timer says how late it is, and keys are typed.
"""

import asyncio
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QGuiApplication, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.conversations.store.repair import open_store
from app.desk.desk import Desk
from app.domain.conversations import AnswerEntry
from app.system.start import settle
from benchmarks.window.agent import PIECE, StreamAgents, streaming
from benchmarks.window.frames import Figures, memory_mb, share, timed
from benchmarks.window.lateness import Lateness
from benchmarks.window.profile import LISTED, LONG, NEEDLE, SHORT, fill
from gui.balance_gui import BalanceGUI
from gui.look.preferences import Preferences
from gui.platform.event_loop import run

STREAMS, RATE, SECONDS = 5, 60, 6.0
FLOOD_SECONDS = 4.0
OFFERED = 40_000
NOTCHES = 120


def measure(rows: int, app: QApplication) -> Figures:
    """Return the figures of a profile whose longest conversation has so many messages."""

    def mistaken(where: str, error: BaseException | None) -> None:
        raise SystemExit(f"{where}: {error!r}")

    QAccessible.setActive(True)
    with tempfile.TemporaryDirectory() as folder, streaming() as port:
        return run(_measure(rows, Path(folder), port), app=app, on_error=mistaken)


async def _measure(rows: int, folder: Path, port: int) -> Figures:
    store = (await open_store(folder / "desk.db")).store
    await fill(store, rows)
    agents = StreamAgents(port)
    desk = Desk(store=store, agents=agents)
    window = BalanceGUI(preferences=Preferences(language="en", theme="light"))
    window.resize(1180, 880)
    window.show()
    try:
        await window.attach(desk)
        whole = _Window(window, desk)
        return await whole.measure(rows)
    finally:
        window.close()
        await window.closed()
        await desk.aclose()
        await store.aclose()


class _Window:
    def __init__(self, window: BalanceGUI, desk: Desk) -> None:
        self._window = window
        self._taken: dict[str, int] = {}
        desk.watch(self._take)
        self._view: Any = None
        self._lateness = Lateness()

    async def measure(self, rows: int) -> Figures:
        await self._open(SHORT)
        self._view = self._widget("chatView")
        await self._open(f"c{LISTED // 2}")
        settle()
        empty = memory_mb()
        began = time.perf_counter()
        await self._open(LONG)
        found = {"open_ms": (time.perf_counter() - began) * 1e3}
        await self._scroll(found)
        found["memory_mb"] = memory_mb() - empty
        found["find_ms"] = await self._late(found, "find", self._find)
        found["copy_ms"] = await self._late(found, "copy", self._copy)
        if not QGuiApplication.clipboard().text():
            raise SystemExit("Nothing was copied.")
        QGuiApplication.clipboard().clear()
        found["idle_p99"] = share(await self._watched(asyncio.sleep(2)), 0.99)
        await self._streams(found)
        await self._flood(found)
        return found

    async def _open(self, context_id: str) -> None:
        """Click a conversation in the list and wait until its end is painted."""
        listed: Any = self._widget("conversationList")
        model = listed.model()
        index = model.index(model.row_of(context_id))
        listed.scrollTo(index)
        QTest.mouseClick(
            listed.viewport(), Qt.MouseButton.LeftButton, pos=listed.visualRect(index).center()
        )
        await until(lambda: self._window.context_id == context_id and self._ended(), context_id)
        self._widget("chatView").viewport().repaint()  # type: ignore[attr-defined]

    def _ended(self) -> bool:
        view: Any = self._window.findChild(QWidget, "chatView")
        if view is None or not view.placed_rows():
            return False
        last = view.model().rowCount() - 1
        own = view.model().entry(last)
        return (
            view.placed_rows()[-1].row == last
            and own is not None
            and own.answer.context_id == self._window.context_id
        )

    async def _scroll(self, found: Figures) -> None:
        """Turn the wheel through rows that come from the database, then back over them."""
        viewport = self._view.viewport()
        self._view.scroll_to(self._view.model().rowCount() // 2)
        await until(lambda: not self._grey(), "the middle")
        for name, way in (("cold", 120), ("warm", -120)):
            taken, grey = [], 0
            for _ in range(NOTCHES):
                centre = QPointF(viewport.rect().center())
                turn = QWheelEvent(
                    centre,
                    QPointF(viewport.mapToGlobal(centre.toPoint())),
                    QPoint(),
                    QPoint(0, way),
                    Qt.MouseButton.NoButton,
                    Qt.KeyboardModifier.NoModifier,
                    Qt.ScrollPhase.NoScrollPhase,
                    False,
                )

                def frame(turn: QWheelEvent = turn) -> None:
                    QApplication.sendEvent(viewport, turn)
                    viewport.repaint()

                taken.append(timed(frame))
                grey += self._grey()
                # A hand turns the wheel at sixty frames a second, not in one go.
                await asyncio.sleep(1 / 60)
            found[f"{name}_p99"] = share((wall for wall, _ in taken), 0.99)
            found[f"{name}_cpu_p50"] = median(cpu for _, cpu in taken)
            found[f"{name}_grey"] = float(grey)

    def _grey(self) -> bool:
        model = self._view.model()
        return any(model.entry(placed.row) is None for placed in self._view.placed_rows())

    async def _find(self) -> float:
        """Search everything for words that stand once, far up; return when its row is shown."""
        field: Any = self._widget("searchField")
        field.setFocus()
        field.setText(NEEDLE)
        results: Any = self._widget("searchResults")
        await until(lambda: results.isVisible() and results.model().rowCount() == 1, "the hit")
        began = time.perf_counter()
        QTest.keyClick(field, Qt.Key.Key_Return)
        await until(self._found, "the message that was searched for")
        self._view.viewport().repaint()
        spent = time.perf_counter() - began
        QTest.keyClick(field, Qt.Key.Key_Escape)
        return spent * 1e3

    def _found(self) -> bool:
        shown = [self._view.model().entry(placed.row) for placed in self._view.placed_rows()]
        return any(
            row is not None and row.kind == "request" and NEEDLE in row.message.text
            for row in shown
        )

    async def _copy(self) -> float:
        clipboard = QGuiApplication.clipboard()
        clipboard.clear()
        # To read so long a text back takes longer than to put it there: it is not ours to count.
        changed: list[bool] = []
        noting = clipboard.dataChanged.connect(lambda: changed.append(True))
        self._view.select_all()
        began = time.perf_counter()
        self._view.copy_selection()
        await until(lambda: changed, "the copy", seconds=60)
        spent = time.perf_counter() - began
        clipboard.disconnect(noting)
        return spent * 1e3

    async def _streams(self, found: Figures) -> None:
        """Five conversations stream at once, one of them on the screen; somebody types."""
        for number in range(STREAMS):
            await self._open(f"c{LISTED // 2 + number}")
            await self._say(f"{RATE} {SECONDS}")
        composer: Any = self._widget("composer")
        typed: list[float] = []

        async def type_on() -> None:
            for letter in "the quick brown fox jumps over the lazy dog" * 2:
                began = time.perf_counter()
                QTest.keyClick(composer, letter)
                composer.viewport().repaint()
                typed.append((time.perf_counter() - began) * 1e3)
                await asyncio.sleep(0.05)

        late = await self._watched(type_on())
        composer.clear()
        await until(lambda: not self._running(), "the ends of the streams", seconds=60)
        found["streams_p99"] = share(late, 0.99)
        found["streams_max"] = max(late)
        found["streams_over_33"] = float(sum(value > 33 for value in late))
        found["typed_p99"] = share(typed, 0.99)

    async def _flood(self, found: Figures) -> None:
        """More events than can be taken: first how many those are, then twice as many."""
        rate = OFFERED / STREAMS
        for part in ("limit", "flood"):
            for number in range(STREAMS):
                await self._open(f"c{LISTED // 2 + 10 + number + (part == 'flood') * 10}")
                await self._say(f"{rate} {FLOOD_SECONDS}")
            before = sum(self._taken.values())
            late = await self._watched(asyncio.sleep(FLOOD_SECONDS - 1))
            pieces = (sum(self._taken.values()) - before) / PIECE
            taken = pieces / (FLOOD_SECONDS - 1)
            await until(lambda: not self._running(), "the end of the flood", seconds=120)
            found[f"{part}_rate"], found[f"{part}_p99"] = taken, share(late, 0.99)
            found[f"{part}_max"] = max(late)
            rate = 2 * taken / STREAMS

    def _take(self, changed: object) -> None:
        if isinstance(changed, AnswerEntry) and changed.answer.artifacts:
            self._taken[changed.answer.turn_id] = len(changed.answer.artifacts[0].text)

    async def _say(self, text: str) -> None:
        composer: Any = self._widget("composer")
        composer.setPlainText(text)
        QTest.keyClick(composer, Qt.Key.Key_Return)
        await until(lambda: composer.toPlainText() == "", "the message is stored")

    def _running(self) -> bool:
        model: Any = self._widget("conversationList").model()  # type: ignore[attr-defined]
        told = (str(model.index(row).data(Qt.ItemDataRole.AccessibleTextRole)) for row in range(60))
        return any("Working…" in words for words in told)

    async def _late(self, found: Figures, name: str, act: Callable[[], Any]) -> float:
        self._lateness.start()
        spent = float(await act())
        found[f"{name}_late_max"] = max(self._lateness.stop(), default=0.0)
        return spent

    async def _watched(self, act: Any) -> list[float]:
        self._lateness.start()
        await act
        return self._lateness.stop()

    def _widget(self, name: str) -> QWidget:
        found = self._window.findChild(QWidget, name)
        if found is None:
            raise SystemExit(f"There is no widget {name!r}.")
        return found


async def until(so: Callable[[], object], what: str, *, seconds: float = 20.0) -> None:
    """Wait until something is so, without taking the window's turns."""
    async with asyncio.timeout(seconds):
        while not so():  # noqa: ASYNC110 (what is seen has no signal of its own)
            await asyncio.sleep(0.001)
