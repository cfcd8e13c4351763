"""How many requests replicas of an agent over Kafka and PostgreSQL take, beside a bare echo.

    python -m benchmarks.kafka_replicas [--clients 64] [--seconds 4] [--rounds 3]

One, two and four processes of `balance-desk serve --kafka … --database postgresql://…`, whose tasks
are in one PostgreSQL, are asked over one broker by so many clients as fast as they are answered.
Rounds alternate with an aiokafka echo that answers with as many records and keeps nothing; figures
are medians of the rounds. What limits is told by the processor time of each part: where all
together use every core, more replicas bring nothing on this machine.
"""

import argparse
import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack, ExitStack, suppress
from pathlib import Path
from typing import NamedTuple

from benchmarks.kafka.__main__ import our_client, started, topics
from benchmarks.kafka.bare import BareClient
from benchmarks.transport import Counting, Once, asked, card
from tests.live.chaos.parts import Part, replica
from tests.live.kafka.brokers import Broker
from tests.live.servers import NoServer, Postgres, Server

REPLICAS = (1, 2, 4)
PIECES = 3


class Counted(Counting):
    """What `serve` is given."""

    agent_card = card()


class Round(NamedTuple):
    """Requests a second, percentiles in milliseconds, and processor milliseconds a request."""

    rate: float
    p50: float
    p99: float
    used: Mapping[str, float]


Parts = Mapping[str, Callable[[], float]]
"""How much processor time each has used, in seconds."""


def processor_seconds(*processes: int) -> float:
    """Return the processor time of processes and of all their children, ended ones too."""
    ticks, left = 0, list(processes)
    while left:
        process = Path("/proc") / str(left.pop())
        # What has just ended is counted with its parent.
        with suppress(FileNotFoundError, ProcessLookupError):
            words = (process / "stat").read_text("ascii").rpartition(")")[2].split()
            left += map(int, (process / "task" / process.name / "children").read_text().split())
            ticks += sum(map(int, words[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def of(*servers: Server) -> Callable[[], float]:
    """Return how the processor time of servers is read."""
    return lambda: processor_seconds(*(one.process.pid for one in servers if one.process))


async def measured(once: Once, pieces: int, parts: Parts, *, clients: int, seconds: float) -> Round:
    """Ask for so long."""
    before = {name: read() for name, read in parts.items()}
    taken = await asked(once, pieces, clients=clients, seconds=seconds)
    many = len(taken.seconds)
    used = {name: (read() - before[name]) * 1000 / many for name, read in parts.items()}
    return Round(taken.rate, taken.percentile(0.5), taken.percentile(0.99), used)


async def added(folder: Path, many: int, bootstrap: str, database: str, stack: ExitStack) -> Server:
    """Start one more replica and return it once it is ready."""
    agent = replica(
        folder / f"replica-{many}",
        "benchmarks.kafka_replicas:Counted",
        bootstrap=bootstrap,
        database=database,
    )
    await asyncio.to_thread(stack.enter_context, agent)
    while not await Part("agent", agent.folder.name, agent).ready():  # noqa: ASYNC110
        await asyncio.sleep(0.1)
    return agent


def row(name: str, rounds: list[Round], bare: float) -> str:
    """Return the medians of rounds as a line; `bare` is the echo's rate."""
    rate, p50, p99 = (statistics.median(column) for column in list(zip(*rounds, strict=True))[:3])
    used = {part: statistics.median(one.used[part] for one in rounds) for part in rounds[0].used}
    cores = sum(used.values()) * rate / 1000
    told = "".join(f"{used.get(part, 0.0):>11.2f}" for part in ("client", "agent", "Kafka", "SQL"))
    return f"{name:<12}{rate:>10.0f}{rate / bare:>8.2f}{p50:>8.1f}{p99:>8.1f}{told}{cores:>7.2f}"


async def compare(given: argparse.Namespace, folder: Path, broker: Broker, sql: Postgres) -> None:
    """Measure each number of replicas and print a line about it, and one about the echo."""
    how = {"clients": given.clients, "seconds": given.seconds}
    async with AsyncExitStack() as stack:
        replicas = stack.enter_context(ExitStack())
        await topics(broker.bootstrap, "bare")
        echo = await asyncio.to_thread(started, "bare", broker.bootstrap, "bare", stack)
        bare = BareClient(broker.bootstrap, "bare")
        await bare.start()
        stack.push_async_callback(bare.aclose)
        agents: list[Server] = []
        shared: Parts = {"client": time.process_time, "Kafka": of(broker)}
        for many in REPLICAS:
            while len(agents) < many:
                agents.append(await added(folder, len(agents), broker.bootstrap, sql.url, replicas))
            if many == REPLICAS[0]:
                once = await our_client(broker.bootstrap, "counted", stack)
                events = (await once(PIECES))[1]
            ours: Parts = {**shared, "agent": of(*agents), "SQL": of(sql)}
            theirs: Parts = {**shared, "agent": lambda: processor_seconds(echo)}
            each: Parts = {one.folder.name: of(one) for one in agents}
            # Until the group has shared its partitions out.
            while min((await measured(once, PIECES, each, **how)).used.values()) < 0.01:
                pass
            rounds: list[tuple[Round, Round]] = []
            for _ in range(given.rounds):
                one = await measured(bare.once, events, theirs, **how)
                rounds.append((one, await measured(once, PIECES, ours, **how)))
            rate = statistics.median(one.rate for one, _ in rounds)
            print(row("bare echo", [one for one, _ in rounds], rate), flush=True)
            print(row(f"{many} × serve", [one for _, one in rounds], rate), flush=True)
        print(f"an answer has {events} events; processor time is in ms a request")


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    columns = "".join(f"{one:>11}" for one in ("client", "agent", "Kafka", "PostgreSQL"))
    try:
        with (
            tempfile.TemporaryDirectory() as name,
            Broker(Path(name) / "kafka") as broker,
            Postgres(Path(name) / "postgres") as sql,
        ):
            print(f"{'':<12}{'asked/s':>10}{'× bare':>8}{'p50':>8}{'p99':>8}{columns}{'cores':>7}")
            asyncio.run(compare(given, Path(name), broker, sql))
    except NoServer as reason:
        print(f"not measured: {reason}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
