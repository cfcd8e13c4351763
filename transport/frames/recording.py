"""What went over a link, frame by frame with times and details: for an inspector, and for replay.

A transport calls `note` before it hands over what it received; the details go to the next frame of
the exchange that runs in the same task. Nothing secret may be noted.
"""

import json
from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import aclosing, contextmanager
from contextvars import ContextVar
from datetime import datetime
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

import httpx
from a2a.client.client import ClientCallContext
from a2a.client.errors import A2AClientError
from a2a.client.transports.base import ClientTransport
from a2a.types import StreamResponse
from a2a.utils.constants import TransportProtocol
from a2a.utils.errors import A2AError
from google.protobuf.json_format import (  # type: ignore[import-untyped]
    ParseDict,
    ParseError,
)
from google.protobuf.message import DecodeError, Message  # type: ignore[import-untyped]
from pydantic import JsonValue

from app.domain.frames import Frame
from app.domain.ids import new_message_id, utc_now
from app.system import tracing
from transport.protocol.json_text import to_json
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
from transport.protocol.sse import LARGEST_KEPT

_SHOWN = frozenset(
    {
        "a2a-extensions",
        "a2a-version",
        "accept",
        "cache-control",
        "content-length",
        "content-type",
        "date",
        "etag",
        "host",
        "retry-after",
        "server",
        "transfer-encoding",
        "user-agent",
        "www-authenticate",
        "x-request-id",
        "x-trace-id",
    }
)
_HIDDEN = "[not kept]"
_RPC: dict[str, str] = {TransportProtocol.JSONRPC: "jsonrpc", TransportProtocol.GRPC: "grpc"}
_SAID = ("result", "error")
_Item = TypeVar("_Item")


class FrameDetails:
    """Owns what of one exchange no frame has yet: details, and JSON as it came."""

    def __init__(self) -> None:
        self._waiting: dict[str, JsonValue] = {}
        self.request_id: JsonValue = None  # of JSON-RPC; None where it is not known
        self.bodies: deque[bytes] = deque()

    def add(self, name: str, value: JsonValue) -> None:
        """Keep a detail for the next frame."""
        self._waiting[name] = value

    def taken(self) -> dict[str, JsonValue]:
        """Return the details for a frame; the next one has its own."""
        taken, self._waiting = self._waiting, {}
        return taken


_current: ContextVar[FrameDetails | None] = ContextVar("frame_details", default=None)


def begin_exchange() -> FrameDetails:
    """Return where the details of an exchange that begins in this task are collected."""
    details = FrameDetails()
    _current.set(details)
    return details


def note(name: str, value: JsonValue) -> None:
    """Tell a detail of the next frame; outside of an exchange nobody hears it."""
    details = _current.get()
    if details is not None:
        details.add(name, value)


def note_body(body: bytes | None) -> None:
    """Tell the JSON of one event or answer as it came; None where an answer begins."""
    details = _current.get()
    if details is None:
        return
    if body is None:
        details.bodies.clear()
    else:
        details.bodies.append(body)


async def note_response(response: httpx.Response) -> None:
    """Tell the lines of an HTTP exchange; the values of headers that may be secret are left out."""
    request = response.request
    details = _current.get()
    if details is not None:
        details.request_id = _request_id(request)
    note(
        "http",
        {
            "request": f"{request.method} {request.url.copy_with(query=None)}",
            "request_headers": _headers(request.headers),
            "response": f"{response.http_version} {response.status_code} {response.reason_phrase}",
            "response_headers": _headers(response.headers),
        },
    )


def _request_id(request: httpx.Request) -> JsonValue:
    try:
        if len(request.content) > LARGEST_KEPT:
            return None
        value = json.loads(request.content)
    except (ValueError, RecursionError, httpx.StreamError):
        return None
    found: JsonValue = value.get("id") if isinstance(value, dict) else None
    return found


def _headers(headers: httpx.Headers) -> dict[str, JsonValue]:
    return {name: value if name in _SHOWN else _HIDDEN for name, value in headers.items()}


MAX_FRAMES = 20_000

# Where the transport of the exchange that is being begun tells of records, if anywhere.
_noting: ContextVar["Callable[[dict[str, Any]], None] | None"] = ContextVar("noting", default=None)


def noting() -> Callable[[dict[str, Any]], None]:
    """Return where a transport tells of the records of the exchange that it is just beginning."""
    return _noting.get() or (lambda told: None)


