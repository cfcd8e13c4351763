"""What a request costs over Kafka, beside a bare aiokafka echo with the same settings.

On a real broker, every agent in a process of its own; rounds alternate. `wire` is our transport and
our replica around a handler that answers at once, as the echo does: what the binding itself costs.
The limit (1.3 × the echo's latency, 0.7 × its throughput) is the transport's, so `wire` is held
against it. `agent` is the whole of it, with the SDK's request handler and a task that is kept; it
is compared with `in process`, the same agent asked in this process without any wire, in one run:
the difference is what Kafka adds to an agent.

    python -m benchmarks.kafka                  latency, throughput, 1,000 in flight
    python -m benchmarks.kafka --growth         in flight, partitions, replicas; a plot for docs/
    python -m benchmarks.kafka --memory 100000  that many requests, and what memory does
"""

import argparse
import asyncio
import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncGenerator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from a2a.client.transports.base import ClientTransport
from a2a.server.request_handlers import RequestHandler
from a2a.types import (
    Artifact,
    Message,
    Part,
    Role,
    SendMessageRequest,
    StreamResponse,
    Task,
    TaskArtifactUpdateEvent,
    TaskState,
    TaskStatus,
    TaskStatusUpdateEvent,
)
from a2a.utils.errors import UnsupportedOperationError

from app.domain.messages import PIECES, counts_in
from benchmarks.kafka.bare import BareClient, serve
from benchmarks.transport import HEAD, SHORT, Once, asked, in_turns, make_host

PIECE = "piece " * 40

IN_PROCESS = "in process"
LATENCY, THROUGHPUT = 1.3, 0.7  # of the bare echo's; wanted of the transport


class AtOnce(RequestHandler):
    """Answers with as many pieces as it is asked for; keeps nothing."""

    async def on_message_send_stream(self, params: Any, context: Any) -> AsyncGenerator[Any, None]:
        """Answer a number with that many pieces."""
        message = params.message
        task = message.task_id or context.state.get("balance_desk.fresh_task_id", "t")
        submitted = TaskStatus(state=TaskState.TASK_STATE_SUBMITTED)
        yield Task(id=task, context_id=message.context_id, status=submitted)
        for number in range(int(message.parts[0].text) - 2):
            yield TaskArtifactUpdateEvent(
                task_id=task,
                context_id=message.context_id,
                artifact=Artifact(artifact_id="a", parts=[Part(text=PIECE)]),
                append=number > 0,
            )
        completed = TaskStatus(state=TaskState.TASK_STATE_COMPLETED)
        yield TaskStatusUpdateEvent(task_id=task, context_id=message.context_id, status=completed)

    async def _none(self, params: Any, context: Any) -> Any:
        """Refuse, as an agent does that has only this one answer."""
        raise UnsupportedOperationError

    on_get_task = on_list_tasks = on_cancel_task = on_message_send = _none  # type: ignore[assignment]
    on_create_task_push_notification_config = on_get_task_push_notification_config = _none
    on_list_task_push_notification_configs = on_delete_task_push_notification_config = _none
    on_get_extended_agent_card = on_subscribe_to_task = _none  # type: ignore[assignment]


class Wire:
    """A hosted agent that is nothing but a handler."""

    running: frozenset[str] = frozenset()

    def __init__(self, name: str) -> None:
        self.name = name
        self.handler = AtOnce()

    async def delivered_before(self, task_id: str, owner: str) -> None:
        """Nothing was."""

    async def set_aside(self, task_id: str, context_id: str, owner: str, why: str) -> Task:
        """Return the task as failed; nothing is kept."""
        status = TaskStatus(state=TaskState.TASK_STATE_FAILED)
        return Task(id=task_id, context_id=context_id, status=status)


async def serve_ours(kind: str, bootstrap: str, name: str) -> None:
    """Serve with our replica, around the bare handler or around the whole host."""
    from transport.kafka.options import KafkaOptions
    from transport.kafka.server.server import KafkaServer

    host = make_host()
    host.name = name
    agent: Any = Wire(name) if kind == "wire" else host
    server = KafkaServer(agent, host.card, KafkaOptions(bootstrap=bootstrap), concurrency=10_000)
    await server.start()
    print("ready", flush=True)
    await asyncio.Event().wait()


