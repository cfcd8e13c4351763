"""Envelopes that are wrong in every way: each is answered or a dead letter, and told why (F17)."""

import asyncio
import json
import random
from collections import Counter
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from app.conversations.protocol.envelope import read_envelope
from app.conversations.protocol.queue_names import (
    HISTORY,
    MEMORY,
    REPLIES,
    REQUESTS,
    RETRIEVE,
    STORE,
    TASK,
    dead_letters,
    reply_address,
)
from app.conversations.service.push.sockets import PATH
from app.conversations.service.queues.memory_queues import MemoryQueues
from app.conversations.service.queues.port import MAX_DELIVERIES, Queues
from app.conversations.service.queues.redis_queues import RedisQueues
from app.domain.book import NewConversation
from tests.contract.app.conversations.book.served_books import served
from tests.contract.app.conversations.service.queue_samples import raw, said, store
from tests.contract.app.conversations.service.queue_service import ANA, AskedService, asked_service
from tests.faults.conversations.queues.mutations import mutated
from tests.faults.scales import Scale
from tests.live.servers import Redis
from tests.patience import PATIENCE

pytestmark = [pytest.mark.anyio, pytest.mark.logs_warnings]

SAMPLES = {
    STORE: store("hola", metadata={"reply_to": "agent_orchestrator.medium.conversation.update:a"}),
    RETRIEVE: said(
        RETRIEVE, {"message_count": 3, "max_tokens": 100, "filter": {"exclude_tags": ["x"]}}
    ),
    HISTORY: said(HISTORY, {"limit": 5}),
    MEMORY: said(MEMORY, {"operations": [{"operation": "remember", "text": "likes tea"}]}),
    TASK: said(TASK, {"task_type": "process", "task_parameters": {"message_count": 2}}),
}
AT_ONCE = 500
ENDS = ("completed", "failed", "repeated", "expired", "dead")
"""What may become of an envelope, once each."""


class Answers:
    """Reads what the service answers; every failure has to say why."""

    def __init__(self, queues: Queues) -> None:
        self._queues = queues
        self.seen: Counter[str] = Counter()

    async def read(self) -> None:
        """Read until cancelled."""
        addresses = [reply_address(kind, name) for kind in REPLIES for name in (None, "a")]
        async with aclosing(self._queues.answers(addresses)) as answers:
            async for body in answers:
                if body is not None:
                    self._take(body)

    def _take(self, body: bytes) -> None:
        answer = read_envelope(body)
        self.seen[str(answer.status)] += 1
        if answer.status == "failed":
            assert answer.payload["error"], answer
            assert answer.payload["message"], answer


async def dead_are_told_why(queues: Queues) -> None:
    for kind in SAMPLES:
        for letter in await queues.dead(kind, limit=10**6):
            assert letter.reason
            assert letter.deliveries <= MAX_DELIVERIES


async def send(service: AskedService, count: int, chance: random.Random) -> None:
    """Put so many into the queues, a few at a time, and wait until nothing waits any more."""
    kinds = list(SAMPLES)
    for start in range(0, count, AT_ONCE):
        for _ in range(min(AT_ONCE, count - start)):
            kind = chance.choice(kinds)
            await service.put(kind, mutated(SAMPLES[kind], chance))
        for kind in kinds:
            await service.idle(kind)


async def all_have_ended(ended: Counter[str], count: int) -> None:
    """Wait until so many have ended: that is noted a little after nothing waits any more."""
    async with asyncio.timeout(PATIENCE):
        while sum(ended[name] for name in ENDS) < count:  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def none_is_lost(folder: Path, queues: Queues, count: int) -> None:
    ended: Counter[str] = Counter()
    answers = Answers(queues)
    async with asked_service(
        folder, queues, note=lambda queue, outcome: ended.update([outcome])
    ) as service:
        reading = asyncio.create_task(answers.read())
        await send(service, count, random.Random(17))
        await all_have_ended(ended, count)
        assert sum(ended[name] for name in ENDS) == count, ended
        await dead_are_told_why(queues)
        assert min(ended["completed"], ended["failed"], ended["dead"]) > 0
        assert min(answers.seen["completed"], answers.seen["failed"]) > 0
        for version, end in (("1.0 1.2 1.999", "completed"), ("2.0 0.9 two", "dead")):
            before = ended[end]
            for one in version.split():
                await service.put(RETRIEVE, raw(said(RETRIEVE, schema_version=one)))
            await service.idle(RETRIEVE)
            count += 3
            await all_have_ended(ended, count)
            assert ended[end] == before + 3, version
        reading.cancel()
        (broken,) = await asyncio.gather(reading, return_exceptions=True)
        assert isinstance(broken, asyncio.CancelledError), broken


