"""What each request does to the book, and its answer.

Every effect has an id that comes from the envelope, unique in its tenant: a message its own, a task
and what was remembered those of the request. So even where a crash came between the effect and the
inbox (`app.conversations.queues.inbox`), nothing is done twice.
"""

import uuid
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from pydantic import JsonValue

from app.conversations.book import ConversationBook
from app.conversations.queues.envelope import BadEnvelope, Envelope
from app.conversations.queues.names import HISTORY, MEMORY, RETRIEVE, STORE, TASK, Kind
from app.conversations.queues.payloads import (
    EditOperation,
    ForgetOperation,
    HistoryPayload,
    MemoryPayload,
    RememberOperation,
    StorePayload,
    TaskPayload,
    error_payload,
    history_payload,
    memory_fields,
    read_context_request,
    read_payload,
    update_payload,
    window_payload,
)
from app.domain.book import BookMessage, Caller
from app.domain.memories import MemoryEdit, NewMemory
from app.domain.service_tasks import ServiceTask, ServiceTaskState
from app.errors import (
    BadInput,
    Conflict,
    ContextProcessingError,
    DeskError,
    NotAllowed,
    NotFound,
    RateLimitExceeded,
)

Result = tuple[str, dict[str, Any]]
"""The status and the payload of an answer."""

Action = Callable[[ConversationBook, Caller, Envelope], Awaitable[Result]]
Said = Callable[[Caller, BookMessage], Awaitable[None]]
TaskRunner = Callable[[ConversationBook, Caller, ServiceTask], Awaitable[JsonValue]]

REFUSALS: Final = (BadInput, NotFound, NotAllowed, Conflict, ContextProcessingError)
"""Errors that the next delivery would meet as well: they are the answer."""


async def process(book: ConversationBook, caller: Caller, task: ServiceTask) -> JsonValue:
    """The task `process`: make the context window that its parameters describe."""
    request = read_context_request(task.parameters)
    window = await book.context(caller, task.conversation_id or "", request)
    return window_payload(window)


RUNNERS: Final[Mapping[str, TaskRunner]] = {"process": process}


