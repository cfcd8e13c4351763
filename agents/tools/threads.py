"""Work that blocks runs in a thread, and is told when nobody waits for it any more."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

P = TypeVar("P")


def in_thread(work: Callable[[P, threading.Event], Any]) -> Callable[[P], Awaitable[Any]]:
    """Return the work as a coroutine function; cancelled, it sets the event and waits for the end.

    The work looks at the event between two pieces and returns early once it is set.
    """

    async def run(parameters: P) -> Any:
        stopped = threading.Event()
        task = asyncio.create_task(asyncio.to_thread(work, parameters, stopped))
        task.add_done_callback(_taken)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            stopped.set()
            await asyncio.wait([task])
            raise

    return run


def _taken(task: "asyncio.Task[Any]") -> None:
    """Take the outcome: who waited may be cancelled a second time before it is there."""
    if not task.cancelled():
        task.exception()
