"""What one execution says of its task reaches the SDK in an order that A2A allows."""

import asyncio
import logging

from a2a.server.events import EventQueue
from a2a.server.events.event_queue import Event
from a2a.types import Message, Task, TaskState, TaskStatus, TaskStatusUpdateEvent

from agents.statuses import PARKED, TERMINAL

log = logging.getLogger(__name__)


class TaskQueue(EventQueue):
    """Passes events of one execution on to the SDK's queue and knows how far the task has come.

    A task that was never announced is announced before its first update, and nothing passes after
    its end: the SDK itself would let a late update reopen a finished task.
    """

    def __init__(
        self,
        inner: EventQueue,
        *,
        task_id: str,
        context_id: str,
        known: Task | None,
        request: Message | None,
    ) -> None:
        self._inner = inner
        self._task_id = task_id
        self._context_id = context_id
        self._request = request
        self._announced = known is not None
        self._replied = False
        self._state: int = TaskState.TASK_STATE_UNSPECIFIED
        self._lock = asyncio.Lock()  # a full inner queue must not let a later event overtake

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
            await self._inner.enqueue_event(event)

    async def announce_without_request(self) -> None:
        """Make the task known, unless it is, without keeping what was asked."""
        async with self._lock:
            await self._announce(None)

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
