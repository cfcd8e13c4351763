"""The conversation service over REST beside a bare FastAPI application, in one run, as ratios.

    python -m benchmarks.conversations_rest [--requests 3000] [--rounds 5]

Both are processes of their own on SQLite with synced, shared commits, and are asked as fast as they
answer so many callers. Aim: POST at 64 callers at least 0.8 of the bare application.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from benchmarks._load import Line, Taken, closed
from tests.e2e.serving.conversation_process import ROOT, ConversationProcess

CONTENT = "지난달 테란 대 저그 승률을 맵별로 알려줘. How did Zerg fare on the newer maps?"
Request = tuple[str, str, Any]
"""Method, path, body."""


class Service(NamedTuple):
    """Where a service is, what its requests need, and the conversation they are about."""

    url: str
    headers: dict[str, str]
    conversation: str

    def post(self) -> Request:
        """Return how a message is added."""
        message = {"id": uuid.uuid4().hex, "role": "user", "content": CONTENT}
        path = f"/api/v1/conversations/{self.conversation}/messages"
        return "POST", path, {"message": message}

    def get(self) -> Request:
        """Return how a page is read."""
        path = f"/api/v1/conversations/{self.conversation}/messages"
        return "GET", f"{path}?limit=50&before=60", None

    def window(self, bias: str) -> Request:
        """Return how a context window is read."""
        path = f"/api/v1/internal/context/{self.conversation}"
        return "GET", f"{path}?message_count=50&max_tokens=8000&recency_bias={bias}", None

    async def asked(self, callers: int, requests: int, made: Callable[[], Request]) -> Taken:
        """Return what became of so many requests; raises where one was no success."""
        lines = [Line(self.url, self.headers) for _ in range(callers)]

        async def ask(number: int) -> int:
            return (await lines[number % callers].ask(*made()))[0]

        taken = await closed(ask, clients=callers, requests=requests)
        for line in lines:
            line.close()
        assert taken.statuses.keys() <= {200, 201}, taken.statuses
        return taken


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=3000)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        _bare(Path(folder)) as bare,
        ConversationProcess(Path(folder) / "profile", "--rate", "0") as process,
    ):
        token = process.run("token", "create", "--tenant", "t")
        asyncio.run(_compare(process.url, token, bare, given.requests, given.rounds))


async def _compare(url: str, token: str, bare: Service, requests: int, rounds: int) -> None:
    headers = {"Authorization": f"Bearer {token}"}
    line = Line(url, headers)
    _, made = await line.ask("POST", "/api/v1/conversations", {})
    line.close()
    ours = Service(url, headers, json.loads(made)["data"]["id"])
    for name, callers, count, request in (
        ("POST a message, 64 callers", 64, requests, Service.post),
        ("POST a message, 1 caller", 1, requests // 5, Service.post),
        ("GET 50 messages, 64 callers", 64, requests // 3, Service.get),
        ("GET 50 messages, 1 caller", 1, requests // 5, Service.get),
    ):
        found: list[list[Taken]] = []
        for _ in range(rounds):
            taken = [await one.asked(callers, count, partial(request, one)) for one in (ours, bare)]
            found.append(taken)
        told = [_told(max(column, key=lambda one: one.rate)) for column in zip(*found, strict=True)]
        ratio = median(one.rate / other.rate for one, other in found)
        print(f"{name:30} {' | bare '.join(told)} | ratio {ratio:.2f}", flush=True)
    for bias in ("1", "0.7"):
        name = f"GET a window, bias {bias}, 1 caller"
        request = partial(Service.window, ours, bias)
        print(f"{name:30} {_told(await ours.asked(1, requests // 5, request))}")


def _told(taken: Taken) -> str:
    p50, p99 = (taken.percentile(share) for share in (0.5, 0.99))
    return f"{taken.rate:7.0f}/s p50 {p50:6.2f} p99 {p99:6.2f} ms"


@contextmanager
def _bare(folder: Path) -> Iterator[Service]:
    command = [sys.executable, "-m", "benchmarks._bare_service", str(folder / "bare.db")]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            port = json.loads(process.stdout.readline())["port"]
            yield Service(f"http://127.0.0.1:{port}", {}, "c")
        finally:
            process.kill()


if __name__ == "__main__":
    main()
