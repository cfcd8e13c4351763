"""Queues of which one can be spoiled and mended: a fake at the port, and a real Redis."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import pytest

from app.conversations.protocol.queue_names import REQUESTS, EnvelopeKind
from app.conversations.service.queues.memory_queues import MemoryQueues
from app.conversations.service.queues.port import Queues, TakenEnvelope
from app.conversations.service.queues.redis_queues import RedisQueues
from app.errors import ServiceTimeout

Change = Callable[[str], Awaitable[None]]


class Spoilt(NamedTuple):
    """Queues, with what spoils one of them and what mends it again, by its name."""

    queues: Queues
    spoil: Change
    mend: Change


class FailingApart(MemoryQueues):
    """Queues as those of a server are, where each is a thing of its own."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.reasons: dict[str, str] = {}

    async def put(self, kind: EnvelopeKind, body: bytes, **how: Any) -> None:
        if str(REQUESTS[kind]) in self.reasons:
            raise ServiceTimeout("The queue does not do its work.")
        await super().put(kind, body, **how)

    async def take(self, limit: int, **how: Any) -> Sequence[TakenEnvelope]:
        if self.reasons.keys() >= {str(name) for name in REQUESTS.values()}:
            raise ServiceTimeout("The queues do not do their work.")
        return await super().take(limit, **how)

    async def failing(self) -> Mapping[str, str]:
        return dict(self.reasons)


@asynccontextmanager
async def a_fake(_: pytest.FixtureRequest) -> AsyncIterator[Spoilt]:
    queues = FailingApart()

    async def spoil(name: str) -> None:
        queues.reasons[name] = "WRONGTYPE"

    async def mend(name: str) -> None:
        del queues.reasons[name]

    yield Spoilt(queues, spoil, mend)
    await queues.aclose()


@asynccontextmanager
async def a_redis(request: pytest.FixtureRequest) -> AsyncIterator[Spoilt]:
    from redis import asyncio as redis_asyncio

    url = request.getfixturevalue("redis_url")
    async with redis_asyncio.Redis.from_url(url) as client:

        async def spoil(name: str) -> None:
            await client.set(name, "no stream")

        async def mend(name: str) -> None:
            await client.delete(name)

        queues = RedisQueues(url)
        yield Spoilt(queues, spoil, mend)
        await queues.aclose()


SPOILT = [
    pytest.param(a_fake, id="fake"),
    pytest.param(a_redis, id="redis", marks=pytest.mark.live),
]
