"""The conversation service over REST beside a bare FastAPI application, in one run, as ratios.

    python -m benchmarks.conversations_rest [--requests 3000] [--rounds 5]

Both are processes of their own on SQLite with synced, shared commits. The client writes requests
that were prepared before on kept connections, so that it costs little on the same cores. Aim: POST
at 64 callers at least 0.8 of the bare application.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
CONTENT = "지난달 테란 대 저그 승률을 맵별로 알려줘. How did Zerg fare on the newer maps?"


class Served(NamedTuple):
    """Where a service is and what its requests need."""

    port: int
    headers: str
    conversation: str


class Timed(NamedTuple):
    """How many a second, and the times of one request in milliseconds."""

    rate: float
    p50: float
    p99: float


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=3000)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        _bare(Path(folder)) as bare,
        _ours(Path(folder)) as ours,
    ):
        asyncio.run(_compare(ours, bare, given.requests, given.rounds))


async def _compare(ours: Served, bare: Served, requests: int, rounds: int) -> None:
    cases: list[tuple[str, int, int, Callable[[Served], bytes]]] = [
        ("POST a message, 64 callers", 64, requests, _post),
        ("POST a message, 1 caller", 1, requests // 5, _post),
        ("GET 50 messages, 64 callers", 64, requests // 3, _get),
        ("GET 50 messages, 1 caller", 1, requests // 5, _get),
    ]
    for name, callers, count, request in cases:
        found: dict[Served, list[Timed]] = {ours: [], bare: []}
        for _ in range(rounds):
            for served in (ours, bare):
                found[served].append(await _timed(served, callers, count, request))
        mine, raw = (max(found[served]) for served in (ours, bare))
        ratio = median(a.rate / b.rate for a, b in zip(found[ours], found[bare], strict=True))
        print(
            f"{name:30} {mine.rate:7.0f}/s p50 {mine.p50:6.2f} p99 {mine.p99:6.2f} ms | bare "
            f"{raw.rate:7.0f}/s p50 {raw.p50:6.2f} p99 {raw.p99:6.2f} ms | ratio {ratio:.2f}",
            flush=True,
        )
    window = f"GET /api/v1/internal/context/{ours.conversation}?message_count=50&max_tokens=8000"
    for bias in ("1", "0.7"):
        line = f"{window}&recency_bias={bias} HTTP/1.1\r\n{ours.headers}\r\n".encode()
        timed = await _timed(ours, 1, requests // 5, lambda _, line=line: line)
        name = f"GET a window, bias {bias}, 1 caller"
        print(f"{name:30} {timed.rate:7.0f}/s p50 {timed.p50:6.2f} p99 {timed.p99:6.2f} ms")


def _post(served: Served) -> bytes:
    message = {"id": uuid.uuid4().hex, "role": "user", "content": CONTENT}
    body = json.dumps({"message": message}).encode()
    path = f"/api/v1/conversations/{served.conversation}/messages"
    return (
        f"POST {path} HTTP/1.1\r\n{served.headers}Content-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    ).encode() + body


def _get(served: Served) -> bytes:
    path = f"/api/v1/conversations/{served.conversation}/messages?limit=50&before=60"
    return f"GET {path} HTTP/1.1\r\n{served.headers}\r\n".encode()


async def _timed(
    served: Served, callers: int, count: int, request: Callable[[Served], bytes]
) -> Timed:
    prepared = [request(served) for _ in range(count)]
    times: list[float] = []

    async def call() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
        while prepared:
            raw = prepared.pop()
            begun = time.perf_counter()
            writer.write(raw)
            head = await reader.readuntil(b"\r\n\r\n")
            length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n")[0])
            await reader.readexactly(length)
            times.append(time.perf_counter() - begun)
            assert head[9:10] == b"2", head
        writer.close()
        await writer.wait_closed()

    begun = time.perf_counter()
    await asyncio.gather(*(call() for _ in range(callers)))
    seconds = time.perf_counter() - begun
    times.sort()
    return Timed(count / seconds, times[len(times) // 2] * 1e3, times[len(times) * 99 // 100] * 1e3)


@contextmanager
def _process(*words: str, log: Path) -> Iterator[subprocess.Popen[str]]:
    with log.open("w") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", *words],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@contextmanager
def _bare(folder: Path) -> Iterator[Served]:
    command = ("benchmarks._bare_service", str(folder / "bare.db"))
    with _process(*command, log=folder / "bare.log") as process:
        assert process.stdout is not None
        port = json.loads(process.stdout.readline())["port"]
        yield Served(port, f"Host: 127.0.0.1:{port}\r\n", "c")


@contextmanager
def _ours(folder: Path) -> Iterator[Served]:
    profile = str(folder / "profile")
    command = ["app", "conversations", "token", "create", "--tenant", "t", "--profile", profile]
    made = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, check=True, capture_output=True, text=True
    )
    token = made.stdout.split()[-1]
    serve = ["conversations", "serve", "--http", "127.0.0.1:0", "--rate", "0"]
    log = folder / "service.log"
    with _process("app", *serve, "--profile", profile, log=log):
        while not (lines := log.read_text().splitlines()):
            time.sleep(0.05)
        port = int(json.loads(lines[0])["url"].rpartition(":")[2])
        headers = f"Host: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n"
        yield Served(port, headers, asyncio.run(_made(port, headers)))


async def _made(port: int, headers: str) -> str:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(
        f"POST /api/v1/conversations HTTP/1.1\r\n{headers}Content-Type: application/json\r\n"
        "Connection: close\r\nContent-Length: 2\r\n\r\n{}".encode()
    )
    answer = await reader.read()
    writer.close()
    return str(json.loads(answer.partition(b"\r\n\r\n")[2])["data"]["id"])


if __name__ == "__main__":
    main()
