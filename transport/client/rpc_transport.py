"""A client transport of the SDK in which every operation goes over one exchange of dicts."""

import uuid
from abc import abstractmethod
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any, TypeVar

from a2a.client.client import ClientCallContext
from a2a.client.errors import A2AClientError
from a2a.client.transports.base import ClientTransport
from a2a.types import (
    AgentCard,
    CancelTaskRequest,
    DeleteTaskPushNotificationConfigRequest,
    GetExtendedAgentCardRequest,
    GetTaskPushNotificationConfigRequest,
    GetTaskRequest,
    ListTaskPushNotificationConfigsRequest,
    ListTaskPushNotificationConfigsResponse,
    ListTasksRequest,
    ListTasksResponse,
    SendMessageRequest,
    SendMessageResponse,
    StreamResponse,
    SubscribeToTaskRequest,
    Task,
    TaskPushNotificationConfig,
)
from a2a.utils.constants import PROTOCOL_VERSION_CURRENT, VERSION_HEADER
from a2a.utils.errors import JSON_RPC_ERROR_CODE_MAP, A2AError, InternalError
from google.protobuf.json_format import (  # type: ignore[import-untyped]
    MessageToDict,
    ParseDict,
    ParseError,
)

from transport.protocol.agent_errors import NOT_LET_IN, REASON, ToldError
from transport.protocol.json_text import event_from_json
from transport.protocol.operations import (
    CANCEL_TASK,
    CREATE_PUSH_CONFIG,
    DELETE_PUSH_CONFIG,
    GET_EXTENDED_CARD,
    GET_PUSH_CONFIG,
    GET_TASK,
    LIST_PUSH_CONFIGS,
    LIST_TASKS,
    SEND_MESSAGE,
    SEND_STREAMING_MESSAGE,
    SUBSCRIBE_TO_TASK,
)

_Answer = TypeVar("_Answer")

_ERRORS = {code: error for error, code in JSON_RPC_ERROR_CODE_MAP.items()}
_ERROR_INFO = "google.rpc.ErrorInfo"  # A2A 1.0, section 5.4: the typed detail of an error


