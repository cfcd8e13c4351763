"""What each request does to the book, and its answer.

Every effect has an id that comes from the envelope, unique in its tenant: a message its own, a task
and what was remembered those of the request. So even where a crash came between the effect and the
inbox (`app.conversations.service.queues.inbox`), nothing is done twice.
"""

import uuid
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from pydantic import JsonValue

from app.conversations.book.port import ConversationBook
from app.conversations.protocol.envelope import BadEnvelope, Envelope
from app.conversations.protocol.payloads import (
    EditOperation,
    ForgetOperation,
    HistoryPayload,
    MemoryPayload,
    RememberOperation,
    StorePayload,
    TaskPayload,
    history_payload,
    memory_fields,
    read_context_request,
    read_payload,
    update_payload,
    window_payload,
)
from app.conversations.protocol.queue_names import (
    HISTORY,
    MEMORY,
    RETRIEVE,
    STORE,
    TASK,
    EnvelopeKind,
)
from app.conversations.service.queues.results import REFUSALS, Result, not_done
from app.conversations.service.queues.task_runs import (
    Delivery,
    TaskBook,
    TaskRunner,
    TaskRuns,
    of_task,
)
from app.domain.book import BookMessage, Caller
from app.domain.memories import MemoryEdit, NewMemory
from app.domain.service_tasks import ServiceTask

Said = Callable[[Caller, BookMessage], Awaitable[None]]


async def process(book: ConversationBook, caller: Caller, task: ServiceTask) -> JsonValue:
    """The task `process`: make the context window that its parameters describe."""
    request = read_context_request(task.parameters)
    window = await book.context(caller, task.conversation_id or "", request)
    return window_payload(window)


RUNNERS: Final[Mapping[str, TaskRunner]] = {"process": process}


class QueueActions:
    """The five requests of the document, over one book; `runners` do the tasks by their type.

    `said` hears of each message that was stored and whose context is to be brought up to date.
    """

    def __init__(
        self,
        book: TaskBook,
        *,
        runners: Mapping[str, TaskRunner] = RUNNERS,
        said: Said | None = None,
    ) -> None:
        self._book = book
        self._tasks = TaskRuns(book, runners)
        self._said = said
        self._actions: Mapping[EnvelopeKind, Callable[[Caller, Envelope], Awaitable[Result]]] = {
            STORE: self._store,
            RETRIEVE: self._retrieve,
            HISTORY: self._history,
        }
        self._with_tasks: Mapping[
            EnvelopeKind, Callable[[Caller, Envelope, Delivery], Awaitable[Result]]
        ] = {
            TASK: self._task,
            MEMORY: self._memory,
        }

    async def run(self, caller: Caller, envelope: Envelope, delivery: Delivery) -> Result:
        """Do what a request says; raises `REFUSALS`, and others that may pass.

        Raises `UnderWay` where another request works on its task. The task of one that is revived
        begins anew where it failed.
        """
        if (act := self._with_tasks.get(envelope.kind)) is not None:
            return await act(caller, envelope, delivery)
        return await self._actions[envelope.kind](caller, envelope)

    async def give_up(
        self, caller: Caller, envelope: Envelope, delivery: Delivery, error: Exception
    ) -> Result:
        """Return the answer to a request that is tried no more; its task has failed then.

        Raises `DeskError` where that cannot be stored now.
        """
        if envelope.kind in self._with_tasks:
            return await self._tasks.give_up(caller, envelope, delivery, error)
        return not_done(envelope.kind, error)

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

    async def _memory(self, caller: Caller, envelope: Envelope, delivery: Delivery) -> Result:
        payload = read_payload(envelope, MemoryPayload)
        task = await self._tasks.begin(caller, envelope, delivery, "memory.update")
        if task.state.terminal:
            return of_task(task)
        done: list[dict[str, Any]] = []
        try:
            for number, operation in enumerate(payload.operations):
                done.append(await self._operate(caller, envelope, number, operation))
        except REFUSALS as error:
            # Those before it are done, and stay.
            status, said = await self._tasks.fail(caller, task, error)
            return status, said | {"memories": done}
        # Of the task their ids are enough: what it holds is there after a fact is forgotten.
        ids: list[JsonValue] = [{"operation": one["operation"], "id": one["id"]} for one in done]
        status, said = await self._tasks.complete(caller, task, {"memories": ids})
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

    async def _task(self, caller: Caller, envelope: Envelope, delivery: Delivery) -> Result:
        payload = read_payload(envelope, TaskPayload)
        return await self._tasks.run(caller, envelope, delivery, payload)


def conversation_of(envelope: Envelope) -> str:
    """Return the conversation an envelope is about; raises `BadEnvelope`."""
    said = envelope.said("conversation_id")
    if said is None:
        raise BadEnvelope("The metadata names no conversation_id.", key="payload")
    return said
