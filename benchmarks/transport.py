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
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from typing import Any, NamedTuple

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
from benchmarks._load import Taken, closed

SHORT, LONG, PARALLEL = 3, 400, 4
BULK, REQUESTS = 5_000, 1_000
BINDINGS = ("JSONRPC", "HTTP+JSON")

Send = Callable[[str], AsyncIterator[Any]]
Once = Callable[[int], Awaitable[tuple[float, int]]]
"""Asks for so many pieces; returns the seconds to the first event, and how many came."""


class Streamed(NamedTuple):
    """Short answers, to their first event and to their last, and events a second of long ones."""

    first: Taken
    last: Taken
    rates: list[float]

    @property
    def rate(self) -> float:
        """The median of the events a second."""
        return statistics.median(self.rates)

    def row(self) -> str:
        """Return all figures, times in milliseconds."""
        times = [one.percentile(share) for one in (self.first, self.last) for share in (0.5, 0.99)]
        return "{:>11.2f}{:>8.2f}{:>11.2f}{:>8.2f}".format(*times) + f"{self.rate:>11,.0f}"


HEAD = f"{'first p50':>11}{'p99':>8}{'last p50':>11}{'p99':>8}{'events/s':>11}"
"""What stands over the rows."""


async def asked(once: Once, pieces: int, first: Taken | None = None, **load: Any) -> Taken:
    """Ask for so many pieces by `closed`, given the load; the statuses are how many events came."""

    async def ask(_: int) -> int:
        seconds, events = await once(pieces)
        if first is not None:
            first.seconds.append(seconds)
        return events

    return await closed(ask, **load)


async def in_turns(ways: Mapping[str, Once], rounds: int) -> dict[str, Streamed]:
    """Measure ways to ask in turns, so that a busy machine slows all of them alike."""
    found = {name: Streamed(Taken(), Taken(), []) for name in ways}
    for once in ways.values():
        await asked(once, SHORT, requests=20)
    for _ in range(rounds):
        for name, (first, last, _) in found.items():
            last += await asked(ways[name], SHORT, first, requests=10)
    for _ in range(max(7, rounds // 2)):
        for name, once in ways.items():
            taken = await asked(once, LONG, clients=PARALLEL, requests=PARALLEL)
            found[name].rates.append(sum(taken.statuses.elements()) / taken.lasted)
    return found


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


def once_of(send: Send) -> Once:
    """Return how one request is asked."""

    async def once(pieces: int) -> tuple[float, int]:
        started, first, count = time.perf_counter(), 0.0, 0
        async for _ in send(str(pieces)):
            first = first or time.perf_counter() - started
            count += 1
        return first, count

    return once


async def measure(wires: Mapping[str, Once], rounds: int) -> None:
    """Measure all wires in turn, and print the figures."""
    found = await in_turns(wires, rounds)
    print(f"{'wire':<22}{HEAD}")
    for name, one in found.items():
        print(f"{name:<22}{one.row()}")
    for binding in BINDINGS:
        ours, bare = found[f"ours {binding}"], found[f"bare {binding}"]
        latency = ours.last.percentile(0.5) / bare.last.percentile(0.5)
        print(
            f"{binding}: latency {latency:.2f} × bare (wanted: at most 1.15), "
            f"throughput {ours.rate / bare.rate:.2f} × bare (wanted: at least 0.9)"
        )
    fastest = max(found[f"ours {binding}"].rate for binding in BINDINGS)
    inside = found["in process"].rate
    print(f"in process: throughput {inside / fastest:.1f} × HTTP's (wanted: at least 5)")


async def measure_bulk(wires: Mapping[str, Once]) -> None:
    """Measure one very long answer, and very many short ones at once, and print the figures."""
    print(f"{'wire':<22}{'5,000 pieces':>14}{'1,000 requests':>17}")
    for name, once in wires.items():
        long = await asked(once, BULK, requests=1)
        many = await asked(once, 1, clients=REQUESTS, requests=REQUESTS)
        print(f"{name:<22}{BULK / long.lasted:>10,.0f} ev/s{many.rate:>12,.0f} req/s")


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
        ways = {name: once_of(send) for name, send in wires.items()}
        await measure(ways, rounds)
        if bulk:
            await measure_bulk(ways)


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
