"""A server that ends takes no new connection, and fails no request on those that it has."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from tests.patience import PATIENCE
from transport.server.http_server import HttpServer

pytestmark = pytest.mark.anyio

ASKED = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nhi"


class Application(Starlette):
    """Answers what was sent; its stream goes on, and slow ones begin, when they are told to."""

    def __init__(self) -> None:
        self.go_on = asyncio.Event()
        self.heard = asyncio.Event()
        routes = [Route("/", self._echo, methods=["POST"]), Route("/stream", self._stream)]
        super().__init__(routes=[*routes, Route("/slow", self._slow, methods=["POST"])])

    async def _echo(self, request: Request) -> Response:
        return PlainTextResponse(await request.body())

    async def _slow(self, request: Request) -> Response:
        self.heard.set()
        await self.go_on.wait()
        return await self._echo(request)

    async def _stream(self, _: Request) -> Response:
        async def pieces() -> AsyncIterator[str]:
            yield "one"
            await self.go_on.wait()
            yield "two"

        return StreamingResponse(pieces())


class Connection:
    """One connection of a client that keeps it."""

    def __init__(self, streams: tuple[asyncio.StreamReader, asyncio.StreamWriter]) -> None:
        self.reader, self.writer = streams

    async def ask(self, said: bytes = ASKED) -> tuple[bytes, bytes]:
        """Return head and body of the answer."""
        self.writer.write(said)
        return await self.answer()

    async def answer(self) -> tuple[bytes, bytes]:
        head = (await self.reader.readuntil(b"\r\n\r\n")).lower()
        length = int(head.partition(b"content-length: ")[2].split()[0])
        return head, await self.reader.readexactly(length)


@asynccontextmanager
async def serving(linger: float = PATIENCE) -> AsyncIterator[tuple[HttpServer, Application, Any]]:
    application = Application()
    server = HttpServer(application, host="127.0.0.1", port=0, linger=linger)
    await server.start()
    opened: list[asyncio.StreamWriter] = []

    async def connect() -> Connection:
        streams = await asyncio.open_connection("127.0.0.1", server.port)
        opened.append(streams[1])
        return Connection(streams)

    try:
        yield server, application, connect
    finally:
        application.go_on.set()
        for writer in opened:
            writer.close()
        await server.aclose()


async def refused(server: HttpServer) -> None:
    """Wait until nobody can connect."""
    while True:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.close()
        except ConnectionRefusedError:
            return
        except ConnectionError:
            continue  # reset in the moment in which it is closed


async def test_what_comes_on_a_kept_connection_is_answered_and_is_its_last() -> None:
    async with serving() as (server, _, connect):
        kept = await connect()
        head, _ = await kept.ask()
        assert b"connection: close" not in head
        draining = asyncio.create_task(server.drain())
        await refused(server)
        assert not draining.done()  # as long as something may come
        head, body = await kept.ask()
        assert b" 200 " in head and b"\r\nconnection: close\r\n" in head and body == b"hi"
        assert await kept.reader.read() == b""
        await draining
        await server.drain()


async def test_who_has_connected_before_is_let_in() -> None:
    async with serving() as (server, _, _):
        # The system has taken the connection, and the server has not heard of it yet.
        with socket.create_connection(("127.0.0.1", server.port)) as client:
            client.sendall(ASKED)
            await server.drain()
            client.setblocking(False)
            heard = await asyncio.get_running_loop().sock_recv(client, 10_000)
        assert heard.startswith(b"HTTP/1.1 200 ") and heard.endswith(b"hi")


async def test_what_is_being_answered_goes_on() -> None:
    async with serving() as (server, application, connect):
        slow, streaming = await connect(), await connect()
        slow.writer.write(ASKED.replace(b"POST /", b"POST /slow"))
        streaming.writer.write(b"GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
        await streaming.reader.readuntil(b"one")
        await application.heard.wait()
        await server.drain()
        application.go_on.set()
        head, body = await slow.answer()
        assert b"connection: close" in head and body == b"hi"
        await streaming.reader.readuntil(b"two")
        # It did not say that it is the last: what is sent now is answered all the same.
        await streaming.reader.readuntil(b"0\r\n\r\n")
        head, body = await streaming.ask()
        assert b"connection: close" in head and body == b"hi"


async def test_connections_on_which_nothing_comes_are_closed_after_a_while() -> None:
    async with serving(linger=0.0) as (server, _, connect):
        kept = await connect()
        await kept.ask()
        await server.drain()
        assert await kept.reader.read() == b""