class Recording:
    """Owns the newest frames of one link, as they came; they become plain values when asked for."""

    def __init__(self, *, url: str, binding: str, limit: int = MAX_FRAMES) -> None:
        self.url = url
        self.binding = binding
        self._frames: deque[_Kept] = deque(maxlen=limit)
        self._watchers: list[Callable[[Frame], None]] = []

    def watch(self, take: Callable[[Frame], None]) -> None:
        """Have each frame from now on told when it passes."""
        self._watchers.append(take)

    def frames(self) -> Sequence[Frame]:
        """Return the frames, oldest first."""
        # Whoever looks may be another thread than the one in which frames pass.
        return [self._frame(one) for one in tuple(self._frames)]

    def add(
        self,
        exchange: str,
        direction: str,
        method: str,
        body: Any,
        told: FrameDetails | None = None,
    ) -> None:
        """Take in a frame; a protobuf message must not be changed afterwards."""
        details = told.taken() if told is not None else {}
        sent = told.bodies.popleft() if told is not None and told.bodies else b""
        asked = told.request_id if told is not None else None
        kept = _Kept(utc_now(), exchange, direction, method, body, details, sent, asked)
        self._frames.append(kept)
        for take in self._watchers:
            take(self._frame(kept))

    def _frame(self, kept: "_Kept") -> Frame:
        body = kept.body
        plain = isinstance(body, str | dict) or body is None
        read = body if plain else to_json(body)
        rpc = self.binding == TransportProtocol.JSONRPC
        sent, envelope = _sent(kept, rpc=rpc) if kept.sent else (None, None)
        exact = sent is not None and sent == read
        more = {} if sent is None or exact else {"as_sent": sent}
        if envelope is not None:
            more["envelope"] = envelope
        return Frame(
            at=kept.at,
            exchange=kept.exchange,
            direction=kept.direction,
            method=kept.method,
            url=self.url,
            binding=self.binding,
            body=read,
            exact=exact,
            details={**kept.details, **more},
        )


class _Kept(NamedTuple):
    at: datetime
    exchange: str
    direction: Any
    method: str
    body: Any
    details: dict[str, JsonValue]
    sent: bytes
    asked: JsonValue


def _sent(kept: _Kept, *, rpc: bool) -> tuple[JsonValue, JsonValue]:
    """Return the JSON that a frame was read from, and an envelope that is not as it should be.

    None stands for JSON of which it is not known whether it was that.
    """
    envelope: JsonValue = None
    try:
        value = json.loads(kept.sent)
        if rpc and isinstance(value, dict):
            envelope = _envelope(value, kept.asked)
            if value.get("error") is None:
                value = value.get("result")
        of = kept.body
        if isinstance(of, Message) and of != ParseDict(
            value, type(of)(), ignore_unknown_fields=True
        ):
            return None, None
    except (ValueError, RecursionError, ParseError, TypeError, AttributeError):
        return None, None
    found: JsonValue = value
    return found, envelope


def _envelope(response: dict[str, JsonValue], asked: JsonValue) -> JsonValue:
    """Return what surrounds a result or an error, with the id that was asked with.

    None stands for the envelope that a response should have.
    """
    about = {name: None if name in _SAID else one for name, one in response.items()}
    if asked is None:
        asked = about.get("id")
    if any(about == {"jsonrpc": "2.0", "id": asked, one: None} for one in _SAID):
        return None
    return {"asked": asked, "told": about}


