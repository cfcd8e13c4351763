"""JSON-RPC of A2A 0.3 for clients that speak nothing newer, before a handler of A2A 1.0.

The SDK translates the values. Its routes are not used: they need packages that are left out.
"""

import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing
from typing import Any

from a2a.compat.v0_3.versions import is_legacy_version
from a2a.extensions.common import HTTP_EXTENSION_HEADER
from a2a.server.context import ServerCallContext
from a2a.server.request_handlers import RequestHandler
from a2a.types import AgentCard, GetExtendedAgentCardRequest
from a2a.utils.constants import PROTOCOL_VERSION_CURRENT, VERSION_HEADER
from a2a.utils.errors import A2AError, InternalError, InvalidParamsError
from google.protobuf.json_format import MessageToDict  # type: ignore[import-untyped]
from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from transport.protocol import sse
from transport.protocol.errors import rpc_error
from transport.protocol.operations import (
    CANCEL_TASK,
    CREATE_PUSH_CONFIG,
    DELETE_PUSH_CONFIG,
    GET_EXTENDED_CARD,
    GET_PUSH_CONFIG,
    GET_TASK,
    LIST_PUSH_CONFIGS,
    OPERATIONS,
    SEND_MESSAGE,
    SEND_STREAMING_MESSAGE,
    SUBSCRIBE_TO_TASK,
)
from transport.server.cards import ToldCard
from transport.server.dispatch import Answering, call_context
from transport.server.http_entry import call_of

log = logging.getLogger(__name__)

# The methods of 0.3, each with the type of its request and what it is called in 1.0 (A.1).
_METHODS: Mapping[str, tuple[str, str]] = {
    "message/send": ("SendMessageRequest", SEND_MESSAGE),
    "message/stream": ("SendStreamingMessageRequest", SEND_STREAMING_MESSAGE),
    "tasks/get": ("GetTaskRequest", GET_TASK),
    "tasks/cancel": ("CancelTaskRequest", CANCEL_TASK),
    "tasks/resubscribe": ("TaskResubscriptionRequest", SUBSCRIBE_TO_TASK),
    "tasks/pushNotificationConfig/set": (
        "SetTaskPushNotificationConfigRequest", CREATE_PUSH_CONFIG,
    ),
    "tasks/pushNotificationConfig/get": ("GetTaskPushNotificationConfigRequest", GET_PUSH_CONFIG),
    "tasks/pushNotificationConfig/list": (
        "ListTaskPushNotificationConfigRequest", LIST_PUSH_CONFIGS,
    ),
    "tasks/pushNotificationConfig/delete": (
        "DeleteTaskPushNotificationConfigRequest", DELETE_PUSH_CONFIG,
    ),
    "agent/getAuthenticatedExtendedCard": (
        "GetAuthenticatedExtendedCardRequest", GET_EXTENDED_CARD,
    ),
}  # fmt: skip
_LAST_CODE, _INTERNAL = -32007, -32603  # the codes of A2A's own errors in 0.3 end there
_EXTENSIONS = "x-a2a-extensions"


class LegacyRpc:
    """Answers requests of JSON-RPC whose method has a name of A2A 0.3; owns nothing."""

    def __init__(self, handler: RequestHandler, told_card: ToldCard) -> None:
        self._answering = Answering(handler)
        self._told_card = told_card

    def takes(self, body: Mapping[str, Any], request: Request) -> bool:
        """Return whether a request is one of 0.3: by its method and its version, or none."""
        version = request.headers.get(VERSION_HEADER, "")
        return body.get("method") in _METHODS and (not version or is_legacy_version(version))

    async def __call__(self, body: Mapping[str, Any], request: Request) -> Response:
        """Answer with one response, or with a stream of them."""
        from a2a.compat.v0_3 import types
        from a2a.compat.v0_3.request_handler import RequestHandler03

        name, method = _METHODS[body["method"]]
        context = _current(request)
        try:
            asked = getattr(types, name).model_validate(body)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(map(str, first["loc"]))
            return JSONResponse(_failed(body, InvalidParamsError(f"{where}: {first['msg']}")))
        if method == GET_EXTENDED_CARD:
            return JSONResponse(await _answered(body, self._card(context, request)))
        old: Any = RequestHandler03(self._answering)  # type: ignore[arg-type]
        answer = getattr(old, OPERATIONS[method].handler_method)(asked, context)
        if not OPERATIONS[method].streaming:
            return JSONResponse(await _answered(body, answer))
        return StreamingResponse(
            sse.ReadAhead(_frames(body, answer)).chunks(),
            media_type=sse.MEDIA_TYPE,
            headers=sse.HEADERS,
        )

    async def _card(self, context: ServerCallContext, request: Request) -> dict[str, Any]:
        card: AgentCard = await self._answering.on_get_extended_agent_card(
            GetExtendedAgentCardRequest(), context
        )
        return self._told_card(MessageToDict(card), request)


def _current(request: Request) -> ServerCallContext:
    """Return the context of a call as one of 1.0: so it is answered, and passed on."""
    came = call_of(request)
    headers = {**came.state["headers"], VERSION_HEADER.lower(): PROTOCOL_VERSION_CURRENT}
    if _EXTENSIONS in headers:
        headers[HTTP_EXTENSION_HEADER.lower()] = headers.pop(_EXTENSIONS)
    return call_context(headers, user=came.user)


async def _answered(body: Mapping[str, Any], answer: Any) -> dict[str, Any]:
    try:
        result = await answer
    except Exception as error:
        return _failed(body, error)
    return {"jsonrpc": "2.0", "id": body.get("id"), "result": _as_json(result)}


async def _frames(body: Mapping[str, Any], answer: Any) -> AsyncIterator[bytes]:
    try:
        async with aclosing(answer) as responses:
            async for response in responses:
                said = _as_json(response)
                told = said["result"]
                # The SDK marks the ends of tasks only; a stream ends at a question too.
                if "final" in told and told["status"]["state"] == "input-required":
                    told["final"] = True
                yield sse.frame(said)
    except Exception as error:
        yield sse.frame(_failed(body, error))


def _failed(body: Mapping[str, Any], error: Exception) -> dict[str, Any]:
    """Return the response for an error; one that 0.3 does not know is an internal one there."""
    if not isinstance(error, A2AError):
        log.error("The request %s failed", body.get("method"), exc_info=error)
        error = InternalError()
    told = rpc_error(body.get("id"), error)
    if _LAST_CODE > told["error"]["code"] > -32100:
        told["error"]["code"] = _INTERNAL
    return told


def _as_json(value: Any) -> Any:
    if isinstance(value, list):
        return [_as_json(one) for one in value]
    if value is None or isinstance(value, dict):
        return value
    return value.model_dump(mode="json", by_alias=True, exclude_none=True)
