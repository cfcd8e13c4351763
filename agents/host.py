"""Any A2A executor becomes a served agent: with tasks that are kept, settled and recovered."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing, suppress
from typing import NamedTuple

from a2a.server.agent_execution import AgentExecutor
from a2a.server.context import ServerCallContext
from a2a.server.events.event_queue import (  # type: ignore[attr-defined]
    Event,
    QueueShutDown,
)
from a2a.server.request_handlers import DefaultRequestHandler, RequestHandler
from a2a.server.tasks import PushNotificationConfigStore, PushNotificationSender
from a2a.types import (
    AgentCard,
    AgentInterface,
    CancelTaskRequest,
    SendMessageRequest,
    SubscribeToTaskRequest,
    Task,
    TaskState,
)
from a2a.utils.constants import PROTOCOL_VERSION_CURRENT
from a2a.utils.errors import A2AError

from agents.history import TaskHistory
from agents.owners import acting_for, call_for
from agents.pieces import taken_apart
from agents.request_contexts import HostRequestContexts
from agents.served_executor import CANCELED, ServedExecutor
from agents.statuses import PARKED, RUNNING, ended, note
from agents.task_store import RecordTaskStore
from app.ports import TaskRecords

IN_PROCESS_BINDING = "https://balance-desk.org/a2a/bindings/in-process/v1"
PARKED_SECONDS = 600.0
TOGETHER_SECONDS = 0.02  # what eyes do not tell apart
_CLOSE_SECONDS = 2.0

_INTERRUPTED = "This was interrupted: the program ended while it was being worked on. Ask again."

log = logging.getLogger(__name__)


class PushSupport(NamedTuple):
    """Who keeps webhooks, who calls them, and which addresses they may have."""

    configs: PushNotificationConfigStore
    sender: PushNotificationSender
    allowed: Callable[[str], Awaitable[bool]]


class AgentHost:
    """Owns one agent's request handler, its executor and, through the records, its tasks.

    It is the executor's `TaskHistory`. The card that is served says that the agent streams, for
    the host sees to it whatever the executor does, and that it is in this process unless it names
    other interfaces. An executor that has an `aclose` is closed with its host.
    """

    def __init__(
        self,
        *,
        name: str,
        card: AgentCard,
        make_executor: Callable[[TaskHistory], AgentExecutor],
        records: TaskRecords,
        parked_seconds: float = PARKED_SECONDS,
        push: PushSupport | None = None,
        extended: bool = False,
        together_seconds: float = TOGETHER_SECONDS,
    ) -> None:
        """Make the agent; `parked_seconds` is how long a waiting task holds memory.

        Pieces of an answer that come within `together_seconds` cost as much as one; 0 lets each go
        on at once.
        With `push` it tells webhooks of its tasks. With `extended` it shows the executor's
        `extended_agent_card`, if there is one, to those who are signed in.
        """
        self.name = name
        self._store = RecordTaskStore(records, agent=name)
        self._executor = make_executor(self)
        self._served = ServedExecutor(self._executor, together_seconds=together_seconds)
        more = getattr(self._executor, "extended_agent_card", None) if extended else None

        def told(given: AgentCard) -> AgentCard:
            return _served_card(given, name, push=push is not None, extended=more is not None)

        self._card = told(card)
        self._handler = _Handler(
            store=self._store,
            served=self._served,
            card=self._card,
            parked_seconds=parked_seconds,
            push=push,
            extended=None if more is None else told(more),
        )
        self._closed = False

    @property
    def card(self) -> AgentCard:
        """The card that is served."""
        return self._card

    @property
    def handler(self) -> RequestHandler:
        """What a transport calls."""
        return self._handler

    async def recover(self) -> int:
        """End as failed what an earlier process left unfinished; return how many tasks that were.

        To be called once, before anything is served. The status message says `interrupted` in its
        metadata.
        """
        orphans = await self._store.everybodys(states=tuple(RUNNING))
        for task, owner in orphans:
            message = note(
                task_id=task.id,
                context_id=task.context_id,
                text=_INTERRUPTED,
                metadata={"interrupted": "true", "reason": "interrupted"},
            )
            failed = ended(task, TaskState.TASK_STATE_FAILED, message)
            await self._store.save(failed, call_for(owner))
        return len(orphans)

    async def tasks(self, context_id: str) -> Sequence[Task]:
        """See `TaskHistory`."""
        return await self._store.select(owner=acting_for(), context_id=context_id)

    async def get(self, task_id: str) -> Task | None:
        """See `TaskHistory`."""
        return await self._store.get(task_id, call_for(acting_for()))

    async def settle(
        self, task_id: str, *, state: TaskState, text: str, metadata: Mapping[str, str]
    ) -> bool:
        """See `TaskHistory`.

        The note goes to the task as a message of the host's own: the SDK then takes it in turn
        with everything else about the task, wakes the task if only the store has it, and tells
        those who follow it.
        """
        task = await self.get(task_id)
        if task is None or task.status.state not in PARKED:
            return False
        message = note(task_id=task_id, context_id=task.context_id, text=text, metadata=metadata)
        self._served.expect_settlement(message.message_id, state)
        try:
            stream = self._handler.on_message_send_stream(
                SendMessageRequest(message=message), self._own_call()
            )
            async with aclosing(stream) as events:
                async for _ in events:
                    pass
        except (A2AError, QueueShutDown) as error:
            log.info("Task %s could not be settled: %s", task_id, error)
        finally:
            self._served.forget_settlement(message.message_id)
        now = await self.get(task_id)
        return now is not None and now.status.message.message_id == message.message_id

    async def wait_idle(self, seconds: float) -> None:
        """Wait until nothing is being worked on and all ends are kept, at most that long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._served.wait_idle(seconds)
                await self._store.wait_settled()

    async def aclose(self) -> None:
        """Cancel what runs, keep that it was canceled, and leave nothing behind; idempotent."""
        if self._closed:
            return
        self._closed = True
        self._served.close()
        await asyncio.gather(*(self._cancel(task_id) for task_id in self._served.running))
        await self.wait_idle(_CLOSE_SECONDS)
        await self._handler.aclose()
        await self._store.aclose()
        close = getattr(self._executor, "aclose", None)
        if close is not None:
            await close()

    def _own_call(self) -> ServerCallContext:
        """Return a call on behalf of whom the execution works for, with what the card requires."""
        context = call_for(acting_for())
        context.requested_extensions = set(_required(self._card))
        return context

    async def _cancel(self, task_id: str) -> None:
        try:
            owner = self._served.owner(task_id)
            await self._handler.on_cancel_task(CancelTaskRequest(id=task_id), call_for(owner))
        except A2AError as error:
            log.info("Task %s was not canceled at closing: %s", task_id, error)


