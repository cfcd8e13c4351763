"""A request dict in, response dicts out, and who calls: what every server end of the wire shares.

Requests and responses have the shape of JSON-RPC 2.0 with ProtoJSON in `params` and `result`, as in
A2A 1.0, section 9. Exactly one response of a request is `final`, the last one. A transport brings
its service parameters and its caller as a `ServerCallContext` and carries the dicts as it likes.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from functools import partial
from typing import Any

from a2a.auth.user import UnauthenticatedUser, User
from a2a.extensions.common import HTTP_EXTENSION_HEADER, get_requested_extensions
from a2a.server.context import ServerCallContext
from a2a.server.request_handlers import RequestHandler
from a2a.types import (
    AgentCard,
    SendMessageRequest,
    SendMessageResponse,
    StreamResponse,
    Task,
    TaskState,
)
from a2a.utils.constants import PROTOCOL_VERSION_CURRENT
from a2a.utils.errors import (
    A2AError,
    InternalError,
    InvalidParamsError,
    InvalidRequestError,
    MethodNotFoundError,
    TaskNotFoundError,
)
from a2a.utils.proto_utils import to_stream_response
from a2a.utils.version_validator import validate_version
from google.protobuf.json_format import (  # type: ignore[import-untyped]
    ParseDict,
    ParseError,
)
from google.protobuf.message import DecodeError  # type: ignore[import-untyped]

from app.system import tracing
from transport.protocol.errors import error_response
from transport.protocol.json_text import piece_to_json, request_from_json, to_json
from transport.protocol.operations import (
    CANCEL_TASK,
    GET_TASK,
    LIST_TASKS,
    OPERATIONS,
    SEND_MESSAGE,
    Operation,
)


class TokenUser(User):
    """Somebody whom a token has authenticated; owns the name under which tasks are kept."""

    def __init__(self, name: str) -> None:
        self._name = name

    @property
    def is_authenticated(self) -> bool:
        """Always: without a token there is no caller."""
        return True

    @property
    def user_name(self) -> str:
        """The name that stands with the token."""
        return self._name


log = logging.getLogger(__name__)

_BY_METHOD = {operation.handler_method: operation for operation in OPERATIONS.values()}
_NAMES = {operation: name for name, operation in OPERATIONS.items()}


def call_context(
    service_parameters: Mapping[str, str], *, user: User | None = None
) -> ServerCallContext:
    """Return the context of a call; `user` is who the transport has authenticated, if anybody.

    Service parameters (A2A 1.0, section 3.2.6) are found under any spelling of their case. Where
    none names a trace, that of the request goes along, for whoever is asked on its way.
    """
    headers = {name.lower(): value for name, value in service_parameters.items()}
    if not tracing.is_traceparent(headers.get(tracing.TRACEPARENT, "")):
        headers.pop(tracing.TRACEPARENT, None)
        headers |= tracing.carried()
    return ServerCallContext(
        state={"headers": headers},
        user=user or UnauthenticatedUser(),
        requested_extensions=get_requested_extensions(
            [headers.get(HTTP_EXTENSION_HEADER.lower(), "")]
        ),
    )


async def serve(
    handler: RequestHandler, request: Mapping[str, Any], context: ServerCallContext
) -> AsyncGenerator[dict[str, Any], None]:
    """Answer one request; errors come as responses with A2A's codes and never tell internals.

    Cancelling the task that iterates stops the answer, not the agent's task.
    """
    request_id = request.get("id")
    try:
        operation, params = read_operation(request)
        async with aclosing(answers(handler, operation, params, context)) as found:
            async for answer in found:
                yield {
                    "jsonrpc": "2.0",
                    "id": request_id,
                    "result": as_json(operation, params, _whole(operation, answer)),
                    "final": not operation.streaming,
                }
        if operation.streaming:
            yield {"jsonrpc": "2.0", "id": request_id, "final": True}
    except A2AError as error:
        yield {**error_response(request_id, error), "final": True}


async def answers(
    handler: RequestHandler, operation: Operation, params: Any, context: ServerCallContext
) -> AsyncGenerator[Any, None]:
    """Yield what an agent answers: its events as they are, or a copy of its answer, or None.

    An event may still be held by the agent: whoever keeps one copies it (`to_stream_response`).

    `params` may be changed by the agent. Raises A2A's errors only: any other becomes
    `InternalError`, and its text stays in the log.
    """
    _check_ids(params)
    context.tenant = getattr(params, "tenant", "")
    found = _answers(handler, operation, params, context)
    if (span := _span(operation, params, context)) is not None:
        found = tracing.each_inside(span, found)
    try:
        async with aclosing(found):
            async for answer in found:
                yield answer
    except A2AError:
        raise
    except Exception as error:
        log.exception("The request %s failed", operation.handler_method)
        raise InternalError from error


def _span(operation: Operation, params: Any, context: ServerCallContext) -> Any:
    """Return the span of a call, below its caller's; what is done for the call is below it."""
    headers = context.state.get("headers", {})
    told = {"rpc.method": _NAMES[operation], **tracing.ids_of(params)}
    came_with = str(headers.get(tracing.TRACEPARENT, ""))
    span = tracing.started(_NAMES[operation], "server", told, came_with=came_with)
    if span is not None:
        context.state["headers"] = {**headers, tracing.TRACEPARENT: tracing.traceparent(span)}
    return span


