"""Every key of every command, pressed for real in every kind of widget that takes keys.

In the window itself it gives its command, wherever the keyboard is; and afterwards something that
is seen has the keyboard.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import shiboken6
from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QWidget

from app.composition import open_desk
from app.connections.directory import ProfileAgents
from app.connections.enrolment import ProfileSigningIn
from app.connections.inspection import LinkInspection
from app.desk.desk import Desk
from app.profile.folder import Profile
from app.profile.settings import Settings
from gui.chat.table_widgets import ResultTableView
from tests.contract.transport.executors import Turn
from tests.contract.transport.http_agents import served
from tests.patience import PATIENCE

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
]

Scene = Callable[[], Awaitable[QWidget]]
"""Brings something before the eyes, whatever is there now, and returns its window."""

LOOK_AGAIN = 0.02  # seconds
SIZE = QSize(1100, 1400)
SEAMS = ("search", "records", "adding", "frames", "signing", "models", "remembering")
PANES = ("actionInspector", "actionSteps", "actionTimeTravel")
SHOWN = {
    "actionInspector": "inspector",
    "actionSteps": "stepsView",
    "actionTimeTravel": "travelBar",
    "actionFind": "findBar",
}


async def obeys(turn: Turn) -> None:
    await turn.updater.complete()


class Staying(QObject):
    """A window that is told to close stays open."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is not QEvent.Type.Close:
            return False
        event.ignore()
        return True


class Place(NamedTuple):
    """A widget as it is found again: by its kind, its name, and how many such come before it."""

    kind: type
    name: str
    at: int


def taking_keys(window: QWidget) -> dict[Place, QWidget]:
    """Each widget of the window that a key can reach now."""
    found: dict[Place, QWidget] = {}
    before: Counter[tuple[type, str]] = Counter()
    for one in window.findChildren(QWidget):
        if one.focusPolicy() == Qt.FocusPolicy.NoFocus or one.window() is not window:
            continue
        if one.isVisible() and one.isEnabled():
            alike = (type(one), one.objectName())
            found[Place(*alike, before[alike])] = one
            before[alike] += 1
    return found


def others(window: QWidget) -> list[QWidget]:
    return [w for w in QApplication.topLevelWidgets() if w is not window and w.isVisible()]


def tables(person: Any) -> list[ResultTableView]:
    return [t for t in person.window.findChildren(ResultTableView) if t.isVisible()]


OF_FIELDS = [QKeySequence(f"Ctrl+{letter}") for letter in "ZXCVA"]
"""What a field does by itself, and the window elsewhere."""


def commands(window: QWidget) -> list[QAction]:
    return [a for a in window.findChildren(QAction) if a.objectName().startswith("action")]


def shortcuts(window: QWidget) -> list[QKeySequence]:
    """Every key of every command."""
    return [keys for action in commands(window) for keys in action.shortcuts()]


async def quiet(at_work: set[asyncio.Task[Any]], kept: set[QWidget]) -> None:
    """Close other windows than these until all that was begun meanwhile has ended."""
    async with asyncio.timeout(PATIENCE):
        while True:
            for other in QApplication.topLevelWidgets():
                if other.isVisible() and other not in kept:
                    other.close()
            if not (begun := asyncio.all_tasks() - at_work):
                return
            await asyncio.wait(begun, timeout=LOOK_AGAIN)


