"""An HTTP server of this process, which its owner starts and closes; signals stay the owner's.

A server that ends fails nobody's request. What stands before it, a proxy or a client that keeps
connections, goes elsewhere when it cannot connect; but a request that was sent on a connection that
is closed meanwhile may have been done, and is not sent twice. So `drain` closes the listening
socket and answers all that comes on connections which are there, each with the word that it is the
last one (RFC 9112, section 9.6), before it closes those on which nothing comes.
"""

import asyncio
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, cast

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from app.errors import BadInput
from transport.server.corked import CorkedTransport
from transport.server.http_entry import Application

_KEEP_ALIVE_SECONDS = 75  # longer than clients keep a connection, so that they never lose a race
_CLOSE_SECONDS = 5
LINGER_SECONDS = 2.0
_LOOK_SECONDS = 0.02
_LAST = (b"connection", b"close")
_BACKLOG = 2048
# A query of ten thousand characters, as may be asked, has up to twelve bytes for each.
_LONGEST_HEAD = 256 * 1024


class HttpServer:
    """Owns the listening socket and the server behind it."""

    def __init__(
        self,
        application: Application,
        *,
        host: str,
        port: int,
        linger: float = LINGER_SECONDS,
        websockets: Mapping[str, Any] | None = None,
    ) -> None:
        """`port` 0 takes a free one; raises `BadInput` when the address cannot be had.

        WebSockets are taken where there are settings of uvicorn's (`ws_…`) for them. `linger` is
        how long, in seconds, connections on which nothing comes are left open by `drain`.
        """
        self._linger = linger
        self._socket = _bound(host, port)
        self.port = int(self._socket.getsockname()[1])
        """The port that is listened on."""
        self._server = _Server(
            uvicorn.Config(
                application,
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

    async def start(self) -> None:
        """Begin to listen; what is sent after this returns is answered."""
        self._serving = asyncio.create_task(
            self._server.serve(sockets=[self._socket]), name="http server"
        )
        begun = asyncio.create_task(self._server.begun.wait())
        await asyncio.wait({self._serving, begun}, return_when=asyncio.FIRST_COMPLETED)
        begun.cancel()

    async def drain(self) -> None:
        """Take no new connections; return when nothing new can come on those that there are.

        Requests that are being answered go on. Idempotent.
        """
        await self._server.listen_no_more(self._socket)
        with suppress(TimeoutError):
            async with asyncio.timeout(self._linger):
                while self._server.idle:  # noqa: ASYNC110 - it is the clients' doing
                    await asyncio.sleep(_LOOK_SECONDS)
        for connection in self._server.idle:
            connection.shutdown()

    async def aclose(self) -> None:
        """Close the connections when they are done, or after some seconds; idempotent."""
        self._server.should_exit = True
        if self._serving is not None:
            await asyncio.wait({self._serving})
        self._socket.close()


class _Protocol(HttpToolsProtocol):
    """Refuses heads and trailers without end, which the parser would hold whole.

    Takes queries that are longer than the 64 KB at which the parser parts an address.
    """

    _beside_bodies = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(cast(asyncio.Transport, CorkedTransport(transport)))

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
    """Leaves the process's signals alone, tells when it listens, and stops listening first."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.begun = asyncio.Event()

    @property
    def idle(self) -> list[_Protocol]:
        """The connections on which no request is being answered."""
        return [
            one
            for one in self.server_state.connections
            if isinstance(one, _Protocol) and (one.cycle is None or one.cycle.response_complete)
        ]

    async def listen_no_more(self, listening: socket.socket) -> None:
        """Close the listening socket; what is answered from now on is the last of its connection.

        Those who are connected already, as far as the system knows, are let in before.
        """
        if listening.fileno() < 0:
            return
        loop, waiting = asyncio.get_running_loop(), []
        with suppress(OSError):
            while True:
                waiting.append(listening.accept()[0])
        for server in self.servers:
            server.close()
        for one in waiting:
            await loop.connect_accepted_socket(self._protocol, one)
        state = self.server_state
        self.config.encoded_headers = [*self.config.encoded_headers, _LAST]
        state.default_headers = [*state.default_headers, _LAST]
        for connection in state.connections:
            # Those whose answers have begun say nothing more; they are closed when they are idle.
            if isinstance(connection, _Protocol) and connection.cycle is not None:
                connection.cycle.default_headers = state.default_headers

    def _protocol(self) -> asyncio.Protocol:
        return _Protocol(self.config, self.server_state, self.lifespan.state)

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
