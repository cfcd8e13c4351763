"""Tasks from their beginning to their end: run, cancelled on the way, given up, run again.

    (none) ─ begin ─▶ processing ─▶ completed | failed | cancelled

One request works on a task (`app.conversations.book.service_task_rows`). Another for the same is
answered as the first ends, and left to be delivered again where that takes long.

`failed` has one way back: an operator who revives the dead letter of the request has the task run
again under its own id. The other two stay for good.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from time import monotonic
from typing import Any, Final, NamedTuple, Protocol

from pydantic import JsonValue

from app.conversations.book.port import ConversationBook
from app.conversations.book.service_task_rows import Claim, Claimed
from app.conversations.protocol.envelope import BadEnvelope, Envelope
from app.conversations.protocol.payloads import TaskPayload, error_payload
from app.conversations.protocol.queue_names import MEMORY
from app.conversations.service.queues.port import SECONDS_HELD
from app.conversations.service.queues.results import (
    REFUSALS,
    Result,
    UnderWay,
    not_done,
    without_facts,
)
from app.domain.book import Caller
from app.domain.service_tasks import ServiceTask, ServiceTaskState
from app.errors import DeskError, NotFound

LOOK_SECONDS: Final = 0.5
"""How long a task goes on after it was cancelled, at most, whoever cancelled it."""
CLAIM_SECONDS: Final = SECONDS_HELD
"""For how long a task is a worker's that says nothing more of it."""
_STOP_SECONDS: Final = 2.0
_OTHER_SECONDS: Final = 1.0
_OTHER_AGAIN: Final = (0.02, 0.5)
"""How long another request is waited for at once, and how often it is looked for."""

log = logging.getLogger(__name__)


class TaskBook(ConversationBook, Protocol):
    """A book that is the service's own: it knows who works on a task."""

    async def task_begin(self, caller: Caller, task: ServiceTask, claim: Claim) -> Claimed:
        """Store a task in its state for a claimant, unless it has ended or another has it."""
        ...

    async def task_hold(self, caller: Caller, task_id: str, claim: Claim) -> bool:
        """Renew a claim; whether the task is still the claimant's."""
        ...


class Delivery(NamedTuple):
    """How a request came: by which entry of its queue, and whether an operator revived it."""

    entry: str = ""
    revived: bool = False


TaskRunner = Callable[[ConversationBook, Caller, ServiceTask], Awaitable[JsonValue]]


