"""The service's queues through kills, hangs, losses, poison and nonsense (F10 to F13, F17).

`FAULT_SCALE` (default 0.1) sets how much is done; 1 is what the project promises to hold.
"""

import asyncio
import json
import os
import random
import resource
import sys
import uuid
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from app.conversations.client.retry import RetryPolicy
from app.conversations.queues.actions import process
from app.conversations.queues.envelope import Envelope
from app.conversations.queues.memory_queues import MemoryQueues
from app.conversations.queues.names import HISTORY, MEMORY, REQUESTS, RETRIEVE, STORE, TASK
from app.conversations.queues.redis_queues import RedisQueues
from app.domain.service_tasks import ServiceTask
from app.errors import ServiceTimeout
from tests.contract.queue_samples import raw, said, store
from tests.contract.queue_service import ANA, AskedService, asked_service
from tests.faults.mutations import mutated
from tests.live.servers import NoServer, Redis

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.faults,
    pytest.mark.slow,
    pytest.mark.logs_warnings,
    pytest.mark.timeout(900),
]

SCALE = float(os.environ.get("FAULT_SCALE", "0.1"))
TALK: Any = {"conversation_id": "talk", "user_id": "ana"}


@pytest.fixture
def redis(tmp_path: Path) -> Any:
    try:
        with Redis(tmp_path / "redis") as server:
            yield server
    except NoServer as reason:
        pytest.skip(str(reason))


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
            assert monotonic() - since < 30
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


async def through(
    tmp_path: Path,
    queues: RedisQueues,
    count: int,
    trouble: Callable[[], Awaitable[None]],
) -> None:
    """Say `count` things while there is trouble; all arrive, in order, once."""
    async with asked_service(tmp_path, queues, seconds_held=2) as service:
        producer = Producer(service)
        sending = asyncio.create_task(producer.run())

        async def talk() -> None:
            for number in range(count):
                producer.say(number)
                await asyncio.sleep(random.uniform(0, 0.01))

        await asyncio.gather(talk(), trouble())
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
    tmp_path: Path, queues: RedisQueues
) -> None:
    count = max(30, round(300 * SCALE))
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


async def test_f11_redis_is_killed(tmp_path: Path, redis: Redis, queues: RedisQueues) -> None:
    async def trouble() -> None:
        for _ in range(max(2, round(20 * SCALE))):
            await asyncio.sleep(random.uniform(0.2, 0.6))
            await asyncio.to_thread(redis.kill)
            await asyncio.to_thread(redis.start)

    await through(tmp_path, queues, max(100, round(1000 * SCALE)), trouble)


async def test_f11_redis_hangs(tmp_path: Path, redis: Redis, queues: RedisQueues) -> None:
    async def trouble() -> None:
        for _ in range(max(1, round(10 * SCALE))):
            await asyncio.sleep(0.3)
            redis.freeze()
            await asyncio.sleep(10 if SCALE >= 1 else 6)
            redis.thaw()

    await through(tmp_path, queues, max(100, round(500 * SCALE)), trouble)


async def test_f11_redis_loses_everything(
    tmp_path: Path, redis: Redis, queues: RedisQueues
) -> None:
    from redis.asyncio import Redis as Client
    from redis.exceptions import ResponseError

    async def trouble() -> None:
        async with Client.from_url(redis.url) as client:
            for _ in range(max(3, round(20 * SCALE))):
                await asyncio.sleep(0.2)
                await client.flushall()
            for name in REQUESTS.values():
                await asyncio.sleep(0.05)
                with suppress(ResponseError):
                    await client.xgroup_destroy(str(name), "conversation_service")
        redis.kill()
        for left in (redis.folder / "appendonlydir").glob("*"):
            left.unlink()
        redis.start()

    await through(tmp_path, queues, max(150, round(1000 * SCALE)), trouble)


async def test_f11_redis_has_no_memory_left(
    tmp_path: Path, redis: Redis, queues: RedisQueues
) -> None:
    from redis.asyncio import Redis as Client

    async def trouble() -> None:
        async with Client.from_url(redis.url) as client:
            await client.config_set("maxmemory-policy", "noeviction")
            await client.config_set("maxmemory", 1)
            await asyncio.sleep(1.5)
            await client.config_set("maxmemory", 0)

    await through(tmp_path, queues, max(60, round(300 * SCALE)), trouble)


