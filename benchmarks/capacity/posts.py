"""How much the conversation service takes over PostgreSQL, beside bare inserts in the same run.

    python -m benchmarks.capacity.posts [--clients 64] [--seconds 8] [--replicas 1]

Each client adds messages to a conversation of its own, as fast as it is answered; all are of one
tenant, which is the hardest case: its writes come one after the other. Beside it pgbench, and a
bare client in Python, insert rows of the same size, a commit each, over as many connections; and
the same client commits for each message what the service keeps of one: the row, its text, an entry
of the tenant's log in order, and the counts. Commits are durable in all. With several replicas the
clients share them. What limits is told by the processor time of each part.
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
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

import psycopg

from benchmarks._load import Line, Taken, closed
from benchmarks.kafka_replicas import Parts, of
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
    with psycopg.connect(database, autocommit=True) as admin:
        admin.execute(BARE)
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
        given = {"id": f"m{number}", "talk": number % clients, "content": CONTENT}
        await connections[number % clients].execute(statement, given)
        return 201

    taken = await closed(insert, clients=clients, seconds=seconds)
    for one in connections:
        await one.close()
    return taken


async def posts(
    services: Sequence[ConversationProcess], sql: Callable[[], float], clients: int, seconds: float
) -> str:
    """Return a line about adding messages, another about reading them."""
    parts: Parts = {
        "service": lambda: sum(service.processor_seconds() for service in services),
        "PostgreSQL": sql,
        "clients": time.process_time,
    }
    token = await asyncio.to_thread(services[0].run, "token", "create", "--tenant", "acme")
    headers = {"Authorization": f"Bearer {token}"}
    lines = [Line(services[n % len(services)].url, headers) for n in range(clients)]
    paths = []
    for line in lines:
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

    told = []
    for name, ask in (("POST", add), ("GET", read)):
        before = {part: read() for part, read in parts.items()}
        taken = await closed(ask, clients=clients, seconds=seconds)
        used = {part: read() - before[part] for part, read in parts.items()}
        good = taken.statuses[201 if name == "POST" else 200]
        assert good == sum(taken.statuses.values()), taken.statuses
        told.append(f"{name:5} {told_of(taken)}   {told_used(used, taken)}")
    for line in lines:
        line.close()
    return "\n  ".join(told)


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
    parser.add_argument("--seconds", type=int, default=8)
    parser.add_argument("--replicas", type=int, default=1)
    given = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as name,
        Postgres(Path(name) / "postgres") as server,
    ):
        os.environ["BALANCE_DESK_DATABASE"] = server.url
        before = pgbench(server.url, given.clients, given.seconds)
        how = (given.clients, given.seconds)
        insert = "INSERT INTO bare (content) VALUES (%(content)s)"
        driver = asyncio.run(bare(server.url, insert, *how))
        limits = ("--rate", "0")
        with psycopg.connect(server.url, autocommit=True) as admin:
            admin.execute(KEPT)
            whole = asyncio.run(bare(server.url, KEEP, *how))
            admin.execute(
                "DROP TABLE bare, kept_stream, kept_talks, kept_rows, kept_texts, kept_log"
            )
        with ExitStack() as stack:
            services = [
                stack.enter_context(ConversationProcess(Path(name) / f"profile-{number}", *limits))
                for number in range(given.replicas)
            ]
            told = asyncio.run(posts(services, of(server), *how))
            for service in services:
                service.stop()
        with psycopg.connect(server.url, autocommit=True) as admin:
            admin.execute("CREATE DATABASE bare")
        after = pgbench(server.url.replace("/postgres", "/bare"), given.clients, given.seconds)
    print(f"  {told}\n  bare  {told_of(driver)}\n  kept  {told_of(whole)} (bare, what is kept)")
    print(f"  pgbench inserts {before:7.0f}/s before, {after:.0f}/s after")
    return 0


if __name__ == "__main__":
    sys.exit(main())
