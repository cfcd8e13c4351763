"""A bare aiokafka echo as a probe beside ours: as many records, as large, with as many headers.

It knows nothing of A2A: no protobuf, no attempts, no order, nothing that is kept or repeated. What
it says is written and read by `json`, like ours.
"""

import asyncio
import json
import time
import uuid
from typing import Any

from aiokafka import AIOKafkaConsumer, AIOKafkaProducer, TopicPartition

TUNED: dict[str, Any] = {"acks": "all", "linger_ms": 0, "max_batch_size": 256 * 1024}


# What a reply of the binding says besides its text, so that both carry the same.
_SAME = {
    "correlation-id": b"",
    "client-id": b"bench-wire",
    "attempt": b"0" * 32,
    "content-type": b"application/a2a+json",
    "traceparent": b"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00",
    "seq": b"0",
    "state": b"working",
    "final": b"0",
}
_dumps = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def _event(name: str, number: int, *, final: bool) -> dict[str, Any]:
    artifact = {"artifactId": "a", "parts": [{"text": "piece " * 40}]}
    ids = {"taskId": name, "contextId": name[:16]}
    update = {"artifactUpdate": {**ids, "artifact": artifact, "append": True}}
    return {"jsonrpc": "2.0", "id": name, "result": update, "n": number, "final": final}


async def serve(bootstrap: str, name: str, *, tuned: bool = True) -> None:
    """Answer each request with as many events as it asks for, until cancelled."""
    producer = AIOKafkaProducer(bootstrap_servers=bootstrap, **(TUNED if tuned else {}))
    await producer.start()
    consumer = AIOKafkaConsumer(
        f"{name}.requests", bootstrap_servers=bootstrap, group_id=name, auto_offset_reset="earliest"
    )
    await consumer.start()
    print("ready", flush=True)
    tasks: set[asyncio.Task[None]] = set()

    async def answer(record: Any) -> None:
        asked = json.loads(record.value)
        same = {**_SAME, **{one: value for one, value in record.headers if one in _SAME}}
        headers = list(same.items())
        last = None
        for number in range(asked["events"]):
            final = number == asked["events"] - 1
            event = _event(asked["id"], number, final=final)
            sent = await producer.send(
                f"{name}.replies",
                _dumps(event).encode(),
                key=record.key,
                partition=0,
                headers=headers,
            )
            if tuned:
                last = sent
            else:
                await sent
        if last is not None:
            await last

    async for record in consumer:
        task = asyncio.create_task(answer(record))
        tasks.add(task)
        task.add_done_callback(tasks.discard)


class BareClient:
    """Asks a bare echo; owns a producer and a reader of the replies."""

    def __init__(self, bootstrap: str, name: str, *, tuned: bool = True) -> None:
        self._bootstrap = bootstrap
        self._name = name
        self._tuned = tuned
        self._waiting: dict[bytes, asyncio.Queue[dict[str, Any]]] = {}

    async def start(self) -> None:
        """Connect."""
        more = TUNED if self._tuned else {}
        self._producer = AIOKafkaProducer(bootstrap_servers=self._bootstrap, **more)
        await self._producer.start()
        self._consumer = AIOKafkaConsumer(bootstrap_servers=self._bootstrap)
        await self._consumer.start()
        where = TopicPartition(f"{self._name}.replies", 0)
        self._consumer.assign([where])
        await self._consumer.seek_to_end(where)
        await self._consumer.position(where)
        self._pump = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for record in self._consumer:
            queue = self._waiting.get(dict(record.headers)["correlation-id"])
            if queue is not None:
                queue.put_nowait(json.loads(record.value))

    async def once(self, events: int) -> tuple[float, int]:
        """Return seconds to the first event, and how many there were."""
        name = str(uuid.uuid4())
        queue = self._waiting[name.encode()] = asyncio.Queue()
        begun, first, count = time.perf_counter(), 0.0, 0
        await self._producer.send_and_wait(
            f"{self._name}.requests",
            _dumps({"id": name, "events": events, "padding": "x" * 200}).encode(),
            key=name.encode(),
            headers=[*{**_SAME, "correlation-id": name.encode()}.items()],
        )
        while True:
            event = await queue.get()
            first = first or time.perf_counter() - begun
            count += 1
            if event["final"]:
                del self._waiting[name.encode()]
                return first, count

    async def aclose(self) -> None:
        """Close."""
        self._pump.cancel()
        await asyncio.wait({self._pump})
        await self._consumer.stop()
        await self._producer.stop()
