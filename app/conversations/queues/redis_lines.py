"""Connections to Redis for what is asked of it all the time.

redis-py's pool looks at a connection before and after each call, and its socket timeout makes a
task of each: together as much as the call itself. Here a connection is taken from a list, and one
limit holds for the whole call.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

from redis.exceptions import TimeoutError as RedisTimeout

from app.conversations.queues import redis_calls

T = TypeVar("T")

_MOST: Final = 16


class Lines:
    """Owns connections to one Redis; each carries one call at a time and is kept for the next.

    They are made when they are needed. A call that waits longer than `seconds`, for a connection
    too, raises redis-py's `TimeoutError`.
    """

    def __init__(self, url: str, *, seconds: float) -> None:
        self._url = url
        self._seconds = seconds
        self._room = asyncio.Semaphore(_MOST)
        self._clients: list[Any] = []
        self._free: list[Any] = []

    async def call(self, ask: Callable[[Any], Awaitable[T]]) -> T:
        """Return what comes of asking by one of the clients."""
        try:
            async with asyncio.timeout(self._seconds), self._room:
                client = self._free.pop() if self._free else self._another()
                try:
                    return await ask(client)
                finally:
                    self._free.append(client)
        except TimeoutError as error:
            raise RedisTimeout("no answer in time") from error

    async def aclose(self) -> None:
        """Close all connections; idempotent."""
        for client in self._clients:
            await client.aclose()

    def _another(self) -> Any:
        client = redis_calls.single(self._url)
        self._clients.append(client)
        return client
