"""The proxy that is shipped, as nginx runs it: TLS, slow clients, large bodies, streams."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket
from websockets.asyncio.client import connect

from app.conversations.service.push.sockets import PINGS
from app.conversations.service.rest.service_settings import MAX_BODY_BYTES
from tests.live.nginx import Nginx
from tests.live.servers import NoServer
from tests.patience import PATIENCE
from transport.server.http_server import HttpServer

pytestmark = [pytest.mark.live, pytest.mark.anyio]

IMPORT = "/api/v1/conversations:import"


class Behind(Starlette):
    """What stands behind the proxy. `heard` are the paths that came to it, `callers` of whom."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.callers: list[str] = []
        self.go_on = asyncio.Event()
        super().__init__(
            routes=[
                Route("/stream", self._stream),
                WebSocketRoute("/socket", self._socket),
                Route("/{path:path}", self._answer, methods=["GET", "POST"]),
            ]
        )

    async def _answer(self, request: Request) -> Response:
        self.heard.append(request.url.path)
        self.callers.append(request.headers["x-forwarded-for"])
        return PlainTextResponse(
            request.headers["x-forwarded-proto"], headers={"X-Trace-Id": "12ab"}
        )

    async def _stream(self, _: Request) -> Response:
        async def events() -> AsyncIterator[str]:
            yield "data: one\n\n"
            await self.go_on.wait()
            yield "data: two\n\n"

        return StreamingResponse(events(), media_type="text/event-stream")

    async def _socket(self, socket: WebSocket) -> None:
        await socket.accept()
        await socket.send_text(await socket.receive_text())
        await socket.close()


@pytest.fixture
async def behind() -> AsyncIterator[Behind]:
    yield Behind()


@pytest.fixture
async def proxy(behind: Behind, tmp_path: Path) -> AsyncIterator[Nginx]:
    server = HttpServer(behind, host="127.0.0.1", port=0, websockets=PINGS)
    await server.start()
    nginx = Nginx(tmp_path, server.port)
    try:
        await asyncio.to_thread(nginx.__enter__)
        yield nginx
    except NoServer as reason:
        pytest.skip(str(reason))
    finally:
        await asyncio.to_thread(nginx.stop)
        await server.aclose()


@pytest.fixture
async def client(proxy: Nginx) -> AsyncIterator[httpx.AsyncClient]:
    url = f"https://localhost:{proxy.port}"
    async with httpx.AsyncClient(base_url=url, verify=proxy.trust, timeout=PATIENCE) as opened:
        yield opened


async def rest(reader: asyncio.StreamReader) -> bytes:
    """Return what comes until the connection is closed, or broken off with something unread."""
    try:
        return await reader.read()
    except ConnectionError:
        return b""


async def test_the_proxy_ends_tls_and_keeps_figures_to_the_inside(
    client: httpx.AsyncClient, behind: Behind
) -> None:
    answer = await client.get("/health")
    assert (answer.status_code, answer.text) == (200, "https")
    assert "max-age" in answer.headers["strict-transport-security"]
    assert (await client.get("/metrics")).status_code == 404
    assert behind.heard == ["/health"]


async def test_the_proxy_tells_and_keeps_who_came(
    proxy: Nginx, client: httpx.AsyncClient, behind: Behind
) -> None:
    forged = {"X-Forwarded-For": "192.0.2.1"}
    await client.get("/health", params={"token": "hidden"}, headers=forged)
    assert len(behind.callers) == 1
    assert behind.callers[0] in ("127.0.0.1", "::1")
    file = proxy.folder / "access.log"
    async with asyncio.timeout(PATIENCE):
        while not (text := await asyncio.to_thread(file.read_text)):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    told = json.loads(text)
    assert told["client"] == behind.callers[0]
    assert (told["path"], told["status"], told["trace_id"]) == ("/health", "200", "12ab")
    assert "hidden" not in text


async def test_who_sends_a_header_byte_by_byte_is_cut_and_holds_nobody(
    proxy: Nginx, client: httpx.AsyncClient, behind: Behind
) -> None:
    reader, writer = await proxy.connection()
    writer.write(b"GET /slow HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
    cut = asyncio.create_task(rest(reader))
    while not cut.done():
        writer.write(b"x")
        assert (await client.get("/others")).status_code == 200
    assert await cut == b""
    writer.close()
    assert set(behind.heard) == {"/others"}


async def test_who_does_not_send_its_body_is_cut_before_a_server_hears_of_it(
    proxy: Nginx, behind: Behind
) -> None:
    reader, writer = await proxy.connection()
    writer.write(b"POST /slow HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nx")
    assert await rest(reader) == b""
    writer.close()
    assert behind.heard == []


@pytest.mark.parametrize(("path", "most"), [("/large", 9), (IMPORT, 32)])
async def test_a_body_over_the_limit_is_refused_before_it_is_sent(
    proxy: Nginx, behind: Behind, path: str, most: int
) -> None:
    reader, writer = await proxy.connection()
    length = most * 1024 * 1024 + 1
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n"
    writer.write(head.encode())
    assert b" 413 " in await reader.readline()
    writer.close()
    assert behind.heard == []


async def test_a_message_and_an_import_of_the_greatest_length_come_through(
    client: httpx.AsyncClient, behind: Behind
) -> None:
    for path, length in (("/message", MAX_BODY_BYTES), (IMPORT, 32 * 1024 * 1024)):
        answer = await client.post(path, content=b"x" * length)
        assert (answer.status_code, answer.text) == (200, "https")
    assert behind.heard == ["/message", IMPORT]


async def test_a_stream_comes_through_as_it_is_sent(
    client: httpx.AsyncClient, behind: Behind
) -> None:
    async with client.stream("GET", "/stream") as answer:
        pieces = answer.aiter_text()
        assert await anext(pieces) == "data: one\n\n"
        behind.go_on.set()
        assert await anext(pieces) == "data: two\n\n"


async def test_a_web_socket_comes_through(proxy: Nginx) -> None:
    async with connect(f"wss://localhost:{proxy.port}/socket", ssl=proxy.trust) as socket:
        await socket.send("hello")
        assert await socket.recv() == "hello"
