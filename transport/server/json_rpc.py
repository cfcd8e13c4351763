"""The JSON-RPC binding of A2A over HTTP (A2A 1.0, section 9) for one agent."""

from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing
from typing import Any

from a2a.server.context import ServerCallContext
from a2a.server.request_handlers import RequestHandler
from a2a.utils.errors import InvalidRequestError, JSONParseError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from app.system.strict_json import NotJson, read_json
from transport.protocol import sse
from transport.protocol.errors import rpc_error
from transport.protocol.operations import GET_EXTENDED_CARD, OPERATIONS
from transport.server.cards import ToldCard
from transport.server.dispatch import serve
from transport.server.http_entry import call_of, response_headers
from transport.server.legacy import LegacyRpc


class RpcEndpoint:
    """Answers POSTs of JSON-RPC requests; owns nothing."""

    def __init__(
        self,
        handler: RequestHandler,
        extensions: frozenset[str],
        told_card: ToldCard,
        *,
        legacy: LegacyRpc | None = None,
    ) -> None:
        """`extensions` are the URIs of those that the agent's card declares.

        `legacy` answers clients of A2A 0.3.
        """
        self._legacy = legacy
        self._told_card = told_card
        self._handler = handler
        self._extensions = extensions

    async def __call__(self, request: Request) -> Response:
        """Answer with one response, or with a stream of them."""
        try:
            body = read_json(await request.body(), max_bytes=None, nul=True)
        except NotJson:
            return JSONResponse(rpc_error(None, JSONParseError("The request is no JSON.")))
        problem = _problem(body)
        if problem is not None:
            request_id = body.get("id") if isinstance(body, dict) else None
            known = _is_id(request_id) and not isinstance(request_id, float)
            return JSONResponse(
                rpc_error(request_id if known else None, InvalidRequestError(problem))
            )
        if self._legacy is not None and self._legacy.takes(body, request):
            return await self._legacy(body, request)
        context = call_of(request)
        headers = response_headers(context, self._extensions)
        operation = OPERATIONS.get(body.get("method", ""))
        responses = serve(self._handler, body, context)
        first = await anext(responses)
        if operation is None or not operation.streaming or "error" in first:
            await responses.aclose()
            if body["method"] == GET_EXTENDED_CARD and "result" in first:
                first["result"] = self._told_card(first["result"], request)
            return JSONResponse(_sent(first), headers=headers)
        return StreamingResponse(
            sse.ReadAhead(_frames(first, responses, context)).chunks(),
            media_type=sse.MEDIA_TYPE,
            headers={**sse.HEADERS, **headers},
        )


async def _frames(
    first: dict[str, Any],
    responses: AsyncGenerator[dict[str, Any], None],
    context: ServerCallContext,
) -> AsyncIterator[bytes]:
    async with aclosing(responses):
        if "result" in first:
            yield sse.frame(_sent(first))
        async for response in responses:
            if "error" in response:
                yield sse.frame(_sent(response), error=True)
            elif "result" in response:
                yield sse.frame(_sent(response))


def _sent(response: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in response.items() if key != "final"}


def _problem(body: Any) -> str | None:
    if isinstance(body, list):
        return "Batches are not taken: send one request at a time."
    if not isinstance(body, dict):
        return "A request is an object."
    if body.get("jsonrpc") != "2.0":
        return '`jsonrpc` must be "2.0".'
    if not _is_id(body.get("id")):
        return "`id` must be a text, a whole number or null."
    if not isinstance(body.get("method"), str) or not body["method"]:
        return "The request names no method."
    return None


def _is_id(value: Any) -> bool:
    return value is None or (isinstance(value, str | int) and not isinstance(value, bool))
