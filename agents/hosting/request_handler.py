"""The SDK's request handler, with what A2A asks for beyond it.

A message that is sent twice is worked on once; pieces that passed together are told one by one; a
task that is canceled while it waits does not go on showing its question.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from contextlib import aclosing
from typing import Any, NamedTuple

from a2a.server.agent_execution import RequestContext
from a2a.server.context import ServerCallContext
from a2a.server.events.event_queue import Event
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.tasks import PushNotificationConfigStore, PushNotificationSender
from a2a.server.tasks.push_notification_sender import PushNotificationEvent
from a2a.types import (
    AgentCard,
    CancelTaskRequest,
    Message,
    Role,
    SendMessageRequest,
    SubscribeToTaskRequest,
    Task,
    TaskArtifactUpdateEvent,
    TaskPushNotificationConfig,
    TaskState,
    TaskStatusUpdateEvent,
)
from a2a.utils.errors import (
    A2AError,
    InvalidParamsError,
    TaskNotFoundError,
    UnsupportedOperationError,
)
from a2a.utils.task import apply_history_length

from agents.hosting.host_store import HostStore
from agents.hosting.messages_taken import MessagesTaken, TakenMessage, digest_of
from agents.hosting.owners import owner_of
from agents.hosting.pieces import taken_apart, without_note
from agents.hosting.request_contexts import (
    CONTINUED,
    DIGEST,
    HostRequestContexts,
    TakenBefore,
    own_id,
)
from agents.hosting.served_executor import CANCELED, ServedExecutor
from agents.hosting.statuses import PARKED, TERMINAL, ended, note, taken_up
from app.domain.messages import PIECES

OWN_CALL = "balance_desk.own_call"  # in the state of a call that the host makes itself
_WHOLE = "balance_desk.whole"  # in the state of a call: its answer is waited for as a whole
_APPEARS_SECONDS = 5.0  # in which the task of a message that was just taken comes to be
_LOOK_SECONDS = 0.05
_SETTLED = PARKED | TERMINAL


class PushSupport(NamedTuple):
    """Who keeps webhooks, who calls them, and which addresses they may have."""

    configs: PushNotificationConfigStore
    sender: PushNotificationSender
    allowed: Callable[[str], Awaitable[bool]]


class HostHandler(DefaultRequestHandler):
    """Answers the operations of A2A for one agent; owns the SDK's active tasks."""

    def __init__(
        self,
        *,
        store: HostStore,
        served: ServedExecutor,
        card: AgentCard,
        taken: MessagesTaken,
        parked_seconds: float,
        push: PushSupport | None,
        extended: AgentCard | None,
    ) -> None:
        super().__init__(
            agent_executor=served,
            task_store=store.sdk,
            agent_card=card,
            request_context_builder=HostRequestContexts(store, served, card, taken),
            push_config_store=push.configs if push is not None else None,
            push_sender=_Telling(push.sender) if push is not None else None,
            push_url_validator=push.allowed if push is not None else None,
            extended_agent_card=extended,
            interrupted_task_timeout=parked_seconds,
            event_stream=store.events,
        )
        self._store = store
        self._taken = taken
        self._push = push is not None

    async def on_message_send(
        self, params: SendMessageRequest, context: ServerCallContext
    ) -> Message | Task:
        """Take a message; return its task when it is settled, or the direct reply."""
        asked = _marked(params, context)
        context.state[_WHOLE] = True
        try:
            answer: Message | Task = await super().on_message_send(params, context)
        except TakenBefore as again:
            return await self._answered_before(again.taken, asked, context)
        except A2AError:
            await self._release(params, context)
            raise
        await self._keep_reply(answer, context)
        return answer

    async def on_message_send_stream(
        self, params: SendMessageRequest, context: ServerCallContext
    ) -> AsyncGenerator[Event, None]:
        """Take a message; yield what its execution says, piece by piece.

        The first is a task or a message, also where a task goes on (A2A 1.0, section 3.1.2).
        """
        asked = _marked(params, context)
        try:
            async with aclosing(super().on_message_send_stream(params, context)) as events:
                async for event in events:
                    continued = context.state.pop(CONTINUED, None)
                    if continued is not None and not isinstance(event, Task | Message):
                        begun = taken_up(continued, params.message)
                        yield apply_history_length(begun, asked.configuration)
                    await self._keep_reply(event, context)
                    for piece in _told(event, context):
                        yield piece
        except TakenBefore as again:
            async with aclosing(self._told_before(again.taken, asked, context)) as events:
                async for event in events:
                    yield event
        except A2AError:
            await self._release(params, context)
            raise

    async def on_subscribe_to_task(
        self, params: SubscribeToTaskRequest, context: ServerCallContext
    ) -> AsyncGenerator[Event, None]:
        """Yield a task and what is said of it, piece by piece."""
        async with aclosing(super().on_subscribe_to_task(params, context)) as events:
            async for event in events:
                for piece in _told(event, context):
                    yield piece

    async def on_cancel_task(
        self, params: CancelTaskRequest, context: ServerCallContext
    ) -> Task | None:
        """Cancel a task; one that only the store has must not go on showing its question."""
        owner = owner_of(context)
        before = await self._store.read(params.id, owner)
        canceled: Task | None = await super().on_cancel_task(params, context)
        if before is None or canceled is None:
            return canceled
        said = canceled.status.message.message_id
        shows_it_still = said != "" and said == before.status.message.message_id
        if canceled.status.state != TaskState.TASK_STATE_CANCELED or not shows_it_still:
            return canceled
        message = note(
            task_id=before.id,
            context_id=before.context_id,
            text=CANCELED,
            metadata={"reason": "stopped"},
        )
        worded = ended(before, TaskState.TASK_STATE_CANCELED, message)
        await self._store.replace(worded, owner, before=canceled)
        return worded

    async def _setup_active_task(
        self, params: SendMessageRequest, call_context: ServerCallContext
    ) -> tuple[Any, RequestContext]:
        whole = call_context.state.pop(_WHOLE, False)
        active, request = await super()._setup_active_task(params, call_context)
        return _Followed(active) if whole else active, request

    async def _keep_reply(self, answer: object, context: ServerCallContext) -> None:
        digest = context.state.get(DIGEST)
        if digest is not None and isinstance(answer, Message):
            await self._taken.replied(owner_of(context), digest, answer.SerializeToString())

    async def _release(self, params: SendMessageRequest, context: ServerCallContext) -> None:
        """Let a message be sent again that was refused before its task began."""
        digest, owner = context.state.get(DIGEST), owner_of(context)
        if digest is not None and await self._store.read(params.message.task_id, owner) is None:
            await self._taken.release(owner, digest)

    async def _answered_before(
        self, taken: TakenMessage, asked: SendMessageRequest, context: ServerCallContext
    ) -> Message | Task:
        task_id = taken.task_id
        async with aclosing(self._told_before(taken, asked, context)) as events:
            async for event in events:
                if isinstance(event, Message):
                    return event
                task_id = event.id if isinstance(event, Task) else event.task_id
                if asked.configuration.return_immediately:
                    break
        task = await self._store.read(task_id, owner_of(context))
        if task is None:
            raise TaskNotFoundError
        return apply_history_length(task, asked.configuration)

    async def _told_before(
        self, taken: TakenMessage, asked: SendMessageRequest, context: ServerCallContext
    ) -> AsyncGenerator[Event, None]:
        """Yield the reply there was, or the task and what is still said of it."""
        if taken.reply is not None:
            yield Message.FromString(taken.reply)
            return
        task = await self._appeared(taken.task_id, owner_of(context))
        digest = context.state[DIGEST]
        if task is None or not _stands_for(task, asked.message, digest):
            await self._taken.release(owner_of(context), digest)
            async with aclosing(self.on_message_send_stream(asked, context)) as events:
                async for event in events:
                    yield event
            return
        await self._keep_webhook(task, asked, context)
        if task.status.state in _SETTLED:
            for event in _told_again(task, asked):
                yield event
            return
        try:
            request = SubscribeToTaskRequest(id=task.id)
            async with aclosing(self.on_subscribe_to_task(request, context)) as events:
                async for event in events:
                    yield event
                    if isinstance(event, Task | TaskStatusUpdateEvent) and (
                        event.status.state in _SETTLED
                    ):
                        return
        except UnsupportedOperationError:  # it has ended meanwhile
            ended_task = await self._store.read(task.id, owner_of(context))
            yield ended_task or task

    async def _keep_webhook(
        self, task: Task, asked: SendMessageRequest, context: ServerCallContext
    ) -> None:
        """Keep the webhook that the second sending of a message brings (A2A 1.0, 3.2.2)."""
        if self._push and asked.configuration.HasField("task_push_notification_config"):
            config = TaskPushNotificationConfig()
            config.CopyFrom(asked.configuration.task_push_notification_config)
            config.task_id = task.id
            await self.on_create_task_push_notification_config(config, context)

    async def _appeared(self, task_id: str, owner: str) -> Task | None:
        for _ in range(int(_APPEARS_SECONDS / _LOOK_SECONDS)):
            task = await self._store.read(task_id, owner)
            if task is not None:
                return task
            await asyncio.sleep(_LOOK_SECONDS)
        return None


