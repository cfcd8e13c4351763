"""Who waits for changes is woken when this process commits some; others' are looked for."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress

from app.watching import Watchers

SECONDS_BETWEEN_LOOKS = 0.5
"""How long a change that another process committed may go unnoticed."""


class Changed:
    """Owns the waiting of everyone who follows changes; `tell` may be called from any thread."""

    def __init__(self) -> None:
        self._waiting: dict[str, dict[asyncio.Event, asyncio.AbstractEventLoop]] = {}
        self._watchers: Watchers[frozenset[str]] = Watchers()
        self._closed = False

    def watch(self, watcher: Callable[[frozenset[str]], None]) -> Callable[[], None]:
        """Call `watcher` with the tenants of each commit, from any thread; return how to stop."""
        return self._watchers.add(watcher)

    def tell(self, tenants: frozenset[str]) -> None:
        """Wake those who wait for changes of these tenants."""
        self._watchers.tell(tenants)
        for tenant in tenants:
            for event, loop in list(self._waiting.get(tenant, {}).items()):
                # A loop that was closed in the meantime has nobody left who waits.
                with suppress(RuntimeError):
                    loop.call_soon_threadsafe(event.set)

    def close(self) -> None:
        """End every waiting."""
        self._closed = True
        self._watchers.clear()
        self.tell(frozenset(self._waiting))

    async def follow(
        self, tenant: str, last: Callable[[], Awaitable[object]]
    ) -> AsyncIterator[None]:
        """Yield at once, then each time that there may be something new, until this is closed.

        `last` says where the log stands; it is asked now and then, for what other processes write.
        """
        event = asyncio.Event()
        self._waiting.setdefault(tenant, {})[event] = asyncio.get_running_loop()
        try:
            seen = None
            while not self._closed:
                event.clear()
                yield
                while not self._closed and not event.is_set():
                    with suppress(TimeoutError):
                        async with asyncio.timeout(SECONDS_BETWEEN_LOOKS):
                            await event.wait()
                            break
                    if not self._closed and (now := await last()) != seen:
                        seen = now
                        break
        finally:
            del self._waiting[tenant][event]
            if not self._waiting[tenant]:
                del self._waiting[tenant]
