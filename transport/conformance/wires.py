"""What is asked of an agent and what it answers, as it is written on the wire: nothing is mended.

A wire of each binding carries a request of JSON and brings back what came: the answer or the events
as JSON, the error, and what is wrong with the way it came. All waits end.
"""

import asyncio
import json
import uuid
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol
from urllib.parse import quote, urlencode

import httpx
from a2a.utils.constants import PROTOCOL_VERSION_CURRENT, VERSION_HEADER

from app.domain.conformance import Finding
from app.errors import AgentRefused
from transport.conformance.envelopes import (
    envelope_departures,
    essence,
    http_departures,
    rest_failure,
    rpc_failure,
    streams,
)
from transport.conformance.failures import Failure
from transport.conformance.json_form import read_json
from transport.conformance.rules import finding
from transport.conformance.stream_rules import ENDED, StreamRules
from transport.protocol.operations import SUBSCRIBE_TO_TASK
from transport.protocol.sse import MEDIA_TYPE, EventData
from transport.server.rest import ROUTES

LINGER_SECONDS = 3.0  # that a stream may stay open after the end of its task
MOST_EVENTS = 5_000


@dataclass
class WireReply:
    """What came back: an answer or an error, or events; `findings` are of how it came."""

    answer: Any = None
    failure: Failure | None = None
    events: list[Any] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    lost: str = ""  # why nothing came that could be looked at
    closed: bool = False

    def come_too_late(self, method: str, seconds: float) -> None:
        """Say that nothing came in so many seconds."""
        self.lost = f"nothing came within {seconds:g} seconds"
        self.findings.append(finding("answer.time", method, self.lost))


class Wire(Protocol):
    """One interface of an agent. Raises nothing: what fails is in the reply."""

    binding: str
    http: bool  # whether HTTP's status tells an error
    rpc: bool  # whether a code of JSON-RPC does

    async def ask(
        self, method: str, params: Mapping[str, Any], *, version: str = ..., extensions: str = ...
    ) -> WireReply:
        """Ask once; a stream is read until it closes, or for as long as the wire waits."""
        ...

    async def raw(self, body: bytes) -> WireReply | None:
        """Send bytes that are no request; None where the binding has no such thing."""
        ...


class StreamReader:
    """Owns the events of one stream while they are read, and says when it has been read enough."""

    def __init__(self, method: str, reply: WireReply) -> None:
        self._reply = reply
        self._order = StreamRules(method, form=False)
        self._method = method

    async def read(self, events: AsyncIterator[Any], *, seconds: float) -> None:
        """Read until the stream closes; not for ever, and not long after its end."""
        reading = aiter(events)
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while len(self._reply.events) < MOST_EVENTS:
            try:
                async with asyncio.timeout_at(until):
                    event = await anext(reading)
            except StopAsyncIteration:
                self._reply.closed = True
                return
            except TimeoutError:
                break
            self._reply.events.append(event)
            was = self._order.ended
            self._order.take(event)
            # Who subscribed to what waits has heard what there is to hear for now.
            heard = self._method == SUBSCRIBE_TO_TASK and self._order.settled
            if (self._order.ended and not was) or (heard and len(self._reply.events) == 1):
                until = min(until, loop.time() + LINGER_SECONDS)
        late = self._order.state in ENDED or self._order.message is not None
        if late:
            self._reply.findings.append(finding("stream.unclosed", self._method))
        elif not self._order.settled:
            seen = f"{len(self._reply.events)} events in {seconds:g} s"
            self._reply.findings.append(finding("stream.silent", self._method, seen))


class _Came(NamedTuple):
    status: int
    kind: str | None  # the content type, where there is content
    value: Any


class _HttpWire:
    """What the two bindings over HTTP share."""

    http = False
    rpc = False
    binding = ""

    def __init__(self, client: httpx.AsyncClient, url: str, *, seconds: float) -> None:
        self._client = client
        self._url = url
        self._seconds = seconds

    async def _sent(self, method: str, request: httpx.Request, reply: WireReply) -> "_Came | None":
        """Send; return what came, or None where events were read or nothing came."""
        try:
            async with AsyncExitStack() as stack:
                async with asyncio.timeout(self._seconds):
                    response = await self._client.send(request, stream=True)
                stack.push_async_callback(response.aclose)
                kind = response.headers.get("content-type", "")
                if streams(method) and essence(kind) == MEDIA_TYPE and response.is_success:
                    reply.findings += self._head(method, response.status_code, kind, refused=False)
                    events = self._events(method, request, response, reply)
                    await StreamReader(method, reply).read(events, seconds=self._seconds)
                    return None
                async with asyncio.timeout(self._seconds):
                    content = await response.aread()
        except TimeoutError:
            reply.come_too_late(method, self._seconds)
            return None
        except (httpx.HTTPError, AgentRefused) as error:
            reply.lost = str(error) or type(error).__name__
            reply.findings.append(finding("answer.expected", method, reply.lost))
            return None
        value = self._json(content, method, reply)
        return _Came(response.status_code, kind if content.strip() else None, value)

    def _head(self, method: str, status: int, kind: str | None, *, refused: bool) -> list[Finding]:
        return http_departures(method, status, kind, rpc=self.rpc, refused=refused)

    def _json(self, content: bytes, where: str, reply: WireReply) -> Any:
        if not content.strip():
            return None
        value, found = read_json(content, where)
        reply.findings += found
        return value

    async def _events(
        self, method: str, request: httpx.Request, response: httpx.Response, reply: WireReply
    ) -> AsyncIterator[Any]:
        """Yield the JSON of each event of a stream."""
        number = 0
        async for data in _event_data(response):
            number += 1
            value = self._json(data, f"{method} event {number}", reply)
            if value is None:
                continue
            told = self._event(value, request, reply, f"{method} event {number}")
            if told is not None:
                yield told

    def _event(self, value: Any, request: httpx.Request, reply: WireReply, where: str) -> Any:
        raise NotImplementedError


