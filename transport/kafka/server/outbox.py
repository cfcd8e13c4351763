"""Replies on their way out: in order, in batches, again when the brokers did not take them."""

import asyncio
import logging
from collections import deque
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from a2a.utils.errors import InternalError
from aiokafka import AIOKafkaProducer
from aiokafka.errors import (
    KafkaError,
    MessageSizeTooLargeError,
    RecordTooLargeError,
    TopicAuthorizationFailedError,
    UnknownTopicOrPartitionError,
)

from transport.kafka.metrics import ServerCounters
from transport.kafka.records import HEARTBEAT_SEQ, Request, answer_headers, event_headers
from transport.kafka.server.responses import Response, failed, without_result
from transport.protocol.agent_errors import REASON

_PAUSE_SECONDS = 0.5
_HEADERS_BYTES = 2000  # room for them in a record
_TOO_LARGE = (
    "A piece of the answer is larger than the brokers take ({size:,} bytes). Agents give large"
    " artifacts by their address."
)

log = logging.getLogger(__name__)


def too_large(size: int) -> InternalError:
    """Return the error that ends an answer with an event of so many bytes."""
    return InternalError(_TOO_LARGE.format(size=size), data={REASON: "answer_too_large"})


class Attempt:
    """One attempt to answer a request; owns its events, by number, until it is forgotten.

    With `attempt` and numbers as they were it can be said again, and its reader takes it for what
    it is: the same.
    """

    def __init__(self, request: Request) -> None:
        self.request = request
        self.attempt = uuid4().hex
        self.headers = answer_headers(request, self.attempt)
        self.key = request.correlation_id.encode()
        self.events: list[Response] = []
        self.size = 0
        self.given_up = False
        self.complete = asyncio.Event()  # the final event is acknowledged, or nobody may have it

    @property
    def ended(self) -> bool:
        """Whether the final event is there."""
        return bool(self.events) and self.events[-1].final


class _Lane:
    """What waits to be written to one partition of a reply topic; owns its order."""

    def __init__(self, topic: str, partition: int) -> None:
        self.topic = topic
        self.partition = partition
        self.waiting: deque[tuple[Attempt, int]] = deque()
        self.one_by_one = False  # a batch was too large: which of its records is it?


