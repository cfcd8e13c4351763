"""Everything that the conversation service stands on is killed, again and again, while it is used.

    python -m tests.live.conversations.chaos [--minutes 30] [--writers 16] [--every 10]

Two replicas of the service over one PostgreSQL and one Redis. Writers add messages to conversations
of their own, over HTTP, to whichever replica answers, each message again under its id until it is
acknowledged. Meanwhile something is killed every so often, and started again. In the end what is
stored is compared with what was acknowledged; as a command it ends with 1 where something is lost,
doubled or out of order.
"""

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from tests.e2e.serving.conversation_process import ConversationProcess
from tests.live.conversations.load import Line
from tests.live.servers import Postgres, Redis

LATE_SECONDS = 5.0
_PAUSE_SECONDS = 0.2
_RECOVERY_SECONDS = 60.0


@dataclass
class Tally:
    """What became of it all."""

    acknowledged: int = 0
    stored: int = 0
    lost: int = 0
    doubled: int = 0
    out_of_order: int = 0
    late: int = 0
    refused: Counter[int] = field(default_factory=Counter)
    killed: Counter[str] = field(default_factory=Counter)
    slowest_recovery: float = 0.0

    def table(self) -> str:
        """Return the figures, a line for each."""
        refused = ", ".join(f"{status}: {count}" for status, count in sorted(self.refused.items()))
        killed = ", ".join(f"{name} {count}" for name, count in sorted(self.killed.items()))
        rows = {
            "acknowledged": self.acknowledged,
            "stored": self.stored,
            "lost": self.lost,
            "doubled": self.doubled,
            "out of order": self.out_of_order,
            f"later than {LATE_SECONDS:g} s": self.late,
            "killed": killed or "nothing",
            "slowest to be ready again": f"{self.slowest_recovery:.1f} s",
            "answers that were tried again": refused or "none",
        }
        return "\n".join(f"  {name:<30} {value}" for name, value in rows.items())


@dataclass
class _Writer:
    """One who writes: its conversation, and the ids that were acknowledged, in order."""

    path: str
    lines: list[Line]
    said: list[str] = field(default_factory=list)