async def test_f17_no_envelope_gets_stuck_in_process(tmp_path: Path, scale: Scale) -> None:
    queues = MemoryQueues(seconds_held=30, max_waiting=10**9)
    await none_is_lost(tmp_path, queues, scale(1000, 50_000))


async def test_f17_no_envelope_gets_stuck_on_redis(
    tmp_path: Path, redis: Redis, scale: Scale
) -> None:
    from redis.asyncio import Redis as Client

    queues = RedisQueues(redis.url)
    async with Client.from_url(redis.url) as client:
        await client.config_set("appendonly", "no")
        await none_is_lost(tmp_path, queues, scale(500, 50_000))
        for name in REQUESTS.values():
            assert (await client.xpending(str(name), "conversation_service"))["pending"] == 0
            assert await client.xlen(dead_letters(name))
    await queues.aclose()


PUSHED = [
    ("system", "ping", {}),
    ("subscription", "register", {"topics": ["task.failed"], "since": "0:0"}),
    ("session", "register", {"session_id": "s1", "filters": {"user_id": "ana"}}),
    ("conversation", "create", {"conversation_id": "talk", "title": "t", "metadata": {"a": 1}}),
    ("task", "cancel", {"task_id": "none"}),
]
OF_ONE_CONNECTION = 50
TOO_LONG = 1009


def pushed(domain: str, action: str, payload: dict[str, Any]) -> dict[str, Any]:
    return said(RETRIEVE, payload) | {"type": {"domain": domain, "action": action}}


async def answered(socket: ClientConnection) -> list[dict[str, Any]]:
    """Return what is answered up to now: a ping, which is answered in turn, comes last."""
    ping = pushed("system", "ping", {})
    await socket.send(json.dumps(ping))
    answers: list[dict[str, Any]] = []
    async with asyncio.timeout(PATIENCE):
        while True:
            told = json.loads(await socket.recv())
            if told["metadata"].get("in_reply_to") == ping["message_id"]:
                return answers
            # What has a cursor is a change, which nobody asked for just now.
            if "cursor" not in told["metadata"]:
                answers.append(told)


async def test_f17_no_envelope_breaks_a_websocket(tmp_path: Path, scale: Scale) -> None:
    chance = random.Random(1717)
    count = scale(200, 10_000)
    seen: Counter[str] = Counter()
    async with served(tmp_path / "service.db") as service:
        await service.book.create(ANA, NewConversation(id="talk"))
        headers = {"Authorization": f"Bearer {await service.token()}"}
        address = "ws" + service.url.removeprefix("http") + PATH
        while (left := count - sum(seen.values())) > 0:
            async with connect(address, additional_headers=headers, max_size=2**24) as socket:
                for _ in range(min(left, OF_ONE_CONNECTION)):
                    await socket.send(mutated(pushed(*chance.choice(PUSHED)), chance))
                    try:
                        (answer,) = await answered(socket)
                    except ConnectionClosed as closed:
                        assert closed.rcvd is not None
                        assert closed.rcvd.code == TOO_LONG, closed
                        seen["closed"] += 1
                        break
                    seen[f"{answer['type']['domain']}.{answer['type']['action']}"] += 1
                    if answer["type"]["action"] == "error":
                        assert answer["payload"]["error"]
                        assert answer["payload"]["message"]
    print(dict(seen))
    assert min(seen["system.error"], seen["subscription.registered"], seen["closed"]) > 0
