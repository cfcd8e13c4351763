"""A client's end of a cluster: one producer, one reader of its reply topic, requests in flight."""

import asyncio
import logging
import time
from typing import Any

from aiokafka import AIOKafkaConsumer, AIOKafkaProducer, TopicPartition
from aiokafka.errors import KafkaConnectionError, KafkaError

from transport.kafka import topics
from transport.kafka.errors import ClusterRefusal, while_asking
from transport.kafka.metrics import ClientCounters, watch
from transport.kafka.names import replies_topic
from transport.kafka.options import KafkaOptions
from transport.kafka.records import Headers, Reply, read_reply
from transport.kafka.workarounds import at_end, calm_logs, canceled, kept_going, started, stopped

REPLY_PARTITION = 0
_READ_MS = 200  # shorter than a heartbeat, within which a read has to begin and end

log = logging.getLogger(__name__)


class Connection:
    """Owns the producer, the reader and what is waited for, by correlation id.

    Nothing is sent before the position in the reply topic is known. A reply that nobody waits for
    (it is late, or another window's) is counted and dropped.
    """

    def __init__(self, options: KafkaOptions, *, client: str, stop_seconds: float = 5.0) -> None:
        self._options = options
        self._standing = ClusterRefusal(options)
        self._stop_seconds = stop_seconds
        self.replies = TopicPartition(replies_topic(client), REPLY_PARTITION)
        self.counters = ClientCounters()
        watch(self.counters, destination=self.replies.topic, client=client)
        self._waiting: dict[str, asyncio.Queue[Reply]] = {}
        self._counts: dict[str, int] = {}
        self._position = 0
        self._read_up_to = 0.0  # when there was nothing left to read, by the monotonic clock
        self._log = range(1)  # the offsets at which one may begin to read
        self._producer: AIOKafkaProducer | None = None
        self._consumer: AIOKafkaConsumer | None = None
        self._pump: asyncio.Task[None] | None = None

    @property
    def in_flight(self) -> int:
        """How many requests wait for their final reply."""
        return len(self._waiting)

    @property
    def next_offset(self) -> int:
        """The offset in the reply topic that is read next."""
        return self._position

    @property
    def lag(self) -> int:
        """How many records of the reply topic are not read yet."""
        end = None if self._consumer is None else self._consumer.highwater(self.replies)
        return max((end or 0) - self._position, 0)

    def listened(self, since: float) -> bool:
        """Return whether a read that began after `since` has reached the end of the log.

        `since` is of the monotonic clock. While a client is behind with reading, what it has not
        heard of may stand in the log already: nobody is silent.
        """
        return self._read_up_to >= since

    def holds(self, offset: int) -> bool:
        """Return whether all that came after an offset was still in the log when this began."""
        return offset in self._log

    async def start(self, *, client: str, since: int | None = None) -> None:
        """Connect; `since` is an offset in the reply topic to read from instead of its end.

        Where the log does not hold that offset any more, it is read from its beginning.

        Raises `KafkaError`.
        """
        calm_logs()
        try:
            await topics.ensure(self._options, topics.client_topics(client))
            self._producer = AIOKafkaProducer(**self._options.producer())
            await started(self._producer)
            self._consumer = AIOKafkaConsumer(
                auto_offset_reset="earliest", **self._options.consumer()
            )
            await started(self._consumer)
            await at_end(self._consumer, [self.replies])
            self._position = await self._consumer.position(self.replies)
            if since is not None:
                begin = (await self._consumer.beginning_offsets([self.replies]))[self.replies]
                self._log = range(begin, self._position + 1)
                self._position = since if self.holds(since) else begin
                self._consumer.seek(self.replies, self._position)
        except BaseException:
            await self.aclose()
            raise
        self._pump = asyncio.create_task(
            kept_going(str(self.replies.topic), self._read, self._failed), name="kafka replies"
        )

    async def check(self) -> None:
        """Raise the link's errors where no broker answers, or replies may not be read."""
        await self._standing.check(self._producer)

    async def partitions(self, topic: str) -> int:
        """Return how many partitions a topic has; raises the link's errors."""
        known = self._counts.get(topic)
        if known is None:
            assert self._producer is not None
            try:
                known = len(await self._producer.partitions_for(topic))
            except KafkaError as error:
                raise while_asking(error, where=topic) from error
            self._counts[topic] = known
        return known

    def expect(self, correlation_id: str) -> "asyncio.Queue[Reply]":
        """Begin to keep the replies to a request: to be called before it is sent."""
        queue: asyncio.Queue[Reply] = asyncio.Queue()
        self._waiting[correlation_id] = queue
        return queue

    def forget(self, correlation_id: str) -> None:
        """Wait no longer for replies to a request."""
        self._waiting.pop(correlation_id, None)

    async def send(
        self, topic: str, value: bytes, *, key: str, partition: int, headers: Headers
    ) -> Any:
        """Send a record and wait for its acknowledgement; raises `KafkaError`."""
        if self._producer is None:
            raise KafkaConnectionError("The connection is closed")
        sent = await self._producer.send_and_wait(
            topic, value, key=key.encode(), partition=partition, headers=list(headers)
        )
        self.counters.sent += 1
        return sent

    async def aclose(self) -> None:
        """Close what was opened, within bounded time; idempotent."""
        if self._pump is not None:
            await canceled([self._pump])
            self._pump = None
        for client in (self._consumer, self._producer):
            if client is not None:
                await stopped(client, seconds=self._stop_seconds)
        self._consumer = self._producer = None

    async def _read(self) -> None:
        assert self._consumer is not None
        while True:
            began = time.monotonic()
            found = await self._consumer.getmany(timeout_ms=_READ_MS)
            for records in found.values():
                for record in records:
                    self._take(record)
                    self._position = record.offset + 1
            if not found or self._position >= (self._consumer.highwater(self.replies) or 0):
                self._read_up_to = began

    def _take(self, record: Any) -> None:
        reply = read_reply(record)
        queue = None if reply is None else self._waiting.get(reply.correlation_id)
        if reply is None or queue is None:
            self.counters.unknown += 1
            return
        self.counters.received += 1
        queue.put_nowait(reply)

    def _failed(self, error: KafkaError) -> None:
        self.counters.read_failures += 1
        self._standing.failed(error)
        self._read_up_to = time.monotonic()  # what cannot be read is silent
