"""Replies on their way out: written in order by one writer, again when the brokers lost them."""

import asyncio
import logging
from collections import deque
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from a2a.server.request_handlers.response_helpers import build_error_response
from a2a.utils.errors import InternalError
from aiokafka import AIOKafkaProducer
from aiokafka.errors import (
    KafkaError,
    MessageSizeTooLargeError,
    RecordTooLargeError,
    TopicAuthorizationFailedError,
)

from transport.kafka.counters import Counters
from transport.kafka.records import (
    ACCEPTED,
    DONE,
    FAILED,
    HEARTBEAT_SEQ,
    WORKING,
    Request,
    answer_headers,
    dumped,
    event_headers,
)

_PAUSE_SECONDS = 0.5
_TOO_LARGE = (
    "A piece of the answer is larger than the brokers take ({size:,} bytes). Agents give large"
    " artifacts by their address."
)

log = logging.getLogger(__name__)


class Answer:
    """One attempt to answer a request; owns its events, by number, until it is forgotten.

    With `attempt` and numbers as they were it can be said again, and its reader takes it for what
    it is: the same.
    """

    def __init__(self, request: Request) -> None:
        self.request = request
        self.attempt = uuid4().hex
        self.headers = answer_headers(request, self.attempt)
        self.events: list[tuple[str, bool, bytes]] = []  # state, final, value
        self.acknowledged = 0
        self.size = 0
        self.given_up = False
        self.complete = asyncio.Event()  # the final event is acknowledged, or nobody may have it

    @property
    def ended(self) -> bool:
        """Whether the final event is there."""
        return bool(self.events) and self.events[-1][1]


class Outbox:
    """Owns what waits to be written and the task that writes; the producer is its caller's.

    Who answers never waits for the brokers. Sending again after a failure may repeat what had
    arrived: readers know by the numbers.
    """

    def __init__(self, producer: AIOKafkaProducer, *, max_bytes: int, counters: Counters) -> None:
        self._producer = producer
        self._max_bytes = max_bytes
        self._counters = counters
        self._waiting: deque[tuple[Answer, int]] = deque()
        self._more = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        self._troubled: set[Answer] = set()
        self._again: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Begin to write."""
        self._writer = asyncio.create_task(self._write(), name="kafka outbox")

    async def aclose(self) -> None:
        """Stop writing; what waits is not sent."""
        if self._again is not None:
            self._again.cancel()
        if self._writer is not None:
            self._writer.cancel()
            await asyncio.wait({self._writer})

    def say(self, answer: Answer, response: Mapping[str, Any] | None, *, state: str = "") -> None:
        """Let the next event of an answer be written; None is an event without a result."""
        if answer.given_up or answer.ended:
            return
        final = bool(response and response.get("final"))
        head: Mapping[str, Any] = {
            "jsonrpc": "2.0",
            "id": answer.request.correlation_id,
            "final": False,
        }
        value = dumped(head if response is None else response)
        if len(value) > self._max_bytes - 2000:  # room for the headers
            error = InternalError(_TOO_LARGE.format(size=len(value)))
            failed = {**build_error_response(answer.request.correlation_id, error), "final": True}
            value, final, state = dumped(failed), True, FAILED
        answer.events.append((state or _state_of(response, final), final, value))
        answer.size += len(value)
        self._put(answer, len(answer.events) - 1)

    def say_again(self, answer: Answer) -> None:
        """Let a whole answer be written once more, as it was."""
        for number in range(len(answer.events)):
            self._put(answer, number)

    def beat(self, request: Request, attempt: str, state: str) -> None:
        """Say that somebody is there; lost beats are not missed."""
        beating = Answer(request)
        beating.headers = answer_headers(request, attempt)
        head = {"jsonrpc": "2.0", "id": request.correlation_id, "final": False}
        beating.events.append((state, False, dumped(head)))
        self._put(beating, HEARTBEAT_SEQ)

    def _put(self, answer: Answer, number: int) -> None:
        self._waiting.append((answer, number))
        self._more.set()

    async def _write(self) -> None:
        while True:
            await self._more.wait()
            while self._waiting:
                answer, number = self._waiting.popleft()
                if answer.given_up or answer in self._troubled:
                    continue
                await self._send(answer, number)
            self._more.clear()

    async def _send(self, answer: Answer, number: int) -> None:
        state, final, value = answer.events[number]
        request = answer.request
        try:
            sent = await self._producer.send(
                request.reply_topic,
                value,
                key=request.correlation_id.encode(),
                partition=request.reply_partition,
                headers=[*answer.headers, *event_headers(number, state, final=final)],
            )
        except KafkaError as error:
            self._failed(answer, number, error)
            return
        except AssertionError:
            # There is no such partition: whoever asked is not one of ours.
            self._give_up(answer, "there is no such partition")
            return
        self._counters.sent += 1
        sent.add_done_callback(lambda done: self._acknowledged(answer, number, done))

    def _acknowledged(self, answer: Answer, number: int, sent: "asyncio.Future[Any]") -> None:
        if sent.cancelled():
            return
        error = sent.exception()
        if error is not None:
            self._failed(answer, number, error)
        elif number >= 0:
            answer.acknowledged = max(answer.acknowledged, number + 1)
            if answer.events[number][1]:
                answer.complete.set()

    def _failed(self, answer: Answer, number: int, error: BaseException) -> None:
        if number == HEARTBEAT_SEQ or answer.given_up:
            return
        if isinstance(error, TopicAuthorizationFailedError):
            self._give_up(answer, "the brokers do not let us write there")
        elif isinstance(error, MessageSizeTooLargeError | RecordTooLargeError):
            del answer.events[number:]
            size = answer.size
            failure = InternalError(_TOO_LARGE.format(size=size))
            failed = {**build_error_response(answer.request.correlation_id, failure), "final": True}
            self.say(answer, failed, state=FAILED)
        else:
            log.info("A reply was not acknowledged and is sent again: %r", error)
            answer.acknowledged = min(answer.acknowledged, number)
            self._troubled.add(answer)
            if self._again is None:
                loop = asyncio.get_running_loop()
                self._again = loop.call_later(_PAUSE_SECONDS, self._send_troubled)

    def _send_troubled(self) -> None:
        self._again = None
        troubled, self._troubled = self._troubled, set()
        for answer in troubled:
            for number in range(answer.acknowledged, len(answer.events)):
                self._put(answer, number)

    def _give_up(self, answer: Answer, why: str) -> None:
        log.warning("Nothing can be answered to %s: %s", answer.request.reply_topic, why)
        self._counters.refused_topics += 1
        answer.given_up = True
        answer.complete.set()


def _state_of(response: Mapping[str, Any] | None, final: bool) -> str:
    """Return what the header `state` says of a response."""
    if response is None:
        return ACCEPTED
    if "error" in response:
        return FAILED
    result = response.get("result")
    for name in ("statusUpdate", "task"):
        holder = result.get(name) if isinstance(result, dict) else None
        if isinstance(holder, dict):
            state = str(holder.get("status", {}).get("state", ""))
            return state.removeprefix("TASK_STATE_").lower() or WORKING
    return DONE if final else WORKING
