"""Files that were made to hurt, read by the log agent while a data agent answers beside it.

For each: what came of it, how long it took, the most memory of the process that reads and of the
one that answers, how long Stop takes in the midst of it, and the median answer of the data agent in
the same server while that goes on, beside those before and after (at most twice as long).
`HOSTILE_MB` sets the length of the longest line (default 300), `HOSTILE_GB` that of the largest
file (default 5).
"""

import asyncio
import gzip
import os
import shutil
import statistics
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import NamedTuple

from a2a.server.context import ServerCallContext
from a2a.types import CancelTaskRequest, Message, Part, Role, SendMessageRequest

from agents.hosting.host import AgentHost
from agents.logs.turn import ASK_ABOVE
from agents.registry import make
from app.conversations.store.ephemeral_store import MemoryStore

LONG = int(os.environ.get("HOSTILE_MB", "300")) << 20
LARGE = int(os.environ.get("HOSTILE_GB", "5")) << 30
LINE = b"2024-03-05 10:00:00 INFO worker: request 7 took 12 ms\n"
SAMPLE = Path(__file__).resolve().parents[2] / "tests" / "fixtures" / "data" / "card_duels.csv"
_LOOK = 0.02


class Hostile(NamedTuple):
    """A file's name, what writes it, and what is asked about it."""

    name: str
    write: Callable[[Path], object]
    question: str = "how many lines?"


