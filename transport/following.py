"""A task is followed to its rest over streams that may break off on the way."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from time import monotonic

from a2a.client.client import ClientCallContext
from a2a.client.errors import A2AClientError
from a2a.client.transports.base import ClientTransport
from a2a.types import GetTaskRequest, SendMessageRequest, StreamResponse, SubscribeToTaskRequest
from a2a.utils.errors import A2AError

from app.domain.events import (
    AgentEvent,
    StreamLost,
    StreamRecovered,
    TaskEvent,
)
from app.domain.ids import utc_now
from app.errors import AgentUnreachable
from transport.codec import events_from_wire, state_from_wire, task_from_wire
from transport.draining import Drains, Silence
from transport.faults import agent_error
from transport.progress import Backoff, Novelty, Progress

_REST_SECONDS = 1.0  # of silence after a question; some agents keep the stream open then
_POLL_GROWTH, _POLL_LIMIT = 1.5, 15.0  # seconds; how the pause between two looks grows
_ENDED_EARLY = "The stream ended before the task was settled."


class Follower:
    """Follows tasks over one transport; owns the streams that are being read."""

    def __init__(
        self,
        transport: ClientTransport,
        *,
        agent: str,
        streaming: bool,
        context: ClientCallContext,
        retry_delays: Sequence[float],
        poll_seconds: float,
        patience_seconds: float,
        seek_seconds: float,
    ) -> None:
        self._transport = transport
        self._agent = agent
        self._streaming = streaming
        self._context = context
        self._retry_delays = tuple(retry_delays)
        self._poll_seconds = poll_seconds
        self._patience_seconds = patience_seconds
        self._seek_seconds = seek_seconds
        self._drains: Drains[StreamResponse] = Drains()
        self._closed = False

    def sent(self, request: SendMessageRequest) -> AsyncGenerator[AgentEvent, None]:
        """Send; yield events until the task is settled or a direct reply has come."""
        if self._streaming:
            stream = self._transport.send_message_streaming(request, context=self._context)
        else:
            stream = self._answered(request)
        return self._followed(stream, resumed=False)

    def subscribed(self, task_id: str) -> AsyncGenerator[AgentEvent, None]:
        """Follow a task until its stream ends and it is settled."""
        return self._followed(self._subscription(task_id), resumed=True)

    async def aclose(self) -> None:
        """Stop every stream; who was iterating gets `AgentUnreachable` for what is not settled."""
        self._closed = True
        await self._drains.aclose()

    async def _followed(
        self, stream: AsyncGenerator[StreamResponse, None], *, resumed: bool
    ) -> AsyncGenerator[AgentEvent, None]:
        progress = Progress()
        reason = _ENDED_EARLY
        try:
            async with aclosing(self._heard(stream, progress, not resumed)) as events:
                async for event in events:
                    yield await self._truth(event, progress) if resumed else event
        except A2AError as error:
            if not progress.begun:
                raise agent_error(error, agent=self._agent) from error
            reason = str(error)
        if progress.settled():
            return
        if progress.task_id is None:
            raise AgentUnreachable(
                f"{self._agent} ended its reply without an answer.", agent=self._agent
            )
        yield StreamLost(task_id=progress.task_id, reason=reason)
        async with aclosing(self._sought(progress.task_id, progress, not resumed)) as events:
            async for event in events:
                yield event

    async def _heard(
        self,
        stream: AsyncGenerator[StreamResponse, None],
        progress: Progress,
        leave_at_rest: bool,
        *,
        patience: float | None = None,
    ) -> AsyncGenerator[AgentEvent, None]:
        """Yield events; with `patience`, raise `Silence` when none has come for so long."""
        async with self._drains.reading(stream) as responses:
            while True:
                at_rest = leave_at_rest and progress.at_rest()
                try:
                    response = await responses.next(within=_REST_SECONDS if at_rest else patience)
                except Silence:
                    if at_rest:
                        return
                    raise
                if response is None:
                    if self._closed and not progress.settled():
                        raise AgentUnreachable(
                            f"The link to {self._agent} was closed.", agent=self._agent
                        )
                    return
                for event in events_from_wire(response, at=utc_now()):
                    progress.take(event)
                    yield event

    async def _sought(
        self, task_id: str, progress: Progress, leave_at_rest: bool
    ) -> AsyncGenerator[AgentEvent, None]:
        """Look for a task until it is settled, while its agent answers and something new comes."""
        backoff, novelty = Backoff(self._retry_delays), Novelty()
        unanswered = 0
        recovered = False
        last: TaskEvent | None = None
        until = monotonic() + self._seek_seconds
        while unanswered < len(self._retry_delays):
            if monotonic() > until:
                raise AgentUnreachable(
                    f"{self._agent} has broken off every stream for {self._seek_seconds:.0f} "
                    f"seconds, and nothing new came. Its task was last {progress.state}; "
                    "it may still be going on there.",
                    agent=self._agent,
                )
            await asyncio.sleep(backoff.next())
            try:
                found = await self._task(task_id)
            except A2AClientError:
                unanswered += 1
                continue
            except A2AError as error:
                raise agent_error(error, agent=self._agent) from error
            unanswered = 0
            progress.take(found)
            if found != last:
                last = found
                yield found
            if progress.settled():
                if not recovered:
                    yield StreamRecovered(task_id=task_id, state=progress.state)
                return
            moved = novelty.take(found)
            heard = False
            reason = _ENDED_EARLY
            try:
                stream = self._subscription(task_id)
                heard_events = self._heard(
                    stream, progress, leave_at_rest, patience=self._patience_seconds
                )
                async with aclosing(heard_events) as events:
                    async for event in events:
                        heard = True
                        if not recovered:
                            recovered = True
                            yield StreamRecovered(task_id=task_id, state=progress.state)
                        moved = novelty.take(event) or moved
                        yield await self._truth(event, progress)
            except Silence:
                # An agent that lost the task in a crash may keep such a stream open for ever. One
                # that is merely quiet kept it for as long as was waited: it is well.
                moved = True
                continue
            except A2AError as error:
                reason = str(error)
            finally:
                if moved:
                    backoff.restart()
                    until = monotonic() + self._seek_seconds
            if progress.settled():
                return
            if heard:
                recovered = False
                yield StreamLost(task_id=task_id, reason=reason)
        raise AgentUnreachable(
            f"{self._agent} could not be reached again while it was working. "
            "The task may still be going on there.",
            agent=self._agent,
        )

    async def _truth(self, event: AgentEvent, progress: Progress) -> AgentEvent:
        """Return the whole task in place of the event that settles it, if it can be had.

        The snapshot that a subscription begins with may overlap with the pieces that follow it
        (A2A has no cursor), so the task itself has the last word.
        """
        if not progress.settled() or progress.task_id is None:
            return event
        try:
            return await self._task(progress.task_id)
        except A2AError:
            return event

    def _subscription(self, task_id: str) -> AsyncGenerator[StreamResponse, None]:
        if not self._streaming:
            return self._polled(task_id)
        request = SubscribeToTaskRequest(id=task_id)
        return self._transport.subscribe(request, context=self._context)

    async def _answered(self, request: SendMessageRequest) -> AsyncGenerator[StreamResponse, None]:
        # The connection is not kept for minutes: what the agent does is looked at instead.
        request.configuration.return_immediately = True
        sent = await self._transport.send_message(request, context=self._context)
        if sent.HasField("message"):
            yield StreamResponse(message=sent.message)
            return
        yield StreamResponse(task=sent.task)
        if not state_from_wire(sent.task.status.state).settled:
            async for response in self._polled(sent.task.id):
                yield response

    async def _polled(self, task_id: str) -> AsyncGenerator[StreamResponse, None]:
        """Look at a task again and again; the longer it stands still, the more rarely."""
        last = None
        pause = self._poll_seconds
        while True:
            task = await self._transport.get_task(GetTaskRequest(id=task_id), context=self._context)
            if task != last:
                yield StreamResponse(task=task)
                last, pause = task, self._poll_seconds
            if state_from_wire(task.status.state).settled:
                return
            await asyncio.sleep(pause)
            pause = min(pause * _POLL_GROWTH, max(_POLL_LIMIT, self._poll_seconds))

    async def _task(self, task_id: str) -> TaskEvent:
        found = await self._transport.get_task(GetTaskRequest(id=task_id), context=self._context)
        return TaskEvent(task=task_from_wire(found, at=utc_now()))
