"""Jobs of somebody with a table, by keys alone and by the pointer alone, as docs/window.md tells.

A job is two lists of steps and what is seen at the end. Each hand has no other: keys go to what has
the keyboard, clicks to what is in sight.
"""

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from PySide6.QtCore import QModelIndex, QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QContextMenuEvent, QKeySequence, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QMenu,
    QWidget,
)

from app.composition import open_desk
from app.profile.settings import Settings
from gui.look.preferences import Preferences
from tests.contract.transport.executors import Turn
from tests.contract.transport.http_agents import served

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
]

PAGE = Path(__file__).parents[3] / "docs" / "window.md"
DONE = "completed"
SIZE = QSize(1440, 900)


def promised() -> dict[str, tuple[int, int, int]]:
    """Keys, clicks and notches of each job, by the words before the first colon."""
    rows = re.findall(r"^\| ([^|]+) \| (\d+) \| (\d+) \| (\d+) \|$", PAGE.read_text(), re.M)
    return {said.partition(":")[0]: (int(a), int(b), int(c)) for said, a, b, c in rows}


class Hand:
    """What is done with one hand, counted; words that are typed are not."""

    def __init__(self, person: Any) -> None:
        self.person = person
        self.keys = self.clicks = self.notches = 0

    async def there(self, found: Callable[[], Any]) -> Any:
        """Wait until something is there, and return it."""
        await self.person.sees(lambda: found() is not None)
        return found()

    async def has_keyboard(self, name: str) -> QWidget:
        """Wait until something of that name has the keyboard, and bring its window to the front.

        Without a window manager nobody else says which that is.
        """

        def held() -> QWidget | None:
            for one in QApplication.allWidgets():
                if one.objectName() == name and one.isVisible():
                    one.activateWindow()
            focused = QApplication.focusWidget()
            return focused if focused is not None and focused.objectName() == name else None

        return await self.there(held)  # type: ignore[no-any-return]

    def key(self, keys: str, held: QWidget) -> None:
        # As the window system has it: what hangs over a field, as its completions do, comes first.
        QTest.keySequence(QApplication.activePopupWidget() or held, QKeySequence(keys))
        self.keys += 1

    def click(self, on: QWidget, at: QPoint | None = None) -> None:
        assert on.isVisible()
        place = on.rect().center() if at is None else at
        assert on.rect().contains(place), "it is in sight"
        QTest.mouseClick(on, Qt.MouseButton.LeftButton, pos=place)
        self.clicks += 1

    def turn_wheel(self, notches: int) -> None:
        """Turn the wheel over the messages, down where `notches` are more than none."""
        on = self.person.find("chatView").viewport()
        at, none = on.rect().center(), Qt.MouseButton.NoButton
        for _ in range(abs(notches)):
            angle = QPoint(0, -120 if notches > 0 else 120)
            turned = QWheelEvent(
                QPointF(at), QPointF(on.mapToGlobal(at)), QPoint(), angle, none,
                Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
            )  # fmt: skip
            QApplication.sendEvent(on, turned)
            self.notches += 1


Step = Callable[[Hand], Awaitable[None]]


def key(keys: str, *, at: str = "composer") -> Step:
    async def step(hand: Hand) -> None:
        hand.key(keys, await hand.has_keyboard(at))

    return step


def menu_key(keys: str) -> Step:
    async def step(hand: Hand) -> None:
        hand.key(keys, await hand.there(QApplication.activePopupWidget))

    return step


def words(text: object, *, at: str = "composer") -> Step:
    async def step(hand: Hand) -> None:
        QTest.keyClicks(await hand.has_keyboard(at), str(text))

    return step


def named(name: str) -> tuple[Step, ...]:
    """Give a command, or press what the answer at hand offers, by its name."""
    field = "commandPaletteField"
    return key("Ctrl+Shift+P"), words(name, at=field), key("Return", at=field)


def click(name: str) -> Step:
    """Click what has that name, once it can be pressed."""

    async def step(hand: Hand) -> None:
        await hand.person.sees(lambda: enabled(hand.person, name))
        hand.click(hand.person.find(name))

    return step


def button(text: str) -> Step:
    """Click the button of that text in the dialog in front."""

    def found() -> QWidget | None:
        dialog = QApplication.activeModalWidget()
        buttons = dialog.findChildren(QAbstractButton) if dialog is not None else []
        return next((b for b in buttons if b.isVisible() and text in _plain(b.text())), None)

    async def step(hand: Hand) -> None:
        hand.click(await hand.there(found))

    return step