def long_line(length: int, piece: bytes = b"x", tail: bytes = b"\n") -> Callable[[Path], object]:
    """Return what writes a line of so many bytes between others."""

    def write(path: Path) -> None:
        with path.open("wb") as file:
            file.write(LINE * 100)
            file.write(LINE[:-1])
            block = piece * ((1 << 20) // len(piece))
            for _ in range(length // len(block)):
                file.write(block)
            file.write(tail + LINE * 100)

    return write


def json_value(path: Path) -> None:
    """Write JSON lines, one with a value that is that long."""
    said = b'{"time": "2024-03-05T10:00:00Z", "level": "info", "msg": "%s"}\n'
    with path.open("wb") as file:
        file.write(said % b"fine" * 100)
        head, tail = said.split(b"%s")
        file.write(head)
        for _ in range(LONG >> 20):
            file.write(b"y" * (1 << 20))
        file.write(tail + said % b"fine" * 100)


def nested(path: Path) -> None:
    """Write JSON lines, some of which open as many objects and lists as fit into ten megabytes."""
    with path.open("wb") as file:
        for bomb in (b'{"a":', b"["):
            file.write(b'{"time": "2024-03-05T10:00:00Z", "level": "info", "msg": "fine"}\n' * 50)
            file.write(bomb * ((10 << 20) // len(bomb)) + b"\n")


def large(path: Path) -> None:
    """Write a log as large as that, of lines of 500 bytes."""
    line = LINE[:-1].ljust(499, b".") + b"\n"
    block = line * ((8 << 20) // len(line))
    with path.open("wb") as file:
        while file.tell() < LARGE:
            file.write(block)


def sparse(path: Path) -> None:
    """Write a log that goes on with a hole as large as that."""
    with path.open("wb") as file:
        file.write(LINE * 2_000)
        file.truncate(LARGE)


def cut_gzip(path: Path) -> None:
    """Write a packed log that was cut off."""
    packed = gzip.compress(LINE * 400_000)
    path.write_bytes(packed[: len(packed) // 2])


def packed_bomb(path: Path) -> None:
    """Write a packed file of one line, a thousand times as long as the file."""
    with gzip.open(path, "wb") as file:
        file.write(LINE * 100)
        for _ in range(LONG >> 20):
            file.write(b"x" * (1 << 20))


FILES = (
    Hostile("line_10_mb.log", long_line(10 << 20)),
    Hostile("long_line.log", long_line(LONG)),
    Hostile("long_words.log", long_line(LONG, b"a=1 ")),
    Hostile("no_end.log", long_line(LONG, tail=b"")),
    Hostile("json_value.jsonl", json_value),
    Hostile("nested.jsonl", nested),
    Hostile("binary.log", lambda path: path.write_bytes(os.urandom(50 << 20))),
    Hostile("cut.log.gz", cut_gzip),
    Hostile("bomb.log.gz", packed_bomb),
    Hostile("sparse.log", sparse, "read all of it: how many lines?"),
    Hostile("large.log", large),
)


class Server:
    """Two agents in one process, as a server of several has them."""

    def __init__(self, folder: Path) -> None:
        self.hosts = {
            name: AgentHost(name=name, card=card, make_executor=maker, records=MemoryStore())
            for name, (card, maker) in (
                (name, make(name, table=place, as_of=date(2026, 11, 21), profile=folder / name))
                for name, place in (("logs", folder), ("data", SAMPLE))
            )
        }

    async def ask(
        self, agent: str, text: str, context: str = "", begun: "asyncio.Future[str] | None" = None
    ) -> str:
        """Return the last state and words of an answer; `begun` is told the task."""
        message = Message(message_id=uuid.uuid4().hex, context_id=context or uuid.uuid4().hex,
                          role=Role.ROLE_USER, parts=[Part(text=text)])  # fmt: skip
        said = ""
        stream = self.hosts[agent].handler.on_message_send_stream(
            SendMessageRequest(message=message), ServerCallContext()
        )
        async for event in stream:
            if begun is not None and hasattr(event, "id"):
                begun.set_result(event.id)
            if hasattr(event, "artifact") and event.artifact.name == "answer":
                said += "".join(part.text for part in event.artifact.parts)
            elif hasattr(event, "status"):
                words = "".join(part.text for part in event.status.message.parts)
                state = event.status.state
        return f"{state}: {said or words}"

    async def stop(self, agent: str, task: str) -> None:
        """Stop a task."""
        await self.hosts[agent].handler.on_cancel_task(
            CancelTaskRequest(id=task), ServerCallContext()
        )

    async def answers(self, until: "asyncio.Future[object] | None", least: int) -> list[float]:
        """Return how long each answer of the data agent takes, until something is done."""
        taken: list[float] = []
        while (until is not None and not until.done()) or len(taken) < least:
            began = time.perf_counter()
            await self.ask("data", "average minutes by arena")
            taken.append(time.perf_counter() - began)
        return taken

    async def aclose(self) -> None:
        """Let the agents go."""
        for host in self.hosts.values():
            await host.aclose()


def readers() -> Iterator[int]:
    """Yield the processes that read for this one."""
    for task in Path("/proc/self/task").iterdir():
        with suppress(OSError):
            yield from map(int, (task / "children").read_text().split())


def memory(of: int | str = "self") -> int:
    """Return the most that a process held, in bytes."""
    with suppress(OSError):
        for line in Path(f"/proc/{of}/status").read_text().splitlines():
            if line.startswith("VmHWM"):
                return int(line.split()[1]) << 10
    return 0


async def watched(task: "asyncio.Future[object]") -> int:
    """Return the most memory of the processes that read, until a task is done."""
    most = 0
    while not task.done():
        most = max([most, *(memory(one) for one in readers())])
        await asyncio.sleep(_LOOK)
    return most


async def opening(server: Server, path: Path, question: str) -> tuple[str, str]:
    """Return what is said to have a file read, and in which conversation: of a very large one the
    agent asks first how much."""
    context = uuid.uuid4().hex
    if path.stat().st_size <= ASK_ABOVE:  # noqa: ASYNC240 of a local file
        return f"{path.name} {question}", context
    await server.ask("logs", f"{path.name} {question}", context)
    return "all", context


async def measured(server: Server, path: Path, question: str, alone: float) -> None:
    """Print the figures of one file."""
    said, context = await opening(server, path, question)
    began = time.perf_counter()
    asked = asyncio.ensure_future(server.ask("logs", said, context))
    watching = asyncio.ensure_future(watched(asked))
    beside = statistics.median(await server.answers(asked, 3))
    answer = await asked
    took, held = time.perf_counter() - began, await watching
    again = statistics.median(await server.answers(None, 15))
    size = path.stat().st_size  # noqa: ASYNC240 of a local file
    print(f"{path.name} ({size / 1e6:,.0f} MB): {took:.1f} s, the reader held {held >> 20:,} MB; "
          f"an answer took {alone:.2f} s before, {beside:.2f} s beside it, {again:.2f} s "
          "after")  # fmt: skip
    print("   ", " ".join(answer.split())[:300], flush=True)


async def stopped(server: Server, path: Path, question: str, after: float) -> None:
    """Print how long Stop takes, so many seconds after a question was put."""
    begun: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    said, context = await opening(server, path, question)
    asked = asyncio.ensure_future(server.ask("logs", said, context, begun))
    task = await begun
    await asyncio.sleep(after)
    if asked.done():
        return
    began = time.perf_counter()
    await server.stop("logs", task)
    while any(readers()):  # noqa: ASYNC110 processes tell nobody that they end
        await asyncio.sleep(_LOOK)
    print(f"    Stop after {after} s: {time.perf_counter() - began:.2f} s", flush=True)
    await asyncio.gather(asked, return_exceptions=True)


async def run(names: str) -> None:
    """Measure all, or those whose names hold a word."""
    folder = Path(tempfile.mkdtemp())
    server = Server(folder)
    try:
        await server.ask("data", "average minutes by arena")
        for one in FILES:
            if names not in one.name:
                continue
            path = folder / one.name
            one.write(path)
            alone = statistics.median(await server.answers(None, 15))
            for after in (0.5, 3.0):
                await stopped(server, path, one.question, after)
            await measured(server, path, one.question, alone)
            path.unlink()
        print(f"the process that answers held {memory() >> 20:,} MB")
    finally:
        await server.aclose()
        shutil.rmtree(folder)


def main() -> None:
    """Print the figures; `HOSTILE` chooses files by a part of their names."""
    asyncio.run(run(os.environ.get("HOSTILE", "")))


if __name__ == "__main__":
    main()