async def our_client(bootstrap: str, name: str, stack: AsyncExitStack) -> Once:
    """Return how our transport asks, as a desk's link does."""
    from transport.kafka.client.connection import Connection
    from transport.kafka.names import KafkaAddress
    from transport.kafka.options import KafkaOptions
    from transport.kafka_transport import KafkaTransport

    connection = Connection(KafkaOptions(bootstrap=bootstrap), client=name)
    await connection.start(client=name)
    stack.push_async_callback(connection.aclose)
    return asking(KafkaTransport(connection, KafkaAddress(bootstrap, name)))


def asking(transport: ClientTransport) -> Once:
    """Return how one request is asked over a transport."""

    async def once(pieces: int) -> tuple[float, int]:
        message = Message(message_id=os.urandom(8).hex(), role=Role.ROLE_USER)
        message.context_id = message.message_id
        message.parts.append(Part(text=str(pieces)))
        begun, first, count = time.perf_counter(), 0.0, 0
        request = SendMessageRequest(message=message)
        async for response in transport.send_message_streaming(request):
            first = first or time.perf_counter() - begun
            count += pieces_in(response)
        return first, count

    return once


def pieces_in(response: StreamResponse) -> int:
    """Return how many events a response stands for: in one process, pieces come together."""
    update = response.artifact_update
    if PIECES not in update.metadata.fields:
        return 1
    note = update.metadata.fields[PIECES].string_value
    return len(counts_in(note, len(update.artifact.parts)))


@contextlib.contextmanager
def broker() -> Iterator[str]:
    """Yield a real broker: the one of the environment, or one of our own."""
    if given := os.environ.get("KAFKA_BOOTSTRAP_SERVERS"):
        yield given
        return
    from tests.live.kafka.brokers import Broker

    with tempfile.TemporaryDirectory() as folder, Broker(Path(folder)) as made:
        yield made.bootstrap


async def topics(bootstrap: str, name: str, partitions: int = 24) -> None:
    """Make the topics of a bare echo."""
    from transport.kafka.options import KafkaOptions
    from transport.kafka.topics import Topic, ensure

    wanted = [Topic(f"{name}.requests", partitions, {}), Topic(f"{name}.replies", 1, {})]
    await ensure(KafkaOptions(bootstrap=bootstrap), wanted)


def started(kind: str, bootstrap: str, name: str, stack: AsyncExitStack) -> int:
    """Start a server of that kind and return its process id when it serves."""
    command = [sys.executable, "-m", "benchmarks.kafka", "--serve", kind, "--name", name]
    process = subprocess.Popen([*command, "--bootstrap", bootstrap], stdout=subprocess.PIPE)
    stack.callback(process.wait)
    stack.callback(process.kill)
    assert process.stdout is not None
    assert process.stdout.readline().strip() == b"ready"
    return process.pid


async def in_process(stack: AsyncExitStack) -> Once:
    """Return how the same agent is asked without a wire, in this process."""
    from transport.in_process import InProcessTransport

    host = make_host()
    stack.push_async_callback(host.aclose)
    return asking(InProcessTransport(host.handler))


async def connected(bootstrap: str, stack: AsyncExitStack) -> dict[str, Once]:
    """Return the ways to ask, each with its server."""
    ways: dict[str, Once] = {}
    for kind in ("bare", "naive"):
        await topics(bootstrap, f"bench-{kind}")
        await asyncio.to_thread(started, kind, bootstrap, f"bench-{kind}", stack)
        client = BareClient(bootstrap, f"bench-{kind}", tuned=kind == "bare")
        await client.start()
        stack.push_async_callback(client.aclose)
        ways[kind] = client.once
    for kind in ("wire", "agent"):
        await asyncio.to_thread(started, kind, bootstrap, f"bench-{kind}", stack)
        ways[kind] = await our_client(bootstrap, f"bench-{kind}", stack)
    ways[IN_PROCESS] = await in_process(stack)
    return ways


