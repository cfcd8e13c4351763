"""A connection to the desktop's session bus that is closed however its use ends."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final

_SECONDS: Final = 1.0


@asynccontextmanager
async def session_bus() -> AsyncIterator[Any]:
    """Yield a router of D-Bus messages; raises `OSError` or `EOFError` where there is no bus.

    Jeepney's own leaves its socket open when it is cancelled while it greets the bus, or when the
    bus goes away.
    """
    from jeepney.io.asyncio import DBusRouter, open_dbus_connection

    opening = asyncio.ensure_future(open_dbus_connection("SESSION"))
    try:
        connection = await asyncio.shield(opening)
    except asyncio.CancelledError:
        with suppress(Exception):
            async with asyncio.timeout(_SECONDS):
                await (await opening).close()
        raise
    try:
        async with DBusRouter(connection) as router:
            yield router
    finally:
        with suppress(OSError):
            await connection.close()


def bus_is_there() -> bool:
    """Whether this session has a bus that can be asked."""
    if os.environ.get("DBUS_SESSION_BUS_ADDRESS"):
        return True
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    return runtime is not None and (Path(runtime) / "bus").exists()
