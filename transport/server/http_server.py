"""An HTTP server of this process, which its owner starts and closes; signals stay the owner's."""

import asyncio
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Protocol

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from app.errors import BadInput
from transport.server.http_entry import Receive, Scope, Send

_KEEP_ALIVE_SECONDS = 75  # longer than clients keep a connection, so that they never lose a race
_CLOSE_SECONDS = 5
_BACKLOG = 2048
# A query of ten thousand characters, as may be asked, has up to twelve bytes for each.
_LONGEST_HEAD = 256 * 1024


class Served(Protocol):
    """What is served: an ASGI application that can be told to take nothing new."""

    closing: bool

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as an ASGI application."""


class HttpServer:
    """Owns the listening socket and the server behind it."""

    def __init__(
        self,
        entry: Served,
        *,
        host: str,
        port: int,
        websockets: Mapping[str, Any] | None = None,
    ) -> None:
        """`port` 0 takes a free one; raises `BadInput` when the address cannot be had.

        WebSockets are taken where there are settings of uvicorn's (`ws_…`) for them.
        """
        self._entry = entry
        self._socket = _bound(host, port)
        self._server = _Server(
            uvicorn.Config(
                entry,
                log_config=None,
                access_log=False,
                lifespan="off",
                server_header=False,
                timeout_keep_alive=_KEEP_ALIVE_SECONDS,
                timeout_graceful_shutdown=_CLOSE_SECONDS,
                backlog=_BACKLOG,
                http=_Protocol,
                ws="none" if websockets is None else "websockets-sansio",
                **(websockets or {}),
            )
        )
        self._serving: asyncio.Task[None] | None = None

    @property
    def port(self) -> int:
        """The port that is listened on."""
        return int(self._socket.getsockname()[1])

    async def start(self) -> None:
        """Begin to listen; what is sent after this returns is answered."""
        self._serving = asyncio.create_task(
            self._server.serve(sockets=[self._socket]), name="http server"
        )
        begun = asyncio.create_task(self._server.begun.wait())
        await asyncio.wait({self._serving, begun}, return_when=asyncio.FIRST_COMPLETED)
        begun.cancel()

    def stop_taking(self) -> None:
        """Refuse new requests to agents, while those that are being answered go on."""
        self._entry.closing = True

    async def aclose(self) -> None:
        """Close the connections when they are done, or after some seconds; idempotent."""
        self.stop_taking()
        self._server.should_exit = True
        if self._serving is not None:
            await asyncio.wait({self._serving})
        self._socket.close()


class _Protocol(HttpToolsProtocol):
    """Refuses heads and trailers without end, which the parser would hold whole.

    Takes queries that are longer than the 64 KB at which the parser parts an address.
    """

    _beside_bodies = 0

    def data_received(self, data: bytes) -> None:
        self._beside_bodies += len(data)
        super().data_received(data)
        if self._beside_bodies > _LONGEST_HEAD and not self.transport.is_closing():
            self.send_400_response("The head of this request is too long.")

    def on_headers_complete(self) -> None:
        whole = self.url
        self.url, _, query = whole.partition(b"#")[0].partition(b"?")
        super().on_headers_complete()
        self.url = whole
        self.scope["query_string"] = query

    def on_body(self, body: bytes) -> None:
        self._beside_bodies = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._beside_bodies = 0
        super().on_message_complete()


class _Server(uvicorn.Server):
    """Leaves the process's signals alone, and tells when it listens."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.begun = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.begun.set()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def _bound(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, protocol)
        try:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(address)
        except BaseException:
            listening.close()
            raise
    except (OSError, OverflowError) as error:
        raise BadInput(
            f"{host}:{port} cannot be listened on: {getattr(error, 'strerror', None) or error}."
            " Choose another HOST:PORT.",
            key="cannot_listen",
        ) from error
    return listening