def _served_card(card: AgentCard, name: str, *, push: bool, extended: bool) -> AgentCard:
    served = AgentCard()
    served.CopyFrom(card)
    served.capabilities.streaming = True
    served.capabilities.push_notifications = push
    served.capabilities.extended_agent_card = extended
    if not served.supported_interfaces:
        served.supported_interfaces.append(
            AgentInterface(
                url=f"in-process:{name}",
                protocol_binding=IN_PROCESS_BINDING,
                protocol_version=PROTOCOL_VERSION_CURRENT,
            )
        )
    return served


def _required(card: AgentCard) -> frozenset[str]:
    return frozenset(one.uri for one in card.capabilities.extensions if one.required)


class _Handler(DefaultRequestHandler):
    """The SDK's handler, with our request contexts and words for a task canceled while parked."""

    def __init__(
        self,
        *,
        store: RecordTaskStore,
        served: ServedExecutor,
        card: AgentCard,
        parked_seconds: float,
        push: PushSupport | None,
        extended: AgentCard | None,
    ) -> None:
        super().__init__(
            agent_executor=served,
            task_store=store,
            agent_card=card,
            request_context_builder=HostRequestContexts(store, served, _required(card)),
            push_config_store=push.configs if push is not None else None,
            push_sender=push.sender if push is not None else None,
            push_url_validator=push.allowed if push is not None else None,
            extended_agent_card=extended,
            interrupted_task_timeout=parked_seconds,
        )
        self._store = store

    async def on_message_send_stream(
        self, params: SendMessageRequest, context: ServerCallContext
    ) -> AsyncGenerator[Event, None]:
        """Take a message; yield what its execution says, piece by piece."""
        async with aclosing(super().on_message_send_stream(params, context)) as events:
            async for event in events:
                for piece in taken_apart(event):
                    yield piece

    async def on_subscribe_to_task(
        self, params: SubscribeToTaskRequest, context: ServerCallContext
    ) -> AsyncGenerator[Event, None]:
        """Yield a task and what is said of it, piece by piece."""
        async with aclosing(super().on_subscribe_to_task(params, context)) as events:
            async for event in events:
                for piece in taken_apart(event):
                    yield piece

    async def on_cancel_task(
        self, params: CancelTaskRequest, context: ServerCallContext
    ) -> Task | None:
        """Cancel a task; one that only the store has must not go on showing its question."""
        before = await self._store.get(params.id, context)
        canceled: Task | None = await super().on_cancel_task(params, context)
        if before is None or canceled is None:
            return canceled
        asked = before.status.message.message_id
        if not asked or canceled.status.message.message_id != asked:
            return canceled
        message = note(
            task_id=before.id,
            context_id=before.context_id,
            text=CANCELED,
            metadata={"reason": "stopped"},
        )
        worded = ended(before, TaskState.TASK_STATE_CANCELED, message)
        await self._store.save(worded, context)
        return worded