class Outbox:
    """Owns what waits to be written and the tasks that write; the producer is its caller's.

    Who answers never waits for the brokers, and one reply topic never waits for another. To each
    partition one batch is on its way at a time, with all that has come up meanwhile: so nothing
    overtakes what has to be sent again. Sending again may repeat what had arrived: readers know by
    the numbers.
    """

    def __init__(
        self, producer: AIOKafkaProducer, *, max_bytes: int, counters: ServerCounters
    ) -> None:
        self._producer = producer
        self._max_bytes = max_bytes
        self._counters = counters
        self._lanes: dict[tuple[str, int], _Lane] = {}
        self._writers: set[asyncio.Task[None]] = set()
        self._closed = False

    async def aclose(self) -> None:
        """Stop writing; what waits is not sent."""
        self._closed = True
        for writer in self._writers:
            writer.cancel()
        if self._writers:
            await asyncio.wait(self._writers)

    def say(self, answer: Attempt, response: Response) -> None:
        """Let the next event of an answer be written."""
        if answer.given_up or answer.ended:
            return
        if len(response.value) > self._max_bytes - _HEADERS_BYTES:
            error = too_large(len(response.value))
            response = failed(answer.request.correlation_id, error)
        answer.events.append(response)
        answer.size += len(response.value)
        self._put(answer, len(answer.events) - 1)

    def say_again(self, answer: Attempt) -> None:
        """Let a whole answer be written once more, as it was."""
        for number in range(len(answer.events)):
            self._put(answer, number)

    def beat(self, request: Request, attempt: str, state: str) -> None:
        """Say that somebody is there; lost beats are not missed."""
        beating = Attempt(request)
        beating.headers = answer_headers(request, attempt)
        beating.events.append(without_result(request.correlation_id, state))
        self._put(beating, HEARTBEAT_SEQ)

    def _put(self, answer: Attempt, number: int) -> None:
        request = answer.request
        where = (request.reply_topic, request.reply_partition)
        lane = self._lanes.get(where)
        if lane is None:
            if self._closed:
                return
            lane = self._lanes[where] = _Lane(*where)
            writer = asyncio.create_task(self._write(lane), name="kafka outbox")
            self._writers.add(writer)
            writer.add_done_callback(self._writers.discard)
        lane.waiting.append((answer, number))

    async def _write(self, lane: _Lane) -> None:
        try:
            while lane.waiting:
                batch, taken = self._filled(lane)
                if not taken:
                    continue
                try:
                    sent = await self._producer.send_batch(
                        batch, lane.topic, partition=lane.partition
                    )
                    await sent
                except KafkaError as error:
                    if self._failed(lane, taken, error):
                        await asyncio.sleep(_PAUSE_SECONDS)
                except AssertionError:
                    # There is no such partition: whoever asked is not one of ours.
                    self._give_up(taken, "there is no such partition")
                else:
                    lane.one_by_one = False
                    self._acknowledged(taken)
        finally:
            del self._lanes[lane.topic, lane.partition]

    def _filled(self, lane: _Lane) -> tuple[Any, list[tuple[Attempt, int]]]:
        """Return a batch with what waits, as far as it fits, and what is in it."""
        batch = self._producer.create_batch()
        taken: list[tuple[Attempt, int]] = []
        waiting = lane.waiting
        while waiting and not (taken and lane.one_by_one):
            answer, number = waiting[0]
            if not answer.given_up:
                state, final, value = answer.events[number]
                fits = batch.append(
                    timestamp=None,
                    key=answer.key,
                    value=value,
                    headers=answer.headers + event_headers(number, state, final=final),
                )
                if fits is None:
                    break
                taken.append((answer, number))
            waiting.popleft()
        batch.close()
        return batch, taken

    def _acknowledged(self, taken: Sequence[tuple[Attempt, int]]) -> None:
        self._counters.sent += len(taken)
        for answer, number in taken:
            if number >= 0 and answer.events[number].final:
                answer.complete.set()

    def _failed(self, lane: _Lane, taken: list[tuple[Attempt, int]], error: KafkaError) -> bool:
        """Put back what was not acknowledged; return whether to wait before it is sent again."""
        if isinstance(error, TopicAuthorizationFailedError):
            self._give_up(taken, "the brokers do not let us write there")
            return False
        if isinstance(error, UnknownTopicOrPartitionError):
            self._give_up(taken, "there is no such topic")
            return False
        if not isinstance(error, MessageSizeTooLargeError | RecordTooLargeError):
            log.info("Replies were not acknowledged and are sent again: %r", error)
        elif len(taken) > 1:
            lane.one_by_one = True
        else:
            self._too_large(lane, *taken[0])
            return False
        lane.waiting.extendleft(reversed([one for one in taken if one[1] != HEARTBEAT_SEQ]))
        return not lane.one_by_one

    def _too_large(self, lane: _Lane, answer: Attempt, number: int) -> None:
        """End an answer whose next event the brokers do not take, however large ours may be."""
        size = len(answer.events[number].value)
        later = [one for one in lane.waiting if one[0] is not answer]
        lane.waiting.clear()
        lane.waiting.extend(later)
        del answer.events[number:]
        self.say(answer, failed(answer.request.correlation_id, too_large(size)))

    def _give_up(self, taken: Sequence[tuple[Attempt, int]], why: str) -> None:
        topics = sorted({answer.request.reply_topic for answer, _ in taken})
        log.warning("Nothing can be answered to %s: %s", ", ".join(topics), why)
        for answer in {answer for answer, _ in taken}:
            self._counters.refused_topics += 1
            answer.given_up = True
            answer.complete.set()
