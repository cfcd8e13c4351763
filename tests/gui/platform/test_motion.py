"""Reduced motion: chosen here, or wished by the desktop over its portal."""

import asyncio
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from gui.look.preferences import Preferences
from gui.platform.desktop_motion import follow_desktop
from gui.platform.motion import Motion, motion_of
from tests.patience import PATIENCE

pytestmark = pytest.mark.anyio

PORTAL = "org.freedesktop.portal.Settings"
GNOME = ("org.gnome.desktop.interface", "enable-animations")
COMMON = ("org.freedesktop.appearance", "reduced-motion")


@pytest.fixture(autouse=True)
def as_it_was(qapp: QApplication) -> Any:
    yield
    motion_of(qapp).system_says(reduced=False)
    motion_of(qapp).choose("system")


def blinks() -> int:
    return QApplication.cursorFlashTime()


async def test_the_menu_stops_the_caret(open_window: Any) -> None:
    kept: list[str] = []
    chosen = Preferences(language="en", theme="light", on_save=lambda p: kept.append(p.motion))
    person = await open_window(preferences=chosen)
    before = blinks()
    assert before > 0
    person.action("actionMotionReduced").trigger()
    assert blinks() == 0
    assert not any(map(QApplication.isEffectEnabled, Qt.UIEffect))
    assert person.action("actionMotionReduced").isChecked()
    person.action("actionMotionFull").trigger()
    assert blinks() == before
    assert kept == ["reduced", "full"]


async def test_the_preferences_offer_it(open_window: Any) -> None:
    person = await open_window()
    person.action("actionPreferences").trigger()
    box = person.find("preferenceMotion")
    at = box.findData("reduced")
    box.setCurrentIndex(at)
    box.activated.emit(at)
    assert blinks() == 0
    assert person.action("actionMotionReduced").isChecked()


async def test_what_the_system_wishes_counts_where_nothing_was_chosen(qapp: QApplication) -> None:
    motion = motion_of(qapp)
    motion.choose("system")
    motion.system_says(reduced=True)
    assert blinks() == 0
    motion.choose("full")
    assert blinks() > 0
    motion.choose("system")
    assert motion.reduced
    motion.system_says(reduced=False)
    assert blinks() > 0
    assert qapp.findChildren(Motion) == [motion]


class Desktop:
    """A settings portal on a bus of its own, which can change its mind."""

    def __init__(self, connection: Any) -> None:
        self.connection = connection
        self.settings: dict[tuple[str, str], tuple[str, object]] = {}

    async def serve(self) -> None:
        from jeepney import HeaderFields, MessageType, new_error, new_method_return

        while True:
            message = await self.connection.receive()
            if message.header.message_type is not MessageType.method_call:
                continue
            assert message.header.fields[HeaderFields.member] == "Read"
            found = self.settings.get(tuple(message.body))
            if found is None:
                reply = new_error(message, "org.freedesktop.portal.Error.NotFound")
            else:
                reply = new_method_return(message, "v", (("v", found),))
            await self.connection.send(reply)

    async def change(self, key: tuple[str, str], value: tuple[str, object]) -> None:
        from jeepney import DBusAddress, new_signal

        where = DBusAddress("/org/freedesktop/portal/desktop", interface=PORTAL)
        await self.connection.send(new_signal(where, "SettingChanged", "ssv", (*key, value)))


@pytest.fixture
async def desktop(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Desktop]:
    if shutil.which("dbus-daemon") is None:
        pytest.skip("there is no dbus-daemon")
    from jeepney import message_bus
    from jeepney.io.asyncio import open_dbus_connection

    daemon = await asyncio.create_subprocess_exec(
        *("dbus-daemon", "--session", "--print-address", "--nofork"),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert daemon.stdout is not None
    address = (await daemon.stdout.readline()).decode().strip()
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
    connection = await open_dbus_connection("SESSION")
    await connection.send(message_bus.RequestName("org.freedesktop.portal.Desktop"))
    made = Desktop(connection)
    serving = asyncio.create_task(made.serve())
    yield made
    serving.cancel()
    with suppress(asyncio.CancelledError):
        await serving
    await connection.close()
    daemon.terminate()
    await daemon.wait()


async def test_the_window_follows_the_desktop(open_window: Any, desktop: Desktop) -> None:
    desktop.settings = {GNOME: ("b", False)}
    person = await open_window()
    await person.sees(lambda: blinks() == 0)
    await desktop.change(GNOME, ("b", True))
    await person.sees(lambda: blinks() > 0)
    await desktop.change(("org.freedesktop.appearance", "color-scheme"), ("u", 1))
    await desktop.change(COMMON, ("u", 1))
    await person.sees(lambda: blinks() == 0)


async def test_a_desktop_that_does_not_know_says_nothing(qapp: Any, desktop: Desktop) -> None:
    told: list[bool] = []
    following = asyncio.create_task(follow_desktop(told.append))
    await desktop.change(GNOME, ("s", "nonsense"))
    async with asyncio.timeout(PATIENCE):
        while not told:
            await desktop.change(GNOME, ("b", False))
            await asyncio.sleep(0.01)
    following.cancel()
    with suppress(asyncio.CancelledError):
        await following
    assert set(told) == {True}


async def test_without_a_bus_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/nonexistent")
    told: list[bool] = []
    await follow_desktop(told.append)
    assert told == []
