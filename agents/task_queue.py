"""What one execution says of its task reaches the SDK in an order that A2A allows."""

import asyncio
import logging

from a2a.server.events import EventQueue
from a2a.server.events.event_queue import Event
from a2a.types import (
    Message,
    Task,
    TaskArtifactUpdateEvent,
    TaskState,
    TaskStatus,
    TaskStatusUpdateEvent,
)

from agents.pieces import joined, joins
from agents.statuses import PARKED, TERMINAL

_TOGETHER_BYTES = 262_144

log = logging.getLogger(__name__)


class TaskQueue(EventQueue):
    """Passes events of one execution on to the SDK's queue and knows how far the task has come.

    A task that was never announced is announced before its first update, and nothing passes after
    its end: the SDK itself would let a late update reopen a finished task. Pieces of an answer that
    follow each other within `together_seconds` pass as one; owns those that wait, and the timer.
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

    @property
    def ended(self) -> bool:
        """Whether the task is over, or a direct reply was given instead of a task."""
        return self._replied or self._state in TERMINAL

    @property
    def settled(self) -> bool:
        """Whether the execution may return: the task is over or waits for its person."""
        return self.ended or self._state in PARKED

    async def enqueue_event(self, event: Event) -> None:
        """Pass an event on, or drop it if the task is over."""
        async with self._lock:
            if self.ended:
                log.warning(
                    "Task %s is over: a late %s is dropped", self._task_id, type(event).__name__
                )
                return
            if isinstance(event, Message):
                self._replied = not self._announced
            elif isinstance(event, Task):
                self._announced = True
                self._state = event.status.state
            else:
                await self._announce(self._request)
                if isinstance(event, TaskStatusUpdateEvent):
                    self._state = event.status.state
                elif self._together_seconds and joins(event, self._waiting):
                    await self._let_wait(event)
                    return
            await self._pass_on()
            await self._inner.enqueue_event(event)

    async def flush(self) -> None:
        """Pass on what waits."""
        async with self._lock:
            await self._pass_on()
        if self._passing:
            await asyncio.wait(self._passing)

    async def announce_without_request(self) -> None:
        """Make the task known, unless it is, without keeping what was asked."""
        async with self._lock:
            await self._announce(None)

    async def _let_wait(self, event: TaskArtifactUpdateEvent) -> None:
        piece = TaskArtifactUpdateEvent()
        piece.CopyFrom(event)  # whoever made it may go on using it
        self._waiting.append(piece)
        self._size += piece.ByteSize()
        due = self._passed_at + self._together_seconds
        if self._size > _TOGETHER_BYTES or self._loop.time() >= due:
            await self._pass_on()
        elif self._timer is None:
            self._timer = self._loop.call_at(due, self._begin_to_pass)

    def _begin_to_pass(self) -> None:
        self._timer = None
        passing = asyncio.create_task(self._pass_later(), name="pieces")
        self._passing.add(passing)
        passing.add_done_callback(self._passing.discard)

    async def _pass_later(self) -> None:
        async with self._lock:
            await self._pass_on()

    async def _pass_on(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._waiting:
            whole, self._waiting, self._size = joined(self._waiting), [], 0
            await self._inner.enqueue_event(whole)
            self._passed_at = self._loop.time()

    async def _announce(self, request: Message | None) -> None:
        if self._announced:
            return
        self._announced = True
        await self._inner.enqueue_event(
            Task(
                id=self._task_id,
                context_id=self._context_id,
                status=TaskStatus(state=TaskState.TASK_STATE_SUBMITTED),
                history=[] if request is None else [request],
            )
        )
