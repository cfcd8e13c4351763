"""Requests that no worker survives are dead letters, and nobody else waits for them (F13)."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic, perf_counter
from typing import Any

import pytest

from app.conversations.protocol.queue_names import RETRIEVE, STORE, TASK
from app.conversations.service.queues.actions import process
from app.conversations.service.queues.redis_queues import RedisQueues
from app.domain.service_tasks import ServiceTask
from tests.contract.app.conversations.service.queue_samples import raw, said, store
from tests.contract.app.conversations.service.queue_service import AskedService, asked_service
from tests.faults.conversations.latencies import p99, unaffected
from tests.faults.scales import Scale
from tests.live.servers import Redis

pytestmark = [pytest.mark.anyio, pytest.mark.logs_warnings]

TALK: Any = {"conversation_id": "talk", "user_id": "ana"}
SECONDS_HELD = 1.2  # what stands still for most of it counts as a delivery
CALLERS = 4
OTHERS_TO_ONE = 25
"""How many others there are to each poison: a slow machine has less of both."""


class Poisoned:
    """A service one of whose tasks always fails; knows how often that was tried."""

    def __init__(self, service: AskedService, tried: list[str]) -> None:
        self.service = service
        self.tried = tried
        self.put = 0
        self._poisoning = False

    async def others(self, seconds: float) -> float:
        """Ask other things for so long; return the p99 of how long each took."""
        took: list[float] = []
        requests = [(STORE, store("hola")["payload"]), (RETRIEVE, {"message_count": 5})]
        requests.append((TASK, {"task_type": "process", "task_parameters": {"message_count": 5}}))

        async def caller(number: int) -> None:
            ends = monotonic() + seconds
            while monotonic() < ends:
                kind, payload = requests[number % len(requests)]
                if kind is STORE:
                    payload = store(str(number))["payload"]
                began = perf_counter()
                answer = await self.service.requester.ask(kind, payload, **TALK)
                took.append(perf_counter() - began)
                assert answer.status == "completed", answer.payload
                number += CALLERS
                if self._poisoning and len(took) % OTHERS_TO_ONE == 0:
                    await self._put()

        await asyncio.gather(*map(caller, range(CALLERS)))
        return p99(took)

    @asynccontextmanager
    async def poison(self) -> AsyncIterator[None]:
        """Put poison among the others; after it, wait until each is a dead letter."""
        await self._put()
        await self._put()
        # From here on some come back.
        await asyncio.sleep(SECONDS_HELD)
        self._poisoning = True
        yield
        self._poisoning = False
        await self.service.idle(TASK)

    async def _put(self) -> None:
        await self.service.put(TASK, raw(said(TASK, {"task_type": "poison"})))
        self.put += 1


@asynccontextmanager
async def poisoned(folder: Path, url: str) -> AsyncIterator[Poisoned]:
    tried: list[str] = []

    async def poison(book: Any, caller: Any, task: ServiceTask) -> Any:
        tried.append(task.id)
        raise RuntimeError("a mistake of ours")

    queues = RedisQueues(url, seconds_held=SECONDS_HELD)
    runners = {"poison": poison, "process": process}
    try:
        async with asked_service(
            folder, queues, seconds_held=SECONDS_HELD, runners=runners
        ) as service:
            yield Poisoned(service, tried)
    finally:
        await queues.aclose()


async def test_f13_poison_is_a_dead_letter_and_nobody_else_notices(
    tmp_path: Path, redis: Redis, scale: Scale
) -> None:
    alone: list[float] = []
    beside: list[float] = []
    seconds = scale.seconds(0.5, 4.0)
    async with poisoned(tmp_path, redis.url) as troubled:
        await troubled.others(seconds / 2)
        for _ in range(scale(3, 7)):
            alone.append(await troubled.others(seconds))
            async with troubled.poison():
                beside.append(await troubled.others(seconds))
        dead = await troubled.service.queues.dead(TASK, limit=10_000)
    assert len(dead) == troubled.put >= scale(5, 50)
    assert {letter.deliveries for letter in dead} == {3}
    assert all("RuntimeError" in letter.reason for letter in dead)
    assert len(troubled.tried) == 3 * len(dead)
    unaffected(alone, beside, scale)