def press(deed: str) -> Step:
    """Press what is painted in the newest answer that has it; the wheel brings it into sight."""

    async def step(hand: Hand) -> None:
        view = hand.person.find("chatView")

        def place() -> Any:
            return next((r for _, one, r in reversed(view.target_rects()) if one == deed), None)

        room = view.viewport().rect()
        while not room.contains((at := (await hand.there(place)).center()).toPoint()):
            hand.turn_wheel(1 if at.y() > room.center().y() else -1)
            assert hand.notches < 50, f"{deed} at {at} is not in {room}"
        hand.click(view.viewport(), place().center().toPoint())

    return step


def menu(title: str, text: str) -> tuple[Step, ...]:
    """Open a menu of the bar and click the line that has a text."""

    async def step(hand: Hand) -> None:
        bar = hand.person.window.menuBar()
        over = next(one for one in bar.actions() if _plain(one.text()) == title)
        hand.click(bar, bar.actionGeometry(over).center())

    return step, line(text)


def line(text: str, *, pressed: bool = True) -> Step:
    """Click a line of the menu that is open, or only point at it."""

    def found() -> tuple[QMenu, QPoint] | None:
        for top in QApplication.topLevelWidgets():
            if isinstance(top, QMenu) and top.isVisible():
                for one in top.actions():
                    if text in _plain(one.text()):
                        return top, top.actionGeometry(one).center()
        return None

    async def step(hand: Hand) -> None:
        over, place = await hand.there(found)
        if pressed:
            hand.click(over, place)
        else:
            QTest.mouseMove(over, place)

    return step


def item(name: str, text: str) -> Step:
    """Click what has a text in the list of that name."""

    def found() -> tuple[QAbstractItemView, QModelIndex] | None:
        for top in QApplication.topLevelWidgets():
            for one in top.findChildren(QAbstractItemView, name):
                if one.isVisible():
                    return next(((one, row) for row in _rows(one) if text in str(row.data())), None)
        return None

    async def step(hand: Hand) -> None:
        files, row = await hand.there(found)
        hand.click(files.viewport(), files.visualRect(row).center())

    return step


def choice(name: str, text: str) -> tuple[Step, ...]:
    """Click a box, and what has a text in the list that drops down."""

    def box() -> QComboBox | None:
        dialog = QApplication.activeModalWidget()
        return dialog.findChild(QComboBox, name) if dialog is not None else None

    async def opened(hand: Hand) -> None:
        hand.click(await hand.there(box))

    async def chosen(hand: Hand) -> None:
        files = box().view()  # type: ignore[union-attr]
        await hand.person.sees(files.isVisible)
        row = next(row for row in _rows(files) if text in str(row.data()))
        place = files.visualRect(row).center()
        QTest.mouseMove(files.viewport(), place)  # else it is the press that has opened the list
        hand.click(files.viewport(), place)

    return opened, chosen


def context_menu(name: str, text: str) -> tuple[Step, ...]:
    """Press what has that name with the right button, and click a line of its menu."""

    async def step(hand: Hand) -> None:
        await hand.person.sees(lambda: hand.person.shows(name))
        on = hand.person.find(name).viewport()
        at = on.rect().center()
        kind = QContextMenuEvent.Reason.Mouse
        QApplication.sendEvent(on, QContextMenuEvent(kind, at, on.mapToGlobal(at)))
        hand.clicks += 1

    return step, line(text)


def sees(condition: Callable[[Any], object]) -> Step:
    """Wait until something is so."""

    async def step(hand: Hand) -> None:
        await hand.person.sees(lambda: condition(hand.person))

    return step


def offered(deed: str) -> Step:
    """Wait until an answer that is laid out has a deed."""

    def there(person: Any) -> bool:
        return any(one == deed for _, one, _ in person.find("chatView").target_rects())

    return sees(there)


def left(name: str) -> Step:
    """Close a window."""

    async def step(hand: Hand) -> None:
        hand.person.find(name).close()

    return step


def enabled(person: Any, name: str) -> bool:
    return bool(person.shows(name) and person.find(name).isEnabled())


def _rows(view: QAbstractItemView) -> Iterator[QModelIndex]:
    root = view.rootIndex()
    return (view.model().index(row, 0, root) for row in range(view.model().rowCount(root)))


def _plain(text: str) -> str:
    return text.replace("&", "")


class Job(NamedTuple):
    """What is done either way, what is so at its end, and what is done after that, uncounted."""

    keys: tuple[Step, ...]
    pointer: tuple[Step, ...]
    done: Callable[[Any], object]
    after: tuple[Step, ...] = ()


