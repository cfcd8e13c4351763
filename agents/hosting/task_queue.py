"""What one execution says of its task reaches the SDK in an order that A2A allows."""

import asyncio
import logging
from collections.abc import Coroutine

from a2a.server.events import EventQueue
from a2a.server.events.event_queue import Event
from a2a.types import (
    Artifact,
    Message,
    Task,
    TaskArtifactUpdateEvent,
    TaskState,
    TaskStatus,
    TaskStatusUpdateEvent,
)
from a2a.utils.errors import InvalidAgentResponseError

from agents.hosting.fitting import Fitting
from agents.hosting.pieces import joined, joins
from agents.hosting.statuses import PARKED, TERMINAL

_TOGETHER_BYTES = 262_144
_REPLY = "reply"  # the artifact that a direct reply becomes where there is a task by now

log = logging.getLogger(__name__)


class TaskQueue(EventQueue):
    """Passes events of one execution on to the SDK's queue and knows how far the task has come.

    A task that was never announced is announced before its first update, and nothing passes after
    its end: the SDK itself would let a late update reopen a finished task. Pieces of an answer that
    follow each other within `together_seconds` pass as one; owns those that wait, and the timers.
    """

    def __init__(
        self,
        inner: EventQueue,
        *,
        task_id: str,
        context_id: str,
        known: Task | None,
        request: Message | None,
        together_seconds: float,
    ) -> None:
        self._inner = inner
        self._together_seconds = together_seconds
        self._task_id = task_id
        self._context_id = context_id
        self._request = request
        self._fitting = Fitting(task_id=task_id, context_id=context_id, known=known)
        self._announced = known is not None
        self._replied = False
        self._state: int = TaskState.TASK_STATE_UNSPECIFIED
        self._lock = asyncio.Lock()  # a full inner queue must not let a later event overtake
        self._loop = asyncio.get_running_loop()
        self._waiting: list[TaskArtifactUpdateEvent] = []
        self._size = 0
        self._passed_at = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._passing: set[asyncio.Task[None]] = set()
        self._silent = True  # the executor has said nothing yet
        self._announcing: asyncio.TimerHandle | None = None
        self._announced_unasked = False
        self._told_late = False

    @property
    def state(self) -> int:
        """The state in which the task is; after a direct reply as if it were completed."""
        return TaskState.TASK_STATE_COMPLETED if self._replied else self._state

    @property
    def ended(self) -> bool:
        """Whether the task is over, or a direct reply was given instead of a task."""
        return self._replied or self._state in TERMINAL

    @property
    def failed(self) -> bool:
        """Whether the task ended without what was asked for, and nobody had stopped it."""
        return self._state in (TaskState.TASK_STATE_FAILED, TaskState.TASK_STATE_REJECTED)

    @property
    def settled(self) -> bool:
        """Whether the execution may return: the task is over or waits for its person."""
        return self.ended or self._state in PARKED

    async def enqueue_event(self, event: Event) -> None:
        """Pass an event on as A2A allows it, or drop it if the task is over.

        Raises `InvalidAgentResponseError` for a direct reply where there is a task already.
        """
        async with self._lock:
            self._silent = False
            if self.ended:
                self._drop(event)
                return
            match fitted := self._fitting.fitted(event):
                case TaskArtifactUpdateEvent():
                    await self._take_artifact(fitted)
                case TaskStatusUpdateEvent():
                    await self._take_status(fitted)
                case Task():
                    await self._take_task(fitted)
                case Message():
                    await self._reply(fitted)

    def _drop(self, event: Event) -> None:
        # Who is stopped may be in the middle of a sentence; after its own end nobody is.
        expected = self._told_late or self._state == TaskState.TASK_STATE_CANCELED
        self._told_late = True
        log.log(
            logging.DEBUG if expected else logging.WARNING,
            "Task %s is over: a late %s is dropped",
            self._task_id,
            type(event).__name__,
        )

    async def _reply(self, message: Message) -> None:
        if self._announced_unasked:
            artifact = Artifact(artifact_id=_REPLY, parts=message.parts)
            whole = TaskArtifactUpdateEvent(artifact=artifact, last_chunk=True)
            await self._take_artifact(self._fitting.fitted(whole))
            await self._take_status(self._status(TaskState.TASK_STATE_COMPLETED))
            return
        if self._announced:
            raise InvalidAgentResponseError(
                "A direct reply came where there is a task already: what belongs to a task is said"
                " by status and artifact updates."
            )
        self._replied = True
        await self._inner.enqueue_event(message)

    async def _take_task(self, task: Task) -> None:
        if self._announced:
            # The SDK would let it pass by: it takes a task only once.
            artifacts, status = self._fitting.updates(task)
            for artifact in artifacts:
                await self._take_artifact(artifact)
            await self._take_status(status)
            return
        self._announced = True
        self._state = task.status.state
        if not task.history and self._request is not None:
            task.history.append(self._request)
        await self._inner.enqueue_event(task)

    async def _take_artifact(self, update: TaskArtifactUpdateEvent) -> None:
        if not self._announced:
            await self._announce(self._request)
        if self._together_seconds and joins(update, self._waiting):
            self._waiting.append(update)
            self._size += update.ByteSize()
            await self._let_wait()
            return
        await self._pass_on()
        await self._inner.enqueue_event(update)

    async def _take_status(self, update: TaskStatusUpdateEvent) -> None:
        await self._announce(self._request, first=update.status)
        self._state = update.status.state
        await self._pass_on()
        await self._inner.enqueue_event(update)

    def announce_within(self, seconds: float) -> None:
        """Let the task be known after that time, also if the executor has said nothing of it.

        A direct reply that comes later becomes an artifact of the task.
        """
        self._announcing = self._loop.call_later(
            seconds, lambda: self._begin(self._announce_unasked())
        )

    async def flush(self) -> None:
        """Pass on what waits."""
        if self._announcing is not None:
            self._announcing.cancel()
        async with self._lock:
            await self._pass_on()
        if self._passing:
            await asyncio.wait(self._passing)

    async def announce_without_request(self) -> None:
        """Make the task known, unless it is, without keeping what was asked."""
        async with self._lock:
            await self._announce(None)

    async def _let_wait(self) -> None:
        due = self._passed_at + self._together_seconds
        if self._size > _TOGETHER_BYTES or self._loop.time() >= due:
            await self._pass_on()
        elif self._timer is None:
            self._timer = self._loop.call_at(due, self._begin_to_pass)

    def _begin_to_pass(self) -> None:
        self._timer = None
        self._begin(self._pass_later())

    def _begin(self, later: Coroutine[None, None, None]) -> None:
        passing = asyncio.create_task(later, name="pieces")
        self._passing.add(passing)
        passing.add_done_callback(self._passing.discard)

    async def _pass_later(self) -> None:
        async with self._lock:
            await self._pass_on()

    async def _announce_unasked(self) -> None:
        async with self._lock:
            if not self._silent:
                return
            self._silent = False
            if self._announced:
                await self._inner.enqueue_event(self._status(TaskState.TASK_STATE_WORKING))
            else:
                self._announced_unasked = True
                await self._announce(self._request)

    def _status(self, state: TaskState) -> TaskStatusUpdateEvent:
        update = TaskStatusUpdateEvent(status=TaskStatus(state=state))
        return self._fitting.fitted(update)

    async def _pass_on(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._waiting:
            whole, self._waiting, self._size = joined(self._waiting), [], 0
            await self._inner.enqueue_event(whole)
            self._passed_at = self._loop.time()

    async def _announce(self, request: Message | None, first: TaskStatus | None = None) -> None:
        """Make the task known, no later than the `first` status that is said of it."""
        if self._announced:
            return
        self._announced = True
        status = TaskStatus(state=TaskState.TASK_STATE_SUBMITTED)
        if first is not None and first.HasField("timestamp"):
            status.timestamp.CopyFrom(first.timestamp)
        task = Task(
            id=self._task_id,
            context_id=self._context_id,
            status=status,
            history=[] if request is None else [request],
        )
        await self._inner.enqueue_event(self._fitting.fitted(task))
