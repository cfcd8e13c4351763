"""How many messages the service takes from its Redis queues, beside bare streams in the same run.

    python -m benchmarks.capacity.queues [--clients 64] [--seconds 6] [--rounds 3]

Each client puts a request to store a message into the queue, and puts the next once its reply has
come. The service is a process of its own over PostgreSQL. Beside it a bare process reads as many
bodies as large from a stream of the same Redis and writes a reply for each: it checks nothing and
keeps nothing. Rounds alternate; figures are medians. Both do an XADD, its share of an XREADGROUP,
and an XADD, XACK and XDEL together for each request; how many commands Redis counted is told.
"""

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, NamedTuple

from redis.asyncio import Redis as Client

from app.conversations.protocol.queue_names import STORE
from app.conversations.service.queues.redis_queues import RedisQueues
from app.conversations.service.queues.requester import QueueRequester
from benchmarks._load import Line, closed
from benchmarks.capacity.posts import CONTENT
from benchmarks.kafka_replicas import Parts, of, processor_seconds
from tests.e2e.serving.conversation_process import ConversationProcess
from tests.live.servers import NoServer, Postgres, Redis

REQUESTS, REPLIES = "bare.requests", "bare.replies"
TOGETHER = 64

Once = Callable[[int], Awaitable[int]]


class Round(NamedTuple):
    """Requests a second, percentiles in ms, commands and processor milliseconds a request."""

    rate: float
    p50: float
    p99: float
    commands: float
    used: Mapping[str, float]


async def serve_bare(url: str) -> None:
    """Answer each request of a stream, until killed."""
    async with Client.from_url(url, protocol=2) as client:
        await client.xgroup_create(REQUESTS, "g", id="0", mkstream=True)
        print("ready", flush=True)
        while True:
            found: Any = await client.xreadgroup(
                "g", "w", {REQUESTS: ">"}, count=TOGETHER, block=2000
            )
            for _, entries in found:
                async with client.pipeline(transaction=False) as calls:
                    for entry, fields in entries:
                        told = json.loads(fields[b"d"])
                        reply = json.dumps({"id": told["id"], "status": "completed"}).encode()
                        calls.xadd(REPLIES, {"d": reply}, maxlen=10_000, approximate=True)
                        calls.xack(REQUESTS, "g", entry)
                        calls.xdel(REQUESTS, entry)
                    await calls.execute()


async def bare_client(url: str, size: int, stack: AsyncExitStack) -> Once:
    """Return how one request is asked over bare streams; its body is so large."""
    asking, reading = [
        await stack.enter_async_context(Client.from_url(url, protocol=2)) for _ in range(2)
    ]
    waiting: dict[int, asyncio.Future[None]] = {}

    async def read() -> None:
        last: Any = "$"
        while True:
            found: Any = await reading.xread({REPLIES: last}, block=2000)
            for _, entries in found:
                last = entries[-1][0]
                for _, fields in entries:
                    waiting.pop(json.loads(fields[b"d"])["id"]).set_result(None)

    task = asyncio.create_task(read())
    stack.callback(task.cancel)

    async def once(number: int) -> int:
        waiting[number] = asyncio.get_running_loop().create_future()
        answered = waiting[number]
        await asking.xadd(REQUESTS, {"d": json.dumps({"id": number, "content": "x" * size})})
        await answered
        return 200

    return once


async def our_client(url: str, token: str, paths: list[str], stack: AsyncExitStack) -> Once:
    """Return how a message is stored by a request."""
    queues = RedisQueues(url)
    stack.push_async_callback(queues.aclose)
    requester = QueueRequester(queues, tenant="acme", token=token)
    await requester.start()
    stack.push_async_callback(requester.aclose)

    async def once(number: int) -> int:
        at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        message = {"id": uuid.uuid4().hex, "role": "user", "content": CONTENT, "timestamp": at}
        message |= {"content_type": "text/plain", "tokens": 60}
        answer = await requester.ask(
            STORE,
            {"message": message, "update_context": True, "important": False},
            conversation_id=paths[number % len(paths)],
            user_id="ann",
            agent_id="data",
            session_id="s",
            seconds=60,
        )
        return 200 if answer.status == "completed" else 500

    return once


