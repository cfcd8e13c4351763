"""What needs the person: one list, answered where it stands, told in the title and outside."""

import asyncio
import os
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from gui.notices.attention import Attention, Notification
from gui.notices.desktop_notifications import DesktopNotifier

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.qt_log_ignore("This plugin does not support", extend=True),
]

ASKS, DONE = "input_required", "completed"


async def ask_and_leave(person: Any) -> str:
    """Ask what needs an answer, and go on to another conversation; return the first one's id."""
    person.say("승률 알려줘")
    await person.sees(lambda: person.states() == [ASKS])
    first = str(person.window.context_id)
    person.action("actionNewConversation").trigger()
    await person.sees(lambda: person.rows() == [])
    return first


def waiting(person: Any) -> int:
    return sum("Needs your answer" in said for said in person.marks())


async def test_title_list_and_badge_say_the_same(person: Any) -> None:
    assert person.window.windowTitle() == "New conversation — Balance Desk"
    await ask_and_leave(person)
    assert waiting(person) == 1
    assert person.window.windowTitle().startswith("(1) ")
    assert "Needs your answer" in person.marks()[0]
    await ask_and_leave(person)
    assert waiting(person) == 2
    assert person.window.windowTitle().startswith("(2) ")


async def test_a_number_key_answers_where_the_question_is_listed(person: Any, agents: Any) -> None:
    asked = await ask_and_leave(person)
    person.key(Qt.Key.Key_Down, at="conversationList")
    await person.sees(lambda: person.window.context_id == asked)
    person.key(Qt.Key.Key_2, at="conversationList")
    await person.sees(lambda: waiting(person) == 0)
    assert agents.agent.received[-1].text == "저그"
    assert agents.agent.received[-1].parts[1].data == {"slot": "race", "value": "Zerg"}
    assert not person.window.windowTitle().startswith("(")


async def test_the_right_one_of_two_parked_tasks_is_answered(person: Any, agents: Any) -> None:
    for number in (1, 2):
        person.say("승률 알려줘")
        await person.sees(lambda number=number: person.states() == [ASKS] * number)
    first = agents.agent.received[0]
    model = person.find("conversationList").model()
    entry = model.question(model.index(0, 0))
    assert entry.answer.turn_id == first.message_id, "the oldest comes first"
    person.key(Qt.Key.Key_1, at="conversationList")
    await person.sees(lambda: len(agents.agent.received) == 3)
    assert agents.agent.received[-1].reference_task_ids == (entry.answer.task_id,)


async def test_the_menu_has_every_choice(person: Any, agents: Any) -> None:
    await ask_and_leave(person)
    listed = person.find("conversationList")
    at = listed.visualRect(listed.model().index(0, 0)).center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, QPoint(5, 5))
    QApplication.sendEvent(listed.viewport(), event)
    (menu,) = listed.findChildren(QMenu)
    texts = [action.text().replace("&", "") for action in menu.actions()]
    assert texts[:4] == ["1  테란", "2  저그", "3  프로토스", ""]
    assert "Rename" in texts
    menu.actions()[2].trigger()
    menu.close()
    await person.sees(lambda: agents.agent.received[-1].text == "프로토스")


class Kept:
    """A notifier that keeps what it is given."""

    def __init__(self) -> None:
        self.shown: dict[str, Notification] = {}

    def show(self, told: Notification) -> None:
        self.shown[told.key] = told

    def withdraw(self, key: str) -> None:
        self.shown.pop(key, None)


async def test_only_what_is_new_is_told_and_an_answer_takes_it_back(person: Any, desk: Any) -> None:
    kept = Kept()
    away = QWidget()
    attention = Attention(away, kept, lambda context: "Talk")
    attention.show_waiting([])
    await ask_and_leave(person)
    entries = await desk.waiting()
    attention.show_waiting(entries)
    [told] = kept.shown.values()
    assert told.title == "Needs you: Talk"
    assert told.text == "어느 종족의 승률을 볼까요?"
    assert [choice.label for choice in told.choices] == ["테란", "저그", "프로토스"]
    attention.show_waiting([])
    assert kept.shown == {}


