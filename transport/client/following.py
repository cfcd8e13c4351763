"""A task is followed to its rest over streams that may break off on the way.

An agent may answer every look and still get nowhere, saying the same again on streams that break
off: only what was not told before is progress.
"""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from hashlib import sha256
from time import monotonic

from a2a.client.client import ClientCallContext
from a2a.client.errors import A2AClientError
from a2a.client.transports.base import ClientTransport
from a2a.types import GetTaskRequest, SendMessageRequest, StreamResponse, SubscribeToTaskRequest
from a2a.utils.errors import A2AError

from app.domain.events import (
    AgentEvent,
    ArtifactEvent,
    MessageEvent,
    ProtocolFault,
    StatusEvent,
    StreamLost,
    StreamRecovered,
    TaskEvent,
)
from app.domain.ids import utc_now
from app.domain.messages import Message
from app.domain.tasks import Artifact, TaskState
from app.errors import AgentRefused, AgentUnreachable
from transport.client.read_ahead import Drains, Silence
from transport.protocol.agent_errors import agent_error, check_told, told
from transport.protocol.codec import events_from_wire, state_from_wire, task_from_wire

_GROWTH = 2.0
_LONGEST_SECONDS = 30.0


class Backoff:
    """The pauses before each look at a task whose stream was lost; they grow.

    `delays` are the first pauses, in seconds; the last one doubles from look to look, up to half a
    minute or itself, whichever is longer.
    """

    def __init__(self, delays: Sequence[float]) -> None:
        self._delays = tuple(delays)
        self._looks = 0

    def next(self) -> float:
        """Return the pause, in seconds, before the next look."""
        look, self._looks = self._looks, self._looks + 1
        beyond = look - len(self._delays) + 1
        if beyond <= 0:
            return self._delays[look]
        last = self._delays[-1]
        # The exponent is bounded as well, for a long look is one of thousands.
        return min(last * _GROWTH ** min(beyond, 64), max(last, _LONGEST_SECONDS))

    def restart(self) -> None:
        """Begin again with the second pause: who looks at once each time floods its agent."""
        self._looks = min(self._looks, 1)


class Novelty:
    """What a task has told since its stream was lost, by which its repetitions are known."""

    def __init__(self) -> None:
        self._told: set[tuple[object, ...]] = set()

    def take(self, event: AgentEvent) -> bool:
        """Return whether an event tells what none before it did; moments and ids do not count."""
        before = len(self._told)
        match event:
            case TaskEvent(task=task):
                self._state(task.state, task.status)
                for artifact in task.artifacts:
                    self._artifact(artifact)
            case StatusEvent():
                self._state(event.state, event.message)
            case ArtifactEvent():
                self._artifact(event.artifact)
            case MessageEvent(message=message):
                self._told.add(("message", message.text))
            case StreamLost() | StreamRecovered() | ProtocolFault():
                pass
        return len(self._told) > before

    def _state(self, state: TaskState, message: Message | None) -> None:
        self._told.add(("state", state, message.text if message is not None else ""))

    def _artifact(self, artifact: Artifact) -> None:
        said = sha256(artifact.model_dump_json().encode("utf-8", "surrogatepass")).digest()
        self._told.add(("artifact", said))


_AFTER_END = ProtocolFault(rule="after_end")


class Progress:
    """What is known so far of the task that is followed; terminal states latch."""

    def __init__(self) -> None:
        self.task_id: str | None = None
        self.state = TaskState.UNKNOWN
        self.replied = False
        self.begun = False
        self.events = 0
        self.artifacts: set[str] = set()
        self.faults: set[str] = set()

    def settled(self) -> bool:
        """Whether nothing more is to be expected for now."""
        return self.replied or self.state.settled

    def at_rest(self) -> bool:
        """Whether the stream may be left: an agent that waits for a sign-in may go on by itself."""
        return self.settled() and self.state is not TaskState.AUTH_REQUIRED

    def take(self, event: AgentEvent) -> None:
        """Note what an event says."""
        self.begun = True
        match event:
            case TaskEvent(task=task):
                self._enter(task.task_id, task.state)
            case StatusEvent():
                self._enter(event.task_id, event.state)
            case ArtifactEvent():
                self._enter(event.task_id, TaskState.UNKNOWN)
                self.artifacts.add(event.artifact.artifact_id)
            case MessageEvent():
                self.replied = True
            case StreamLost() | StreamRecovered() | ProtocolFault():
                pass

    def fault(self, event: AgentEvent) -> ProtocolFault | None:
        """Return what is wrong with an event here, if anything: it is not to be taken in."""
        match event:
            case TaskEvent(task=task):
                return self._other(task.task_id)
            case StatusEvent(task_id=task_id, state=state):
                changed = self.state.terminal and state is not self.state
                return self._other(task_id) or (_AFTER_END if changed else None)
            case ArtifactEvent(task_id=task_id):
                return self._other(task_id) or (_AFTER_END if self.state.terminal else None)
            case _:
                return None

    def _other(self, task_id: str) -> ProtocolFault | None:
        if not task_id or self.task_id in (None, task_id):
            return None
        return ProtocolFault(rule="other_task", detail=task_id)

    def _enter(self, task_id: str, state: TaskState) -> None:
        self.task_id = self.task_id or task_id or None
        if state is not TaskState.UNKNOWN and not self.state.terminal:
            self.state = state


_MOST_ARTIFACTS = 2_000  # of one task: each that is taken in is looked for among all
_REST_SECONDS = 1.0  # of silence after a question; some agents keep the stream open then
_LINGER_SECONDS = 5.0  # in which a stream goes on although its task is at rest
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
        max_events: int,
    ) -> None:
        self._transport = transport
        self._agent = agent
        self._streaming = streaming
        self._context = context
        self._retry_delays = tuple(retry_delays)
        self._poll_seconds = poll_seconds
        self._patience_seconds = patience_seconds
        self._seek_seconds = seek_seconds
        self._max_events = max_events
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
            reason = told(error)
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
        until: float | None = None
        async with self._drains.reading(stream) as responses:
            while True:
                at_rest = leave_at_rest and progress.at_rest()
                try:
                    response = await responses.next(within=_REST_SECONDS if at_rest else patience)
                except Silence:
                    if at_rest:
                        return
                    raise
                if at_rest:
                    until = until or monotonic() + _LINGER_SECONDS
                    if monotonic() > until:
                        return
                if response is None:
                    if self._closed and not progress.settled():
                        raise AgentUnreachable(
                            f"The link to {self._agent} was closed.", agent=self._agent
                        )
                    return
                for event in events_from_wire(response, at=utc_now()):
                    fault = progress.fault(event)
                    if fault is None:
                        self._count(progress)
                        progress.take(event)
                        yield event
                    elif fault.rule not in progress.faults:
                        progress.faults.add(fault.rule)
                        yield fault

    def _count(self, progress: Progress) -> None:
        progress.events += 1
        many = progress.events > self._max_events
        if many or len(progress.artifacts) > _MOST_ARTIFACTS:
            said = f"{self._max_events:,} events" if many else f"{_MOST_ARTIFACTS:,} artifacts"
            raise AgentRefused(
                f"{self._agent} has sent {said} and no end. It is left"
                f" alone now; its task {progress.task_id or ''} may be going on there.",
                key="too_many_events",
                agent=self._agent,
            )

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
                reason = told(error)
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
        except (A2AError, AgentRefused):
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
        check_told(found, task_id, agent=self._agent)
        return TaskEvent(task=task_from_wire(found, at=utc_now()))
