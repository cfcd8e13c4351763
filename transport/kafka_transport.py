"""The client's end of A2A over Kafka: an SDK transport whose requests and replies are records."""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from a2a.client.client import ClientCallContext, ClientConfig
from a2a.client.client_factory import ClientFactory
from a2a.client.errors import A2AClientError
from a2a.types import AgentCard, GetTaskRequest, ListTasksRequest, ListTasksResponse, Task
from a2a.utils.errors import A2AError, TaskNotFoundError
from aiokafka.errors import KafkaError, KafkaTimeoutError, RequestTimedOutError

from transport.client.rpc_transport import RpcTransport
from transport.frames.recording import noting
from transport.kafka import tracing
from transport.kafka.client.connection import Connection
from transport.kafka.client.pending import PendingTurn, PendingTurns
from transport.kafka.client.replies import ReadBack, ReplySequence, Shown, Verdict
from transport.kafka.errors import while_asking
from transport.kafka.names import (
    DETACH,
    KAFKA_BINDING,
    WAITING,
    KafkaAddress,
    control_topic,
    identity_of,
    kafka_address,
    partition_of,
    requests_topic,
    task_id_of,
)
from transport.kafka.options import Times
from transport.kafka.records import ACCEPTED, LOST, Reply, Request, context_of, task_of
from transport.protocol.agent_errors import REASON
from transport.protocol.operations import OPERATIONS, SEND_MESSAGE, SEND_STREAMING_MESSAGE

_LOST_BEATS = 2  # in a row; before the second, a replica that has it had time to say so
TURNS = (SEND_MESSAGE, SEND_STREAMING_MESSAGE)

Note = Callable[[dict[str, Any]], None]