class Chaos:
    """Owns the servers; `run` uses and kills them for a while and returns what became of it."""

    def __init__(self, folder: Path, set_environment: Callable[[str, str], None]) -> None:
        self._postgres = Postgres(folder / "postgres")
        self._redis = Redis(folder / "redis")
        self._folder = folder
        self._set_environment = set_environment
        self._services: list[ConversationProcess] = []
        self.tally = Tally()

    def __enter__(self) -> "Chaos":
        self._postgres.__enter__()
        self._redis.__enter__()
        self._set_environment("BALANCE_DESK_DATABASE", self._postgres.url)
        for name in ("one", "two"):
            options = ("--redis", self._redis.url, "--rate", "0")
            service = ConversationProcess(self._folder / name, *options)
            self._services.append(service)
            service.start()
        return self

    def __exit__(self, *error: object) -> None:
        for service in self._services:
            service.kill()
        self._redis.kill()
        self._postgres.__exit__(None, None, None)

    async def run(self, *, seconds: float, writers: int, every: float) -> Tally:
        """Use it for so long, with something killed every so often; return the figures."""
        token = await asyncio.to_thread(
            self._services[0].run, "token", "create", "--tenant", "acme"
        )
        headers = {"Authorization": f"Bearer {token}"}
        ends = time.monotonic() + seconds
        writing = [await self._writer(headers, number) for number in range(writers)]
        async with asyncio.TaskGroup() as group:
            for number, writer in enumerate(writing):
                group.create_task(self._write(writer, number, ends))
            group.create_task(self._kill(ends, every))
        for writer in writing:
            await self._compare(writer)
            for line in writer.lines:
                line.close()
        return self.tally

    async def _writer(self, headers: dict[str, str], number: int) -> _Writer:
        lines = [Line(service.url, headers) for service in self._services]
        name = f"talk-{number}"
        body = {"id": name, "user_id": "ann"}
        status, said = await lines[0].ask("POST", "/api/v1/conversations", body)
        assert status == 201, said
        return _Writer(f"/api/v1/conversations/{name}/messages", lines)

    async def _write(self, writer: _Writer, number: int, ends: float) -> None:
        count = 0
        while time.monotonic() < ends:
            message_id = f"{number}-{count}"
            message = {"id": message_id, "role": "user", "content": message_id}
            await self._add(writer, {"message": message})
            writer.said.append(message_id)
            self.tally.acknowledged += 1
            count += 1

    async def _add(self, writer: _Writer, body: dict[str, Any]) -> None:
        """Add one message, again and again until a replica says that it is stored."""
        since = time.monotonic()
        tries = random.randrange(2)
        while True:
            line = writer.lines[tries % len(writer.lines)]
            status, _ = await self._bounded(line.ask("POST", writer.path, body), line)
            if status in (200, 201):
                break
            self.tally.refused[status] += 1
            assert status in (0, 429, 500, 503, 504), status
            assert status != 500, "an internal error is no answer"
            tries += 1
            await asyncio.sleep(_PAUSE_SECONDS)
        self.tally.late += time.monotonic() - since > LATE_SECONDS

    async def _bounded(self, asking: Any, line: Line) -> tuple[int, bytes]:
        try:
            async with asyncio.timeout(20):
                answer: tuple[int, bytes] = await asking
                return answer
        except TimeoutError:
            line.close()
            return 0, b""

    async def _kill(self, ends: float, every: float) -> None:
        parts: dict[str, Any] = {
            "service one": self._services[0],
            "service two": self._services[1],
            "PostgreSQL": self._postgres,
            "Redis": self._redis,
        }
        order: list[str] = []
        while time.monotonic() + every < ends:
            await asyncio.sleep(every)
            # Each as often as the others, in any order.
            order = order or random.sample(sorted(parts), len(parts))
            name = order.pop()
            part = parts[name]
            self.tally.killed[name] += 1
            await asyncio.to_thread(part.kill)
            await asyncio.to_thread(part.start)
            since = time.monotonic()
            await self._all_ready()
            took = time.monotonic() - since
            self.tally.slowest_recovery = max(self.tally.slowest_recovery, took)

    async def _all_ready(self) -> None:
        async with asyncio.timeout(_RECOVERY_SECONDS):
            for service in self._services:
                line = Line(service.url, {})
                while (await line.ask("GET", "/ready"))[0] != 200:  # noqa: ASYNC110
                    await asyncio.sleep(0.1)
                line.close()

    async def _compare(self, writer: _Writer) -> None:
        """Compare what is stored of a conversation with what was acknowledged."""
        line = Line(self._services[0].url, writer.lines[0].headers)
        found: list[str] = []
        after = ""
        while True:
            status, raw = await line.ask("GET", f"{writer.path}?limit=1000{after}")
            assert status == 200, raw
            page = json.loads(raw)
            found += [one["content"] for one in page["data"]]
            if not page.get("next"):
                break
            after = f"&after={page['next']}"
        line.close()
        times = Counter(found)
        self.tally.stored += len(times)
        self.tally.doubled += sum(count - 1 for count in times.values())
        self.tally.lost += len(set(writer.said) - times.keys())
        places = [int(one.partition("-")[2]) for one in dict.fromkeys(found)]
        self.tally.out_of_order += sum(b < a for a, b in pairwise(places))


def main() -> int:
    """Run for as long as is said, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--writers", type=int, default=16)
    parser.add_argument("--every", type=float, default=10.0, help="seconds between two kills")
    given = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as name,
        Chaos(Path(name), os.environ.__setitem__) as chaos,
    ):
        seconds = given.minutes * 60
        tally = asyncio.run(chaos.run(seconds=seconds, writers=given.writers, every=given.every))
    sys.stdout.write(tally.table() + "\n")
    return int(bool(tally.lost or tally.doubled or tally.out_of_order))


if __name__ == "__main__":
    sys.exit(main())
