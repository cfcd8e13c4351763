"""Asks the Linux desktop whether things may move, and hears when that changes.

Settings portal: `org.freedesktop.appearance reduced-motion` (1: reduce; xdg-desktop-portal 1.20),
else GNOME's `org.gnome.desktop.interface enable-animations`, which GTK has as
`gtk-enable-animations`.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Final

from gui.platform.session_bus import bus_is_there, session_bus

_SERVICE: Final = "org.freedesktop.portal.Desktop"
_PATH: Final = "/org/freedesktop/portal/desktop"
_INTERFACE: Final = "org.freedesktop.portal.Settings"
_KEYS: Final = (
    ("org.freedesktop.appearance", "reduced-motion"),
    ("org.gnome.desktop.interface", "enable-animations"),
)
_SECONDS: Final = 5.0

log = logging.getLogger(__name__)


async def follow_desktop(told: Callable[[bool], None]) -> None:
    """Tell whether motion is to be reduced, now and on each change, until cancelled.

    Where there is no bus or no portal, nothing is told.
    """
    if not bus_is_there():
        return
    from jeepney import MatchRule, message_bus
    from jeepney.io.asyncio import Proxy

    heard = MatchRule(
        type="signal", interface=_INTERFACE, member="SettingChanged", path=_PATH, sender=_SERVICE
    )
    try:
        async with session_bus() as router:
            await Proxy(message_bus, router).AddMatch(heard)
            # The bus fills in the unique name of the sender, so a filter cannot ask for the other.
            arrives = MatchRule(type="signal", interface=_INTERFACE, path=_PATH)
            with router.filter(arrives, bufsize=32) as signals:
                wishes: dict[tuple[str, str], bool] = {}
                for key in _KEYS:
                    wish = _wish(key, await _read(router, key))
                    if wish is not None:
                        wishes[key] = wish
                _tell(wishes, told)
                while True:
                    body = (await signals.get()).body
                    if len(body) != 3:
                        continue
                    key = (body[0], body[1])
                    wish = _wish(key, body[2])
                    if wish is not None:
                        wishes[key] = wish
                        _tell(wishes, told)
    except (OSError, EOFError, ValueError, TimeoutError) as error:
        log.info("the desktop does not say whether things may move: %s", error)


async def _read(router: Any, key: tuple[str, str]) -> Any:
    from jeepney import DBusAddress, MessageType, new_method_call

    where = DBusAddress(_PATH, bus_name=_SERVICE, interface=_INTERFACE)
    async with asyncio.timeout(_SECONDS):
        # `Read` is in every version of the portal; `ReadOne` is not.
        reply = await router.send_and_get_reply(new_method_call(where, "Read", "ss", key))
    if reply.header.message_type is not MessageType.method_return or not reply.body:
        return None
    return reply.body[0]


def _wish(key: tuple[str, str], value: Any) -> bool | None:
    """Return whether a setting asks for less motion; None where it says nothing.

    `value` is a variant, (signature, value); `Read` packs one into another.
    """
    while isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], str):
        value = value[1]
    if key == _KEYS[0] and isinstance(value, int):
        return value == 1
    if key == _KEYS[1] and isinstance(value, bool):
        return not value
    return None


def _tell(wishes: dict[tuple[str, str], bool], told: Callable[[bool], None]) -> None:
    if wishes:
        told(any(wishes.values()))
