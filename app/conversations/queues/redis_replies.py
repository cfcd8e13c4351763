"""Replies on Redis: streams that each reader reads with a place of its own, none takes another's.

They are cut to a length, and those of one instance vanish within an hour of the last reply.
"""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from time import monotonic
from typing import Any, Final

from redis.exceptions import RedisError

from app.conversations.queues import redis_calls
from app.conversations.queues.redis_calls import BLOCK_SECONDS, expected

_KEPT: Final = 10_000
_KEPT_SECONDS: Final = 3600
_AGAIN_SECONDS: Final = 0.5


class RedisReplies:
    """Writes replies over a client that it borrows; each reading has a connection of its own."""

    def __init__(self, client: Any, url: str) -> None:
        self._client = client
        self._url = url
        self._kept_until: dict[str, float] = {}

    async def add(self, address: str, body: bytes) -> None:
        """Add a reply; raises `ServiceTimeout`, `RateLimitExceeded`."""
        with expected():
            await self._client.xadd(address, {"d": body}, maxlen=_KEPT, approximate=True)
            if ":" in address and self._kept_until.get(address, 0.0) < monotonic():
                await self._client.expire(address, _KEPT_SECONDS)
                self._kept_until = {**self._recent(), address: monotonic() + _KEPT_SECONDS / 2}

    def _recent(self) -> dict[str, float]:
        now = monotonic()
        return {address: until for address, until in self._kept_until.items() if until > now}

    async def read(self, addresses: Sequence[str]) -> AsyncGenerator[bytes | None, None]:
        """Yield None once the reading has begun, then each reply from there on.

        While Redis cannot be reached it tries again; what was added meanwhile is read then.
        """
        client = redis_calls.connect(self._url, blocking=True)
        try:
            with expected():
                places = {address: await _end(client, address) for address in addresses}
            yield None
            while True:
                redis_calls.if_cancelled()
                try:
                    found = await client.xread(
                        dict(places), count=100, block=round(BLOCK_SECONDS * 1000)
                    )
                    if not found:
                        # A Redis that lost its streams counts from its clock again: never back.
                        continue
                except RedisError as error:
                    redis_calls.if_cancelled(error)
                    await asyncio.sleep(_AGAIN_SECONDS)
                    continue
                for key, entries in found:
                    for entry, fields in entries:
                        places[key.decode()] = entry
                        yield fields[b"d"]
        finally:
            await client.aclose()


async def _end(client: Any, address: str) -> bytes:
    newest = await client.xrevrange(address, count=1)
    last: bytes = newest[0][0] if newest else b"0"
    return last
