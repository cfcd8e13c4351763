"""The service's queues through repetitions, kills, hangs, losses and long tasks (F10 to F12)."""

import asyncio
import random
import resource
import sys
import uuid
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from app.conversations.client.retry import RetryPolicy
from app.conversations.protocol.envelope import Envelope
from app.conversations.protocol.queue_names import REQUESTS, RETRIEVE, STORE, TASK
from app.conversations.service.queues.actions import process
from app.conversations.service.queues.redis_queues import RedisQueues
from app.domain.book import NewMessage
from app.domain.service_tasks import ServiceTask
from app.errors import RateLimitExceeded, ServiceTimeout
from tests.contract.app.conversations.service.queue_samples import raw, store
from tests.contract.app.conversations.service.queue_service import ANA, AskedService, asked_service
from tests.faults.scales import Scale
from tests.live.servers import Redis
from tests.patience import PATIENCE

pytestmark = [pytest.mark.anyio, pytest.mark.logs_warnings]

TALK: Any = {"conversation_id": "talk", "user_id": "ana"}
SECONDS_TO_RECOVER = 5.0  # in the long form, which has a machine of its own
SECONDS_TO_ARRIVE = 30.0
BUSY = 0.05
"""The share of a core that nobody may use while there is nothing to be done."""


@pytest.fixture
async def queues(redis: Redis) -> AsyncIterator[RedisQueues]:
    made = RedisQueues(redis.url, seconds_held=2)
    yield made
    await made.aclose()


async def contents(service: AskedService) -> list[str]:
    found: list[str] = []
    after: int | None = None
    while True:
        page = await service.book.messages(ANA, "talk", after=after, limit=1000)
        found += [message.content for message in page.items]
        if not page.items or page.next is None:
            return found
        after = page.items[-1].seq


class Producer:
    """Sends messages over the queue, in order, each again until the service says it has it."""

    def __init__(self, service: AskedService) -> None:
        self.waiting: deque[int] = deque()
        self._service = service
        self._said = asyncio.Event()

    def say(self, number: int) -> None:
        """From now on the message must arrive."""
        self.waiting.append(number)
        self._said.set()

    async def run(self) -> None:
        """Send until cancelled."""
        policy = RetryPolicy(attempts=10**6, cap_seconds=2.0)
        while True:
            self._said.clear()
            while self.waiting:
                await policy.carry(self._send)
                self.waiting.popleft()
            await self._said.wait()

    async def arrived(self) -> None:
        """Wait until all have arrived; none may take more than half a minute."""
        least, since = sys.maxsize, monotonic()
        while left := len(self.waiting):
            if left < least:
                least, since = left, monotonic()
            assert monotonic() - since < SECONDS_TO_ARRIVE
            await asyncio.sleep(0.05)

    async def _send(self) -> None:
        number = self.waiting[0]
        message = store(str(number), id=f"m{number:06}")["payload"]["message"]
        answer: Envelope = await self._service.requester.ask(
            STORE,
            {"message": message},
            message_id=uuid.uuid5(uuid.NAMESPACE_OID, message["id"]),
            **TALK,
        )
        assert answer.status == "completed", answer.payload


async def recovered(service: AskedService, scale: Scale) -> None:
    """Ask from now on until there is an answer, which must come soon."""
    began = monotonic()
    while True:
        with suppress(ServiceTimeout, RateLimitExceeded):
            await service.requester.ask(RETRIEVE, {}, seconds=1, **TALK)
            break
        await asyncio.sleep(0.05)
    assert monotonic() - began < (PATIENCE if scale.share is None else SECONDS_TO_RECOVER)


async def through(
    tmp_path: Path,
    queues: RedisQueues,
    count: int,
    trouble: Callable[[], Awaitable[None]],
    times: int,
    scale: Scale,
) -> None:
    """Say `count` things while there is trouble, after each of which the service soon answers.

    All that was said arrives, in order, once.
    """
    async with asked_service(tmp_path, queues, seconds_held=2) as service:
        producer = Producer(service)
        sending = asyncio.create_task(producer.run())

        async def talk() -> None:
            for number in range(count):
                producer.say(number)
                await asyncio.sleep(random.uniform(0, 0.01))

        async def troubles() -> None:
            for _ in range(times):
                await asyncio.sleep(random.uniform(0.1, 0.4))
                await trouble()
                await recovered(service, scale)

        async with asyncio.TaskGroup() as together:
            together.create_task(talk())
            together.create_task(troubles())
        arriving = asyncio.create_task(producer.arrived())
        # A sending that broke must not be waited for.
        await asyncio.wait([sending, arriving], return_when=asyncio.FIRST_COMPLETED)
        if sending.done():
            arriving.cancel()
            await sending
        await arriving
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)
        assert await contents(service) == [str(number) for number in range(count)]


async def test_f10_three_deliveries_in_any_order_are_one_row(
    tmp_path: Path, queues: RedisQueues, scale: Scale
) -> None:
    count = scale(30, 300)
    envelopes = [store(str(number), id=f"m{number}") for number in range(count)]
    deliveries = [raw(envelope) for envelope in envelopes for _ in range(3)]
    random.shuffle(deliveries)
    async with asked_service(tmp_path, queues, seconds_held=2, workers=3) as service:
        for body in deliveries:
            await service.put(STORE, body)
        await service.idle(STORE)
        first = await contents(service)
        assert sorted(map(int, first)) == list(range(count))
        page = await service.book.messages(ANA, "talk", limit=1000)
        assert [message.seq for message in page.items] == list(range(count))
        for body in deliveries[:count]:
            await service.put(STORE, body)
        await service.idle(STORE)
        assert await contents(service) == first