async def test_f11_nobody_turns_round_and_round_while_redis_is_away(
    tmp_path: Path, redis: Redis, queues: RedisQueues
) -> None:
    async with asked_service(tmp_path, queues, seconds_held=2) as service:
        await service.requester.ask(STORE, store("before")["payload"], **TALK)
        redis.kill()
        await asyncio.sleep(1)
        before = resource.getrusage(resource.RUSAGE_SELF)
        await asyncio.sleep(5)
        after = resource.getrusage(resource.RUSAGE_SELF)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        assert used / 5 < 0.05
        redis.start()
        async with asyncio.timeout(5):
            while True:
                try:
                    await service.requester.ask(STORE, store("after")["payload"], seconds=1, **TALK)
                    break
                except ServiceTimeout:
                    continue


async def test_f12_a_long_task_is_run_once(tmp_path: Path, queues: RedisQueues) -> None:
    runs: list[str] = []

    async def long(book: Any, caller: Any, task: ServiceTask) -> Any:
        runs.append(task.id)
        await asyncio.sleep(6)
        return {"done": True}

    async with asked_service(
        tmp_path, queues, seconds_held=2, workers=3, runners={"long": long, "process": process}
    ) as service:
        answer = await service.requester.ask(TASK, {"task_type": "long"}, seconds=30, **TALK)
        assert answer.payload["result"] == {"done": True}
        await service.idle(TASK)
    assert len(runs) == 1


async def test_f13_poison_is_a_dead_letter_and_nobody_else_notices(
    tmp_path: Path, redis: Redis
) -> None:
    tried: list[str] = []

    async def poison(book: Any, caller: Any, task: ServiceTask) -> Any:
        tried.append(task.id)
        raise RuntimeError("a mistake of ours")

    count = max(5, round(50 * SCALE))
    quick = RedisQueues(redis.url, seconds_held=0.5)
    try:
        async with asked_service(
            tmp_path, quick, seconds_held=0.5, runners={"poison": poison, "process": process}
        ) as service:
            for _ in range(count):
                await service.put(TASK, raw(said(TASK, {"task_type": "poison"})))
            for number in range(count * 4):
                answer = await service.requester.ask(STORE, store(str(number))["payload"], **TALK)
                assert answer.status == "completed"
            await service.idle(TASK)
            dead = await quick.dead(TASK, limit=1000)
            assert len(dead) == count
            assert {letter.deliveries for letter in dead} == {3}
            assert all("RuntimeError" in letter.reason for letter in dead)
            assert len(tried) == 3 * count
    finally:
        await quick.aclose()


async def test_f17_no_envelope_brings_the_service_down_or_gets_stuck(tmp_path: Path) -> None:
    count = round(50_000 * SCALE)
    chance = random.Random(17)
    queues = MemoryQueues(seconds_held=30, max_waiting=10**9)
    samples = [
        store("hola", metadata={"reply_to": "agent_orchestrator.medium.conversation.update:a"}),
        said(RETRIEVE, {"message_count": 3, "max_tokens": 100, "filter": {"exclude_tags": ["x"]}}),
        said(HISTORY, {"limit": 5}),
        said(MEMORY, {"operations": [{"operation": "remember", "text": "likes tea"}]}),
        said(TASK, {"task_type": "process", "task_parameters": {"message_count": 2}}),
    ]
    kinds = [STORE, RETRIEVE, HISTORY, MEMORY, TASK]
    async with asked_service(tmp_path, queues) as service:
        for start in range(0, count, 500):
            for _ in range(min(500, count - start)):
                which = chance.randrange(5)
                await service.put(kinds[which], mutated(samples[which], chance))
            for kind in kinds:
                await service.idle(kind)
        for kind in kinds:
            dead = await queues.dead(kind, limit=10**6)
            assert all(letter.reason and letter.deliveries <= 3 for letter in dead)
        answer = await service.requester.ask(RETRIEVE, {}, **TALK)
        assert answer.status == "completed"
        later = json.loads(raw(said(RETRIEVE, schema_version="1.999")))
        await service.put(RETRIEVE, raw(later))
        await service.idle(RETRIEVE)