def newest(person: Any, *, state: str = DONE, said: str = "") -> bool:
    """Whether the newest answer is in a state, and says something."""
    rows = person.rows()
    return bool(rows) and rows[-1][1] == state and said in rows[-1][0]


def in_sight(person: Any, deed: str) -> bool:
    """Whether what belongs to a deed is in sight, without scrolling."""
    view = person.find("chatView")
    room = view.viewport().rect().toRectF()
    return any(one == deed and room.contains(rect) for _, one, rect in view.target_rects())


def jobs(sales: Path, address: str) -> dict[str, Job]:
    """Return the jobs by the words that the page begins them with."""
    file, field, sql = "fileNameEdit", "searchAllField", "statementField"
    query = words("SELECT product, count(*) AS n FROM sales GROUP BY product", at=sql)
    asked, waits = words("total amount by region"), words("@echo wait")
    ready = sees(lambda person: enabled(person, "boardAskAnew"))
    asks = sees(lambda person: person.shows("choice1"))
    works = sees(lambda person: person.states() == ["working"])
    stopped = sees(lambda person: person.states() == ["canceled"])
    found = sees(lambda person: person.find("searchAllResults").model().rowCount())
    return {
        "A file opened": Job(
            (key("Ctrl+O"), words(sales, at=file), key("Return", at=file)),
            (*menu("File", "Open Data File"), item("treeView", sales.name), button("Open")),
            lambda person: newest(person) and in_sight(person, "correct:3"),
        ),
        "A question; its headline and picture are in sight": Job(
            (asked, key("Return")),
            (asked, click("sendButton")),
            lambda person: newest(person, said="1,200") and in_sight(person, "copy_chart"),
        ),
        "The chart on the clipboard": Job(
            named("copy picture"),
            (press("copy_chart"),),
            lambda person: not QApplication.clipboard().image().isNull(),
        ),
        "Only one region": Job(
            (*named("add"), menu_key("O"), menu_key("Return"), menu_key("Return")),
            (press("scope_add"), line("Only"), line("region", pressed=False), line("East")),
            lambda person: newest(person, said="1,200") and len(person.states()) == 3,
        ),
        "That taken off again": Job(
            named("without"),
            (press("scope_off:1"),),
            lambda person: newest(person, said="400") and len(person.states()) == 4,
        ),
        "A table saved as CSV": Job(
            (*named("csv"), key("Return", at=file)),
            (press("save_csv"), button("Save")),
            lambda person: ".csv" in "".join(person.find("notices").texts()),
        ),
        "An answer pinned, the board opened and asked anew": Job(
            (*named("pin to"), key("Ctrl+Shift+B"), ready, key("Alt+A", at="boardChoice")),
            (press("pin"), *menu("View", "Board"), click("boardAskAnew")),
            lambda person: "nothing changed" in person.find("boardChanges").text(),
            after=(left("boardWindow"),),
        ),
        "Two results compared": Job(
            (key("Ctrl+Shift+D"), key("Return", at="comparePaletteField")),
            (*menu("Conversation", "Compare"), item("comparePaletteList", "region")),
            lambda person: person.shows("compareTable"),
            after=(left("compareWindow"),),
        ),
        "The SQL of an answer opened, written anew and run": Job(
            (
                *named("how was"),
                offered("edit_sql"),
                *named("edit and"),
                key("Ctrl+A", at=sql),
                query,
                key("Ctrl+Return", at=sql),
            ),
            (press("toggle"), press("edit_sql"), *context_menu(sql, "Select All"), query,
             click("statementRun")),
            lambda person: newest(person, said="3 rows"),
        ),
        "The data page looked at again, a column called otherwise": Job(
            (
                *named("data holds"),
                offered("correct:3"),
                *named("correct amount"),
                words("stars", at="columnLabel"),
                key("Return", at="columnLabel"),
            ),
            (
                click("dataPageButton"),
                press("correct:3"),
                words("stars", at="columnLabel"),
                click("columnKeep"),
            ),
            lambda person: newest(person, said="Corrected: stars"),
        ),
        "A new conversation, a question, one that comes back answered": Job(
            (key("Ctrl+N"), words("Show me the win rate"), key("Return"), asks, key("1")),
            (click("newButton"), words("Show me the win rate"), click("sendButton"), asks,
             click("choice1")),
            lambda person: newest(person, said="50%"),
        ),
        "An earlier state of the conversation, and back": Job(
            (key("Ctrl+Shift+H"), *2 * (key("Left", at="travelSlider"),),
             key("Escape", at="travelSlider")),
            (*menu("View", "Time Travel"), *2 * (click("travelBefore"),), click("travelClose")),
            lambda person: newest(person) and not person.shows("travelBar"),
        ),
        "The conversation saved as PDF": Job(
            (key("Ctrl+Shift+E"), key("End", at=file), *2 * (key("Backspace", at=file),),
             words("pdf", at=file), key("Return", at=file)),
            (*menu("File", "Export"), *choice("fileTypeCombo", "PDF"), button("Save")),
            lambda person: ".pdf" in "".join(person.find("notices").texts()),
        ),
        "A new conversation, a question, stopped and tried again": Job(
            (key("Ctrl+N"), waits, key("Return"), works, key("Escape"), stopped, key("Ctrl+R")),
            (click("newButton"), waits, click("sendButton"), works, click("stopButton"), stopped,
             press("retry")),
            lambda person: person.states() == ["canceled", "working"],
            after=(click("stopButton"),),
        ),
        "An old conversation found by words in it": Job(
            (key("Ctrl+Shift+F"), words("win rate", at=field), found, key("Return", at=field)),
            (*menu("Edit", "Search E"), words("win rate", at=field), found,
             item("searchAllResults", "win rate")),
            lambda person: person.rows() and person.rows()[0][0] == "Show me the win rate",
        ),
        "An agent added by its address, its card read first": Job(
            (*named("add an agent"), words(address, at="addAgentAddress"),
             key("Return", at="addAgentAddress"), key("Tab", at="addAgentScroll"),
             key("Tab", at="addAgentCancel"), key("Space", at="addAgentAccept")),
            (*menu("File", "Add an"), words(address, at="addAgentAddress"), click("addAgentLook"),
             click("addAgentAccept")),
            lambda person: "scripted" in "".join(person.find("notices").texts()),
        ),
    }  # fmt: skip


