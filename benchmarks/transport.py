"""What a request costs on each wire, beside a bare SDK client and server in the same run.

Every server is a process of its own; the executor is the same. Rounds alternate between the wires,
so that a busy machine slows all of them alike. Figures: milliseconds from the request to the first
event and to the last, of a short answer; events per second of long ones, several at a time; and how
long an answer of 5,000 pieces and 1,000 requests at once take.
"""

import argparse
import asyncio
import os
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from typing import Any

import httpx
from a2a.client.client import ClientConfig
from a2a.client.client_factory import ClientFactory
from a2a.helpers import new_task_from_user_message
from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.events import EventQueue
from a2a.server.tasks import TaskUpdater
from a2a.types import (
    AgentCapabilities,
    AgentCard,
    AgentInterface,
    AgentSkill,
    Message,
    Part,
    Role,
    SendMessageRequest,
)

from agents.hosting.host import TOGETHER_SECONDS

SHORT, LONG, PARALLEL = 3, 400, 4
BULK, REQUESTS = 5_000, 1_000
BINDINGS = ("JSONRPC", "HTTP+JSON")

Send = Callable[[str], AsyncIterator[Any]]


class Counting(AgentExecutor):
    """Answers with as many pieces as it is asked for, at once."""

    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        """Answer a number with that many pieces."""
        assert context.message is not None
        await event_queue.enqueue_event(new_task_from_user_message(context.message))
        updater = TaskUpdater(event_queue, context.task_id or "", context.context_id or "")
        await updater.start_work()
        for n in range(int(context.get_user_input())):
            await updater.add_artifact([Part(text="piece ")], artifact_id="a", append=n > 0)
            await asyncio.sleep(0)
        await updater.complete()

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        """Say that the task was canceled."""
        await TaskUpdater(event_queue, context.task_id or "", context.context_id or "").cancel()


def card(url: str = "") -> AgentCard:
    """Return the agent's card; with an address, as a client finds it."""
    return AgentCard(
        name="counting",
        description="Counts.",
        version="1",
        capabilities=AgentCapabilities(streaming=True),
        default_input_modes=["text/plain"],
        default_output_modes=["text/plain"],
        skills=[AgentSkill(id="count", name="Count", description="Counts.", tags=["bench"])],
        supported_interfaces=[
            AgentInterface(url=url, protocol_binding=one, protocol_version="1.0")
            for one in BINDINGS
            if url
        ],
    )


def serve_bare(port: int) -> None:
    """Serve with the SDK's own routes and store."""
    import uvicorn
    from a2a.server.request_handlers import DefaultRequestHandler
    from a2a.server.routes import create_jsonrpc_routes, create_rest_routes
    from a2a.server.tasks import InMemoryTaskStore
    from starlette.applications import Starlette

    handler = DefaultRequestHandler(Counting(), InMemoryTaskStore(), card("http://x"))
    routes = [*create_jsonrpc_routes(handler, "/"), *create_rest_routes(handler)]
    uvicorn.run(Starlette(routes=routes), host="127.0.0.1", port=port, log_level="error")


def serve_ours(port: int) -> None:
    """Serve as `balance-desk serve` does, with tasks in memory as the SDK's server has them."""
    from app.domain.ids import utc_now
    from transport.server.cards import ServedAgent
    from transport.server.http_server import HttpServer
    from transport.server.routes import http_application

    async def main() -> None:
        host = make_host(together_seconds=0.0)
        agent = ServedAgent("counting", host.handler, host.card)
        entry = http_application([agent], base="", vary=True, since=utc_now())
        await HttpServer(entry, host="127.0.0.1", port=port).start()
        await asyncio.Event().wait()

    asyncio.run(main())


def make_host(*, together_seconds: float = TOGETHER_SECONDS) -> Any:
    """Return our host of the agent, with tasks in memory."""
    from agents.hosting.host import AgentHost
    from app.conversations.store.ephemeral_store import MemoryStore

    return AgentHost(
        name="counting",
        card=card(),
        make_executor=lambda history: Counting(),
        records=MemoryStore(),
        together_seconds=together_seconds,
    )


async def bare_client(url: str, binding: str, stack: AsyncExitStack) -> Send:
    """Return how the SDK's own client sends."""
    http = httpx.AsyncClient(timeout=None)
    stack.push_async_callback(http.aclose)
    config = ClientConfig(httpx_client=http, supported_protocol_bindings=[binding])
    client = ClientFactory(config).create(card(url))

    def send(text: str) -> AsyncIterator[Any]:
        message = Message(message_id=os.urandom(8).hex(), role=Role.ROLE_USER)
        message.parts.append(Part(text=text))
        return client.send_message(SendMessageRequest(message=message))

    return send