async def drive(person: Any, *scenes: Scene) -> set[tuple[str, str]]:
    """Press each key in each kind of widget of each window, and in all of one kind and name.

    A kind is a class, for that is what takes keys. It is driven in the first scene of a window
    that has it, which is shown again first where the widget is gone. Returns the names of the
    classes of windows and of widgets.
    """
    main = person.window
    plan: dict[tuple[str, str], tuple[Scene, list[Place]]] = {}
    for scene in scenes:
        window = await scene()
        kinds: dict[tuple[str, str], tuple[Scene, list[Place]]] = {}
        for place in taking_keys(window):
            kind = (type(window).__name__, place.kind.__name__)
            kinds.setdefault(kind, (scene, []))[1].append(place)
        plan = kinds | plan
    given: list[QAction] = []
    for command in commands(main):
        command.triggered.connect(lambda _=False, one=command: given.append(one))
    for scene, alike in plan.values():
        for place in (alike[0], *(one for one in alike[:0:-1] if one.name == alike[0].name)):
            window = await scene()
            for keys in shortcuts(main):
                if not shiboken6.isValid(window) or place not in taking_keys(window):
                    window = await scene()
                kept = {main, *others(main)}
                widget = await reachable(person, window, place)
                widget.setFocus()
                at_work = asyncio.all_tasks()
                meant = [a for a in commands(main) if a.isEnabled() and keys in a.shortcuts()]
                own = keys in OF_FIELDS and isinstance(widget, QLineEdit | QPlainTextEdit)
                given.clear()
                QTest.keySequence(widget, keys)
                if not own or given:
                    assert given == (meant if window is main else []), (place, keys)
                if person.action("actionNewWindow") in given:
                    await person.sees(lambda: others(main))
                await quiet(at_work, kept)
                assert main.isVisible()
                if window is main:
                    main.activateWindow()
                    await person.sees(main.isActiveWindow)
                    held = QApplication.focusWidget()
                    assert held is not None and held.isVisible(), (place, keys)
    return set(plan)


async def reachable(person: Any, window: QWidget, place: Place) -> QWidget:
    """Return the widget of a place once it is there, in the active window."""
    window.activateWindow()
    await person.sees(window.isActiveWindow)
    await person.sees(lambda: place in taking_keys(window))
    return taking_keys(window)[place]


def focused(main: QWidget) -> QWidget:
    """The widget that has the keyboard, or the window where none has."""
    return QApplication.focusWidget() or main


async def press(person: Any, deed: str) -> None:
    """Press what is painted in the messages, in the newest that has it."""
    view = person.find("chatView")
    await person.sees(lambda: deed in [value for _, value, _ in view.target_rects()])
    place = [rect for _, value, rect in view.target_rects() if value == deed][-1].center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place.toPoint())


def beside(person: Any, *steps: str) -> Scene:
    """Return what opens a window beside the main one.

    Each step is a command, a button of the window before, or what is pressed in the messages.
    """

    async def show() -> QWidget:
        main = window = person.window
        await quiet(asyncio.all_tasks(), {main})
        for step in steps:
            there = others(main)
            button = window.findChild(QWidget, step)
            if step.startswith("action"):
                person.action(step).trigger()
            elif step == "Return":
                await person.sees(lambda window=window: window.isAncestorOf(focused(main)))
                QTest.keyClick(focused(main), Qt.Key.Key_Return)
            elif button is None:
                await press(person, step)
            else:
                await person.sees(button.isEnabled)
                QTest.mouseClick(button, Qt.MouseButton.LeftButton)
            await person.sees(lambda there=there: set(others(main)) - set(there))
            [window] = set(others(main)) - set(there)
        return window  # type: ignore[no-any-return]

    return show


