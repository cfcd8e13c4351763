"""A window on a desk in memory with a scripted agent, closed and put away after the test."""

import asyncio
import importlib.util
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from tests.patience import PATIENCE


def _load(name: str) -> ModuleType:
    path = Path(__file__).with_name(f"{name}.py")
    spec = importlib.util.spec_from_file_location(f"gui_tests_{name}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


scripted = _load("scripted")


class Person:
    """What a person does to a window: types, presses, composes Hangul; and waits to see."""

    def __init__(self, window: Any) -> None:
        self.window = window

    def find(self, name: str) -> Any:
        """Return the widget of an object name."""
        found = self.window.findChild(QWidget, name)
        assert found is not None, f"no widget {name!r}"
        return found

    def shows(self, name: str) -> bool:
        """Whether a widget of that name is before the person's eyes."""
        found = self.window.findChild(QWidget, name)
        return found is not None and found.isVisibleTo(self.window)

    def action(self, name: str) -> Any:
        """Return the action of an object name."""
        from PySide6.QtGui import QAction

        found = self.window.findChild(QAction, name)
        assert found is not None, f"no action {name!r}"
        return found

    def press(self, name: str) -> None:
        """Press a button with the mouse, where it stands when all has its room."""
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
        QTest.mouseClick(self.find(name), Qt.MouseButton.LeftButton)

    def key(self, key: Qt.Key, *held: Qt.KeyboardModifier, at: str = "composer") -> None:
        """Press a key while a widget has the focus."""
        modifiers = Qt.KeyboardModifier.NoModifier
        for one in held:
            modifiers |= one
        QTest.keyClick(self.find(at), key, modifiers)

    def compose(self, text: str, *, at: str = "composer") -> None:
        """Type with an input method: each syllable is composed, then committed."""
        target = self.find(at)
        for syllable in text:
            QApplication.sendEvent(target, QInputMethodEvent(syllable, []))
            commit = QInputMethodEvent("", [])
            commit.setCommitString(syllable)
            QApplication.sendEvent(target, commit)

    def say(self, text: str) -> None:
        """Type a text with an input method and send it with Enter."""
        self.compose(text)
        self.key(Qt.Key.Key_Return)

    def rows(self) -> list[tuple[str, str]]:
        """Return plain text and task state of every row of the chat that is at hand."""
        model = self.find("chatView").model()
        return [
            (
                str(model.index(row).data(model.PlainTextRole)),
                str(model.index(row).data(model.TaskStateRole)),
            )
            for row in range(model.rowCount())
        ]

    def spoken(self) -> list[str]:
        """Return what a screen reader says of every row of the chat that is at hand."""
        model = self.find("chatView").model()
        role = model.AccessibleTextRole
        return [str(model.index(row).data(role)) for row in range(model.rowCount())]

    def states(self) -> list[str]:
        """Return the task state of every answer."""
        return [state for _, state in self.rows() if state]

    def titles(self) -> list[str]:
        """Return the titles of the conversation list."""
        model = self.find("conversationList").model()
        return [str(model.index(row).data()) for row in range(model.rowCount())]

    def marks(self) -> list[str]:
        """Return what a screen reader says of each conversation of the list."""
        model = self.find("conversationList").model()
        role = Qt.ItemDataRole.AccessibleTextRole
        return [str(model.index(row).data(role)) for row in range(model.rowCount())]

    async def sees(self, condition: Callable[[], object], *, seconds: float = PATIENCE) -> None:
        """Wait until something is so; TimeoutError when it does not come to be."""
        async with asyncio.timeout(seconds):
            while not condition():  # noqa: ASYNC110 (what is seen has no signal of its own)
                await asyncio.sleep(0.002)


@pytest.fixture(autouse=True)
def fresh_application(request: pytest.FixtureRequest) -> Iterator[None]:
    """Begin and end with an application that shows nothing and looks as it did at the start.

    It is one for all tests: what a test leaves in it (a window that is closed but still has the
    keys, the zoom, the clipboard) would be found by the next.
    """
    if "qapp" not in request.fixturenames:
        yield
        return
    from gui.platform.i18n import Translations

    app = request.getfixturevalue("qapp")
    look = (app.font(), app.palette(), app.style().objectName())
    Translations(app).use("en")
    yield
    _put_away(app)
    font, palette, style = look
    app.setStyle(style)
    app.setPalette(palette)
    app.setFont(font)
    app.styleHints().unsetColorScheme()
    app.clipboard().clear()


def _put_away(app: Any) -> None:
    """Delete every window, and let the window system take note of it."""
    for _ in range(50):
        for widget in app.topLevelWidgets():
            widget.hide()
            widget.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        app.processEvents()
        if app.focusWindow() is None and not app.topLevelWidgets():
            return
    raise AssertionError(f"These windows do not go: {app.topLevelWidgets()}")


@pytest.fixture
async def agents(qapp: Any) -> Any:
    """The directory of a scripted agent."""
    return scripted.ScriptedAgents()


@pytest.fixture
async def store(qapp: Any) -> AsyncIterator[Any]:
    """A store in memory."""
    from app.conversations.store.ephemeral_store import MemoryStore

    made = MemoryStore()
    yield made
    await made.aclose()


@pytest.fixture
async def desk(store: Any, agents: Any) -> AsyncIterator[Any]:
    """A desk on that store with that agent."""
    from app.desk.desk import Desk

    made = Desk(store=store, agents=agents)
    yield made
    await made.aclose()


OpenWindow = Callable[..., Awaitable[Person]]


@pytest.fixture
async def open_window(qapp: Any, desk: Any) -> AsyncIterator[OpenWindow]:
    """`await open_window()` shows a window in English and attaches the desk to it."""
    from gui.balance_gui import BalanceGUI
    from gui.look.preferences import Preferences

    opened: list[Any] = []

    async def make(
        *,
        preferences: Any = None,
        attached: bool = True,
        notices: Any = (),
        on_open_data: Any = None,
        with_desk: Any = None,
        **given: Any,
    ) -> Person:
        window = BalanceGUI(preferences=preferences or Preferences(language="en", theme="light"))
        opened.append(window)
        window.show()
        if attached:
            await window.attach(with_desk or desk, notices, on_open_data=on_open_data, **given)
        return Person(window)

    yield make
    for window in opened:
        window.close()
        await window.closed()
        window.deleteLater()


@pytest.fixture
async def person(open_window: OpenWindow) -> Person:
    """Somebody before an open window."""
    return await open_window()


class SaidRoom(NamedTuple):
    """A desk whose words go into a log, with the log, its search and its reading."""

    desk: Any
    stream: Any
    search: Any
    records: Any


@pytest.fixture
async def room(store: Any, agents: Any, tmp_path: Path) -> AsyncIterator[SaidRoom]:
    """A desk with a log of its own, indexed while it is there."""
    from app.desk.desk import Desk
    from app.search.embedders import HashedNgrams
    from app.search.window_search import FollowingSearch
    from app.stream_log import StreamLogger
    from app.stream_log.journal import open_journal
    from app.stream_log.window_log import StreamReading

    stream = StreamLogger(tmp_path / "conversations")
    journal = open_journal(stream)
    search = FollowingSearch(stream, embedder=HashedNgrams())
    records = StreamReading(stream)
    desk = Desk(store=store, agents=agents, journal=journal)
    yield SaidRoom(desk, stream, search, records)
    await desk.aclose()
    await records.aclose()
    await search.aclose()
    await journal.aclose()


@pytest.fixture
async def reader(open_window: OpenWindow, room: SaidRoom) -> Person:
    """Somebody before a window on that desk."""
    return await open_window(with_desk=room.desk, search=room.search, records=room.records)


SALES = [
    (f"2026-{1 + n % 10:02d}-15", region, product, 10 * (1 + at))
    for n in range(40)
    for at, (region, product) in enumerate([("North", "Lamp"), ("South", "Desk"), ("East", "Rug")])
]
"""Day, region, product and amount: North 400, South 800, East 1,200 in all."""


@pytest.fixture
def sales(tmp_path: Path) -> Path:
    """A table that holds no games."""
    path = tmp_path / "sales.csv"
    lines = ["day,region,product,amount", *(",".join(map(str, row)) for row in SALES)]
    path.write_text("\n".join(lines), "utf-8")
    return path


@pytest.fixture
async def clerk(open_window: OpenWindow, sales: Path, tmp_path: Path) -> AsyncIterator[Person]:
    """Somebody who has opened the table of sales, which the real data agent answers about."""
    from app.composition import open_desk
    from app.profile.settings import Settings

    async with open_desk(Settings(profile=tmp_path / "profile")) as opened:
        person = await open_window(
            with_desk=opened.desk,
            on_open_data=opened.open_data,
            on_gather_data=opened.gather_data,
        )
        await person.window.open_data_file(sales)
        await person.sees(lambda: person.states() == ["completed"])
        yield person
        person.window.close()
        await person.window.closed()
