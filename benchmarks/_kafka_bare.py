"""A bare aiokafka echo: request-reply over the same topics, without A2A, as a probe beside ours."""

import asyncio
import json
import time
import uuid
from typing import Any

from aiokafka import AIOKafkaConsumer, AIOKafkaProducer, TopicPartition

TUNED: dict[str, Any] = {"acks": "all", "linger_ms": 0, "max_batch_size": 256 * 1024}


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
        headers = dict(record.headers)
        last = None
        for number in range(asked["events"]):
            final = number == asked["events"] - 1
            event = {"id": asked["id"], "n": number, "text": "piece " * 40, "final": final}
            sent = await producer.send(
                f"{name}.replies",
                json.dumps(event).encode(),
                key=record.key,
                partition=0,
                headers=[("correlation-id", headers["correlation-id"])],
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

    async def once(self, events: int) -> tuple[float, float, int]:
        """Return seconds to the first event, to the last, and how many there were."""
        name = uuid.uuid4().hex
        queue = self._waiting[name.encode()] = asyncio.Queue()
        begun, first, count = time.perf_counter(), 0.0, 0
        await self._producer.send_and_wait(
            f"{self._name}.requests",
            json.dumps({"id": name, "events": events}).encode(),
            key=name.encode(),
            headers=[("correlation-id", name.encode())],
        )
        while True:
            event = await queue.get()
            first = first or time.perf_counter() - begun
            count += 1
            if event["final"]:
                del self._waiting[name.encode()]
                return first, time.perf_counter() - begun, count

    async def aclose(self) -> None:
        """Close."""
        self._pump.cancel()
        await asyncio.wait({self._pump})
        await self._consumer.stop()
        await self._producer.stop()