class TaskRuns:
    """Runs tasks over one book; `runners` do them by their type.

    A runner whose task is cancelled, or erased, is cancelled within `look_seconds`. A task is this
    service's for `claim_seconds`, again and again while it is worked on.
    """

    def __init__(
        self,
        book: TaskBook,
        runners: Mapping[str, TaskRunner],
        *,
        look_seconds: float = LOOK_SECONDS,
        claim_seconds: float = CLAIM_SECONDS,
    ) -> None:
        self._book = book
        self._runners = runners
        self._look_seconds = look_seconds
        self._claim_seconds = claim_seconds

    async def begin(
        self,
        caller: Caller,
        envelope: Envelope,
        delivery: Delivery,
        task_type: str,
        parameters: dict[str, JsonValue] | None = None,
    ) -> ServiceTask:
        """Store a request's task as one that is worked on; one that has ended stays as it ended.

        A revived one that failed begins anew. Where the `task_id` stands for what another request
        asked, this one's task has the id of its message. Raises `UnderWay` where another request
        for the same is worked on.
        """
        new = _task(caller, envelope, task_type, ServiceTaskState.PROCESSING, parameters)
        claim = self._claim(envelope, delivery)
        until, again = monotonic() + _OTHER_SECONDS, _OTHER_AGAIN[0]
        while True:
            task, given = await self._book.task_begin(caller, new, claim)
            if given or task.state.terminal:
                return task
            if monotonic() > until:
                raise UnderWay(of_task(task))
            await asyncio.sleep(again)
            again = min(2 * again, _OTHER_AGAIN[1])

    async def run(
        self, caller: Caller, envelope: Envelope, delivery: Delivery, payload: TaskPayload
    ) -> Result:
        """Run a task to its end; raises what may pass, and `UnderWay`."""
        task = await self.begin(
            caller, envelope, delivery, payload.task_type, payload.task_parameters
        )
        if task.state.terminal:
            return of_task(task)
        runner = self._runners.get(payload.task_type)
        try:
            if runner is None:
                raise BadEnvelope("There is no such type of task.", key="payload")
            claim = self._claim(envelope, delivery)
            done, result = await self._ran(caller, task, claim, runner)
        except REFUSALS as error:
            return await self.fail(caller, task, error)
        if done:
            return await self.complete(caller, task, result)
        task = await self._book.task(caller, task.id)
        if not task.state.terminal:
            raise UnderWay(of_task(task))
        log.info("a task ended while it ran: %s", task.state)
        return of_task(task)

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

    async def give_up(
        self, caller: Caller, envelope: Envelope, delivery: Delivery, error: Exception
    ) -> Result:
        """End the task of a request that is not tried any more, and say so.

        Raises `DeskError` where the book cannot be written: whoever waits is to be told later.
        """
        _, said = not_done(envelope.kind, error)
        task_type = "memory.update" if envelope.kind == MEMORY else _type_of(envelope)
        given = envelope.payload.get("task_parameters")
        state = ServiceTaskState.FAILED
        new = _task(
            caller, envelope, task_type, state, given if isinstance(given, dict) else {}
        ).model_copy(update={"error": said["error"], "result": said})
        try:
            task, _ = await self._book.task_begin(caller, new, self._claim(envelope, delivery))
        except REFUSALS:
            # There is no task to speak of, as of a conversation that is gone.
            return "failed", said
        # Where another request for the same is worked on, the task is left to that.
        return of_task(task) if task.state.terminal else ("failed", said)

    def _claim(self, envelope: Envelope, delivery: Delivery) -> Claim:
        return Claim(
            by=f"{envelope.message_id} {delivery.entry}",
            seconds=self._claim_seconds,
            otherwise=str(envelope.message_id),
            revived=delivery.revived,
        )

    async def _failed(self, caller: Caller, task: ServiceTask, said: dict[str, Any]) -> Result:
        if task.state.terminal:
            return of_task(task)
        failed = {"state": ServiceTaskState.FAILED, "error": said["error"], "result": said}
        return of_task(await self._book.task_put(caller, task.model_copy(update=failed)))

    async def _ran(
        self, caller: Caller, task: ServiceTask, claim: Claim, runner: TaskRunner
    ) -> tuple[bool, JsonValue]:
        """Return whether the runner came to its end, and what it returned."""
        running = asyncio.ensure_future(runner(self._book, caller, task))
        held_at = monotonic()
        try:
            while True:
                done, _ = await asyncio.wait([running], timeout=self._look_seconds)
                if done:
                    return True, running.result()
                if await self._is_over(caller, task.id):
                    return False, None
                if monotonic() - held_at >= self._claim_seconds / 3:
                    if not await self._holds(caller, task.id, claim):
                        return False, None
                    held_at = monotonic()
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

    async def _holds(self, caller: Caller, task_id: str, claim: Claim) -> bool:
        try:
            return await self._book.task_hold(caller, task_id, claim)
        except DeskError:
            # As above; nobody else can take it while nothing can be written.
            return True


def of_task(task: ServiceTask) -> Result:
    """Return the answer that a task's end is."""
    said: dict[str, Any] = {"task_id": task.id}
    if task.task_type != "memory.update":
        said |= {"update_type": f"task_{task.state}", "conversation_id": task.conversation_id}
    if task.state is ServiceTaskState.COMPLETED and task.task_type != "memory.update":
        return "completed", said | {"result": task.result}
    result = task.result if isinstance(task.result, dict) else {}
    return str(task.state), said | result


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
