"""A hundred WebSocket clients that are cut off again and again, and one that does not read (F19).

`FAULT_SCALE` (default 0.1) sets how many and how long; 1 is what the project promises to hold.
"""

import asyncio
import json
import os
import random
import socket
import uuid
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from app.conversations.push.connection import TOO_SLOW
from app.conversations.push.sockets import PATH
from app.domain.book import NewConversation, NewMessage
from tests.contract.queue_service import ANA
from tests.contract.served_books import ServedBook, served

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.faults,
    pytest.mark.slow,
    pytest.mark.logs_warnings,
    pytest.mark.timeout(600),
]

SCALE = float(os.environ.get("FAULT_SCALE", "0.1"))


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[ServedBook]:
    async with served(tmp_path / "service.db") as running:
        await running.book.create(ANA, NewConversation(id="talk", agent_id="data"))
        yield running


def registration(since: str | None) -> str:
    return json.dumps(
        {
            "message_id": str(uuid.uuid4()),
            "tenant_id": "acme",
            "created_at": datetime.now(UTC).isoformat(),
            "schema_version": "1.1",
            "type": {"domain": "subscription", "action": "register"},
            "source_service": "agent_orchestrator",
            "target_service": "conversation_service",
            "payload": {"topics": ["conversation.update"], "since": since},
        }
    )


class Client:
    """Listens, is cut off, and resumes by its cursor; keeps what it heard."""

    def __init__(self, service: ServedBook, token: str) -> None:
        self._address = "ws" + service.url.removeprefix("http") + PATH
        self._headers = {"Authorization": f"Bearer {token}"}
        self.cursor: str | None = None
        self.heard: list[int] = []

    def open(self, **settings: Any) -> Any:
        return connect(self._address, additional_headers=self._headers, **settings)

    async def listen(self, last: int, *, cut: bool) -> None:
        while not self.heard or self.heard[-1] != last:
            try:
                async with self.open() as socket:
                    await socket.send(registration(self.cursor))
                    seconds = random.uniform(0.5, 3) if cut else 3600.0
                    try:
                        async with asyncio.timeout(seconds):
                            await self._hear(socket, last)
                    except TimeoutError:
                        # Without a word, as when a cable is pulled.
                        socket.transport.abort()
            except (ConnectionClosed, OSError):
                continue

    async def _hear(self, socket: ClientConnection, last: int) -> None:
        async for text in socket:
            told = json.loads(text)
            if told["type"]["action"] == "registered":
                assert told["payload"]["outcome"] != "cannot_replay"
                self.cursor = self.cursor or told["payload"]["cursor"]
                continue
            self.heard.append(int(told["payload"]["last_message"]["content_preview"]))
            self.cursor = told["metadata"]["cursor"]
            if self.heard[-1] == last:
                return


async def talk(service: ServedBook, numbers: range, pause: float) -> None:
    for number in numbers:
        await service.book.add(ANA, "talk", NewMessage(role="user", content=str(number)))
        await asyncio.sleep(pause)


async def test_f19_cut_off_clients_hear_everything_once_in_order(service: ServedBook) -> None:
    clients = [Client(service, await service.token()) for _ in range(max(20, round(100 * SCALE)))]
    seconds = max(8.0, 60 * SCALE)
    count = round(seconds * 10)
    listening = [asyncio.create_task(client.listen(count - 1, cut=True)) for client in clients]
    async with asyncio.timeout(20):
        while any(client.cursor is None for client in clients):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    await talk(service, range(count), seconds / count)
    async with asyncio.timeout(60):
        await asyncio.gather(*listening)
    for client in clients:
        assert client.heard == list(range(count))


def reads_little(service: ServedBook) -> socket.socket:
    """Return a socket that takes little in advance: else the system keeps all for who is slow."""
    address = httpx.URL(service.url)
    connected = socket.socket()
    connected.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connected.connect((address.host, address.port))
    return connected


async def test_f19_a_slow_reader_is_cut_off_and_nobody_notices(service: ServedBook) -> None:
    others = [Client(service, await service.token()) for _ in range(max(10, round(50 * SCALE)))]
    count = 2500
    listening = [asyncio.create_task(client.listen(count - 1, cut=False)) for client in others]
    slow = Client(service, await service.token())
    async with slow.open(max_queue=1, sock=reads_little(service)) as reader:
        await reader.send(registration(None))
        assert json.loads(await reader.recv())["payload"]["outcome"] == "up_to_date"
        await talk(service, range(200), 0.002)
        reader.transport.pause_reading()
        await talk(service, range(200, count), 0)
        async with asyncio.timeout(60):
            await asyncio.gather(*listening)
        async with asyncio.timeout(10):
            while service.push.connected > 0:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        reader.transport.resume_reading()
        with pytest.raises(ConnectionClosed) as caught:
            while True:
                await reader.recv()
        if caught.value.rcvd is not None:
            assert caught.value.rcvd.code == TOO_SLOW
    for client in others:
        assert client.heard == list(range(count))