OF_A_TABLE = ("A file opened", "A question; its headline and picture are in sight")
SITTINGS = (
    (
        *OF_A_TABLE,
        "The chart on the clipboard",
        "Only one region",
        "That taken off again",
        "Two results compared",
        "A table saved as CSV",
    ),
    (
        *OF_A_TABLE,
        "An answer pinned, the board opened and asked anew",
        "The SQL of an answer opened, written anew and run",
        "The data page looked at again, a column called otherwise",
    ),
    (
        "A new conversation, a question, one that comes back answered",
        "An earlier state of the conversation, and back",
        "The conversation saved as PDF",
        "A new conversation, a question, stopped and tried again",
        "An old conversation found by words in it",
        "An agent added by its address, its card read first",
    ),
)


async def obeys(turn: Turn) -> None:
    await turn.updater.complete()


@pytest.fixture
async def analyst(
    open_window: Any, profile: Path, sales: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Any]:
    """Somebody in the folder of a table, before a window in which nothing was said."""
    monkeypatch.chdir(sales.parent)
    async with open_desk(Settings(profile=profile), searchable=True) as opened:
        person = await open_window(
            preferences=Preferences(language="en", theme="light", folder=str(sales.parent)),
            with_desk=opened.desk,
            on_open_data=opened.open_data,
            search=opened.search,
            records=opened.records,
            adding=opened.adding,
        )
        person.window.resize(SIZE)
        person.window.activateWindow()
        await person.sees(person.window.isActiveWindow)
        person.find("composer").setFocus()
        yield person
        person.window.close()
        await person.window.closed()


@pytest.mark.parametrize("sitting", SITTINGS)
@pytest.mark.parametrize("way", ["keys", "pointer"])
async def test_no_job_takes_more_than_the_page_tells(
    analyst: Any, sales: Path, way: str, sitting: tuple[str, ...]
) -> None:
    told = promised()
    async with served(obeys) as at:
        carried = jobs(sales, f"{at.base}/scripted")
        for said in sitting:
            job, hand = carried[said], Hand(analyst)
            try:
                for step in getattr(job, way):
                    await step(hand)
                await analyst.sees(lambda job=job: job.done(analyst))
            except (TimeoutError, AssertionError) as error:
                raise AssertionError(f"{said}: {analyst.rows()[-2:]}") from error
            keys, clicks, notches = told[said]
            assert (hand.keys, hand.clicks) == ((keys, 0) if way == "keys" else (0, clicks)), said
            assert hand.notches <= notches, said
            for step in job.after:
                await step(Hand(analyst))


def test_every_job_of_the_page_is_carried() -> None:
    assert set(promised()) == {said for sitting in SITTINGS for said in sitting}
