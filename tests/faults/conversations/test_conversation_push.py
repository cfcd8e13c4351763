"""WebSocket clients that are cut off again and again, and one that does not read (F19)."""

import asyncio
import json
import random
import socket
import uuid
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from app.conversations.service.push.sockets import PATH
from app.conversations.service.push.subscriptions import MAX_QUEUED, TOO_SLOW
from app.domain.book import NewConversation, NewMessage
from app.domain.service_tasks import ServiceTask, ServiceTaskState
from tests.contract.app.conversations.book.served_books import ServedBook, served
from tests.contract.app.conversations.service.queue_service import ANA
from tests.faults.conversations.latencies import p99, unaffected
from tests.faults.scales import Scale
from tests.patience import PATIENCE

pytestmark = [pytest.mark.anyio, pytest.mark.logs_warnings]

LAST = -1
BURST = 10
PARTS = 3
MOST_UNREAD = 10 * MAX_QUEUED
LONG_RESULT = "x" * 6_000
"""The system keeps some megabytes for who does not read, before anything waits in the service."""


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
            "payload": {"topics": ["conversation.update", "task.completed"], "since": since},
        }
    )


def number_of(payload: dict[str, Any]) -> int:
    said: str = payload.get("task_id") or payload["last_message"]["content_preview"]
    return int(said)


class Client:
    """Listens, is cut off, and resumes by its cursor; keeps what it heard."""

    def __init__(self, service: ServedBook, token: str) -> None:
        self._address = "ws" + service.url.removeprefix("http") + PATH
        self._headers = {"Authorization": f"Bearer {token}"}
        self.cursor: str | None = None
        self.heard: list[int] = []
        self.at: list[float] = []

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
            self.heard.append(number_of(told["payload"]))
            self.at.append(perf_counter())
            self.cursor = told["metadata"]["cursor"]
            if self.heard[-1] == last:
                return


async def talk(service: ServedBook, numbers: range, pause: float) -> None:
    for number in numbers:
        await service.book.add(ANA, "talk", NewMessage(role="user", content=str(number)))
        await asyncio.sleep(pause)


async def test_f19_cut_off_clients_hear_everything_once_in_order(
    service: ServedBook, scale: Scale
) -> None:
    clients = [Client(service, await service.token()) for _ in range(scale(20, 100))]
    seconds = scale.seconds(6.0, 60.0)
    count = round(seconds * 10)
    listening = [asyncio.create_task(client.listen(count - 1, cut=True)) for client in clients]
    async with asyncio.timeout(PATIENCE):
        while any(client.cursor is None for client in clients):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    await talk(service, range(count), seconds / count)
    async with asyncio.timeout(PATIENCE):
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


async def work_in_bursts(
    service: ServedBook, numbers: Sequence[int], pause: float
) -> dict[int, float]:
    """Complete tasks of these numbers, several at a time; return when each was begun with."""
    begun: dict[int, float] = {}
    for at in range(0, len(numbers), BURST):
        burst = numbers[at : at + BURST]
        begun |= dict.fromkeys(burst, perf_counter())
        done = [
            ServiceTask(id=str(number), state=ServiceTaskState.COMPLETED, result=LONG_RESULT)
            for number in burst
        ]
        await asyncio.gather(*(service.book.task_put(ANA, task) for task in done))
        await asyncio.sleep(pause)
    return begun


def slowest(clients: Sequence[Client], begun: dict[int, float], numbers: range) -> list[float]:
    """Return how long it took to be heard, of each part of these the p99."""
    size = len(numbers) // PARTS
    return [
        p99([client.at[number] - begun[number] for client in clients for number in part])
        for part in (numbers[at * size : (at + 1) * size] for at in range(PARTS))
    ]


async def test_f19_a_slow_reader_is_cut_off_and_nobody_notices(
    service: ServedBook, scale: Scale
) -> None:
    others = [Client(service, await service.token()) for _ in range(scale(5, 49))]
    pause = scale.seconds(0.02, 0.1)
    listening = [asyncio.create_task(client.listen(LAST, cut=False)) for client in others]
    async with asyncio.timeout(PATIENCE):
        while any(client.cursor is None for client in others):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    await work_in_bursts(service, range(100), pause)
    alone = range(100, 100 + scale(450, 900))
    begun = await work_in_bursts(service, alone, pause)
    slow = Client(service, await service.token())
    # Uncompressed: else thousands more would be on their way before any waits in the service.
    unread = {"max_queue": 1, "compression": None, "sock": reads_little(service)}
    async with slow.open(**unread) as reader:
        await reader.send(registration(None))
        assert json.loads(await reader.recv())["payload"]["outcome"] == "up_to_date"
        reader.transport.pause_reading()
        number = alone.stop
        while service.push.connected > len(others):
            begun |= await work_in_bursts(service, range(number, number + BURST), pause)
            number += BURST
            assert number - alone.stop < MOST_UNREAD
        # Not before it had let so many wait as it may.
        assert number - alone.stop >= MAX_QUEUED
        await work_in_bursts(service, [LAST], 0)
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*listening)
        reader.transport.resume_reading()
        with pytest.raises(ConnectionClosed) as caught:
            while True:
                await reader.recv()
        if caught.value.rcvd is not None:
            assert caught.value.rcvd.code == TOO_SLOW
    for client in others:
        assert client.heard == [*range(number), LAST]
    print("unread", number - alone.stop)
    beside = slowest(others, begun, range(alone.stop, number))
    unaffected(slowest(others, begun, alone), beside, scale)