async def measured(
    once: Once, parts: Parts, redis: "Client", *, clients: int, seconds: float
) -> Round:
    """Ask for so long."""
    before = {name: read() for name, read in parts.items()}
    commands = (await redis.info("stats"))["total_commands_processed"]
    taken = await closed(once, clients=clients, seconds=seconds)
    many = len(taken.seconds)
    assert taken.statuses[200] == many, taken.statuses
    commands = (await redis.info("stats"))["total_commands_processed"] - commands
    used = {name: (read() - before[name]) * 1000 / many for name, read in parts.items()}
    return Round(taken.rate, taken.percentile(0.5), taken.percentile(0.99), commands / many, used)


def row(name: str, rounds: list[Round]) -> str:
    """Return the medians of rounds as a line."""
    columns = list(zip(*rounds, strict=True))
    rate, p50, p99, commands = (statistics.median(column) for column in columns[:4])
    used = {part: statistics.median(one.used[part] for one in rounds) for part in rounds[0].used}
    told = ", ".join(f"{part} {spent:.2f}" for part, spent in used.items())
    figures = f"{rate:>7.0f}/s   p50 {p50:6.1f} ms   p99 {p99:6.1f} ms"
    return f"  {name:<8}{figures}   {commands:4.1f} commands   {told} ms each"


async def compare(given: argparse.Namespace, redis: Redis, service: ConversationProcess) -> None:
    """Measure both in turn and print a line about each."""
    token = await asyncio.to_thread(service.run, "token", "create", "--tenant", "acme")
    line = Line(service.url, {"Authorization": f"Bearer {token}"})
    names = [f"talk-{number}" for number in range(given.clients)]
    for name in names:
        await line.ask("POST", "/api/v1/conversations", {"id": name, "user_id": "ann"})
    line.close()
    how = {"clients": given.clients, "seconds": given.seconds}
    async with AsyncExitStack() as stack:
        counting = await stack.enter_async_context(Client.from_url(redis.url, protocol=2))
        command = [sys.executable, "-m", "benchmarks.capacity.queues", "--bare", redis.url]
        process = subprocess.Popen(command, stdout=subprocess.PIPE)  # noqa: ASYNC220
        stack.callback(process.wait)
        stack.callback(process.kill)
        assert process.stdout is not None
        await asyncio.to_thread(process.stdout.readline)
        ours = await our_client(redis.url, token, names, stack)
        plain = await bare_client(redis.url, 3 * len(CONTENT), stack)
        shared: Parts = {"client": time.process_time, "Redis": of(redis)}
        mine: Parts = {**shared, "service": service.processor_seconds}
        bare: Parts = {**shared, "worker": lambda: processor_seconds(process.pid)}
        rounds: list[tuple[Round, Round]] = []
        for _ in range(given.rounds):
            one = await measured(plain, bare, counting, **how)
            rounds.append((one, await measured(ours, mine, counting, **how)))
    print(row("bare", [one for one, _ in rounds]))
    print(row("service", [one for _, one in rounds]))


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--bare", metavar="URL", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.bare:
        asyncio.run(serve_bare(given.bare))
        return 0
    try:
        with (
            tempfile.TemporaryDirectory() as name,
            Postgres(Path(name) / "postgres") as sql,
            Redis(Path(name) / "redis") as redis,
        ):
            os.environ["BALANCE_DESK_DATABASE"] = sql.url
            limits = ("--redis", redis.url, "--rate", "0")
            with ConversationProcess(Path(name) / "profile", *limits) as service:
                asyncio.run(compare(given, redis, service))
    except NoServer as reason:
        print(f"not measured: {reason}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