class Actions:
    """The five requests of the document, over one book; `runners` do the tasks by their type.

    `said` hears of each message that was stored and whose context is to be brought up to date.
    """

    def __init__(
        self,
        book: ConversationBook,
        *,
        runners: Mapping[str, TaskRunner] = RUNNERS,
        said: Said | None = None,
    ) -> None:
        self._book = book
        self._runners = runners
        self._said = said
        self._actions: Mapping[Kind, Callable[[Caller, Envelope], Awaitable[Result]]] = {
            TASK: self._task,
            STORE: self._store,
            RETRIEVE: self._retrieve,
            HISTORY: self._history,
            MEMORY: self._memory,
        }

    async def run(self, caller: Caller, envelope: Envelope) -> Result:
        """Do what a request says; raises `REFUSALS`, and others that may pass."""
        return await self._actions[envelope.kind](caller, envelope)

    async def _store(self, caller: Caller, envelope: Envelope) -> Result:
        payload = read_payload(envelope, StorePayload)
        conversation_id = conversation_of(envelope)
        added = await self._book.add(caller, conversation_id, payload.as_new(envelope))
        if added.created and payload.update_context and self._said is not None:
            await self._said(caller, added.message)
        conversation = await self._book.get(caller, conversation_id)
        return "completed", update_payload("new_message", conversation, added.message)

    async def _retrieve(self, caller: Caller, envelope: Envelope) -> Result:
        request = read_context_request(envelope.payload)
        window = await self._book.context(caller, conversation_of(envelope), request)
        return "completed", window_payload(window)

    async def _history(self, caller: Caller, envelope: Envelope) -> Result:
        wanted = read_payload(envelope, HistoryPayload)
        conversation_id = conversation_of(envelope)
        page = await self._book.messages(
            caller, conversation_id, after=wanted.after, before=wanted.before, limit=wanted.limit
        )
        more = page.previous if wanted.before is not None else page.next
        conversation = await self._book.get(caller, conversation_id)
        return "completed", history_payload(conversation, page.items, more is not None)

    async def _memory(self, caller: Caller, envelope: Envelope) -> Result:
        payload = read_payload(envelope, MemoryPayload)
        task = await self._begin(caller, envelope, "memory.update")
        if task.state.terminal:
            return _of_task(task)
        done: list[dict[str, Any]] = []
        try:
            for number, operation in enumerate(payload.operations):
                done.append(await self._operate(caller, envelope, number, operation))
        except REFUSALS as error:
            # Those before it are done, and stay.
            status, said = await self._fail(caller, task, error)
            return status, said | {"memories": done}
        # Of the task their ids are enough: what it holds is there after a fact is forgotten.
        ids: list[JsonValue] = [{"operation": one["operation"], "id": one["id"]} for one in done]
        status, said = await self._complete(caller, task, {"memories": ids})
        return status, said | {"memories": done}

    async def _operate(
        self,
        caller: Caller,
        envelope: Envelope,
        number: int,
        operation: RememberOperation | EditOperation | ForgetOperation,
    ) -> dict[str, Any]:
        if isinstance(operation, ForgetOperation):
            await self._book.forget(caller, operation.id)
            return {"operation": "forget", "id": operation.id}
        if isinstance(operation, EditOperation):
            changes = operation.model_dump(include=set(MemoryEdit.model_fields))
            edited = await self._book.edit(
                caller, operation.id, MemoryEdit(**changes), if_revision=operation.if_revision
            )
            return {"operation": "edit", **memory_fields(edited)}
        said = operation.model_dump(exclude={"operation"})
        said["id"] = operation.id or str(uuid.uuid5(envelope.message_id, f"memory {number}"))
        remembered = await self._book.remember(caller, NewMemory.model_validate(said))
        return {"operation": "remember", **memory_fields(remembered)}

    async def _task(self, caller: Caller, envelope: Envelope) -> Result:
        payload = read_payload(envelope, TaskPayload)
        task = await self._begin(
            caller, envelope, payload.task_type, parameters=payload.task_parameters
        )
        if task.state.terminal:
            return _of_task(task)
        runner = self._runners.get(payload.task_type)
        try:
            if runner is None:
                raise BadEnvelope("There is no such type of task.", key="payload")
            result = await runner(self._book, caller, task)
        except REFUSALS as error:
            return await self._fail(caller, task, error)
        return await self._complete(caller, task, result)

    async def _begin(
        self,
        caller: Caller,
        envelope: Envelope,
        task_type: str,
        parameters: dict[str, JsonValue] | None = None,
    ) -> ServiceTask:
        return await self._book.task_put(
            caller,
            ServiceTask(
                id=envelope.task_id or str(envelope.message_id),
                conversation_id=envelope.said("conversation_id"),
                task_type=task_type,
                state=ServiceTaskState.PROCESSING,
                priority=envelope.priority or 5,
                correlation_id=envelope.correlation_id,
                user_id=caller.user,
                parameters=parameters or {},
            ),
        )

    async def _complete(self, caller: Caller, task: ServiceTask, result: JsonValue) -> Result:
        done = {"state": ServiceTaskState.COMPLETED, "result": result}
        return _of_task(await self._book.task_put(caller, task.model_copy(update=done)))

    async def _fail(self, caller: Caller, task: ServiceTask, error: DeskError) -> Result:
        said = error_payload(error)
        failed = {"state": ServiceTaskState.FAILED, "error": said["error"], "result": said}
        return _of_task(await self._book.task_put(caller, task.model_copy(update=failed)))


def conversation_of(envelope: Envelope) -> str:
    """Return the conversation an envelope is about; raises `BadEnvelope`."""
    said = envelope.said("conversation_id")
    if said is None:
        raise BadEnvelope("The metadata names no conversation_id.", key="payload")
    return said


def refused(error: DeskError) -> Result:
    """Return the answer that says why a request was not done."""
    return "failed", error_payload(error)


def may_pass(error: Exception) -> bool:
    """Whether another delivery may succeed where this one failed."""
    return isinstance(error, RateLimitExceeded) or not isinstance(error, REFUSALS)


def told_of(envelope: Envelope, result: Result) -> str:
    """Return the conversation, or the fact, that an answer tells of: with it the answer goes."""
    facts = result[1].get("memories", ())
    if facts and (len(facts) == 1 or envelope.said("conversation_id") is None):
        return str(facts[0]["id"])
    return envelope.said("conversation_id") or ""


def repeatable(result: Result) -> Result:
    """Return what is kept of an answer: of several facts their ids, for each may be forgotten."""
    status, payload = result
    facts = payload.get("memories", ())
    if len(facts) < 2:
        return result
    ids = [{"operation": one["operation"], "id": one["id"]} for one in facts]
    return status, payload | {"memories": ids}


def _of_task(task: ServiceTask) -> Result:
    said: dict[str, Any] = {"task_id": task.id}
    if task.task_type != "memory.update":
        said |= {"update_type": f"task_{task.state}", "conversation_id": task.conversation_id}
    if task.state is ServiceTaskState.COMPLETED and task.task_type != "memory.update":
        return "completed", said | {"result": task.result}
    result = task.result if isinstance(task.result, dict) else {}
    return str(task.state), said | result
