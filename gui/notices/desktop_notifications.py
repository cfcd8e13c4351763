"""Notifications of the Linux desktop, over D-Bus (Desktop Notifications Specification 1.2)."""

import asyncio
import html
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from app.domain.conversations import AnswerEntry
from app.domain.tasks import Choice
from gui.notices.attention import Notification
from gui.platform.session_bus import bus_is_there, session_bus
from gui.texts.plain import plain_signs

_SERVICE = "org.freedesktop.Notifications"
_PATH = "/org/freedesktop/Notifications"
_OPEN = "default"
_CHOICE = "choice-"
_LONGEST = 300
_SECONDS = 5.0

log = logging.getLogger(__name__)


class DesktopNotifier:
    """Owns the notifications that are on the screen, by their key, while `run` is awaited.

    `opened` is told whose notification was pressed, `answered` which choice was pressed on it.
    Where the desktop shows no notifications, nothing happens.
    """

    def __init__(
        self,
        *,
        opened: Callable[[AnswerEntry], None],
        answered: Callable[[AnswerEntry, Choice], None],
    ) -> None:
        self._opened = opened
        self._answered = answered
        self._wanted: asyncio.Queue[Notification | str] = asyncio.Queue()
        self._ids: dict[str, int] = {}
        self._told: dict[int, Notification] = {}

    def show(self, told: Notification) -> None:
        """Show a notification, or replace the one of its key."""
        self._wanted.put_nowait(told)

    def withdraw(self, key: str) -> None:
        """Take a notification away."""
        self._wanted.put_nowait(key)

    async def run(self) -> None:
        """Show what is wanted and hear what is pressed, until cancelled or the bus goes."""
        if not bus_is_there():
            return
        from jeepney import MatchRule, message_bus
        from jeepney.io.asyncio import Proxy

        heard = MatchRule(type="signal", interface=_SERVICE, path=_PATH)
        try:
            async with session_bus() as router:
                await Proxy(message_bus, router).AddMatch(heard)
                with router.filter(heard, bufsize=32) as signals:
                    showing = asyncio.create_task(self._show_all(router))
                    hearing = asyncio.create_task(self._hear_all(signals))
                    both = (showing, hearing)
                    try:
                        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
                    finally:
                        for task in both:
                            task.cancel()
                        await asyncio.wait(both)
        except (OSError, EOFError, ValueError) as error:
            log.info("no desktop notifications: %s", error)

    async def _show_all(self, router: Any) -> None:
        while True:
            wanted = await self._wanted.get()
            try:
                if isinstance(wanted, Notification):
                    await self._notify(router, wanted)
                elif (number := self._ids.pop(wanted, None)) is not None:
                    self._told.pop(number, None)
                    await self._call(router, "CloseNotification", "u", (number,))
            except (OSError, TimeoutError) as error:
                log.info("a desktop notification failed: %s", error)

    async def _notify(self, router: Any, told: Notification) -> None:
        actions = [_OPEN, ""]
        for number, choice in enumerate(told.choices):
            actions += [f"{_CHOICE}{number}", plain_signs(choice.label)[:_LONGEST]]
        hints = {"urgency": ("y", 2 if told.urgent else 1)}
        body = (
            "Balance Desk",
            self._ids.get(told.key, 0),
            "org.balance_desk.BalanceDesk",
            plain_signs(told.title)[:_LONGEST],
            # The text of a notification is markup.
            html.escape(plain_signs(told.text)[:_LONGEST], quote=False),
            actions,
            hints,
            -1,
        )
        reply = await self._call(router, "Notify", "susssasa{sv}i", body)
        if reply and isinstance(reply[0], int):
            self._ids[told.key] = reply[0]
            self._told[reply[0]] = told

    async def _call(self, router: Any, method: str, kinds: str, body: tuple[Any, ...]) -> Any:
        from jeepney import DBusAddress, MessageType, new_method_call

        where = DBusAddress(_PATH, bus_name=_SERVICE, interface=_SERVICE)
        async with asyncio.timeout(_SECONDS):
            reply = await router.send_and_get_reply(new_method_call(where, method, kinds, body))
        return reply.body if reply.header.message_type is MessageType.method_return else None

    async def _hear_all(self, signals: "asyncio.Queue[Any]") -> None:
        while True:
            message = await signals.get()
            with suppress(ValueError, IndexError, TypeError):
                number, *rest = message.body
                self._hear(number, str(rest[0]))

    def _hear(self, number: int, said: str) -> None:
        told = self._told.get(number)
        if told is None:
            return
        if said == _OPEN:
            self._opened(told.entry)
        elif said.startswith(_CHOICE):
            self._answered(told.entry, told.choices[int(said.removeprefix(_CHOICE))])
