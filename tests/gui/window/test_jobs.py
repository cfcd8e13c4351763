"""Jobs of somebody with a table, by keys alone and by the pointer alone, as docs/window.md tells.

Each hand has no other: keys go to what has the keyboard, clicks to what is in sight.
"""

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QLineEdit,
    QMenu,
    QPushButton,
    QWidget,
)

from app.composition import open_desk
from app.profile.settings import Settings

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
]

PAGE = Path(__file__).parents[3] / "docs" / "window.md"
DONE = "completed"
SIZE = QSize(1100, 880)


def promised() -> dict[str, tuple[int, int, int]]:
    """Keys, clicks and notches of each job, by the words before the first colon."""
    rows = re.findall(r"^\| ([^|]+) \| (\d+) \| (\d+) \| (\d+) \|$", PAGE.read_text(), re.M)
    return {said.partition(":")[0]: (int(a), int(b), int(c)) for said, a, b, c in rows}


class Hand:
    """What is done with one hand, counted; words that are typed are not."""

    def __init__(self, person: Any) -> None:
        self.person = person
        self.count = 0

    async def has_keyboard(self, name: str) -> QWidget:
        """Wait until something of that name has the keyboard, in the window in front.

        Without a window manager nobody else says which that is.
        """
        (QApplication.activeModalWidget() or self.person.window).activateWindow()

        def held() -> bool:
            focused = QApplication.focusWidget()
            return focused is not None and focused.objectName() == name

        await self.person.sees(held)
        return QApplication.focusWidget()  # type: ignore[return-value]

    async def key(self, keys: str, at: str = "composer") -> None:
        held = await self.has_keyboard(at)
        # As the window system has it: what hangs over a field, as its completions do, comes first.
        QTest.keySequence(QApplication.activePopupWidget() or held, QKeySequence(keys))
        self.count += 1

    async def type(self, words: str, at: str = "composer") -> None:
        QTest.keyClicks(await self.has_keyboard(at), words)

    async def named(self, words: str) -> None:
        """Give a command, or press what the answer at hand offers, by its name."""
        await self.key("Ctrl+Shift+P")
        await self.type(words, at="commandPaletteField")
        await self.key("Return", at="commandPaletteField")

    def click(self, on: QWidget, at: QPoint | None = None) -> None:
        assert on.isVisible()
        place = on.rect().center() if at is None else at
        assert on.rect().contains(place), "it is in sight"
        QTest.mouseClick(on, Qt.MouseButton.LeftButton, pos=place)
        self.count += 1

    async def press(self, deed: str) -> None:
        """Press what is painted in the newest answer that has it."""
        view = self.person.find("chatView")
        await self.person.sees(lambda: deed in [one for _, one, _ in view.target_rects()])
        rect = [rect for _, one, rect in view.target_rects() if one == deed][-1]
        self.click(view.viewport(), rect.center().toPoint())

    async def menu(self, *names: str) -> None:
        bar = self.person.window.menuBar()
        title = next(one for one in bar.actions() if one.text().replace("&", "") == names[0])
        self.click(bar, bar.actionGeometry(title).center())
        menu = title.menu()
        await self.person.sees(menu.isVisible)
        assert isinstance(menu, QMenu)
        line = next(one for one in menu.actions() if names[1] in one.text().replace("&", ""))
        self.click(menu, menu.actionGeometry(line).center())


Jobs = dict[str, Callable[[Hand], Awaitable[None]]]


async def answered(hand: Hand, answers: int) -> None:
    await hand.person.sees(lambda: hand.person.states() == [DONE] * answers)


def seen(hand: Hand, deed: str) -> bool:
    """Whether what belongs to a deed is in sight, without scrolling."""
    view = hand.person.find("chatView")
    room = view.viewport().rect().toRectF()
    return any(one == deed and room.contains(rect) for _, one, rect in view.target_rects())