async def test_what_waited_before_the_start_is_not_told(person: Any, desk: Any) -> None:
    await ask_and_leave(person)
    kept = Kept()
    Attention(QWidget(), kept, lambda context: "Talk").show_waiting(await desk.waiting())
    assert kept.shown == {}


@pytest.fixture
async def bus(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Any]:
    """A session bus of its own, with a service that shows notifications."""
    if shutil.which("dbus-daemon") is None:
        pytest.skip("there is no dbus-daemon")
    from jeepney import (
        DBusAddress,
        HeaderFields,
        MessageType,
        message_bus,
        new_method_return,
        new_signal,
    )
    from jeepney.io.asyncio import open_dbus_connection

    daemon = await asyncio.create_subprocess_exec(
        "dbus-daemon",
        "--session",
        "--print-address",
        "--nofork",
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert daemon.stdout is not None
    address = (await daemon.stdout.readline()).decode().strip()
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
    connection = await open_dbus_connection("SESSION")
    shown: list[Any] = []
    closed: list[int] = []
    await connection.send(message_bus.RequestName("org.freedesktop.Notifications"))

    async def serve() -> None:
        while True:
            message = await connection.receive()
            if message.header.message_type is not MessageType.method_call:
                continue
            match message.header.fields[HeaderFields.member]:
                case "Notify":
                    shown.append(message.body)
                    await connection.send(new_method_return(message, "u", (len(shown),)))
                case "CloseNotification":
                    closed.append(message.body[0])
                    await connection.send(new_method_return(message))

    serving = asyncio.create_task(serve())
    where = DBusAddress("/org/freedesktop/Notifications", interface="org.freedesktop.Notifications")

    async def press(number: int, action: str) -> None:
        await connection.send(new_signal(where, "ActionInvoked", "us", (number, action)))

    yield shown, closed, press
    serving.cancel()
    with suppress(asyncio.CancelledError):
        await serving
    await connection.close()
    daemon.terminate()
    await daemon.wait()


async def test_the_desktop_shows_it_and_its_buttons_answer(
    person: Any, desk: Any, bus: Any
) -> None:
    shown, closed, press = bus
    await ask_and_leave(person)
    [entry] = await desk.waiting()
    opened: list[Any] = []
    answered: list[Any] = []
    notifier = DesktopNotifier(
        opened=opened.append, answered=lambda e, choice: answered.append(choice.label)
    )
    running = asyncio.create_task(notifier.run())
    choices = entry.answer.question.choices
    text = "a <b>bold</b> \u202equestion"
    notifier.show(Notification("k", "Needs <you>", text, entry, choices, True))
    await person.sees(lambda: shown)
    name, replaced, icon, title, text, actions, hints, _ = shown[0]
    assert (name, replaced, icon) == ("Balance Desk", 0, "org.balance_desk.BalanceDesk")
    assert title == "Needs <you>"
    assert text == "a &lt;b&gt;bold&lt;/b&gt; \ufffdquestion"
    assert actions == [
        "default",
        "",
        "choice-0",
        "테란",
        "choice-1",
        "저그",
        "choice-2",
        "프로토스",
    ]
    assert hints["urgency"] == ("y", 2)
    await press(1, "choice-1")
    await person.sees(lambda: answered == ["저그"])
    await press(1, "default")
    await person.sees(lambda: opened == [entry])
    notifier.withdraw("k")
    await person.sees(lambda: closed == [1])
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running


async def test_without_a_bus_nothing_happens(person: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    assert "DBUS_SESSION_BUS_ADDRESS" not in os.environ
    notifier = DesktopNotifier(opened=lambda e: None, answered=lambda e, c: None)
    await notifier.run()
