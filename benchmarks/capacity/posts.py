"""How much the conversation service takes over PostgreSQL, beside bare inserts in the same run.

    python -m benchmarks.capacity.posts [--clients 64] [--seconds 2] [--rounds 10] [--replicas 1]

Each client adds messages to a conversation of its own, as fast as it is answered; all are of one
tenant, which is the hardest case: its writes come one after the other. Beside it pgbench, and a
bare client in Python, insert rows of the same size, a commit each, over as many connections; and
the same client commits for each message what the service keeps of one: the row, its text, an entry
of the tenant's log in order, and the counts. Commits are durable in all. An application of the same
framework that keeps nothing, and looks at no token, says what HTTP takes. All come in turn, round
by round, for other work on the machine changes what it gives. With several replicas the clients
share them. What limits is told by the processor time of each part.
"""

import argparse
import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import uuid
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from operator import truediv
from pathlib import Path
from statistics import median

import psycopg

from benchmarks._load import Ask, Line, Taken, closed
from benchmarks.kafka_replicas import Parts, of, processor_seconds
from tests.e2e.serving.conversation_process import ConversationProcess
from tests.live.servers import Postgres

CONTENT = "A sentence such as people write when they ask for something. " * 4
BARE = "CREATE TABLE IF NOT EXISTS bare (id bigserial PRIMARY KEY, content text)"
KEPT = """
    CREATE TABLE kept_stream (last bigint);
    INSERT INTO kept_stream VALUES (0);
    CREATE TABLE kept_talks (talk int PRIMARY KEY, entries int);
    INSERT INTO kept_talks SELECT number, 0 FROM generate_series(0, 999) AS number;
    CREATE TABLE kept_rows (id text PRIMARY KEY, talk int, seq int, content text,
        UNIQUE (talk, seq));
    CREATE TABLE kept_texts (talk int, seq int, content text, PRIMARY KEY (talk, seq));
    CREATE TABLE kept_log (seq bigint PRIMARY KEY, id text)
"""
KEEP = """
    WITH talk AS (
        UPDATE kept_talks SET entries = entries + 1 WHERE talk = %(talk)s RETURNING entries
    ), stream AS (
        UPDATE kept_stream SET last = last + 1 RETURNING last
    ), row AS (
        INSERT INTO kept_rows SELECT %(id)s, %(talk)s, entries, %(content)s FROM talk
    ), text AS (
        INSERT INTO kept_texts SELECT %(talk)s, entries, %(content)s FROM talk
    )
    INSERT INTO kept_log SELECT last, %(id)s FROM stream
"""


def pgbench(database: str, clients: int, seconds: int) -> float:
    """Return how many rows a second pgbench inserts."""
    program = shutil.which("pgbench") or str(
        sorted(Path("/usr/lib/postgresql").glob("*/bin/pgbench"))[-1]
    )
    with tempfile.NamedTemporaryFile("w", suffix=".sql") as script:
        script.write(f"INSERT INTO bare (content) VALUES ('{CONTENT}');\n")
        script.flush()
        done = subprocess.run(
            [program, "-n", "-f", script.name, f"-c{clients}", "-j2", f"-T{seconds}", database],
            capture_output=True,
            text=True,
            check=True,
        )
    found = re.search(r"tps = ([0-9.]+)", done.stdout)
    assert found, done.stdout
    return float(found[1])


async def bare(database: str, statement: str, clients: int, seconds: float) -> Taken:
    """Commit a statement for each message by the driver alone."""
    connections = [
        await psycopg.AsyncConnection.connect(database, autocommit=True) for _ in range(clients)
    ]

    async def insert(number: int) -> int:
        given = {"id": uuid.uuid4().hex, "talk": number % clients, "content": CONTENT}
        await connections[number % clients].execute(statement, given)
        return 201

    taken = await closed(insert, clients=clients, seconds=seconds)
    for one in connections:
        await one.close()
    return taken


