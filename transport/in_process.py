"""The agent runs in this process: what passes between it and the desk is copied, never shared.

The operations are those that every other wire carries, with the same errors; only the writing of
JSON, which both ends would undo at once, is left out.
"""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from a2a.client.client import ClientCallContext, ClientConfig
from a2a.client.client_factory import ClientFactory
from a2a.client.errors import A2AClientError
from a2a.client.transports.base import ClientTransport
from a2a.server.request_handlers import RequestHandler
from a2a.types import AgentCard, StreamResponse
from a2a.utils.constants import PROTOCOL_VERSION_CURRENT, VERSION_HEADER
from a2a.utils.proto_utils import to_stream_response

from app.domain.messages import PIECES
from transport.protocol.operations import (
    CANCEL_TASK,
    CREATE_PUSH_CONFIG,
    DELETE_PUSH_CONFIG,
    GET_EXTENDED_CARD,
    GET_PUSH_CONFIG,
    GET_TASK,
    LIST_PUSH_CONFIGS,
    LIST_TASKS,
    OPERATIONS,
    SEND_MESSAGE,
    SEND_STREAMING_MESSAGE,
    SUBSCRIBE_TO_TASK,
)
from transport.server.dispatch import answers, call_context

IN_PROCESS_BINDING = "https://balance-desk.org/a2a/bindings/in-process/v1"


class InProcessTransport(ClientTransport):
    """Calls a request handler; the handler belongs to whoever made it and is not closed here."""

    def __init__(self, handler: RequestHandler) -> None:
        self._handler = handler

    def _answers(
        self, method: str, request: Any, context: ClientCallContext | None
    ) -> AsyncGenerator[Any, None]:
        copy = type(request)()
        copy.CopyFrom(request)  # the SDK writes ids into it
        parameters = {VERSION_HEADER: PROTOCOL_VERSION_CURRENT}
        if context is not None and context.service_parameters:
            parameters |= context.service_parameters
        call = call_context(parameters)
        call.state[PIECES] = True  # told apart as domain values, which is cheaper
        return answers(self._handler, OPERATIONS[method], copy, call)

    async def _events(
        self, method: str, request: Any, context: ClientCallContext | None
    ) -> AsyncGenerator[StreamResponse, None]:
        async with aclosing(self._answers(method, request, context)) as events:
            async for event in events:
                yield to_stream_response(event)  # a copy

    async def _one(self, method: str, request: Any, context: ClientCallContext | None) -> Any:
        async with aclosing(self._answers(method, request, context)) as found:
            async for answer in found:
                return answer
        raise A2AClientError("The reply is empty.")

    async def send_message(self, request: Any, *, context: ClientCallContext | None = None) -> Any:
        """Send a message; return the task when it is settled, or the direct reply."""
        return await self._one(SEND_MESSAGE, request, context)

    def send_message_streaming(
        self, request: Any, *, context: ClientCallContext | None = None
    ) -> AsyncGenerator[StreamResponse]:
        """Send a message; yield what comes back."""
        return self._events(SEND_STREAMING_MESSAGE, request, context)

    def subscribe(
        self, request: Any, *, context: ClientCallContext | None = None
    ) -> AsyncGenerator[StreamResponse]:
        """Follow a task that is not settled; the first response is the whole task."""
        return self._events(SUBSCRIBE_TO_TASK, request, context)

    async def get_task(self, request: Any, *, context: ClientCallContext | None = None) -> Any:
        """Return a task as it stands."""
        return await self._one(GET_TASK, request, context)

    async def list_tasks(self, request: Any, *, context: ClientCallContext | None = None) -> Any:
        """Return one page of tasks."""
        return await self._one(LIST_TASKS, request, context)

    async def cancel_task(self, request: Any, *, context: ClientCallContext | None = None) -> Any:
        """Ask the agent to stop a task; return the task."""
        return await self._one(CANCEL_TASK, request, context)

    async def create_task_push_notification_config(
        self, request: Any, *, context: ClientCallContext | None = None
    ) -> Any:
        """Register a webhook for a task."""
        return await self._one(CREATE_PUSH_CONFIG, request, context)

    async def get_task_push_notification_config(
        self, request: Any, *, context: ClientCallContext | None = None
    ) -> Any:
        """Return a task's webhook."""
        return await self._one(GET_PUSH_CONFIG, request, context)

    async def list_task_push_notification_configs(
        self, request: Any, *, context: ClientCallContext | None = None
    ) -> Any:
        """Return a task's webhooks."""
        return await self._one(LIST_PUSH_CONFIGS, request, context)

    async def delete_task_push_notification_config(
        self, request: Any, *, context: ClientCallContext | None = None
    ) -> None:
        """Remove a task's webhook."""
        await self._one(DELETE_PUSH_CONFIG, request, context)

    async def get_extended_agent_card(
        self, request: Any, *, context: ClientCallContext | None = None
    ) -> Any:
        """Return the card that the agent shows to those who are signed in."""
        return await self._one(GET_EXTENDED_CARD, request, context)

    async def close(self) -> None:
        """Free what the transport holds: nothing here."""


def register_in_process(factory: ClientFactory, handler: RequestHandler) -> None:
    """Let the SDK's client factory make clients for a handler of this process.

    The factory's config must list `IN_PROCESS_BINDING` among its supported bindings.
    """

    def produce(card: AgentCard, url: str, config: ClientConfig) -> InProcessTransport:
        return InProcessTransport(handler)

    factory.register(IN_PROCESS_BINDING, produce)