class Scenes:
    """What the window itself shows, of one conversation with two tables and an open question."""

    def __init__(self, person: Any) -> None:
        self.person = person
        self.context_id = ""

    async def talking(self, *panes: str) -> QWidget:
        """Show the conversation and the search in it, and beside it those panes and no others."""
        person = self.person
        if person.action("actionFullScreen").isChecked():
            person.action("actionFullScreen").trigger()
        await person.sees(lambda: person.window.size() == SIZE)
        person.action("actionSidebar").setChecked(True)
        await self._opened(actionTimeTravel=False)
        await self._come_back()
        await self._opened(**{name: name in panes for name in PANES})
        await self._opened(actionFind=True)
        return person.window  # type: ignore[no-any-return]

    async def docked(self) -> QWidget:
        """Show the steps and the inspector beside it, with its frames."""
        window = await self.talking("actionSteps", "actionInspector")
        await self.person.sees(lambda: self.person.find("inspectorFrames").model().rowCount())
        return window

    async def travelling(self) -> QWidget:
        """Show an earlier moment of it."""
        return await self.talking("actionTimeTravel")

    async def starting(self) -> QWidget:
        """Show the page that a conversation begins with."""
        window = await self.talking()
        self.person.action("actionNewConversation").trigger()
        await self.person.sees(lambda: self.person.shows("starter1"))
        return window

    async def _come_back(self) -> None:
        """Open the conversation again, or begin another where it is gone or was gone on with."""
        person = self.person
        listed = person.find("conversationList").model()
        known = self.context_id and listed.conversation(self.context_id) is not None
        if known and person.window.context_id != self.context_id:
            person.window.open_link(f"balance-desk://conversation/{self.context_id}")
            await person.sees(lambda: person.window.context_id == self.context_id)
            await person.sees(person.states)
        if not known or not person.shows("choice1"):
            person.action("actionNewConversation").trigger()
            person.find("composer").clear()
            for count, said in enumerate(("테란 승률", "저그 승률", "승률 알려줘")):
                await person.sees(lambda count=count: person.states() == ["completed"] * count)
                person.say(said)
            self.context_id = person.window.context_id
        await person.sees(lambda: person.shows("choice1"))
        person.find("chatView").scroll_to(0)
        await person.sees(lambda: len(tables(person)) == 2)

    async def _opened(self, **wanted: bool) -> None:
        """Open what is wanted, shut what is not."""
        for name, open_ in wanted.items():
            shown = SHOWN[name]
            if self.person.shows(shown) is not open_:
                self.person.action(name).trigger()
                await self.person.sees(
                    lambda shown=shown, open_=open_: self.person.shows(shown) is open_
                )


@pytest.fixture
async def whole(room: Any, agents: Any, open_window: Any, tmp_path: Path) -> AsyncIterator[Any]:
    """Somebody before a window with everything beside it, which cannot be closed meanwhile."""
    frames = LinkInspection(tmp_path, agents)
    person = await open_window(
        with_desk=room.desk, search=room.search, records=room.records, frames=frames
    )
    person.window.resize(SIZE)
    staying = Staying()
    person.window.installEventFilter(staying)
    yield person
    person.window.removeEventFilter(staying)


async def test_every_key_in_every_widget_leaves_the_window_alive(whole: Any) -> None:
    scenes = Scenes(whole)
    driven = await drive(whole, scenes.talking, scenes.docked, scenes.travelling, scenes.starting)
    assert {widget for _, widget in driven} >= {
        *("ResultTableView", "ChatView", "Composer", "ConversationList", "LineList", "StartPage"),
        *("Slider", "FlatText", "ChoiceBox", "Tick", "Button", "AgentPicker"),
    }


WINDOWS = (
    ("actionPreferences",),
    ("actionPreferences", "preferenceModel"),
    ("actionShortcuts",),
    ("actionShortcuts", "keysExport"),
    ("actionHelp",),
    ("actionReport",),
    ("actionUpdates",),
    ("actionAbout",),
    ("actionDetails",),
    ("actionTags",),
    ("actionPalette",),
    ("actionSwitch",),
    ("actionLog",),
    ("actionMemory",),
    ("actionMemory", "memoryAdd"),
    ("actionSearchAll",),
    ("actionBoard",),
    ("actionCompare", "Return"),
    ("correct:3",),
    ("edit_sql",),
    ("actionAddAgent",),
    ("actionAgentTasks",),
    ("actionAgentTasks", "taskListOther"),
    ("agentPicker",),
)


@pytest.fixture
async def product(open_window: Any, sales: Path, profile: Path) -> AsyncIterator[Any]:
    """Somebody who has two results of a table in a window with all that the program has."""
    kept = Profile(profile)
    kept.prepare()
    async with open_desk(Settings(profile=profile), profile=kept, searchable=True) as opened:
        person = await open_window(
            with_desk=opened.desk,
            on_open_data=opened.open_data,
            **{name: getattr(opened, name) for name in SEAMS},
        )
        await person.window.open_data_file(sales)
        for count, said in enumerate(("total amount by region", "total amount by product"), 2):
            await person.sees(lambda count=count: person.states() == ["completed"] * (count - 1))
            person.say(said)
        await person.sees(lambda: person.states() == ["completed"] * 3)
        person.window.resize(1300, 2400)
        await press(person, "pin")
        await press(person, "toggle")
        yield person
        person.window.close()
        await person.window.closed()


