"""Queues and WebSockets of the conversation service beside bare ones, in one run, as ratios.

    python -m benchmarks.conversations_live [--requests 500] [--backlog 10000] [--subscribers 100]

Over Redis: a context window by request and reply, beside an echo over two streams plus the same
query in process. The echo reads its requests as JSON, writes the same reply as JSON anew for each,
and reads that; it signs nothing, checks no fields, and refuses nothing. Under a backlog: the same
requests, at a rate that waits for nobody, with nothing else waiting and with thousands of others.
Fan-out: from a message to the last of the subscribers, beside an application that stores it and
writes to every socket itself.
"""

import argparse
import asyncio
import json
import sys
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any

from redis.asyncio import Redis as Client
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import connect

from app.conversations.protocol.queue_names import HISTORY, RETRIEVE, STORE
from app.conversations.service.push.sockets import PATH, PINGS
from app.conversations.service.queues.redis_queues import RedisQueues
from app.domain.book import NewConversation, NewMessage
from app.domain.contexts import ContextRequest
from benchmarks._load import Taken, closed, open_loop
from tests.contract.app.conversations.book.served_books import ServedBook, served
from tests.contract.app.conversations.service.queue_samples import raw, said, store
from tests.contract.app.conversations.service.queue_service import ANA, AskedService, asked_service
from tests.contract.app.conversations.service.test_push import sent
from tests.live.servers import NoServer, Redis
from transport.server.http_server import HttpServer

TALK: Any = {"conversation_id": "talk", "user_id": "ana"}
WANTED: Any = {"message_count": 50, "max_tokens": 8000}
ROUNDS = 10
RATE = 10.0
"""Urgent requests a second under a backlog."""


async def timed(count: int, act: Callable[[], Awaitable[Any]]) -> Taken:
    """Return how long each of `count` calls took, one after the other."""

    async def once(_: int) -> None:
        await act()

    return await closed(once, requests=count)


async def echo(url: str, count: int, answer: bytes) -> Taken:
    """Request and reply over two bare streams; each reply is the `answer`, written as JSON anew."""
    body = raw(said(RETRIEVE, WANTED))
    told = json.loads(answer)
    async with AsyncExitStack() as stack:
        asking, reading, working = [
            await stack.enter_async_context(Client.from_url(url, socket_timeout=30, protocol=2))
            for _ in range(3)
        ]
        await asking.delete("bare.requests", "bare.replies")
        await working.xgroup_create("bare.requests", "g", id="0", mkstream=True)

        async def work() -> None:
            while True:
                found: Any = await working.xreadgroup(
                    "g", "w", {"bare.requests": ">"}, count=10, block=2000
                )
                for _, entries in found:
                    for entry, fields in entries:
                        json.loads(fields[b"d"])
                        async with working.pipeline() as calls:
                            reply = json.dumps(told, ensure_ascii=False).encode()
                            calls.xadd("bare.replies", {"d": reply}, maxlen=10_000)
                            calls.xack("bare.requests", "g", entry)
                            calls.xdel("bare.requests", entry)
                            await calls.execute()

        worker = asyncio.create_task(work())
        last: Any = "0"

        async def ask() -> None:
            nonlocal last
            await asking.xadd("bare.requests", {"d": body})
            found: Any = await reading.xread({"bare.replies": last}, block=2000)
            last, fields = found[0][1][-1]
            json.loads(fields[b"d"])

        await timed(20, ask)
        taken = await timed(count, ask)
        worker.cancel()
        await asyncio.gather(worker, return_exceptions=True)
    return taken


