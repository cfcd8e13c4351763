"""How many desks one conversation service bears over PostgreSQL.

    python -m benchmarks.capacity.desks [--desks 500 1000 2000 4000] [--seconds 40]

Each desk is a user with a connection and a conversation of ten messages. It adds a message every 30
seconds and reads three times meanwhile: a page, a context window, its conversations. Requests come
when they are due, whether earlier ones were answered or not, and times count from then. It ends
with the first number of desks at which the slowest hundredth waits for more than a second.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path

from benchmarks._load import Line, Taken, open_loop
from benchmarks.capacity.posts import CONTENT
from benchmarks.kafka_replicas import Parts, of
from tests.e2e.serving.conversation_process import ConversationProcess
from tests.live.servers import NoServer, Postgres

EVERY_SECONDS, READS = 30.0, 3
WANTED_MS = 1000.0
MESSAGES = 10
MESSAGE = {"message": {"role": "user", "content": CONTENT}}
MAKERS = 64


class Desks:
    """Owns the connections of so many desks, and makes their requests."""

    def __init__(self, url: str, token: str, many: int) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        self._lines = [Line(url, headers) for _ in range(many)]
        self._turns = [asyncio.Lock() for _ in range(many)]
        self._paths = [f"/api/v1/conversations/{number}" for number in range(many)]

    async def begin(self, first: int) -> None:
        """Make the conversations from number `first` on, with their first messages."""
        left = iter(range(first, len(self._lines)))

        async def make() -> None:
            for number in left:
                body = {"id": f"{number}", "user_id": f"user-{number}"}
                status, said = await self._lines[number].ask("POST", "/api/v1/conversations", body)
                assert status in (200, 201), said
                for _ in range(MESSAGES):
                    path = f"{self._paths[number]}/messages"
                    await self._lines[number].ask("POST", path, MESSAGE)

        await asyncio.gather(*(make() for _ in range(MAKERS)))

    async def ask(self, number: int) -> int:
        """Make a desk's next request: one in four is a message."""
        desk, kind = number % len(self._lines), number // len(self._lines) % (READS + 1)
        async with self._turns[desk]:
            line = self._lines[desk]
            match kind:
                case 0:
                    found = await line.ask("POST", f"{self._paths[desk]}/messages", MESSAGE)
                case 1:
                    found = await line.ask("GET", f"{self._paths[desk]}/messages?limit=20")
                case 2:
                    path = f"/api/v1/internal/context/{desk}?message_count=20"
                    found = await line.ask("GET", path)
                case _:
                    path = f"/api/v1/conversations?user_id=user-{desk}&limit=20"
                    found = await line.ask("GET", path)
        return found[0]

    async def connect(self) -> None:
        """Open every connection: desks are there before they say something."""
        left = iter(range(len(self._lines)))

        async def open_some() -> None:
            for number in left:
                assert (await self._lines[number].ask("GET", "/health"))[0] == 200

        await asyncio.gather(*(open_some() for _ in range(MAKERS)))

    def close(self) -> None:
        """Close the connections."""
        for line in self._lines:
            line.close()


def told(many: int, taken: Taken, used: dict[str, float]) -> str:
    """Return the figures of so many desks."""
    wrong = {status: count for status, count in taken.statuses.items() if status // 100 != 2}
    times = "".join(f"{taken.percentile(share):>10.1f}" for share in (0.5, 0.99))
    cores = "".join(f"{spent / taken.lasted:>12.2f}" for spent in used.values())
    load = f"{os.getloadavg()[0]:>7.1f}"
    return f"{many:>7}{taken.rate:>11.0f}{times}{cores}{load}   {wrong or 'none'}"


async def measure(given: argparse.Namespace, service: ConversationProcess, sql: Postgres) -> None:
    """Print a line for each number of desks."""
    token = await asyncio.to_thread(service.run, "token", "create", "--tenant", "acme")
    parts: Parts = {
        "service": service.processor_seconds,
        "PostgreSQL": of(sql),
        "desks": time.process_time,
    }
    columns = "".join(f"{part:>12}" for part in parts)
    print(f"{'desks':>7}{'requests/s':>11}{'p50 ms':>10}{'p99 ms':>10}{columns}   load   refused")
    made = 0
    for many in given.desks:
        desks = Desks(service.url, token, many)
        await desks.begin(made)
        made = max(made, many)
        await desks.connect()
        before = {part: read() for part, read in parts.items()}
        rate = many * (READS + 1) / EVERY_SECONDS
        taken = await open_loop(desks.ask, rate=rate, seconds=given.seconds)
        used = {part: read() - before[part] for part, read in parts.items()}
        desks.close()
        print(told(many, taken, used), flush=True)
        if taken.percentile(0.99) > WANTED_MS:
            break
    print("processor time in cores; times in ms from when a request was due")


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--desks", type=int, nargs="+", default=[500, 1000, 2000, 4000, 6000, 8000])
    parser.add_argument("--seconds", type=float, default=40.0)
    given = parser.parse_args()
    try:
        with (
            tempfile.TemporaryDirectory() as name,
            Postgres(Path(name) / "postgres") as sql,
        ):
            os.environ["BALANCE_DESK_DATABASE"] = sql.url
            with ConversationProcess(Path(name) / "profile", "--rate", "0") as service:
                asyncio.run(measure(given, service, sql))
    except NoServer as reason:
        print(f"not measured: {reason}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
