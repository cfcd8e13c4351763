"""Work that blocks runs in a thread, and is told when nobody waits for it any more."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeVar

P = TypeVar("P")


def in_thread(work: Callable[[P, threading.Event], Any]) -> Callable[[P], Awaitable[Any]]:
    """Return the work as a coroutine function; cancelled, it sets the event and waits for the end.

    The work looks at the event between two pieces and returns early once it is set.
    """

    async def run(parameters: P) -> Any:
        stopped = threading.Event()
        task = asyncio.create_task(asyncio.to_thread(work, parameters, stopped))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            stopped.set()
            while not task.done():
                # Cancelled once more, it still waits: the thread ends soon, and it alone.
                with suppress(asyncio.CancelledError):
                    await asyncio.wait([task])
            if not task.cancelled():
                task.exception()
            raise

    return run
