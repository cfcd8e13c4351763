"""Whether a window can be shown here, and what has to be set for typing before Qt starts.

Qt aborts the process when it finds no display, so this is asked first.
"""

import os
import socket
import sys
from collections.abc import Mapping
from contextlib import suppress

_TRY_SECONDS = 1.0
_X11_PORT = 6000


def available(environment: Mapping[str, str] | None = None) -> bool:
    """Return whether a window can be opened: a display that answers, or a platform that was named.

    On Windows and macOS there always is one.
    """
    environment = os.environ if environment is None else environment
    if not sys.platform.startswith("linux"):
        return True
    named = environment.get("QT_QPA_PLATFORM", "")
    if named and not named.startswith(("xcb", "wayland")):
        return True
    if environment.get("WAYLAND_DISPLAY"):
        return True
    display = environment.get("DISPLAY", "")
    return bool(display) and _answers(display)


def prepare_input_method(environment: dict[str, str] | None = None) -> bool:
    """Let fcitx users type Hangul: the Qt wheels have no fcitx plugin, but fcitx5 answers as ibus.

    On X11 a session may name fcitx to X programs only (XMODIFIERS), and Qt would ask nobody.
    Returns whether something was changed. Must run before Qt starts.
    """
    held: dict[str, str] = os.environ if environment is None else environment  # type: ignore[assignment]
    wanted = held.get("QT_IM_MODULE", "")
    if not wanted.startswith("fcitx") and not fcitx_for_others_only(held):
        return False
    held["QT_IM_MODULE"] = "ibus"
    return True


def fcitx_for_others_only(environment: Mapping[str, str]) -> bool:
    """Return whether the session types with fcitx on X11, and does not say so to Qt."""
    x11 = bool(environment.get("DISPLAY")) and not environment.get("WAYLAND_DISPLAY")
    told = environment.get("QT_IM_MODULE") or environment.get("QT_IM_MODULES")
    return x11 and not told and environment.get("XMODIFIERS", "").startswith("@im=fcitx")


def _answers(display: str) -> bool:
    """Return whether an X server listens; `display` is [host]:number[.screen]."""
    host, _, rest = display.rpartition(":")
    number = rest.split(".")[0]
    if not number.isdigit():
        return False
    if host in ("", "unix"):
        path = f"/tmp/.X11-unix/X{number}"  # noqa: S108 where X servers listen
        return _local(path) or _local("\0" + path)
    with (
        suppress(OSError),
        socket.create_connection((host, _X11_PORT + int(number)), timeout=_TRY_SECONDS),
    ):
        return True
    return False


def _local(path: str) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        client.settimeout(_TRY_SECONDS)
        try:
            client.connect(path)
        except OSError:
            return False
    return True
