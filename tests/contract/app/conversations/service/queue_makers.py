"""How the implementations of the queues are made for their contract suite."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from app.conversations.service.queues.memory_queues import MemoryQueues
from app.conversations.service.queues.port import Queues
from app.conversations.service.queues.redis_queues import RedisQueues

Open = Callable[..., Any]


@asynccontextmanager
async def memory_queues(_: str, **settings: Any) -> AsyncIterator[Queues]:
    queues = MemoryQueues(**settings)
    yield queues
    await queues.aclose()


@asynccontextmanager
async def redis_queues(url: str, **settings: Any) -> AsyncIterator[Queues]:
    queues = RedisQueues(url, **settings)
    yield queues
    await queues.aclose()


MAKERS = [
    pytest.param(memory_queues, id="memory"),
    pytest.param(redis_queues, id="redis", marks=pytest.mark.live),
]


def empty_url(request: pytest.FixtureRequest, maker: Open) -> str:
    """The address for a maker's queues, which are empty then."""
    if maker is memory_queues:
        return ""
    url: str = request.getfixturevalue("redis_url")
    return url
