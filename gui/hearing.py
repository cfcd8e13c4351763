"""Awaiting a Qt signal."""

import asyncio
from typing import Any


async def heard(signal: Any) -> None:
    """Return when the signal is next emitted."""
    asked: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def hear() -> None:
        if not asked.done():
            asked.set_result(None)

    signal.connect(hear)
    try:
        await asked
    finally:
        signal.disconnect(hear)
