"""An agent behind one wire, served over another: what is asked here is asked there."""

import logging
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from typing import Any

from a2a.client.client import ClientCallContext
from a2a.client.errors import A2AClientError
from a2a.client.transports.base import ClientTransport
from a2a.server.context import ServerCallContext
from a2a.server.events.event_queue import Event
from a2a.server.request_handlers import RequestHandler
from a2a.types import AgentCard, Role, StreamResponse, Task, TaskState
from a2a.utils.errors import (
    A2AError,
    InternalError,
    PushNotificationNotSupportedError,
    UnsupportedOperationError,
)

from app.errors import as_fields
from app.system.tracing import TRACE_ID, TRACEPARENT
from transport.protocol.agent_errors import agent_error, not_found

# Service parameters, A2A 1.0, section 3.2.6, and what joins spans and logs of both sides.
_PASSED_ON = ("a2a-version", "a2a-extensions", TRACEPARENT, TRACE_ID)
_BEHIND = "The agent behind this gateway"

log = logging.getLogger(__name__)


class ForwardingHandler(RequestHandler):
    """Answers with what a transport brings; the transport is its caller's, and closed by it.

    Errors of the agent are passed on with their types. Where the other side cannot be reached, the
    error says so: it is nothing internal. Who asks here asks there, if `token_of` knows a bearer
    token for their name.
    """

    def __init__(
        self,
        transport: ClientTransport,
        *,
        token_of: Callable[[str], str | None] | None = None,
        card: AgentCard | None = None,
        parameters: Mapping[str, str] | None = None,
    ) -> None:
        """With a `card`, extended cards and webhooks that it does not offer are refused (3.3.4).

        `parameters` are service parameters that go with every request.
        """
        self._parameters = {name.lower(): value for name, value in (parameters or {}).items()}
        self._transport = transport
        self._card = card
        self._token_of = token_of

    async def on_message_send(self, params: Any, context: ServerCallContext) -> Any:
        """Send the message on; return the task or the direct reply."""
        params.configuration.SetInParent()  # an agent of A2A 0.3 is told to wait, or not to
        sent = await self._one(self._transport.send_message, params, context)
        return sent.task if sent.HasField("task") else sent.message

    async def on_message_send_stream(
        self, params: Any, context: ServerCallContext
    ) -> AsyncGenerator[Event, None]:
        """Send the message on; yield what comes back."""
        stream = self._transport.send_message_streaming(params, context=self._call(context))
        async with aclosing(self._events(stream)) as events:
            async for event in events:
                yield event

    async def on_subscribe_to_task(
        self, params: Any, context: ServerCallContext
    ) -> AsyncGenerator[Event, None]:
        """Follow the task there."""
        stream = self._transport.subscribe(params, context=self._call(context))
        async with aclosing(self._events(stream)) as events:
            async for event in events:
                yield event

    async def on_get_task(self, params: Any, context: ServerCallContext) -> Task | None:
        """Return the task as it stands there."""
        task: Task = await self._one(self._transport.get_task, params, context)
        if params.HasField("history_length"):  # for A2A 0.3, none asks for all
            del task.history[: max(len(task.history) - params.history_length, 0)]
        return task

    async def on_list_tasks(self, params: Any, context: ServerCallContext) -> Any:
        """Return one page of the tasks there."""
        return await self._one(self._transport.list_tasks, params, context)

    async def on_cancel_task(self, params: Any, context: ServerCallContext) -> Task | None:
        """Stop the task there."""
        task: Task = await self._one(self._transport.cancel_task, params, context)
        return task

    async def on_create_task_push_notification_config(
        self, params: Any, context: ServerCallContext
    ) -> Any:
        """Register a webhook there: it is the agent that calls it."""
        ask = self._transport.create_task_push_notification_config
        return await self._webhook(ask, params, context)

    async def on_get_task_push_notification_config(
        self, params: Any, context: ServerCallContext
    ) -> Any:
        """Return a webhook."""
        ask = self._transport.get_task_push_notification_config
        return await self._webhook(ask, params, context)

    async def on_list_task_push_notification_configs(
        self, params: Any, context: ServerCallContext
    ) -> Any:
        """Return the webhooks of a task."""
        ask = self._transport.list_task_push_notification_configs
        return await self._webhook(ask, params, context)

    async def on_delete_task_push_notification_config(
        self, params: Any, context: ServerCallContext
    ) -> None:
        """Remove a webhook."""
        ask = self._transport.delete_task_push_notification_config
        await self._webhook(ask, params, context)

    async def on_get_extended_agent_card(self, params: Any, context: ServerCallContext) -> Any:
        """Return the card for those who are signed in; the SDK's client would make one up."""
        if self._card is not None and not self._card.capabilities.extended_agent_card:
            raise UnsupportedOperationError("This agent has no extended card.")
        return await self._one(self._transport.get_extended_agent_card, params, context)

    async def _webhook(self, ask: Any, params: Any, context: ServerCallContext) -> Any:
        if self._card is not None and not self._card.capabilities.push_notifications:
            raise PushNotificationNotSupportedError("This agent calls no webhooks.")
        return await self._one(ask, params, context)

    async def _one(self, ask: Any, params: Any, context: ServerCallContext) -> Any:
        try:
            return await ask(params, context=self._call(context))
        except NotImplementedError:
            raise UnsupportedOperationError(
                f"{_BEHIND} speaks A2A 0.3, which has no such operation."
            ) from None
        except A2AError as error:
            raise self._passed_on(error) from error.__cause__

    async def _events(
        self, stream: AsyncGenerator[StreamResponse, None]
    ) -> AsyncGenerator[Any, None]:
        try:
            async with aclosing(stream) as responses:
                async for response in responses:
                    kind = response.WhichOneof("payload")
                    if kind is not None:
                        yield getattr(response, kind)
        except A2AError as error:
            raise self._passed_on(error) from error.__cause__

    def _passed_on(self, error: A2AError) -> A2AError:
        words = agent_error(error, agent=_BEHIND)
        shut = words.reason == "needs_login" and self._token_of is None
        if shut or isinstance(error, A2AClientError):
            log.warning("the agent was not reached: %s", words, extra={"fields": as_fields(words)})
        if shut:
            # Nothing that the caller signs in with would go on to the agent.
            return InternalError(
                f"{_BEHIND} lets in only those who have signed in. Who runs the gateway lets it in:"
                " `balance-desk gateway` takes --bearer-env, --api-key-env and --header."
            )
        if not isinstance(error, A2AClientError):
            return not_found(error)
        return InternalError(str(words), data=error.data)

    def _call(self, context: ServerCallContext) -> ClientCallContext:
        headers = context.state.get("headers", {})
        passed = {name: headers[name] for name in _PASSED_ON if headers.get(name)}
        user = context.user.user_name if context.user.is_authenticated else ""
        if user and self._token_of is not None and (token := self._token_of(user)):
            passed["authorization"] = f"Bearer {token}"
        return ClientCallContext(service_parameters={**self._parameters, **passed})


class ForwardedAgent:
    """An agent behind a gateway, as a wire serves it that may deliver a request twice.

    It is asked twice then: it knows the message by its id, as A2A lets it (1.0, section 3.3.1).
    """

    running = None

    def __init__(self, name: str, handler: ForwardingHandler, card: AgentCard) -> None:
        self.name = name
        self.handler = handler
        self.card = card

    async def delivered_before(self, task_id: str, owner: str) -> Task | None:
        """Return nothing: what became of it is not known here."""
        return None

    async def set_aside(self, task_id: str, context_id: str, owner: str, why: str) -> Task:
        """Return a failed task, which is kept nowhere."""
        task = Task(id=task_id, context_id=context_id)
        task.status.state = TaskState.TASK_STATE_FAILED
        message = task.status.message
        message.message_id, message.role = f"{task_id}-set-aside", Role.ROLE_AGENT
        message.parts.add(text=why)
        message.metadata["reason"] = "set_aside"
        return task