async def our_client(link: Any, stack: AsyncExitStack) -> Send:
    """Return how the desk's link sends."""
    from app.domain.ids import new_context_id, new_message_id, utc_now
    from app.domain.messages import Message as Said
    from app.domain.messages import Role as Who
    from app.domain.messages import TextPart

    stack.push_async_callback(link.aclose)

    def send(text: str) -> AsyncIterator[Any]:
        message = Said(
            message_id=new_message_id(),
            context_id=new_context_id(),
            role=Who.USER,
            parts=(TextPart(text=text),),
            created_at=utc_now(),
        )
        events: AsyncIterator[Any] = link.send(message)
        return events

    return send


async def once(send: Send, pieces: int) -> tuple[float, float, int]:
    """Return seconds to the first event, to the last, and how many there were."""
    started, first, count = time.perf_counter(), 0.0, 0
    async for _ in send(str(pieces)):
        first = first or time.perf_counter() - started
        count += 1
    return first, time.perf_counter() - started, count


async def measure(wires: dict[str, Send], rounds: int) -> None:
    """Measure all wires in turn, and print the figures."""
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in wires}
    rates: dict[str, list[float]] = {name: [] for name in wires}
    for send in wires.values():
        for _ in range(20):
            await once(send, SHORT)
    for _ in range(rounds):
        for name, send in wires.items():
            for _ in range(10):
                found[name].append((await once(send, SHORT))[:2])
    for _ in range(max(7, rounds // 2)):
        for name, send in wires.items():
            started = time.perf_counter()
            done = await asyncio.gather(*(once(send, LONG) for _ in range(PARALLEL)))
            rates[name].append(sum(one[2] for one in done) / (time.perf_counter() - started))
    print(f"{'wire':<22}{'first p50':>11}{'p99':>8}{'last p50':>11}{'p99':>8}{'events/s':>11}")
    for name, times in found.items():
        row = [f"{name:<22}"]
        for column in (0, 1):
            values = sorted(one[column] * 1000 for one in times)
            row.append(f"{statistics.median(values):>11.2f}")
            row.append(f"{values[int(len(values) * 0.99) - 1]:>8.2f}")
        row.append(f"{statistics.median(rates[name]):>11,.0f}")
        print("".join(row))

    def last(name: str) -> float:
        return statistics.median(one[1] for one in found[name])

    def rate(name: str) -> float:
        return statistics.median(rates[name])

    for binding in BINDINGS:
        ours, bare = f"ours {binding}", f"bare {binding}"
        print(
            f"{binding}: latency {last(ours) / last(bare):.2f} × bare (wanted: at most 1.15), "
            f"throughput {rate(ours) / rate(bare):.2f} × bare (wanted: at least 0.9)"
        )
    fastest = max(rate(f"ours {binding}") for binding in BINDINGS)
    inside = rate("in process")
    print(f"in process: throughput {inside / fastest:.1f} × HTTP's (wanted: at least 5)")


async def measure_bulk(wires: dict[str, Send]) -> None:
    """Measure one very long answer, and very many short ones at once, and print the figures."""
    print(f"{'wire':<22}{'5,000 pieces':>14}{'1,000 requests':>17}")
    for name, send in wires.items():
        long = (await once(send, BULK))[1]
        begun = time.perf_counter()
        async with asyncio.TaskGroup() as group:
            for _ in range(REQUESTS):
                group.create_task(once(send, 1))
        took = time.perf_counter() - begun
        print(f"{name:<22}{BULK / long:>10,.0f} ev/s{REQUESTS / took:>12,.0f} req/s")


def started(kind: str, stack: AsyncExitStack) -> int:
    """Start a server of that kind and return its port when it listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    command = [sys.executable, "-m", "benchmarks.transport", "--serve", kind, "--port", str(port)]
    process = subprocess.Popen(command)
    stack.callback(process.wait)
    stack.callback(process.kill)
    deadline = time.monotonic() + 60
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return port
        except OSError:
            if time.monotonic() > deadline or process.poll() is not None:
                raise
            time.sleep(0.05)


async def run(rounds: int, *, bulk: bool) -> None:
    """Start the servers, connect the clients, measure."""
    from transport.connect import connect, link_in_process

    async with AsyncExitStack() as stack:
        bare = await asyncio.to_thread(started, "bare", stack)
        ours = await asyncio.to_thread(started, "ours", stack)
        wires: dict[str, Send] = {}
        for binding in BINDINGS:
            wires[f"bare {binding}"] = await bare_client(f"http://127.0.0.1:{bare}", binding, stack)
            link = await connect(f"http://127.0.0.1:{ours}", binding=binding)
            wires[f"ours {binding}"] = await our_client(link, stack)
        host = make_host()
        stack.push_async_callback(host.aclose)
        wires["in process"] = await our_client(link_in_process(host.handler, host.card), stack)
        await measure(wires, rounds)
        if bulk:
            await measure_bulk(wires)


def main() -> int:
    """Run the benchmark, or be one of its servers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--bulk", action="store_true", help="a very long answer, many requests")
    parser.add_argument("--serve", choices=("bare", "ours"), help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        {"bare": serve_bare, "ours": serve_ours}[given.serve](given.port)
    else:
        asyncio.run(run(given.rounds, bulk=given.bulk))
    return 0


if __name__ == "__main__":
    sys.exit(main())