def read_operation(request: Mapping[str, Any]) -> tuple[Operation, Any]:
    """Return the operation that a request names, and its params; raises A2A's errors."""
    method = request.get("method")
    if not isinstance(method, str):
        raise InvalidRequestError("The request names no method.")
    operation = OPERATIONS.get(method)
    if operation is None:
        raise MethodNotFoundError(f"There is no method {method!r}.")
    params = request.get("params") or {}
    if not isinstance(params, dict):
        raise InvalidParamsError(f"The params of {method} are not an object.")
    if method == LIST_TASKS:
        _check_state(params.get("status"))
    simple = request_from_json(params) if operation.request is SendMessageRequest else None
    if simple is not None:
        return operation, simple
    try:
        found = ParseDict(params, operation.request(), ignore_unknown_fields=True)
        # Whoever copies it does so by its bytes, which may be nested less deeply than its JSON.
        return operation, operation.request.FromString(found.SerializeToString())
    except (ParseError, DecodeError) as error:
        raise InvalidParamsError(f"The params of {method} cannot be read: {error}") from error


def _check_state(status: Any) -> None:
    """Raise for a state that does not exist: read leniently it would mean every state."""
    known: list[Any] = [*TaskState.keys(), *TaskState.values()]
    if status is not None and status not in known:
        raise InvalidParamsError(f"There is no task state {status!r}.")


def _check_ids(params: Any) -> None:
    """Raise for an id that no database could keep: nothing that was given one has it."""
    said: list[Any] = [params]
    if isinstance(params, SendMessageRequest):
        said.append(params.message)
    for field, value in (one for part in said for one in part.ListFields()):
        ids = [value] if isinstance(value, str) else value
        if field.name.endswith(("id", "ids")) and any("\x00" in one for one in ids):
            raise InvalidParamsError(f"{field.json_name} has the character NUL.")


@validate_version(PROTOCOL_VERSION_CURRENT)
async def _answers(
    handler: RequestHandler, operation: Operation, params: Any, context: ServerCallContext
) -> AsyncGenerator[Any, None]:
    answer = getattr(handler, operation.handler_method)(params, context)
    if not operation.streaming:
        yield _answer(operation, await answer)
        return
    async with aclosing(answer) as events:
        async for event in events:
            yield event
    current = asyncio.current_task()
    if current is not None and current.cancelling():
        # The SDK's subscription takes a cancellation for the end of the stream.
        raise asyncio.CancelledError


class ReachedHere:
    """A handler as it is, but that its extended card says how the agent is reached on this wire."""

    def __init__(self, handler: RequestHandler, told: Callable[[AgentCard], AgentCard]) -> None:
        self._handler = handler
        self._told = told

    def __getattr__(self, name: str) -> Any:
        return getattr(self._handler, name)

    async def on_get_extended_agent_card(self, params: Any, context: ServerCallContext) -> Any:
        """Return the card, told anew."""
        return self._told(await self._handler.on_get_extended_agent_card(params, context))


class Answering:
    """What the SDK puts before a handler, put before `answers`; its methods are a handler's."""

    def __init__(self, handler: RequestHandler) -> None:
        self._handler = handler

    def __getattr__(self, name: str) -> Any:
        ask = self.events if _BY_METHOD[name].streaming else self.answer
        return partial(ask, _BY_METHOD[name])

    async def answer(self, operation: Operation, params: Any, context: ServerCallContext) -> Any:
        """Return the answer of one that is no stream."""
        async with aclosing(answers(self._handler, operation, params, context)) as found:
            answer = await anext(found)
        return _payload(answer) if isinstance(answer, SendMessageResponse) else answer

    async def events(
        self, operation: Operation, params: Any, context: ServerCallContext
    ) -> AsyncGenerator[Any, None]:
        """Yield copies of the events of a stream."""
        async with aclosing(answers(self._handler, operation, params, context)) as found:
            async for event in found:
                yield _payload(to_stream_response(event))


def _payload(answer: Any) -> Any:
    return getattr(answer, answer.WhichOneof("payload"))


def _whole(operation: Operation, answer: Any) -> Any:
    return to_stream_response(answer) if operation.streaming else answer


def _answer(operation: Operation, answer: Any) -> Any:
    if operation is OPERATIONS[SEND_MESSAGE]:
        sent = SendMessageResponse()
        (sent.task if isinstance(answer, Task) else sent.message).CopyFrom(answer)
        return sent
    if answer is None:
        if operation in (OPERATIONS[GET_TASK], OPERATIONS[CANCEL_TASK]):
            raise TaskNotFoundError
        return None
    copy = type(answer)()
    copy.CopyFrom(answer)
    return copy


def as_json(operation: Operation, params: Any, answer: Any) -> dict[str, Any] | None:
    """Return an answer as ProtoJSON, with all that A2A requires of it."""
    if answer is None:
        return None
    if operation is OPERATIONS[LIST_TASKS]:
        return _page(answer, artifacts=params.include_artifacts)
    piece = piece_to_json(answer) if isinstance(answer, StreamResponse) else None
    return to_json(answer) if piece is None else piece


def _page(answer: Any, *, artifacts: bool) -> dict[str, Any]:
    """Return a page of tasks with every field that A2A requires, also when it is empty."""
    tasks: list[dict[str, Any]] = [to_json(task) for task in answer.tasks]
    for task in tasks:
        if artifacts:
            task.setdefault("artifacts", [])
        else:
            task.pop("artifacts", None)
    return {
        "tasks": tasks,
        "nextPageToken": answer.next_page_token,
        "pageSize": answer.page_size,
        "totalSize": answer.total_size,
    }