async def _event_data(response: httpx.Response) -> AsyncIterator[bytes]:
    reading = EventData()
    try:
        async for chunk in response.aiter_raw():
            for data in reading.taken(chunk):
                yield data
    except httpx.HTTPError:
        return


class RpcWire(_HttpWire):
    """JSON-RPC over HTTP (A2A 1.0, section 9)."""

    binding = "JSONRPC"
    rpc = True

    async def ask(
        self,
        method: str,
        params: Mapping[str, Any],
        *,
        version: str = PROTOCOL_VERSION_CURRENT,
        extensions: str = "",
    ) -> WireReply:
        """See `Wire`."""
        body = {"jsonrpc": "2.0", "id": uuid.uuid4().hex, "method": method, "params": params}
        return await self._asked(method, json.dumps(body).encode(), version, extensions, body["id"])

    async def raw(self, body: bytes) -> WireReply | None:
        """See `Wire`."""
        return await self._asked("a body", body, PROTOCOL_VERSION_CURRENT, "", ...)

    async def _asked(
        self, method: str, content: bytes, version: str, extensions: str, request_id: Any
    ) -> WireReply:
        reply = WireReply()
        headers = _headers(version, extensions) | {"Content-Type": "application/json"}
        request = self._client.build_request("POST", self._url, content=content, headers=headers)
        request.extensions["rpc_id"] = request_id
        came = await self._sent(method, request, reply)
        if came is None:
            return reply
        self._take(came.value, request_id, reply, method)
        if came.status in (401, 403):
            reply.failure = (reply.failure or Failure())._replace(status=came.status)
        answered = isinstance(came.value, dict) and "result" in came.value
        reply.findings += self._head(method, came.status, came.kind, refused=not answered)
        if answered:
            reply.answer = came.value["result"]
            if streams(method):
                reply.events, reply.closed = [reply.answer], True
        elif reply.failure is None:
            reply.lost = f"neither a result nor an error came (HTTP {came.status})"
            reply.findings.append(finding("answer.expected", method, reply.lost))
        return reply

    def _event(self, value: Any, request: httpx.Request, reply: WireReply, where: str) -> Any:
        self._take(value, request.extensions.get("rpc_id"), reply, where)
        return value.get("result") if isinstance(value, dict) else None

    def _take(self, value: Any, request_id: Any, reply: WireReply, where: str) -> None:
        reply.findings += envelope_departures(value, request_id, where)
        if isinstance(value, dict) and value.get("error") is not None:
            reply.failure = rpc_failure(value["error"])


class RestWire(_HttpWire):
    """HTTP+JSON (A2A 1.0, section 11)."""

    binding = "HTTP+JSON"
    http = True

    async def ask(
        self,
        method: str,
        params: Mapping[str, Any],
        *,
        version: str = PROTOCOL_VERSION_CURRENT,
        extensions: str = "",
    ) -> WireReply:
        """See `Wire`."""
        row = next(one for one in ROUTES if one.method == method)
        rest = dict(params)
        path = row.path
        for name in ("id", "taskId"):
            if f"{{{name}}}" in path:
                path = path.replace(f"{{{name}}}", quote(str(rest.pop(name, "")), safe=""))
        if tenant := rest.pop("tenant", ""):
            path = f"/{quote(str(tenant), safe='')}{path}"
        headers = _headers(version, extensions)
        content = None
        if row.verb == "POST":
            content = json.dumps(rest).encode()
            headers["Content-Type"] = "application/json"
        elif rest:
            path += "?" + urlencode({name: _query(value) for name, value in rest.items()})
        request = self._client.build_request(
            row.verb, self._url.rstrip("/") + path, content=content, headers=headers
        )
        return await self._asked(method, request)

    async def raw(self, body: bytes) -> WireReply | None:
        """See `Wire`."""
        headers = _headers(PROTOCOL_VERSION_CURRENT, "") | {"Content-Type": "application/json"}
        url = self._url.rstrip("/") + "/message:send"
        request = self._client.build_request("POST", url, content=body, headers=headers)
        return await self._asked("a body", request)

    async def _asked(self, method: str, request: httpx.Request) -> WireReply:
        reply = WireReply()
        came = await self._sent(method, request, reply)
        if came is None:
            return reply
        refused = came.status >= 300
        reply.findings += self._head(method, came.status, came.kind, refused=refused)
        if refused:
            reply.failure = rest_failure(came.status, came.value)
            return reply
        reply.answer = came.value
        if streams(method):
            reply.events, reply.closed = [came.value], True
        return reply

    def _event(self, value: Any, request: httpx.Request, reply: WireReply, where: str) -> Any:
        if isinstance(value, dict) and isinstance(value.get("error"), dict):
            status = value["error"].get("code")
            reply.failure = rest_failure(status if isinstance(status, int) else 0, value)
            return None
        return value


def _headers(version: str, extensions: str) -> dict[str, str]:
    # HTTP's client has a version of its own among its headers: this one comes instead.
    headers = {VERSION_HEADER: version, "Accept": "application/json, text/event-stream"}
    return headers | ({"A2A-Extensions": extensions} if extensions else {})


def _query(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
