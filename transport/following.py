"""A task is followed to its rest over streams that may break off on the way."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

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
from transport.codec import event_from_wire, state_from_wire, task_from_wire
from transport.draining import Drains
from transport.faults import agent_error
from transport.progress import Progress

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
    ) -> None:
        self._transport = transport
        self._agent = agent
        self._streaming = streaming
        self._context = context
        self._retry_delays = tuple(retry_delays)
        self._poll_seconds = poll_seconds
        self._drains: Drains[StreamResponse] = Drains()
        self._closed = False

    async def sent(self, request: SendMessageRequest) -> AsyncGenerator[AgentEvent, None]:
        """Send; yield events until the task is settled or a direct reply has come."""
        if self._streaming:
            stream = self._transport.send_message_streaming(request, context=self._context)
        else:
            stream = self._answered(request)
        async with aclosing(self._followed(stream, resumed=False)) as events:
            async for event in events:
                yield event

    async def subscribed(self, task_id: str) -> AsyncGenerator[AgentEvent, None]:
        """Follow a task until its stream ends and it is settled."""
        stream = self._subscription(task_id)
        async with aclosing(self._followed(stream, resumed=True)) as events:
            async for event in events:
                yield event

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
    ) -> AsyncGenerator[AgentEvent, None]:
        async with aclosing(self._drains.drained(stream)) as responses:
            while True:
                patience = _REST_SECONDS if leave_at_rest and progress.at_rest() else None
                try:
                    async with asyncio.timeout(patience) as limit:
                        response = await anext(responses, None)
                except TimeoutError:
                    if limit.expired():
                        return
                    raise
                if response is None:
                    if self._closed and not progress.settled():
                        raise AgentUnreachable(
                            f"The link to {self._agent} was closed.", agent=self._agent
                        )
                    return
                event = event_from_wire(response, at=utc_now())
                if event is not None:
                    progress.take(event)
                    yield event

    async def _sought(
        self, task_id: str, progress: Progress, leave_at_rest: bool
    ) -> AsyncGenerator[AgentEvent, None]:
        attempt = 0
        while attempt < len(self._retry_delays):
            await asyncio.sleep(self._retry_delays[attempt])
            attempt += 1
            try:
                found = await self._task(task_id)
            except A2AClientError:
                continue
            except A2AError as error:
                raise agent_error(error, agent=self._agent) from error
            progress.take(found)
            yield found
            if progress.settled():
                yield StreamRecovered(task_id=task_id, state=progress.state)
                return
            recovered = False
            reason = _ENDED_EARLY
            try:
                stream = self._subscription(task_id)
                async with aclosing(self._heard(stream, progress, leave_at_rest)) as events:
                    async for event in events:
                        if recovered:
                            attempt = 0
                        else:
                            recovered = True
                            yield StreamRecovered(task_id=task_id, state=progress.state)
                        yield await self._truth(event, progress)
            except A2AError as error:
                reason = str(error)
            if progress.settled():
                return
            if recovered:
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