class KafkaTransport(RpcTransport):
    """Owns nothing but what is being asked: the connection is shared, and closed by `on_close`.

    Every request gets a fresh correlation id, which is the key of its record. A request whose
    sending timed out, or whose answer stands still, is sent again under the same id: agents know
    it by that.
    """

    def __init__(
        self,
        connection: Connection,
        address: KafkaAddress,
        *,
        times: Times | None = None,
        client_id: str = "",
        authorization: str = "",
        owns_connection: bool = False,
        pending: PendingTurns | None = None,
    ) -> None:
        """Make it; `authorization` goes with every request that brings none, `client_id` names who
        asks.

        With `pending`, which is closed with the transport, turns that wait are kept on disk.
        """
        self.connection = connection
        self.address = address
        self._times = times or Times()
        self._client_id = client_id
        self._authorization = authorization
        self._owns_connection = owns_connection
        self._pending = pending
        self._read_back = ReadBack()
        self._reading: set[asyncio.Task[None]] = set()
        self._broken_off: set[str] = set()  # tasks whose answer was not heard to its end
        self._gone: set[str] = set()  # tasks of whose answer the log may have dropped something
        self._requests = requests_topic(address.name)
        self._control = control_topic(address.name)
        self._leaving: set[asyncio.Task[None]] = set()

    async def exchange(
        self, request: dict[str, Any], service_parameters: dict[str, str]
    ) -> AsyncGenerator[dict[str, Any], None]:
        """Send one request and yield its responses; the last one is final.

        Raises `A2AClientError` when nobody answers, and `BrokerRefused`.
        """
        note = noting()
        asked = await self._asked(request, service_parameters)
        replies = self.connection.expect(asked.correlation_id)
        ended = False
        if self._pending is not None and asked.method in TURNS:
            here = PendingTurn(self.connection.next_offset, time.time())
            self._pending.add(asked.correlation_id, here)
        try:
            sent = _Sent(await self._post(asked, note))
            order, shown = ReplySequence(), Shown(streaming=OPERATIONS[asked.method].streaming)
            while not ended:
                reply = await self._next(asked, replies, order, note, sent)
                match order.take(reply.attempt, reply.seq):
                    case Verdict.SUPERSEDED:
                        self.connection.counters.superseded += 1
                        continue
                    case Verdict.REPEATED:
                        self.connection.counters.repeated += 1
                        continue
                    case Verdict.GAP:
                        self.connection.counters.gaps += 1
                        raise A2AClientError("A part of the answer was lost on the way.")
                    case Verdict.RESTART:
                        self.connection.counters.restarts += 1
                        for cleared in shown.cleared():
                            yield cleared
                    case Verdict.NEXT:
                        pass
                if reply.state == ACCEPTED:
                    continue
                try:
                    response = reply.response()
                except ValueError as error:
                    raise A2AClientError(f"The reply cannot be read: {error}") from error
                if ended := reply.final:
                    self._answered(asked.correlation_id)
                shown.take(response)
                yield response
        finally:
            self.connection.forget(asked.correlation_id)
            if not ended and asked.method in TURNS:
                self._broken_off.add(task_id_of(asked.identity))
            if not ended and OPERATIONS[asked.method].streaming:
                self._detach(asked)

    async def check(self) -> None:
        """Raise the link's errors where no broker answers, or replies may not be read."""
        await self.connection.check()

    def read_back(self) -> None:
        """Begin to read what was answered to turns of a program that has ended.

        To be called when the connection has been started from the earliest of their offsets, and
        before anything is awaited.
        """
        assert self._pending is not None
        self._gone |= {self._task_id(one) for one in self._pending.expired}
        for correlation_id, waiting in self._pending.turns.items():
            if not self.connection.holds(waiting.offset):
                self._gone.add(self._task_id(correlation_id))
            replies = self.connection.expect(correlation_id)
            reading = asyncio.create_task(
                self._read_to_end(correlation_id, replies), name="kafka read back"
            )
            self._reading.add(reading)
            reading.add_done_callback(self._reading.discard)

    async def get_task(
        self, request: GetTaskRequest, *, context: ClientCallContext | None = None
    ) -> Task:
        """Return a task as it stands: as its agent has it, or as the log told of its end."""
        found = self._read_back.task(request.id)
        if found is not None:
            return found
        try:
            return await super().get_task(request, context=context)
        except TaskNotFoundError as error:
            if request.id in self._gone:
                raise TaskNotFoundError(
                    "The answer is older than the log, and the agent does not know the task.",
                    data={REASON: "answer_expired"},
                ) from error
            if request.id not in self._broken_off:
                raise
            raise A2AClientError("The task is on its way to another replica.") from error

    async def list_tasks(
        self, request: ListTasksRequest, *, context: ClientCallContext | None = None
    ) -> ListTasksResponse:
        """Return one page of tasks; those read back from the log if no agent answers."""
        try:
            return await super().list_tasks(request, context=context)
        except A2AClientError:
            found = self._read_back.tasks(request.context_id)
            if not found:
                raise
            return ListTasksResponse(tasks=found, total_size=len(found), page_size=len(found))

    async def _read_to_end(self, correlation_id: str, replies: "asyncio.Queue[Reply]") -> None:
        while not self._read_back.take(await replies.get()):
            pass
        self._answered(correlation_id)

    def _task_id(self, correlation_id: str) -> str:
        return task_id_of(identity_of(self.connection.replies.topic, correlation_id))

    def _answered(self, correlation_id: str) -> None:
        self.connection.forget(correlation_id)
        if self._pending is not None:
            self._pending.done(correlation_id)

    async def close(self) -> None:
        """Say what is still to be said, and close the connection if it is this transport's."""
        for reading in list(self._reading):
            reading.cancel()
        if self._reading:
            await asyncio.wait(self._reading)
        if self._leaving:
            await asyncio.wait(self._leaving, timeout=self._times.stop)
        for leaving in self._leaving:
            leaving.cancel()
        if self._owns_connection:
            await self.connection.aclose()
        if self._pending is not None:
            self._pending.close()

    async def _asked(self, request: dict[str, Any], said: dict[str, str]) -> Request:
        method, params = request["method"], request["params"]
        context_id = context_of(params)
        turn = method in TURNS
        route = context_id or task_of(params) or str(request["id"])
        count = await self.connection.partitions(self._requests)
        if self._authorization:
            said = {"authorization": self._authorization, **said}
        ttl = self._times.ttl if turn else 2 * self._times.silence
        return Request(
            correlation_id=str(request["id"]),
            method=method,
            params=params,
            reply_topic=self.connection.replies.topic,
            reply_partition=self.connection.replies.partition,
            client_id=self._client_id,
            context_id=context_id,
            partition=partition_of(route, count),
            ttl_ms=int(ttl * 1000),
            service_parameters=said,
        )

    async def _post(self, asked: Request, note: Note) -> int:
        """Send a turn to its partition, anything else to every replica; return its offset."""
        if asked.method in TURNS:
            topic, partition = self._requests, asked.partition or 0
        else:
            topic, partition = self._control, 0
        came_with = asked.service_parameters.get("traceparent", "")
        with tracing.sending(topic, partition, asked.correlation_id, came_with) as traceparent:
            headers = [*asked.headers(), ("traceparent", traceparent.encode())]
            for last in (False, True):
                try:
                    sent = await self.connection.send(
                        topic,
                        asked.value(),
                        key=asked.correlation_id,
                        partition=partition,
                        headers=headers,
                    )
                    break
                except (KafkaTimeoutError, RequestTimedOutError) as error:
                    # It may have arrived all the same: the id tells.
                    if last:
                        raise while_asking(error, where=topic) from error
                    self.connection.counters.resent += 1
                except KafkaError as error:
                    raise while_asking(error, where=topic) from error
        note({"topic": topic, "partition": partition, "offset": sent.offset, "state": "sent"})
        return int(sent.offset)

    async def _next(
        self,
        asked: Request,
        replies: "asyncio.Queue[Reply]",
        order: ReplySequence,
        note: Note,
        sent: "_Sent",
    ) -> Reply:
        """Return the next numbered reply; ask again while nothing is heard, then give up."""
        turn = asked.method in TURNS
        quiet = 0
        while True:
            try:
                reply = replies.get_nowait()
            except asyncio.QueueEmpty:
                began = time.monotonic()
                try:
                    async with asyncio.timeout(self._times.heartbeat):
                        reply = await replies.get()
                except TimeoutError:
                    if not self.connection.listened(began):
                        continue
                    quiet += 1
                    if quiet < 3:
                        await self._ask_again(asked, quiet, note, sent)
                    elif turn and order.attempt and not sent.again:
                        quiet, sent.again = 0, True
                        await self._send_again(asked, note, sent)
                    else:
                        self.connection.counters.silences += 1
                        silent = self._silent(asked, begun=bool(order.attempt))
                        raise silent from None
                    continue
            note(self._told(reply))
            quiet = 0
            if reply.seq >= 0:
                sent.lost = 0
                return reply
            if reply.state == LOST:
                sent.lost += 1
                if sent.lost == _LOST_BEATS:
                    await self._send_again(asked, note, sent)
            elif reply.attempt:
                sent.lost = 0  # somebody has it

    async def _ask_again(self, asked: Request, tries: int, note: Note, sent: "_Sent") -> None:
        """Ask what has become of a turn; ask another replica for anything else."""
        with suppress(A2AClientError):  # brokers that are away are silent, and silence has an end
            if asked.method in TURNS:
                params = {"correlationId": asked.correlation_id, "offset": sent.offset}
                if tries > 1:
                    params["anybody"] = True
                await self._post(replace(asked, method=WAITING, params=params), note)
                return
            count = await self.connection.partitions(self._requests)
            where = ((asked.partition or 0) + tries) % count
            await self._post(replace(asked, partition=where), note)

    async def _send_again(self, asked: Request, note: Note, sent: "_Sent") -> None:
        """Send a turn once more under its id: whoever has it ignores that."""
        sent.lost = 0
        self.connection.counters.resent += 1
        with suppress(A2AClientError):
            sent.offset = await self._post(asked, note)

    def _detach(self, asked: Request) -> None:
        async def leave() -> None:
            with suppress(A2AError):  # the stream ends by itself when its task does
                params = {"correlationId": asked.correlation_id}
                await self._post(replace(asked, method=DETACH, params=params), lambda told: None)

        leaving = asyncio.create_task(leave(), name="kafka detach")
        self._leaving.add(leaving)
        leaving.add_done_callback(self._leaving.discard)

    def _told(self, reply: Reply) -> dict[str, Any]:
        return {
            "topic": self.connection.replies.topic,
            "partition": reply.partition,
            "offset": reply.offset,
            "attempt": reply.attempt,
            "seq": reply.seq,
            "state": reply.state,
        }

    def _silent(self, asked: Request, *, begun: bool) -> A2AClientError:
        seconds = f"{self._times.silence:g} seconds"
        if begun:
            return A2AClientError(
                f"Nothing was heard for {seconds}; the agent may still be working.",
                data={REASON: "agent_silent"},
            )
        if asked.method not in TURNS:
            return A2AClientError(f"No replica of {self.address.name} answered within {seconds}.")
        return A2AClientError(
            f"No replica of {self.address.name} was heard of for {seconds}. The message waits in"
            f" the queue, for at most {self._times.ttl / 60:g} minutes.",
            data={REASON: "no_replica"},
        )


class _Sent:
    """What has become of a request since it was sent; owns nothing."""

    def __init__(self, offset: int) -> None:
        self.offset = offset
        self.again = False  # for nothing was heard of it at all
        self.lost = 0  # how often in a row its reader said that it has passed it


def register_kafka(
    factory: ClientFactory, connection: Connection, *, times: Times | None = None
) -> None:
    """Let the SDK's client factory make clients for agents on a connection's cluster.

    The factory's config must list `KAFKA_BINDING` among its supported bindings.
    """

    def produce(card: AgentCard, url: str, config: ClientConfig) -> KafkaTransport:
        return KafkaTransport(connection, kafka_address(url), times=times)

    factory.register(KAFKA_BINDING, produce)
