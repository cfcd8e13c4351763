"""Saves that may wait a moment, so that many of one thing become one."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

DELAY_SECONDS = 0.05

_Item = TypeVar("_Item")

log = logging.getLogger(__name__)


class DeferredSaves(Generic[_Item]):
    """Owns what waits to be written, the newest of each key, and the timer that writes it."""

    def __init__(
        self, write: Callable[[_Item], Awaitable[None]], *, delay: float = DELAY_SECONDS
    ) -> None:
        self._write = write
        self._delay = delay
        self._waiting: dict[str, _Item] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._under_way: dict[str, _Item] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def put(self, key: str, item: _Item) -> None:
        """Let an item be written in a moment, in place of what waits under its key."""
        self._waiting[key] = item
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._delay, self._begin)

    def get(self, key: str) -> _Item | None:
        """Return what waits under a key, or is being written."""
        return self._waiting.get(key) or self._under_way.get(key)

    def drop(self, key: str) -> None:
        """Do not write what waits under a key: something newer is written now."""
        self._waiting.pop(key, None)
        self._under_way.pop(key, None)
        if not self._waiting:
            self._stop_timer()

    async def flush(self) -> None:
        """Write all that waits, now; raises what writing raises."""
        self._stop_timer()
        while self._waiting:
            await self._write_one()
        if self._tasks:
            await asyncio.wait(self._tasks)

    def _begin(self) -> None:
        self._timer = None
        writing = asyncio.create_task(self._try_to_flush(), name="deferred saves")
        self._tasks.add(writing)
        writing.add_done_callback(self._tasks.discard)

    async def _try_to_flush(self) -> None:
        while self._waiting:
            try:
                await self._write_one()
            except Exception:  # whatever writing raises: nobody awaits this task
                # The save that cannot wait, which comes at the latest with the end, raises it.
                log.exception("A deferred save failed")

    async def _write_one(self) -> None:
        # Taken out in the same step in which its writing begins: what is newer and is not
        # deferred is then always written after it.
        key = next(iter(self._waiting))
        item = self._under_way[key] = self._waiting.pop(key)
        try:
            await self._write(item)
        finally:
            if self._under_way.get(key) is item:
                del self._under_way[key]

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