async def over_redis(service: AskedService, url: str, count: int) -> None:
    """Print the ratio of a context over Redis."""

    async def query() -> None:
        await service.book.context(ANA, "talk", ContextRequest(**WANTED))

    ask = partial(window, service)
    await timed(20, ask)
    found = await window(service)
    ours, bare, read = Taken(), Taken(), Taken()
    # In turns, so that other work on the machine meets all of them.
    for _ in range(ROUNDS):
        bare += await echo(url, count // ROUNDS, found.encode())
        read += await timed(count // ROUNDS, query)
        ours += await timed(count // ROUNDS, ask)
    for which in (50, 95):
        mine, one, other = (taken.percentile(which / 100) for taken in (ours, bare, read))
        ratio = f"{mine / (one + other):.2f} x bare echo + query ({one:.2f} + {other:.2f} ms)"
        print(f"  context over Redis       p{which} {mine:7.2f} ms = {ratio}")


async def window(service: AskedService) -> Any:
    """Ask for a context window, urgently; return the answer."""
    answer = await service.requester.ask(RETRIEVE, WANTED, priority=7, seconds=60, **TALK)
    assert answer.status == "completed"
    return answer


async def under_backlog(service: AskedService, backlog: int) -> None:
    """Print how urgent requests do while thousands of others wait, and without those."""
    drained, low = asyncio.Event(), 0

    async def urgent(_: int) -> None:
        await window(service)
        if await service.queues.waiting(HISTORY) < low // 10:
            drained.set()

    alone = (await open_loop(urgent, rate=RATE, seconds=10)).percentile(0.99)
    for number in range(backlog // 2):
        await service.put(STORE, raw(store(str(number), metadata={"user_id": "ana"})))
        await service.put(HISTORY, raw(said(HISTORY, {"limit": 5})))
    low = await service.queues.waiting(HISTORY)
    taken = await open_loop(urgent, rate=RATE, seconds=60, until=drained)
    done_low = low - await service.queues.waiting(HISTORY)
    done_medium = backlog // 2 - await service.queues.waiting(STORE)
    ours = taken.percentile(0.99)
    print(f"  urgent, {backlog:6} waiting   p99 {ours:7.2f} ms = {ours / alone:.2f} x idle", end="")
    print(f" ({alone:.2f} ms)")
    print(f"  meanwhile done: {len(taken.seconds)} high, {done_medium} medium, {done_low} low")


class BareFanOut:
    """Stores a message, then writes to every socket."""

    def __init__(self, service: ServedBook) -> None:
        self._service = service
        self._sockets: set[WebSocket] = set()
        self._app = Starlette(routes=[WebSocketRoute("/ws", self._serve)])

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer as an ASGI application."""
        await self._app(scope, receive, send)

    async def say(self, text: str) -> None:
        """Store a message and tell everybody."""
        added = await self._service.book.add(ANA, "bare", NewMessage(role="user", content=text))
        told = added.message.model_dump_json()
        for socket in self._sockets:
            await socket.send_text(told)

    async def _serve(self, websocket: WebSocket) -> None:
        await websocket.accept()
        self._sockets.add(websocket)
        try:
            while True:
                await websocket.receive_text()
        except WebSocketDisconnect:
            self._sockets.discard(websocket)


async def fan_out(folder: Path, subscribers: int, count: int) -> None:
    """Print the ratio of the time until the last subscriber has a message."""
    async with AsyncExitStack() as stack:
        service = await stack.enter_async_context(served(folder / "fan.db"))
        for name in ("bare", "talk"):
            await service.book.create(ANA, NewConversation(id=name))
        bare = BareFanOut(service)
        server = HttpServer(bare, host="127.0.0.1", port=0, websockets=PINGS)
        await server.start()
        stack.push_async_callback(server.aclose)
        token = await service.token(user="ana")
        headers = {"Authorization": f"Bearer {token}"}
        plain, ours = [], []
        for _ in range(subscribers):
            address = f"ws://127.0.0.1:{server.port}/ws"
            plain.append(await stack.enter_async_context(connect(address)))
        for _ in range(subscribers):
            address = "ws" + service.url.removeprefix("http") + PATH
            socket = await stack.enter_async_context(connect(address, additional_headers=headers))
            filters = {"conversation_id": "talk"}
            payload = {"topics": ["conversation.update"], "filters": filters}
            await socket.send(sent("subscription", "register", payload))
            await socket.recv()
            ours.append(socket)

        async def to_all(sockets: list[Any], say: Callable[[], Awaitable[Any]]) -> None:
            hearing = [asyncio.create_task(socket.recv()) for socket in sockets]
            await say()
            await asyncio.gather(*hearing)

        async def told() -> None:
            await service.book.add(ANA, "talk", NewMessage(role="user", content="news"))

        figures = []
        for sockets, say in ((ours, told), (plain, partial(bare.say, "news"))):
            await timed(5, partial(to_all, sockets, say))
            figures.append(await timed(count, partial(to_all, sockets, say)))
        for which in (50, 95):
            one, other = (taken.percentile(which / 100) for taken in figures)
            ratio = f"{one / other:.2f} x bare ({other:.2f} ms)"
            print(f"  to {subscribers} subscribers       p{which} {one:7.2f} ms = {ratio}")


async def measure(arguments: argparse.Namespace) -> None:
    """Print all figures."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        try:
            with Redis(folder / "redis") as redis:
                async with AsyncExitStack() as stack:
                    queues = RedisQueues(redis.url)
                    stack.push_async_callback(queues.aclose)
                    service = await stack.enter_async_context(asked_service(folder, queues))
                    for number in range(200):
                        new = NewMessage(role="user", content=f"message {number}")
                        await service.book.add(ANA, "talk", new)
                    await over_redis(service, redis.url, arguments.requests)
                    await under_backlog(service, arguments.backlog)
        except NoServer as reason:
            print(f"  without Redis: {reason}")
        await fan_out(folder, arguments.subscribers, arguments.messages)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=500)
    parser.add_argument("--backlog", type=int, default=10_000)
    parser.add_argument("--subscribers", type=int, default=100)
    parser.add_argument("--messages", type=int, default=100)
    asyncio.run(measure(parser.parse_args()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
