"""An executor runs so that its task is settled afterwards, whatever the executor does."""

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from time import perf_counter
from typing import Any

from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.events import EventQueue
from a2a.types import Message, TaskState

from agents.hosting.owners import owner_of, working_for
from agents.hosting.statuses import PARKED, note, status_update
from agents.hosting.task_queue import TaskQueue
from app.system import tracing

MAX_TEXT_BYTES = 1_000_000
CANCELED = "Stopped on request."

_REMEMBERED = 1000  # ended tasks that a late cancel may still name
_SILENT_SECONDS = 0.2  # after which a task is told of to those who do not wait for it
_CANCEL_GRACE = 0.3  # seconds an executor may take to say itself how it was stopped
_FAILED = (
    "The agent failed because of an error inside it. What went wrong is in the agent's log, "
    "under {reference}."
)
_UNFINISHED = "The agent stopped without finishing this task."
_CLOSED = "The program was closed while this was being worked on."
_TOO_LARGE = (
    "The message is too long: {size:,} bytes of text, and at most {limit:,} are taken. "
    "Shorten it, or attach the text as a file."
)

log = logging.getLogger(__name__)

Took = Callable[[float, int], None]
"""Hears for how many seconds a message was worked on, and in which state its task was then."""


class ServedExecutor(AgentExecutor):
    """Owns what is being executed: one queue for each running task, and settlements under way."""

    def __init__(
        self,
        inner: AgentExecutor,
        *,
        agent: str = "",
        together_seconds: float = 0.0,
        took: Took = lambda seconds, state: None,
    ) -> None:
        """Make it; pieces of an answer wait for each other so long, see `TaskQueue`.

        `agent` is who executes, in spans; `took` hears of the end of each execution.
        """
        self._inner = inner
        self._agent = agent
        self._together_seconds = together_seconds
        self._took = took
        self._running: dict[str, TaskQueue] = {}
        self._owners: dict[str, str] = {}
        self._requests: dict[str, RequestContext] = {}
        self._idle = asyncio.Event()
        self._idle.set()
        self._settlements: dict[str, TaskState] = {}
        self._over: OrderedDict[str, None] = OrderedDict()
        self._closing = False

    @property
    def running(self) -> frozenset[str]:
        """The ids of the tasks that are being worked on."""
        return frozenset(self._running)

    def owner(self, task_id: str) -> str:
        """Return for whom a task is being worked on."""
        return self._owners.get(task_id, "")

    def expect_settlement(self, message_id: str, state: TaskState) -> None:
        """Let a message of the host's own end its task in a state when it comes to be executed."""
        self._settlements[message_id] = state

    def forget_settlement(self, message_id: str) -> None:
        """Expect it no longer, if it has not come."""
        self._settlements.pop(message_id, None)

    def close(self) -> None:
        """Say of every task that is canceled from now on that the program was closed."""
        self._closing = True

    async def wait_idle(self, seconds: float) -> None:
        """Wait until nothing is being executed, at most that long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._idle.wait()

    async def stop(self, task_id: str) -> None:
        """Stop working on a task that was ended elsewhere.

        What is said of it now, the SDK finds to be out of date, and ends the execution.
        """
        context, queue = self._requests.get(task_id), self._running.get(task_id)
        if context is not None and queue is not None:
            await self.cancel(context, queue)

    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        """Execute a request; afterwards its task is over, waits, or was a direct reply."""
        message = context.message
        assert message is not None
        state = self._settlements.pop(message.message_id, None)
        if state is not None:
            if context.current_task is not None and context.current_task.status.state in PARKED:
                await event_queue.enqueue_event(status_update(state, message))
            return
        task_id, begun = context.task_id or "", perf_counter()
        queue = self._running[task_id] = self._queue(context, event_queue)
        self._idle.clear()
        owner = self._owners[task_id] = owner_of(context.call_context)
        self._requests[task_id] = context
        if context.configuration is not None and context.configuration.return_immediately:
            queue.announce_within(_SILENT_SECONDS)
        try:
            with working_for(owner), tracing.inside(self._span(context)) as span:
                await self._run(context, queue, message)
                if queue.failed:
                    tracing.failed(span, "failed")
        finally:
            await queue.flush()
            self._took(perf_counter() - begun, queue.state)
            self._running.pop(task_id, None)
            self._owners.pop(task_id, None)
            self._requests.pop(task_id, None)
            if queue.ended:
                self._remember_end(task_id)
            if not self._running:
                self._idle.set()

    def _span(self, context: RequestContext) -> Any:
        """Return the span of an execution: below the call of its message, wherever it runs."""
        call = context.call_context
        headers = call.state.get("headers", {}) if call is not None else {}
        told = {
            "gen_ai.operation.name": "invoke_agent",
            "gen_ai.agent.name": self._agent,
            "gen_ai.conversation.id": context.context_id,
            "balance_desk.task.id": context.task_id,
        }
        below = str(headers.get(tracing.TRACEPARENT, ""))
        return tracing.started(f"invoke_agent {self._agent}", "internal", told, below=below)

    def _queue(self, context: RequestContext, event_queue: EventQueue) -> TaskQueue:
        return TaskQueue(
            event_queue,
            task_id=context.task_id or "",
            context_id=context.context_id or "",
            known=context.current_task,
            request=context.message,
            together_seconds=self._together_seconds,
        )

    def _remember_end(self, task_id: str) -> None:
        self._over[task_id] = None
        if len(self._over) > _REMEMBERED:
            self._over.popitem(last=False)

    async def _run(self, context: RequestContext, queue: TaskQueue, message: Message) -> None:
        if (size := text_bytes(message)) > MAX_TEXT_BYTES:
            await queue.announce_without_request()
            rejected = TaskState.TASK_STATE_REJECTED
            await _end(queue, context, rejected, too_large(size), "message_too_large")
            return
        try:
            await self._inner.execute(context, queue)
            if queue.settled:
                return
            log.error("The executor returned without settling task %s", context.task_id)
            await _end(queue, context, TaskState.TASK_STATE_FAILED, _UNFINISHED, "internal")
        except asyncio.CancelledError:
            current = asyncio.current_task()
            if current is None or current.cancelling():
                raise
            reference = _reference()
            log.exception(
                "%s: what the executor awaited on task %s was canceled", reference, context.task_id
            )
            await _fail(queue, context, reference)
        except (KeyboardInterrupt, GeneratorExit):
            raise
        except BaseException:
            # One that wants to end the program ends its task only.
            reference = _reference()
            log.exception("%s: the executor failed on task %s", reference, context.task_id)
            await _fail(queue, context, reference)

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        """End the task as canceled, in the executor's words if it is quick, else in ours."""
        task_id = context.task_id or ""
        if task_id in self._over:
            # The SDK takes what is published now for the task's newest state.
            return
        queue = self._running.get(task_id) or self._queue(context, event_queue)
        try:
            async with asyncio.timeout(_CANCEL_GRACE):
                await self._inner.cancel(context, queue)
        except TimeoutError:
            log.warning("The executor took too long to cancel task %s", task_id)
        except Exception:
            # Whatever an executor of others raises, the task ends as canceled.
            log.exception("The executor could not cancel task %s", task_id)
        if not queue.ended:
            text, reason = (_CLOSED, "interrupted") if self._closing else (CANCELED, "stopped")
            await _end(queue, context, TaskState.TASK_STATE_CANCELED, text, reason)


def text_bytes(message: Message) -> int:
    """Return the length of a message's text in UTF-8."""
    return sum(len(part.text.encode("utf-8")) for part in message.parts)


def too_large(size: int) -> str:
    """Return the words for a message with that many bytes of text."""
    return _TOO_LARGE.format(size=size, limit=MAX_TEXT_BYTES)


def _reference() -> str:
    """Return what a person can tell whoever runs the agent, to be found in its log."""
    return f"E-{secrets.token_hex(4)}"


async def _fail(queue: TaskQueue, context: RequestContext, reference: str) -> None:
    if not queue.ended:
        text = _FAILED.format(reference=reference)
        await _end(queue, context, TaskState.TASK_STATE_FAILED, text, "internal")


async def _end(
    queue: TaskQueue, context: RequestContext, state: TaskState, text: str, reason: str
) -> None:
    message = note(
        task_id=context.task_id or "",
        context_id=context.context_id or "",
        text=text,
        metadata={"reason": reason},
    )
    await queue.enqueue_event(status_update(state, message))