class _Followed:
    """An active task of the SDK whose followers hear that they were told to stop.

    The SDK takes that for the end of what is said, and goes on waiting for the task.
    """

    def __init__(self, active: Any) -> None:
        self._active = active

    def subscribe(self, **more: Any) -> "_Events":
        return _Events(self._active.subscribe(**more))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._active, name)


class _Events:
    """Events of a generator; a cancellation that it took for their end is raised."""

    def __init__(self, events: AsyncGenerator[Any, None]) -> None:
        self._events = events

    def __aiter__(self) -> "_Events":
        return self

    async def __anext__(self) -> Any:
        current = asyncio.current_task()
        canceled = 0 if current is None else current.cancelling()
        try:
            return await anext(self._events)
        except StopAsyncIteration:
            if current is not None and current.cancelling() > canceled:
                raise asyncio.CancelledError from None
            raise


def _told(event: Event, context: ServerCallContext) -> Iterable[Event]:
    """Return the pieces of an event, or it whole to a caller who takes it apart."""
    return (event,) if context.state.get(PIECES) else taken_apart(event)


class _Telling(PushNotificationSender):
    """Tells webhooks what passed together as one event."""

    def __init__(self, inner: PushNotificationSender) -> None:
        self._inner = inner

    async def send_notification(self, task_id: str, event: PushNotificationEvent) -> None:
        await self._inner.send_notification(task_id, without_note(event))


