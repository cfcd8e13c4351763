"""Agents behind a private authority, a client certificate, a proxy: all of them really there."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.responses import JSONResponse

from app.errors import AgentUnreachable, BadInput
from tests.contract.transport.http_agents import listening
from tests.contract.transport.tls import Authority, tls_listening
from transport.client.cards import fetch_card
from transport.client.http import HttpOptions, http_client

pytestmark = pytest.mark.anyio

CARD = {
    "name": "behind",
    "supportedInterfaces": [
        {"url": "https://127.0.0.1/x", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}
    ],
}


async def tells_its_card(scope: Any, receive: Any, send: Any) -> None:
    await JSONResponse(CARD)(scope, receive, send)


async def test_a_private_authority_is_trusted_where_it_is_named(tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    async with tls_listening(tells_its_card, authority) as base:
        async with http_client(HttpOptions(ca_file=authority.file)) as client:
            assert (await fetch_card(client, base)).name == "behind"
        async with http_client() as client:
            with pytest.raises(AgentUnreachable, match=r"(?i)certificate"):
                await fetch_card(client, base)


async def test_a_client_certificate_lets_in(tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    mine = authority.certificate("ada", client=True)
    async with tls_listening(tells_its_card, authority, client_needed=True) as base:
        options = HttpOptions(ca_file=authority.file, client_certificate=mine)
        async with http_client(options) as client:
            assert (await fetch_card(client, base)).name == "behind"
        async with http_client(HttpOptions(ca_file=authority.file)) as client:
            with pytest.raises(AgentUnreachable):
                await fetch_card(client, base)


async def test_a_file_that_is_no_certificate_is_said_so(tmp_path: Path) -> None:
    file = tmp_path / "no.pem"
    await asyncio.to_thread(file.write_text, "nothing")
    for options in (HttpOptions(ca_file=file), HttpOptions(client_certificate=file)):
        with pytest.raises(BadInput, match="PEM"):
            http_client(options)


class Proxy:
    """A proxy that passes on what it is asked for; owns the list of it."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        verb, target, _ = head.decode().split(" ", 2)
        self.asked.append(f"{verb} {target}")
        url = httpx.URL(f"http://{target}" if verb == "CONNECT" else target)
        there, back = await asyncio.open_connection(url.host, url.port)
        if verb == "CONNECT":
            writer.write(b"HTTP/1.1 200 Connected\r\n\r\n")
        else:
            path = head.replace(target.encode(), url.raw_path, 1)
            back.write(path.replace(b"keep-alive", b"close"))
        await asyncio.gather(_pump(reader, back), _pump(there, writer))


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except ConnectionError:
        pass
    finally:
        writer.close()


@asynccontextmanager
async def proxied() -> AsyncIterator[tuple[Proxy, str]]:
    proxy = Proxy()
    server = await asyncio.start_server(proxy, "127.0.0.1", 0)
    yield proxy, f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    server.close()
    await server.wait_closed()
    await asyncio.sleep(0)


async def test_proxies_come_from_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority = Authority(tmp_path)
    async with (
        proxied() as (proxy, address),
        tls_listening(tells_its_card, authority) as over_tls,
        listening(tells_its_card) as plain,
    ):
        monkeypatch.setenv("HTTPS_PROXY", address)
        monkeypatch.setenv("HTTP_PROXY", address)
        monkeypatch.delenv("NO_PROXY", raising=False)
        monkeypatch.delenv("no_proxy", raising=False)
        async with http_client(HttpOptions(ca_file=authority.file)) as client:
            assert (await fetch_card(client, over_tls)).name == "behind"
            assert (await fetch_card(client, plain)).name == "behind"
        port = over_tls.rsplit(":", 1)[1]
        assert proxy.asked[0] == f"CONNECT 127.0.0.1:{port}"
        assert proxy.asked[1].startswith(f"GET {plain}/")
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        async with http_client() as client:
            assert (await fetch_card(client, plain)).name == "behind"
        assert len(proxy.asked) == 2
