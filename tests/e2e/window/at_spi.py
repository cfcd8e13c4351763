"""A screen reader's view of a program: its accessibility tree, over AT-SPI."""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from jeepney import DBusAddress, MessageType, new_method_call
from jeepney.io.blocking import DBusConnection, open_dbus_connection

from tests.patience import PATIENCE

_NEEDED = ("Xvfb", "dbus-daemon")
_LAUNCHERS = (Path("/usr/libexec/at-spi-bus-launcher"), Path("/usr/lib/at-spi2-core"))

_ACCESSIBLE = "org.a11y.atspi.Accessible"
_ROOT = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
_SECONDS = PATIENCE
_FOCUSED, _SHOWING = 12, 25  # AtspiStateType of at-spi2-core


def missing() -> bool:
    """Whether something that the tree is read with is not installed here."""
    programs = all(shutil.which(name) is not None for name in _NEEDED)
    return not programs or not any(path.exists() for path in _LAUNCHERS)


class Thing(NamedTuple):
    """Something that a screen reader finds: where it is on the bus, its role and its name."""

    ref: tuple[str, str]
    role: str
    name: str


class Reader:
    """Reads the tree and presses what is in it, as a screen reader does."""

    def __init__(self, bus: DBusConnection) -> None:
        self._bus = bus
        self._lists: dict[str, Thing] = {}

    def things(self, role: str = "") -> Iterator[Thing]:
        """Walk through everything (of a role) that has a name, in the order of the tree."""
        for child in self._children(_ROOT):
            yield from self._walk(child, role)

    def find(self, role: str, name: str) -> Thing | None:
        """Return the first thing of a role whose name begins so."""
        return next((t for t in self.things(role) if t.name.startswith(name)), None)

    def wait(self, role: str, name: str, *, seconds: float = PATIENCE) -> Thing:
        """Return it once it is there."""
        found: list[Thing] = []

        def there() -> bool:
            thing = self.find(role, name)
            if thing is not None:
                found.append(thing)
            return thing is not None

        self.until(there, f"{role} {name!r}", seconds=seconds)
        return found[-1]

    def until(self, so: Callable[[], bool], what: str, *, seconds: float = PATIENCE) -> None:
        """Wait until something is so; what goes while it is looked at is not yet so."""
        deadline = time.monotonic() + seconds

        def seen() -> bool:
            try:
                return so()
            except (LookupError, TimeoutError):
                return False

        while not seen():
            if time.monotonic() > deadline:
                tree = "\n".join(f"{t.role} {t.name!r}" for t in self.things())
                raise AssertionError(f"not there: {what}\n{tree}")
            time.sleep(0.1)

    def shows(self, role: str, name: str) -> bool:
        """Whether such a thing is before the person's eyes: hidden ones are in the tree too."""
        found = self.find(role, name)
        return found is not None and self._has(found, _SHOWING)

    def focused(self, role: str, name: str) -> bool:
        """Whether the keys go to such a thing."""
        return any(thing.name == name and self._has(thing, _FOCUSED) for thing in self.things(role))

    def items(self, name: str) -> list[str]:
        """Return the names of the items of a list."""
        found = self._known(name) or self.find("list", name)
        if found is None:
            return []
        self._lists[name] = found
        return [self._name(child) for child in self._children(found.ref)]

    def _known(self, name: str) -> Thing | None:
        """Return the list that was found by all of its name, if it is called so still.

        Where a list is watched until something is in it, the tree is not walked each time.
        """
        found = self._lists.get(name)
        try:
            return found if found is not None and self._name(found.ref) == name else None
        except (LookupError, TimeoutError):
            return None

    def cells(self, name: str) -> list[str]:
        """Return the names of the headers and cells of a table, in the order of the tree."""
        found = self.find("table", name)
        if found is None:
            return []
        return [self._name(child) for child in self._children(found.ref)]

    def press(self, thing: Thing) -> None:
        """Press a button."""
        self._call(thing.ref, "org.a11y.atspi.Action", "DoAction", "i", (0,))

    def write(self, thing: Thing, text: str) -> None:
        """Write into a field."""
        edit = "org.a11y.atspi.EditableText"
        self._call(thing.ref, edit, "SetTextContents", "s", (text,))

    def _has(self, thing: Thing, state: int) -> bool:
        low, _ = self._call(thing.ref, _ACCESSIBLE, "GetState")[0]
        return bool(low >> state & 1)

    def _walk(self, ref: tuple[str, str], wanted: str) -> Iterator[Thing]:
        try:
            role = str(self._call(ref, _ACCESSIBLE, "GetRoleName")[0])
            name = self._name(ref) if wanted in ("", role) else ""
            children = self._children(ref)
        except (LookupError, TimeoutError):
            return  # it went while it was looked at
        if name:
            yield Thing(ref, role, name)
        for child in children:
            yield from self._walk(child, wanted)

    def _children(self, ref: tuple[str, str]) -> list[tuple[str, str]]:
        return [tuple(child) for child in self._call(ref, _ACCESSIBLE, "GetChildren")[0]]

    def _name(self, ref: tuple[str, str]) -> str:
        properties = "org.freedesktop.DBus.Properties"
        return str(self._call(ref, properties, "Get", "ss", (_ACCESSIBLE, "Name"))[0][1])

    def _call(
        self,
        ref: tuple[str, str],
        interface: str,
        method: str,
        kinds: str | None = None,
        body: tuple[Any, ...] = (),
    ) -> Any:
        where = DBusAddress(ref[1], ref[0], interface)
        message = new_method_call(where, method, kinds, body)
        reply = self._bus.send_and_get_reply(message, timeout=_SECONDS)
        if reply.header.message_type is not MessageType.method_return:
            raise LookupError(reply.body)
        return reply.body


@contextmanager
def screen(folder: Path) -> Iterator[tuple[dict[str, str], Reader]]:
    """A screen with a session bus: the environment for a program, and a reader of it."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        # Without repeating (-r): a key is held for long on a busy machine. Nor does it begin anew
        # once its last client has gone, which would cut off who is about to connect.
        ["Xvfb", "-r", "-noreset", "-displayfd", str(writing), "-screen", "0", "1280x900x24"],
        pass_fds=(writing,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as told:
        display = f":{told.readline().strip()}"
    environment = {**os.environ, "DISPLAY": display, "XDG_RUNTIME_DIR": str(folder)}
    daemon = subprocess.Popen(
        ["dbus-daemon", "--session", "--print-address", "--nofork"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=environment,
    )
    try:
        assert daemon.stdout is not None
        address = daemon.stdout.readline().strip()
        session = open_dbus_connection(address)
        launcher = DBusAddress("/org/a11y/bus", "org.a11y.Bus", "org.a11y.Bus")
        reply = session.send_and_get_reply(
            new_method_call(launcher, "GetAddress"), timeout=_SECONDS
        )
        bus = open_dbus_connection(reply.body[0])
        environment |= {
            "DBUS_SESSION_BUS_ADDRESS": address,
            "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
            "QT_QPA_PLATFORM": "xcb",
        }
        try:
            yield environment, Reader(bus)
        finally:
            bus.close()
            session.close()
    finally:
        for process in (daemon, server):
            process.terminate()
            process.wait(PATIENCE)
        if daemon.stdout is not None:
            daemon.stdout.close()