def by_keys(sales: Path) -> Jobs:
    async def opened(hand: Hand) -> None:
        await hand.key("Ctrl+O")
        await hand.type(str(sales), at="fileNameEdit")
        await hand.key("Return", at="fileNameEdit")

    async def asked(hand: Hand) -> None:
        await hand.type("total amount by region")
        await hand.key("Return")

    async def board(hand: Hand) -> None:
        await hand.named("pin to")
        await hand.key("Ctrl+Shift+B")
        await hand.person.sees(lambda: hand.person.shows("boardAskAnew"))
        await hand.person.sees(hand.person.find("boardAskAnew").isEnabled)
        await hand.key("Alt+A", at="boardChoice")

    async def less(hand: Hand) -> None:
        await hand.named("without")

    async def chart(hand: Hand) -> None:
        await hand.named("copy picture")

    return {
        "A file opened": opened,
        "A question; its headline and picture are in sight": asked,
        "The chart on the clipboard": chart,
        "An answer pinned, the board opened and asked anew": board,
        "That taken off again": less,
    }


def by_pointer(sales: Path) -> Jobs:
    async def opened(hand: Hand) -> None:
        await hand.menu("File", "Open Data File")
        await hand.person.sees(lambda: hand.person.shows("openDataDialog"))
        dialog = hand.person.find("openDataDialog")
        files = dialog.findChild(QAbstractItemView, "treeView")

        model = files.model()

        def listed() -> dict[str, Any]:
            root = files.rootIndex()
            rows = (model.index(row, 0, root) for row in range(model.rowCount(root)))
            return {str(row.data()): row for row in rows}

        await hand.person.sees(lambda: sales.name in listed())
        hand.click(files.viewport(), files.visualRect(listed()[sales.name]).center())
        assert dialog.findChild(QLineEdit, "fileNameEdit").text() == sales.name
        hand.click(next(b for b in dialog.findChildren(QPushButton) if "Open" in b.text()))

    async def asked(hand: Hand) -> None:
        await hand.type("total amount by region")
        hand.click(hand.person.find("sendButton"))

    async def board(hand: Hand) -> None:
        await hand.press("pin")
        await hand.menu("View", "Board")
        await hand.person.sees(lambda: hand.person.shows("boardAskAnew"))
        await hand.person.sees(hand.person.find("boardAskAnew").isEnabled)
        hand.click(hand.person.find("boardAskAnew"))

    async def less(hand: Hand) -> None:
        await hand.press("scope_off:1")

    async def chart(hand: Hand) -> None:
        await hand.press("copy_chart")

    return {
        "A file opened": opened,
        "A question; its headline and picture are in sight": asked,
        "The chart on the clipboard": chart,
        "An answer pinned, the board opened and asked anew": board,
        "That taken off again": less,
    }


@pytest.fixture
async def analyst(
    open_window: Any, profile: Path, sales: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Any]:
    """Somebody in the folder of a table, before a window in which nothing was said."""
    monkeypatch.chdir(sales.parent)
    async with open_desk(Settings(profile=profile)) as opened:
        person = await open_window(with_desk=opened.desk, on_open_data=opened.open_data)
        person.window.resize(SIZE)
        person.window.activateWindow()
        await person.sees(person.window.isActiveWindow)
        person.find("composer").setFocus()
        yield person
        person.window.close()
        await person.window.closed()


@pytest.mark.parametrize("way", [by_keys, by_pointer])
async def test_no_job_takes_more_than_the_page_tells(analyst: Any, sales: Path, way: Any) -> None:
    told, at = promised(), 0 if way is by_keys else 1
    for number, (job, do) in enumerate(way(sales).items()):
        hand = Hand(analyst)
        await do(hand)
        assert hand.count <= told[job][at], job
        await answered(hand, [1, 2, 2, 3, 4][number])
        match number:
            case 0:
                assert seen(hand, "correct:3"), "its columns are in sight"
            case 1:
                assert seen(hand, "copy_chart"), "its picture is in sight"
            case 2:
                assert not QApplication.clipboard().image().isNull()
            case 3:
                analyst.find("boardWindow").close()
            case _:
                assert "2,400" in analyst.rows()[-1][0]