async def test_every_key_in_the_windows_beside_leaves_them_alive(product: Any) -> None:
    driven = await drive(product, *(beside(product, *steps) for steps in WINDOWS))
    assert {window for window, _ in driven} >= {
        *("BoardWindow", "CardPanel", "ColumnDialog", "CompareWindow", "HelpWindow", "LogView"),
        *("MemoryView", "Palette", "SearchPanel", "ShortcutSheet", "StatementDialog"),
    }


async def test_every_key_beside_a_list_over_the_composer_leaves_the_window_alive(
    whole: Any,
) -> None:
    scenes = Scenes(whole)
    await scenes.talking()
    composer = whole.find("composer")
    for keys in shortcuts(whole.window):
        if not composer.isEnabled() or whole.window.context_id != scenes.context_id:
            await scenes.talking()
        whole.window.activateWindow()
        await whole.sees(whole.window.isActiveWindow)
        composer.clear()
        composer.setFocus()
        whole.compose("@")
        await whole.sees(lambda: whole.shows("offerList"))
        at_work = asyncio.all_tasks()
        QTest.keySequence(composer, keys)
        await quiet(at_work, {whole.window})
        assert whole.window.isVisible()


async def test_every_key_in_the_sign_in_dialog_leaves_it_alive(
    open_window: Any, store: Any, profile: Path
) -> None:
    kept = Profile(profile)
    kept.prepare()
    agents = ProfileAgents(profile=profile, records=store, as_of=None, recover=False)
    async with served(obeys, tokens={"let-me-in-please": "me"}) as at:
        desk = Desk(store=store, agents=agents, default_agent=f"{at.base}/scripted")
        person = await open_window(with_desk=desk, signing=ProfileSigningIn(agents))
        person.say("hello")
        await person.sees(lambda: person.states() == ["failed"])
        idle = asyncio.all_tasks()

        async def signing_in() -> QWidget:
            await quiet(idle, {person.window})  # one that was closed is still being put away
            window = await beside(person, "sign_in")()
            await person.sees(lambda: window.findChild(QWidget, "signIn_secret") is not None)
            return window

        driven = await drive(person, signing_in)
        assert driven >= {("SignInDialog", "Field"), ("SignInDialog", "Button")}
        await quiet(idle, {person.window})
        await desk.aclose()
    await agents.aclose()


async def test_the_copy_command_copies_the_marked_cells_of_a_table(person: Any) -> None:
    person.say("테란 승률")
    await person.sees(lambda: tables(person))
    (table,) = tables(person)
    person.window.activateWindow()
    table.setFocus()
    table.selectRow(0)
    person.action("actionCopy").trigger()
    assert QGuiApplication.clipboard().text() == "Terran\t58.0%"


@pytest.mark.parametrize("keys", ["Ctrl+W", "Ctrl+Q"])
async def test_the_window_can_be_left_from_within_a_table(person: Any, keys: str) -> None:
    person.say("테란 승률")
    await person.sees(lambda: tables(person))
    (table,) = tables(person)
    person.window.activateWindow()
    table.setFocus()
    QTest.keySequence(table, QKeySequence(keys))
    assert not person.window.isVisible()


@pytest.mark.parametrize("name", ["composer", "searchField"])
async def test_a_key_that_takes_a_word_away_is_the_text_fields_own(person: Any, name: str) -> None:
    person.say("테란 승률")
    await person.sees(lambda: person.states() == ["completed"])
    field = person.find(name)
    person.window.activateWindow()
    await person.sees(person.window.isActiveWindow)
    field.setFocus()
    person.compose("hello world", at=name)
    QTest.keySequence(field, QKeySequence("Ctrl+Backspace"))
    QTest.keySequence(field, QKeySequence("Home"))
    QTest.keySequence(field, QKeySequence("Ctrl+Delete"))
    text = field.toPlainText() if name == "composer" else field.text()
    assert text == ""
    assert len(person.titles()) == 1
    assert person.states() == ["completed"]