async def killed(redis: Redis) -> None:
    await asyncio.to_thread(redis.kill)
    await asyncio.to_thread(redis.start)


async def emptied(redis: Redis) -> None:
    from redis.asyncio import Redis as Client

    async with Client.from_url(redis.url) as client:
        await client.flushall()


async def without_groups(redis: Redis) -> None:
    from redis.asyncio import Redis as Client
    from redis.exceptions import ResponseError

    async with Client.from_url(redis.url) as client:
        for name in REQUESTS.values():
            with suppress(ResponseError):
                await client.xgroup_destroy(str(name), "conversation_service")


async def forgetful(redis: Redis) -> None:
    """Kill it, and start it without the file in which it kept what it was told."""
    await asyncio.to_thread(redis.kill)
    for left in (redis.folder / "appendonlydir").glob("*"):
        left.unlink()
    await asyncio.to_thread(redis.start)


@asynccontextmanager
async def away(redis: Redis) -> AsyncIterator[None]:
    await asyncio.to_thread(redis.kill)
    yield
    await asyncio.to_thread(redis.start)


@asynccontextmanager
async def hanging(redis: Redis) -> AsyncIterator[None]:
    redis.freeze()
    yield
    redis.thaw()


@asynccontextmanager
async def full(redis: Redis) -> AsyncIterator[None]:
    from redis.asyncio import Redis as Client

    async with Client.from_url(redis.url) as client:
        await client.config_set("maxmemory-policy", "noeviction")
        await client.config_set("maxmemory", 1)
        yield
        await client.config_set("maxmemory", 0)


@asynccontextmanager
async def spoilt(redis: Redis) -> AsyncIterator[None]:
    """One queue's key holds another type; the others are as they were."""
    from redis.asyncio import Redis as Client

    async with Client.from_url(redis.url) as client:
        await client.set(str(REQUESTS[STORE]), "no stream")
        yield
        await client.delete(str(REQUESTS[STORE]))


@pytest.mark.parametrize("trouble", [killed, emptied, without_groups, forgetful])
async def test_f11_redis_is_killed_or_loses_what_it_had(
    tmp_path: Path,
    redis: Redis,
    queues: RedisQueues,
    scale: Scale,
    trouble: Callable[[Redis], Awaitable[None]],
) -> None:
    await through(tmp_path, queues, scale(100, 1000), lambda: trouble(redis), scale(2, 20), scale)


@pytest.mark.parametrize(("trouble", "seconds"), [(hanging, 10.0), (full, 1.5)])
async def test_f11_redis_hangs_or_is_full(
    tmp_path: Path,
    redis: Redis,
    queues: RedisQueues,
    scale: Scale,
    trouble: Callable[[Redis], AbstractAsyncContextManager[None]],
    seconds: float,
) -> None:
    async def for_a_while() -> None:
        async with trouble(redis):
            # No shorter than it takes to see that there is no answer.
            await asyncio.sleep(scale.seconds(min(seconds, 6.0), seconds))

    await through(tmp_path, queues, scale(60, 500), for_a_while, scale(1, 10), scale)


@pytest.mark.parametrize("trouble", [away, hanging, full, spoilt])
async def test_f11_nobody_turns_round_and_round_meanwhile(
    tmp_path: Path,
    redis: Redis,
    queues: RedisQueues,
    scale: Scale,
    trouble: Callable[[Redis], AbstractAsyncContextManager[None]],
) -> None:
    seconds = scale.seconds(2.0, 10.0)
    async with asked_service(tmp_path, queues, seconds_held=2) as service:
        await service.requester.ask(STORE, store("before")["payload"], **TALK)
        async with trouble(redis):
            # Something to be announced, which cannot be.
            await service.book.add(ANA, "talk", NewMessage(role="user", content="meanwhile"))
            await asyncio.sleep(1)
            before = resource.getrusage(resource.RUSAGE_SELF)
            await asyncio.sleep(seconds)
            after = resource.getrusage(resource.RUSAGE_SELF)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        assert used / seconds < BUSY
        await recovered(service, scale)
        await service.requester.ask(STORE, store("after")["payload"], **TALK)


async def test_f12_a_long_task_is_run_once(tmp_path: Path, redis: Redis, scale: Scale) -> None:
    seconds_held = 2.0
    queues = RedisQueues(redis.url, seconds_held=seconds_held)
    runs: list[str] = []

    async def long(book: Any, caller: Any, task: ServiceTask) -> Any:
        runs.append(task.id)
        # Three times as long as a worker may be silent.
        await asyncio.sleep(3 * seconds_held)
        return {"done": True}

    runners = {"long": long, "process": process}
    async with asked_service(
        tmp_path, queues, seconds_held=seconds_held, workers=3, runners=runners
    ) as service:
        asked = [
            service.requester.ask(TASK, {"task_type": "long"}, seconds=PATIENCE, **TALK)
            for _ in range(scale(2, 5))
        ]
        for answer in await asyncio.gather(*asked):
            assert answer.payload["result"] == {"done": True}
        await service.idle(TASK)
    await queues.aclose()
    assert len(runs) == len(set(runs)) == len(asked)