class RpcTransport(ClientTransport):
    """Owns nothing: how a request dict travels is up to `exchange`.

    Errors of the agent are raised as the SDK's typed errors; a reply that breaks off or cannot be
    read is an `A2AClientError`.
    """

    @abstractmethod
    def exchange(
        self, request: dict[str, Any], service_parameters: dict[str, str]
    ) -> AsyncGenerator[dict[str, Any], None]:
        """Carry one request; yield its responses in order, of which the last one is `final`.

        Raises `A2AClientError` when the other side cannot be reached.
        """

    async def _results(
        self, method: str, params: Any, context: ClientCallContext | None
    ) -> AsyncGenerator[Any, None]:
        request = {
            "jsonrpc": "2.0",
            "id": str(uuid.uuid4()),
            "method": method,
            "params": MessageToDict(params),
        }
        service_parameters = {VERSION_HEADER: PROTOCOL_VERSION_CURRENT}
        if context is not None and context.service_parameters:
            service_parameters |= context.service_parameters
        async with aclosing(self.exchange(request, service_parameters)) as responses:
            async for response in responses:
                if error := response.get("error"):
                    raise typed_error(error)
                if "result" in response:
                    yield response["result"]
                if response.get("final"):
                    return
        raise A2AClientError("The reply broke off before its end.")

    async def _one(
        self, method: str, params: Any, context: ClientCallContext | None, answer: _Answer
    ) -> _Answer:
        async with aclosing(self._results(method, params, context)) as results:
            async for result in results:
                return _fill(answer, result)
        raise A2AClientError("The reply is empty.")

    async def _stream(
        self, method: str, params: Any, context: ClientCallContext | None
    ) -> AsyncGenerator[StreamResponse, None]:
        async with aclosing(self._results(method, params, context)) as results:
            async for result in results:
                event = event_from_json(result) if isinstance(result, dict) else None
                yield event if event is not None else _fill(StreamResponse(), result)

    async def send_message(
        self, request: SendMessageRequest, *, context: ClientCallContext | None = None
    ) -> SendMessageResponse:
        """Send a message; return the task when it is settled, or the direct reply."""
        return await self._one(SEND_MESSAGE, request, context, SendMessageResponse())

    def send_message_streaming(
        self, request: SendMessageRequest, *, context: ClientCallContext | None = None
    ) -> AsyncGenerator[StreamResponse]:
        """Send a message; yield what comes back."""
        return self._stream(SEND_STREAMING_MESSAGE, request, context)

    def subscribe(
        self, request: SubscribeToTaskRequest, *, context: ClientCallContext | None = None
    ) -> AsyncGenerator[StreamResponse]:
        """Follow a task that is not settled; the first response is the whole task."""
        return self._stream(SUBSCRIBE_TO_TASK, request, context)

    async def get_task(
        self, request: GetTaskRequest, *, context: ClientCallContext | None = None
    ) -> Task:
        """Return a task as it stands."""
        return await self._one(GET_TASK, request, context, Task())

    async def list_tasks(
        self, request: ListTasksRequest, *, context: ClientCallContext | None = None
    ) -> ListTasksResponse:
        """Return one page of tasks."""
        return await self._one(LIST_TASKS, request, context, ListTasksResponse())

    async def cancel_task(
        self, request: CancelTaskRequest, *, context: ClientCallContext | None = None
    ) -> Task:
        """Ask the agent to stop a task; return the task."""
        return await self._one(CANCEL_TASK, request, context, Task())

    async def create_task_push_notification_config(
        self, request: TaskPushNotificationConfig, *, context: ClientCallContext | None = None
    ) -> TaskPushNotificationConfig:
        """Register a webhook for a task."""
        return await self._one(CREATE_PUSH_CONFIG, request, context, TaskPushNotificationConfig())

    async def get_task_push_notification_config(
        self,
        request: GetTaskPushNotificationConfigRequest,
        *,
        context: ClientCallContext | None = None,
    ) -> TaskPushNotificationConfig:
        """Return a task's webhook."""
        return await self._one(GET_PUSH_CONFIG, request, context, TaskPushNotificationConfig())

    async def list_task_push_notification_configs(
        self,
        request: ListTaskPushNotificationConfigsRequest,
        *,
        context: ClientCallContext | None = None,
    ) -> ListTaskPushNotificationConfigsResponse:
        """Return a task's webhooks."""
        return await self._one(
            LIST_PUSH_CONFIGS, request, context, ListTaskPushNotificationConfigsResponse()
        )

    async def delete_task_push_notification_config(
        self,
        request: DeleteTaskPushNotificationConfigRequest,
        *,
        context: ClientCallContext | None = None,
    ) -> None:
        """Remove a task's webhook."""
        async with aclosing(self._results(DELETE_PUSH_CONFIG, request, context)) as results:
            async for _ in results:
                pass

    async def get_extended_agent_card(
        self, request: GetExtendedAgentCardRequest, *, context: ClientCallContext | None = None
    ) -> AgentCard:
        """Return the card that the agent shows to those who are signed in."""
        return await self._one(GET_EXTENDED_CARD, request, context, AgentCard())

    async def close(self) -> None:
        """Free what the transport holds: nothing here."""


def _fill(answer: _Answer, result: Any) -> _Answer:
    if not isinstance(result, dict):
        raise A2AClientError("The reply is not an object.")
    try:
        ParseDict(result, answer, ignore_unknown_fields=True)
    except ParseError as error:
        raise A2AClientError(f"The reply cannot be read: {error}") from error
    return answer


def typed_error(error: dict[str, Any]) -> A2AError:
    """Return the error of an answer by its code; one with a code of nobody's is the agent's own.

    Who is not let in is told so by the reason, for which A2A has no code.
    """
    details = error.get("data")
    info: dict[str, Any] = next(
        (
            detail
            for detail in (details if isinstance(details, list) else [])
            if isinstance(detail, dict) and str(detail.get("@type", "")).endswith(_ERROR_INFO)
        ),
        {},
    )
    metadata = info.get("metadata")
    if info.get("reason") in NOT_LET_IN:
        metadata = {REASON: "needs_login"}
    code = error.get("code")
    kind = _ERRORS.get(code, InternalError) if isinstance(code, int) else InternalError
    made = kind(str(error.get("message") or ""), data=metadata or None)
    made.__cause__ = ToldError(error)
    return made