async def measure(ways: dict[str, Once], rounds: int) -> None:
    """Measure all ways in turn, and print the figures."""
    found = await in_turns(ways, rounds)
    print(f"{'':<12}{HEAD}{'1000: s':>10}{'p50':>8}{'p99':>8}")
    for name, once in ways.items():
        crowd = await asked(once, SHORT, clients=1000, requests=1000)
        told = f"{crowd.lasted:>10.2f}{crowd.percentile(0.5):>8.0f}{crowd.percentile(0.99):>8.0f}"
        print(f"{name:<12}{found[name].row()}{told}")
    median = {name: one.last.percentile(0.5) for name, one in found.items()}
    rate = {name: one.rate for name, one in found.items()}
    print(
        f"the transport (wire, beside bare): {median['wire'] / median['bare']:.2f} × the latency"
        f" (wanted: at most {LATENCY}), {rate['wire'] / rate['bare']:.2f} × the throughput"
        f" (wanted: at least {THROUGHPUT})"
    )
    alone = median[IN_PROCESS]
    print(
        f"what Kafka adds to an agent (agent, beside the same in process):"
        f" {median['agent'] - alone:+.2f} ms to {alone:.2f} ms,"
        f" {rate['agent'] / rate[IN_PROCESS]:.2f} × the throughput; the bare echo takes"
        f" {median['bare']:.2f} ms for its way there and back"
    )
    print(
        f"naive settings (beside bare): {median['naive'] / median['bare']:.2f} × the latency,"
        f" {rate['naive'] / rate['bare']:.2f} × the throughput"
    )


def memory_of(pid: int) -> float:
    """Return the resident memory of a process in MB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


async def remember(bootstrap: str, requests: int) -> None:
    """Ask that often, a hundred at a time, and print what memory does at both ends."""
    async with AsyncExitStack() as stack:
        pid = await asyncio.to_thread(started, "wire", bootstrap, "bench-memory", stack)
        once = await our_client(bootstrap, "bench-memory", stack)
        print(f"{'requests':>10}{'agent MB':>10}{'client MB':>10}")
        some = max(100, requests // 10)
        for done in range(0, requests + 1, some):
            if done:
                await asked(once, SHORT, clients=100, requests=some)
            print(f"{done:>10,}{memory_of(pid):>10.1f}{memory_of(os.getpid()):>10.1f}", flush=True)


async def grow(bootstrap: str, plot: Path | None) -> None:
    """Print how cost grows with what is in flight, with partitions and with replicas."""
    from benchmarks.kafka.growth import grown, plotted

    found = await grown(bootstrap, started, our_client)
    if plot is not None:
        await asyncio.to_thread(plot.write_text, plotted(found), "utf-8")
        print(f"written: {plot}")


async def run(given: argparse.Namespace, bootstrap: str) -> None:
    """Do what was asked for."""
    if given.memory:
        await remember(bootstrap, given.memory)
    elif given.growth:
        await grow(bootstrap, given.plot)
    else:
        async with AsyncExitStack() as stack:
            await measure(await connected(bootstrap, stack), given.rounds)


def main() -> int:
    """Run the benchmark, or be one of its servers."""
    parser = argparse.ArgumentParser("python -m benchmarks.kafka", description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--memory", type=int, metavar="REQUESTS")
    parser.add_argument("--growth", action="store_true")
    parser.add_argument("--plot", type=Path, metavar="FILE.svg")
    parser.add_argument("--serve", choices=("bare", "naive", "wire", "agent"))
    parser.add_argument("--name", default="")
    parser.add_argument("--bootstrap", default="")
    given = parser.parse_args()
    if given.serve in ("bare", "naive"):
        asyncio.run(serve(given.bootstrap, given.name, tuned=given.serve == "bare"))
    elif given.serve:
        asyncio.run(serve_ours(given.serve, given.bootstrap, given.name))
    else:
        try:
            with broker() as bootstrap:
                asyncio.run(run(given, bootstrap))
        except Exception as error:
            if type(error).__name__ != "NoServer":
                raise
            print(f"not measured: {error}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