def _stands_for(task: Task, message: Message, digest: str) -> bool:
    """Return whether the task is the answer to a message whose sender may not have got it.

    One that failed, was stopped, or has been spoken with since, is asked for anew.
    """
    if task.status.state in TERMINAL and task.status.state != TaskState.TASK_STATE_COMPLETED:
        return False
    said = [one.message_id for one in task.history if one.role == Role.ROLE_USER]
    return not said or said[-1] in (message.message_id, own_id(message, digest))


def _told_again(task: Task, asked: SendMessageRequest) -> list[Event]:
    """Return a settled task as a stream tells it: begun, what it has brought, how it stands."""
    begun = Task()
    begun.CopyFrom(apply_history_length(task, asked.configuration))
    begun.ClearField("artifacts")
    begun.status.ClearField("message")
    begun.status.state = TaskState.TASK_STATE_WORKING
    events: list[Event] = [begun]
    for artifact in task.artifacts:
        brought = TaskArtifactUpdateEvent(artifact=artifact, last_chunk=True)
        brought.task_id, brought.context_id = task.id, task.context_id
        events.append(brought)
    stands = TaskStatusUpdateEvent(status=task.status)
    stands.task_id, stands.context_id = task.id, task.context_id
    return [*events, stands]


def _marked(params: SendMessageRequest, context: ServerCallContext) -> SendMessageRequest:
    """Return a copy of the request, for it is changed on its way; note which message it brings.

    Raises `InvalidParamsError` for a client that speaks as an agent: what a client says to the
    server has the role `ROLE_USER` (A2A 1.0, `Role`).
    """
    asked = SendMessageRequest()
    asked.CopyFrom(params)
    if OWN_CALL not in context.state:
        if asked.message.role == Role.ROLE_AGENT:
            raise InvalidParamsError("A message to an agent has the role ROLE_USER.")
        context.state[DIGEST] = digest_of(asked.message)
    return asked
