"""Tasks from their beginning to their end: run, cancelled on the way, given up, run again.

    (none) ─ begin ─▶ processing ─▶ completed | failed | cancelled

`failed` has one way back: an operator who revives the dead letter of the request has the task run
again under its own id. The other two stay for good.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, Protocol

from pydantic import JsonValue

from app.conversations.book import ConversationBook
from app.conversations.queues.envelope import BadEnvelope, Envelope
from app.conversations.queues.names import MEMORY
from app.conversations.queues.payloads import TaskPayload, error_payload
from app.conversations.queues.results import REFUSALS, Result, not_done, without_facts
from app.domain.book import Caller
from app.domain.service_tasks import ServiceTask, ServiceTaskState
from app.errors import DeskError, NotFound

LOOK_SECONDS: Final = 0.5
"""How long a task goes on after it was cancelled, at most, whoever cancelled it."""
_STOP_SECONDS: Final = 2.0

log = logging.getLogger(__name__)


class TaskBook(ConversationBook, Protocol):
    """A book that is the service's own: what was given up may begin anew there."""

    async def task_again(self, caller: Caller, task_id: str) -> ServiceTask:
        """Have a task that failed be worked on again; any other is returned as it is."""
        ...


TaskRunner = Callable[[ConversationBook, Caller, ServiceTask], Awaitable[JsonValue]]


class TaskRuns:
    """Runs tasks over one book; `runners` do them by their type.

    A runner whose task is cancelled, or erased, is cancelled within `look_seconds`.
    """

    def __init__(
        self,
        book: TaskBook,
        runners: Mapping[str, TaskRunner],
        *,
        look_seconds: float = LOOK_SECONDS,
    ) -> None:
        self._book = book
        self._runners = runners
        self._look_seconds = look_seconds

    async def begin(
        self,
        caller: Caller,
        envelope: Envelope,
        task_type: str,
        parameters: dict[str, JsonValue] | None = None,
        *,
        revived: bool = False,
    ) -> ServiceTask:
        """Store a request's task as one that is worked on; one that has ended stays as it ended.

        A `revived` one that failed begins anew. Where the `task_id` stands for what another request
        asked, this one's task has the id of its message.
        """
        new = _task(caller, envelope, task_type, ServiceTaskState.PROCESSING, parameters)
        task_id, _ = await self._held(caller, envelope, new)
        task = await self._book.task_put(caller, new.model_copy(update={"id": task_id}))
        if revived and task.state is ServiceTaskState.FAILED:
            task = await self._book.task_again(caller, task.id)
        return task

    async def run(
        self, caller: Caller, envelope: Envelope, payload: TaskPayload, *, revived: bool = False
    ) -> Result:
        """Run a task to its end; raises what may pass."""
        task = await self.begin(
            caller, envelope, payload.task_type, payload.task_parameters, revived=revived
        )
        if task.state.terminal:
            return of_task(task)
        runner = self._runners.get(payload.task_type)
        try:
            if runner is None:
                raise BadEnvelope("There is no such type of task.", key="payload")
            done, result = await self._ran(caller, task, runner)
        except REFUSALS as error:
            return await self.fail(caller, task, error)
        if not done:
            log.info("a task was cancelled while it ran")
            return of_task(await self._book.task(caller, task.id))
        return await self.complete(caller, task, result)

    async def complete(self, caller: Caller, task: ServiceTask, result: JsonValue) -> Result:
        """End a task that is done, unless it ended otherwise; the answer has all of the result."""
        kept = {"state": ServiceTaskState.COMPLETED, "result": without_facts(result)}
        ended = await self._book.task_put(caller, task.model_copy(update=kept))
        if ended.state is ServiceTaskState.COMPLETED and ended.revision > task.revision:
            ended = ended.model_copy(update={"result": result})
        return of_task(ended)

    async def fail(self, caller: Caller, task: ServiceTask, error: DeskError) -> Result:
        """End a task that cannot be done."""
        return await self._failed(caller, task, error_payload(error))

    async def give_up(self, caller: Caller, envelope: Envelope, error: Exception) -> Result:
        """End the task of a request that is not tried any more, and say so.

        Raises `DeskError` where the book cannot be written: whoever waits is to be told later.
        """
        _, said = not_done(envelope.kind, error)
        task_type = "memory.update" if envelope.kind == MEMORY else _type_of(envelope)
        given = envelope.payload.get("task_parameters")
        new = _task(
            caller,
            envelope,
            task_type,
            ServiceTaskState.PENDING,
            given if isinstance(given, dict) else {},
        )
        try:
            task_id, task = await self._held(caller, envelope, new)
            new = new.model_copy(update={"id": task_id})
            return await self._failed(caller, task or new, said)
        except REFUSALS:
            # There is no task to speak of, as of a conversation that is gone.
            return "failed", said

    async def _held(
        self, caller: Caller, envelope: Envelope, new: ServiceTask
    ) -> tuple[str, ServiceTask | None]:
        """Return the id of a request's task, and the task where there is one."""
        task_id = new.id
        try:
            held = await self._book.task(caller, task_id)
            if _of_another(held, new):
                task_id = str(envelope.message_id)
                held = await self._book.task(caller, task_id)
        except NotFound:
            return task_id, None
        return task_id, held

    async def _failed(self, caller: Caller, task: ServiceTask, said: dict[str, Any]) -> Result:
        if task.state.terminal:
            return of_task(task)
        failed = {"state": ServiceTaskState.FAILED, "error": said["error"], "result": said}
        return of_task(await self._book.task_put(caller, task.model_copy(update=failed)))

    async def _ran(
        self, caller: Caller, task: ServiceTask, runner: TaskRunner
    ) -> tuple[bool, JsonValue]:
        """Return whether the runner came to its end, and what it returned."""
        running = asyncio.ensure_future(runner(self._book, caller, task))
        try:
            while True:
                done, _ = await asyncio.wait([running], timeout=self._look_seconds)
                if done:
                    return True, running.result()
                if await self._is_over(caller, task.id):
                    return False, None
        finally:
            if not running.done():
                running.cancel()
                _, deaf = await asyncio.wait([running], timeout=_STOP_SECONDS)
                if deaf:
                    log.warning(
                        "a task of type %s goes on although it was cancelled", task.task_type
                    )

    async def _is_over(self, caller: Caller, task_id: str) -> bool:
        try:
            return (await self._book.task(caller, task_id)).state.terminal
        except NotFound:
            raise
        except DeskError:
            # The runner will meet the same, or it will pass.
            return False