class RecordingTransport(ClientTransport):
    """Carries everything over another transport, records and traces it; owns nothing else."""

    def __init__(self, inner: ClientTransport, recording: Recording) -> None:
        self._inner = inner
        self._recording = recording

    async def _one(
        self, method: str, request: Any, context: ClientCallContext | None, ask: Callable[..., Any]
    ) -> Any:
        exchange, details = self._sent(method, request)
        span = self._span(method, request)
        try:
            with tracing.inside(span), _read_at_all():
                answer = await ask(request, context=_carrying(span, context))
        except A2AError as error:
            self._recording.add(exchange, "failed", method, str(error), details)
            raise
        self._recording.add(exchange, "received", method, answer, details)
        self._recording.add(exchange, "ended", method, None)
        return answer

    async def _stream(
        self, method: str, request: Any, context: ClientCallContext | None, ask: Callable[..., Any]
    ) -> AsyncGenerator[StreamResponse, None]:
        exchange, details = self._sent(method, request)
        span = self._span(method, request)
        stream = _whole(ask(request, context=_carrying(span, context)))
        if span is not None:
            stream = tracing.each_inside(span, stream)
        try:
            async with aclosing(stream) as responses:
                async for response in responses:
                    self._recording.add(exchange, "received", method, response, details)
                    yield response
        except A2AError as error:
            self._recording.add(exchange, "failed", method, str(error), details)
            raise
        self._recording.add(exchange, "ended", method, None)

    def _span(self, method: str, request: Any) -> Any:
        told = {
            "rpc.method": method,
            "rpc.system.name": _RPC.get(self._recording.binding),
            "balance_desk.a2a.binding": self._recording.binding,
            "server.address": urlsplit(self._recording.url).hostname,
            **tracing.ids_of(request),
        }
        return tracing.started(method, "client", told)

    def _sent(self, method: str, request: Any) -> tuple[str, FrameDetails]:
        exchange = new_message_id()
        copy = type(request)()
        copy.CopyFrom(request)  # transports fill in a tenant
        self._recording.add(exchange, "sent", method, copy)
        # Read by the transport in the very step that begins the exchange.
        _noting.set(lambda told: self._recording.add(exchange, "record", method, told))
        return exchange, begin_exchange()

    async def send_message(self, request: Any, *, context: ClientCallContext | None = None) -> Any:
        """See `ClientTransport`."""
        return await self._one(SEND_MESSAGE, request, context, self._inner.send_message)

    def send_message_streaming(
        self, request: Any, *, context: ClientCallContext | None = None
    ) -> AsyncGenerator[StreamResponse]:
        """See `ClientTransport`."""
        ask = self._inner.send_message_streaming
        return self._stream(SEND_STREAMING_MESSAGE, request, context, ask)

    def subscribe(
        self, request: Any, *, context: ClientCallContext | None = None
    ) -> AsyncGenerator[StreamResponse]:
        """See `ClientTransport`."""
        return self._stream(SUBSCRIBE_TO_TASK, request, context, self._inner.subscribe)

    async def get_task(self, request: Any, *, context: ClientCallContext | None = None) -> Any:
        """See `ClientTransport`."""
        return await self._one(GET_TASK, request, context, self._inner.get_task)

    async def list_tasks(self, request: Any, *, context: ClientCallContext | None = None) -> Any:
        """See `ClientTransport`."""
        return await self._one(LIST_TASKS, request, context, self._inner.list_tasks)

    async def cancel_task(self, request: Any, *, context: ClientCallContext | None = None) -> Any:
        """See `ClientTransport`."""
        return await self._one(CANCEL_TASK, request, context, self._inner.cancel_task)

    async def create_task_push_notification_config(
        self, request: Any, *, context: ClientCallContext | None = None
    ) -> Any:
        """See `ClientTransport`."""
        ask = self._inner.create_task_push_notification_config
        return await self._one(CREATE_PUSH_CONFIG, request, context, ask)

    async def get_task_push_notification_config(
        self, request: Any, *, context: ClientCallContext | None = None
    ) -> Any:
        """See `ClientTransport`."""
        ask = self._inner.get_task_push_notification_config
        return await self._one(GET_PUSH_CONFIG, request, context, ask)

    async def list_task_push_notification_configs(
        self, request: Any, *, context: ClientCallContext | None = None
    ) -> Any:
        """See `ClientTransport`."""
        ask = self._inner.list_task_push_notification_configs
        return await self._one(LIST_PUSH_CONFIGS, request, context, ask)

    async def delete_task_push_notification_config(
        self, request: Any, *, context: ClientCallContext | None = None
    ) -> None:
        """See `ClientTransport`."""
        ask = self._inner.delete_task_push_notification_config
        await self._one(DELETE_PUSH_CONFIG, request, context, ask)

    async def get_extended_agent_card(
        self, request: Any, *, context: ClientCallContext | None = None
    ) -> Any:
        """See `ClientTransport`."""
        ask = self._inner.get_extended_agent_card
        return await self._one(GET_EXTENDED_CARD, request, context, ask)

    async def close(self) -> None:
        """Close the transport that carries."""
        await self._inner.close()


def _carrying(span: Any, context: ClientCallContext | None) -> ClientCallContext | None:
    """Let the agent know of the span, or of the trace, in which it is asked."""
    said = dict((context and context.service_parameters) or {})
    if span is not None:
        said[tracing.TRACEPARENT] = tracing.traceparent(span)
    elif current := tracing.carried():
        said = {**current, **said}
    else:
        return context
    return (context or ClientCallContext()).model_copy(update={"service_parameters": said})


@contextmanager
def _read_at_all() -> Iterator[None]:
    """Tell what no parser can read, such as JSON nested without end, as an error of the wire."""
    try:
        yield
    except (
        RecursionError,
        ValueError,
        DecodeError,
        ParseError,
        TypeError,
        AttributeError,
    ) as error:
        # The last two are what the SDK's reading makes of null and of numbers in an object's place;
        # values that contradict each other are what it makes of two statuses of gRPC.
        raise A2AClientError("what it sent cannot be read as A2A") from error


async def _whole(stream: AsyncGenerator[_Item, None]) -> AsyncGenerator[_Item, None]:
    with _read_at_all():
        async with aclosing(stream) as items:
            async for item in items:
                yield item
