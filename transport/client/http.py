"""The HTTP client of every remote agent: patient, bounded, and under the system's trust store."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import httpx
from a2a.utils.constants import PROTOCOL_VERSION_CURRENT, VERSION_HEADER

from app.errors import AgentRefused, BadInput
from transport.frames.recording import note, note_body
from transport.protocol.sse import JsonBodies, JsonBytes

MAX_EVENT_BYTES = 32_000_000  # a task holds what was said, files and all: agents here take 20 MB
MAX_EVENTS = 100_000  # an agent that says more never ends
CONNECT_SECONDS = 10.0
NOT_UTF8 = "not UTF-8"
_EVENTS = "text/event-stream"


@dataclass(frozen=True, kw_only=True)
class HttpOptions:
    """How agents over HTTP are reached; proxies come from the environment, as everywhere.

    `ca_file` is a private authority in PEM beside the system's, `client_certificate` a PEM file
    with certificate and key. `max_event_bytes` bounds an answer, or one event of a stream;
    `max_events` bounds those of one task.
    """

    max_event_bytes: int = MAX_EVENT_BYTES
    max_events: int = MAX_EVENTS
    ca_file: Path | None = None
    client_certificate: Path | None = None


def http_client(
    options: HttpOptions | None = None, *, auth: httpx.Auth | None = None, as_sent: bool = False
) -> httpx.AsyncClient:
    """Return a client, which the caller closes; raises `BadInput` for unusable certificates.

    Reading has no timeout: an agent may think for minutes without a word. Redirects are not
    followed, for the answer to a message must come from where the card says. Bytes that are no
    UTF-8 are made readable, unless everything is wanted `as_sent`.
    """
    options = options or HttpOptions()

    async def bound(response: httpx.Response) -> None:
        if response.headers.get("content-encoding", "identity").lower() != "identity":
            raise AgentRefused(
                "The agent compresses its answer although it was asked not to, so its size"
                " cannot be bounded.",
                key="agent_compresses",
            )
        note_body(None)
        stream = cast(httpx.AsyncByteStream, response.stream)
        kind = str(response.headers.get("content-type", "")).partition(";")[0].strip().lower()
        response.stream = _Bounded(stream, options.max_event_bytes, kind, mending=not as_sent)

    client = httpx.AsyncClient(
        verify=_trust(options),
        auth=auth,
        timeout=httpx.Timeout(CONNECT_SECONDS, read=None, pool=None),
        # A server closes idle connections too, after five seconds often: ours go first.
        limits=httpx.Limits(
            max_connections=None, max_keepalive_connections=20, keepalive_expiry=4.0
        ),
        headers={
            VERSION_HEADER: PROTOCOL_VERSION_CURRENT,
            "Accept-Encoding": "identity",
            "User-Agent": "balance-desk",
        },
        event_hooks={"response": [bound]},
    )
    for one in (client._transport, *client._mounts.values()):
        if isinstance(one, httpx.AsyncHTTPTransport):
            _close_whole(one._pool)
    return client


def _close_whole(pool: Any) -> None:
    """Let all connections that a pool lets go be closed, also if whoever closes them is cancelled.

    httpcore 1.0 shields this from cancellations of anyio alone. One of asyncio comes through at the
    first connection, and the rest, which are in no pool any more, stay open. Of the same kind:
    https://github.com/encode/httpcore/issues/1093, https://github.com/encode/httpx/issues/3782.
    """
    close = pool._close_connections

    async def whole(connections: list[Any]) -> None:
        closing = asyncio.ensure_future(close(connections))
        try:
            await asyncio.shield(closing)
        except asyncio.CancelledError:
            await asyncio.wait({closing})
            raise

    pool._close_connections = whole


class _Bounded(httpx.AsyncByteStream):
    """Passes a body on until it is larger than it may be; in a stream each event counts anew."""

    def __init__(
        self, stream: httpx.AsyncByteStream, limit: int, kind: str, *, mending: bool
    ) -> None:
        self._stream = stream
        self._limit = limit
        self._events = kind == _EVENTS
        self._json = mending and (self._events or kind.endswith(("/json", "+json")))
        self._size = 0
        self._breaks = b""  # line breaks at the end of a chunk may belong to the end of an event

    async def __aiter__(self) -> AsyncIterator[bytes]:
        mending = JsonBytes()
        bodies = JsonBodies(events=self._events)
        async for chunk in self._stream:
            if self._events:
                self._count_events(chunk)
            else:
                self._count(len(chunk))
            mended = mending.mended(chunk) if self._json else chunk
            if mending.faulty:
                note("encoding", NOT_UTF8)
            if self._json:
                for body in bodies.taken(mended):
                    note_body(body)
            yield mended
        if self._json:
            rest = mending.mended(b"", final=True)
            for body in bodies.taken(rest, final=True):
                note_body(body)
            yield rest

    async def aclose(self) -> None:
        await self._stream.aclose()

    def _count_events(self, chunk: bytes) -> None:
        *ended, rest = (self._breaks + chunk).replace(b"\r\n", b"\n").split(b"\n\n")
        for event in ended:
            self._count(len(event))
            self._size = 0
        text = rest.rstrip(b"\r\n")
        self._breaks = rest[len(text) :]
        self._count(len(text))

    def _count(self, size: int) -> None:
        self._size += size
        if self._size > self._limit:
            raise AgentRefused(
                f"The agent sent more than {self._limit:,} bytes at once. The limit can be raised"
                " in the settings: [http] max_event_bytes.",
                key="answer_too_large",
                limit=self._limit,
            )


def _trust(options: HttpOptions) -> ssl.SSLContext:
    import truststore

    context = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    try:
        if options.ca_file is not None:
            context.load_verify_locations(options.ca_file)
        if options.client_certificate is not None:
            context.load_cert_chain(options.client_certificate)
    except (OSError, ssl.SSLError) as error:
        file = options.ca_file if options.client_certificate is None else options.client_certificate
        raise BadInput(
            f"The certificate {file} cannot be used: {error}. A PEM file is wanted; that of a"
            " client holds its certificate and its key.",
            key="bad_certificate",
        ) from error
    return context