def of_task(task: ServiceTask) -> Result:
    """Return the answer that a task's end is."""
    said: dict[str, Any] = {"task_id": task.id}
    if task.task_type != "memory.update":
        said |= {"update_type": f"task_{task.state}", "conversation_id": task.conversation_id}
    if task.state is ServiceTaskState.COMPLETED and task.task_type != "memory.update":
        return "completed", said | {"result": task.result}
    result = task.result if isinstance(task.result, dict) else {}
    return str(task.state), said | result


def _of_another(held: ServiceTask, new: ServiceTask) -> bool:
    """Whether a task was begun by a request for something else.

    One that only waits, or was cancelled while it did, was told of ahead of its request.
    """
    if held.state in (ServiceTaskState.PENDING, ServiceTaskState.CANCELLED):
        return False
    return (held.task_type, held.parameters) != (new.task_type, new.parameters)


def _type_of(envelope: Envelope) -> str:
    said = envelope.payload.get("task_type")
    return said if isinstance(said, str) and len(said) <= 200 else "process"


def _task(
    caller: Caller,
    envelope: Envelope,
    task_type: str,
    state: ServiceTaskState,
    parameters: dict[str, JsonValue] | None = None,
) -> ServiceTask:
    if envelope.kind == MEMORY:
        # What it said is not kept with the task: of two updates the messages differ.
        parameters = {"message_id": str(envelope.message_id)}
    return ServiceTask(
        id=envelope.task_id or str(envelope.message_id),
        conversation_id=envelope.said("conversation_id"),
        task_type=task_type,
        state=state,
        priority=envelope.priority or 5,
        correlation_id=envelope.correlation_id,
        user_id=caller.user,
        parameters=parameters or {},
    )
