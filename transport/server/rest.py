"""The HTTP+JSON binding of A2A (A2A 1.0, section 11) for one agent.

A request becomes the same request dict that the JSON-RPC binding carries, so both do the same.
"""

from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing
from typing import Any, NamedTuple

from a2a.server.request_handlers import RequestHandler
from a2a.utils.constants import A2A_JSON_MEDIA_TYPE
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from app.system.strict_json import NotJson, read_json
from transport.protocol import sse
from transport.protocol.errors import plain_error, rest_error
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
from transport.server.cards import ToldCard
from transport.server.dispatch import serve
from transport.server.http_entry import JSON_MEDIA_TYPES, call_of, response_headers

_TRUE = {"true": True, "false": False}


class RestRoute(NamedTuple):
    """One row of A2A's table of methods and paths (section 5.3); `{…}` are fields of `params`."""

    verb: str
    path: str
    method: str


# In this order: a task's id may be anything but a slash, so `:cancel` comes before it.
ROUTES = (
    RestRoute("POST", "/message:send", SEND_MESSAGE),
    RestRoute("POST", "/message:stream", SEND_STREAMING_MESSAGE),
    RestRoute("POST", "/tasks/{id}:cancel", CANCEL_TASK),
    RestRoute("POST", "/tasks/{id}:subscribe", SUBSCRIBE_TO_TASK),
    RestRoute("GET", "/tasks/{id}:subscribe", SUBSCRIBE_TO_TASK),
    RestRoute("GET", "/tasks", LIST_TASKS),
    RestRoute("GET", "/tasks/{id}", GET_TASK),
    RestRoute("POST", "/tasks/{taskId}/pushNotificationConfigs", CREATE_PUSH_CONFIG),
    RestRoute("GET", "/tasks/{taskId}/pushNotificationConfigs", LIST_PUSH_CONFIGS),
    RestRoute("GET", "/tasks/{taskId}/pushNotificationConfigs/{id}", GET_PUSH_CONFIG),
    RestRoute("DELETE", "/tasks/{taskId}/pushNotificationConfigs/{id}", DELETE_PUSH_CONFIG),
    RestRoute("GET", "/extendedAgentCard", GET_EXTENDED_CARD),
)


def rest_routes(
    handler: RequestHandler, prefix: str, extensions: frozenset[str], told_card: ToldCard
) -> list[Route]:
    """Return the routes of an agent under a path, each also with a tenant in front."""
    return [
        Route(
            f"{prefix}{tenant}{row.path}",
            _Endpoint(handler, row.method, extensions, told_card),
            methods=[row.verb],
        )
        for tenant in ("", "/{tenant}")
        for row in ROUTES
    ]


class _Endpoint:
    """Answers one row of the table; owns nothing."""

    def __init__(
        self, handler: RequestHandler, method: str, extensions: frozenset[str], told_card: ToldCard
    ) -> None:
        self._told_card = told_card
        self._handler = handler
        self._method = method
        self._extensions = extensions

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer as an ASGI application."""
        response = await self._answer(Request(scope, receive, send))
        await response(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        try:
            params = await _params(request)
        except NotJson:
            body = plain_error(400, "The body is no JSON object.", reason="INVALID_REQUEST")
            return JSONResponse(body, status_code=400)
        context = call_of(request)
        headers = response_headers(context, self._extensions)
        asked = {"id": None, "method": self._method, "params": params}
        responses = serve(self._handler, asked, context)
        first = await anext(responses)
        if "error" in first:
            await responses.aclose()
            status, error = rest_error(first["error"])
            return JSONResponse(error, status_code=status, headers=headers)
        if not OPERATIONS[self._method].streaming:
            await responses.aclose()
            result = first.get("result") or {}
            if self._method == GET_EXTENDED_CARD:
                result = self._told_card(result, request)
            return JSONResponse(result, media_type=_media_type(request), headers=headers)
        return StreamingResponse(
            sse.ReadAhead(_frames(first, responses)).chunks(),
            media_type=sse.MEDIA_TYPE,
            headers={**sse.HEADERS, **headers},
        )


def _media_type(request: Request) -> str:
    """Return the one of both names of A2A's JSON that the request says (A2A 1.0, section 11.1)."""
    for said in (request.headers.get("accept", ""), request.headers.get("content-type", "")):
        for kind in JSON_MEDIA_TYPES:
            if kind in said:
                return kind
    return A2A_JSON_MEDIA_TYPE


async def _params(request: Request) -> dict[str, Any]:
    if request.method == "POST":
        body = await request.body()
        params = read_json(body, max_bytes=None, nul=True) if body.strip() else None
        if params is None:  # a2a-go sends `null` where an operation has no body
            params = {}
        if not isinstance(params, dict):
            raise NotJson("it is no object")
    else:
        params = {
            _camel(name): _TRUE.get(value, value) for name, value in request.query_params.items()
        }
    return {**params, **request.path_params}


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


async def _frames(
    first: Mapping[str, Any], responses: AsyncGenerator[dict[str, Any], None]
) -> AsyncIterator[bytes]:
    async with aclosing(responses):
        if "result" in first:
            yield sse.frame(first["result"])
        async for response in responses:
            if "error" in response:
                yield sse.frame(rest_error(response["error"])[1], error=True)
            elif "result" in response:
                yield sse.frame(response["result"])