@contextmanager
def framework(clients: int) -> Iterator[tuple[Ask, Callable[[], float]]]:
    """Run the application that keeps nothing; yield how it is asked, and its processor time."""
    command = [sys.executable, "-m", "benchmarks._bare_service"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            url = f"http://127.0.0.1:{json.loads(process.stdout.readline())['port']}"
            lines = [Line(url, {}) for _ in range(clients)]
            body = {"message": {"id": "m", "role": "user", "content": CONTENT}}

            async def add(number: int) -> int:
                line = lines[number % clients]
                return (await line.ask("POST", "/api/v1/conversations/c/messages", body))[0]

            yield add, lambda: processor_seconds(process.pid)
        finally:
            process.kill()


async def talks(
    services: Sequence[ConversationProcess], clients: int, stack: ExitStack
) -> tuple[Ask, Ask]:
    """Return how each client adds a message to a conversation of its own, and how it reads it."""
    token = await asyncio.to_thread(services[0].run, "token", "create", "--tenant", "acme")
    headers = {"Authorization": f"Bearer {token}"}
    lines = [Line(services[n % len(services)].url, headers) for n in range(clients)]
    paths = []
    for line in lines:
        stack.callback(line.close)
        status, body = await line.ask("POST", "/api/v1/conversations", {"user_id": "ann"})
        assert status == 201, body
        paths.append(f"/api/v1/conversations/{json.loads(body)['data']['id']}/messages")
    message = {"message": {"role": "user", "content": CONTENT}}

    async def add(number: int) -> int:
        mine = number % clients
        return (await lines[mine].ask("POST", paths[mine], message))[0]

    async def read(number: int) -> int:
        mine = number % clients
        return (await lines[mine].ask("GET", f"{paths[mine]}?limit=20"))[0]

    return add, read


@dataclass
class Row:
    """What is measured: how it is asked, and the processor time of its parts."""

    measure: Callable[[], Awaitable[Taken]]
    parts: Parts
    taken: Taken = field(default_factory=Taken)
    used: Counter[str] = field(default_factory=Counter)
    rates: list[float] = field(default_factory=list)
    costs: list[float] = field(default_factory=list)
    """Of each round: requests a second, and processor seconds of all parts for one."""

    async def run(self) -> None:
        """Measure for a round more."""
        before = {name: read() for name, read in self.parts.items()}
        taken = await self.measure()
        assert set(taken.statuses) <= {200, 201}, taken.statuses
        self.taken += taken
        used = {name: read() - before[name] for name, read in self.parts.items()}
        self.used.update(used)  # type: ignore[arg-type]
        self.rates.append(taken.rate)
        self.costs.append(sum(used.values()) / len(taken.seconds))

    def beside(self, other: "Row") -> str:
        """Return how many times as many requests as another, by the clock and for the processor.

        Medians of the rounds: what else the machine does is then much the same for both.
        """
        clock = median(map(truediv, self.rates, other.rates))
        processor = median(map(truediv, other.costs, self.costs))
        return f"{clock:.2f} × (for the same processor time {processor:.2f} ×)"


async def compare(
    given: argparse.Namespace, server: Postgres, services: Sequence[ConversationProcess]
) -> dict[str, Row]:
    """Measure all in turn, round by round."""
    how = {"clients": given.clients, "seconds": given.seconds}
    database = bare_database(server)
    insert = "INSERT INTO bare (content) VALUES (%(content)s)"
    shared: Parts = {"PostgreSQL": of(server), "clients": time.process_time}
    service: Parts = {"service": lambda: sum(one.processor_seconds() for one in services), **shared}
    with ExitStack() as stack:
        add, read = await talks(services, given.clients, stack)
        plain, processor = stack.enter_context(framework(given.clients))
        rows = {
            "POST": Row(lambda: closed(add, **how), service),
            "GET": Row(lambda: closed(read, **how), service),
            "bare": Row(lambda: bare(database, insert, **how), shared),
            "kept": Row(lambda: bare(database, KEEP, **how), shared),
            "HTTP": Row(lambda: closed(plain, **how), {"service": processor, **shared}),
        }
        for _ in range(given.rounds):
            for row in rows.values():
                await row.run()
    return rows


def bare_database(server: Postgres) -> str:
    """Return the address of a database with the tables that are written to without a service."""
    address = server.url.replace("/postgres", "/bare")
    with psycopg.connect(server.url, autocommit=True) as admin:
        admin.execute("CREATE DATABASE bare")
    with psycopg.connect(address, autocommit=True) as admin:
        admin.execute(BARE)
        admin.execute(KEPT)
    return address


def told_of(taken: Taken) -> str:
    """Return the figures of requests."""
    times = f"p50 {taken.percentile(0.5):6.1f} ms   p99 {taken.percentile(0.99):6.1f} ms"
    return f"{taken.rate:7.0f}/s   {times}"


def told_used(used: Mapping[str, float], taken: Taken) -> str:
    """Return the processor time of the parts, each request, and how many cores they used."""
    each = [f"{part} {used[part] * 1000 / len(taken.seconds):.2f} ms" for part in used]
    return f"{', '.join(each)}; {sum(used.values()) / taken.lasted:.1f} cores"


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--seconds", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--replicas", type=int, default=1)
    given = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as name,
        Postgres(Path(name) / "postgres") as server,
        ExitStack() as stack,
    ):
        os.environ["BALANCE_DESK_DATABASE"] = server.url
        services = [
            stack.enter_context(ConversationProcess(Path(name) / f"profile-{n}", "--rate", "0"))
            for n in range(given.replicas)
        ]
        rows = asyncio.run(compare(given, server, services))
        for service in services:
            service.stop()
        inserts = pgbench(server.url.replace("/postgres", "/bare"), given.clients, given.seconds)
    for kind, row in rows.items():
        print(f"  {kind:5} {told_of(row.taken)}   {told_used(row.used, row.taken)}")
    for kind in ("bare", "kept", "HTTP"):
        print(f"  POST is {rows['POST'].beside(rows[kind])} {kind}")
    print(f"  pgbench inserts {inserts:.0f}/s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
