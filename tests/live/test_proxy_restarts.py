"""Replicas behind the shipped proxy are replaced one by one, under load: no request fails."""

import asyncio
import os
import re
import shlex
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import httpx
import pytest

from benchmarks._load import BROKEN, open_loop
from tests.e2e.serving.conversation_process import ROOT, ConversationProcess
from tests.live.nginx import Nginx
from tests.live.servers import NoServer
from tests.patience import PATIENCE

pytestmark = [pytest.mark.live, pytest.mark.anyio]

TALKS, RATE = 12, 30.0
"""Conversations that are written to and read, and requests a second."""
ROUNDS = 2
PAGE = ROOT / "docs" / "operations-deployment.md"
BLOCK = re.compile(r"^<!-- checked: (\S+) -->\n```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)


class Talks:
    """Clients of the proxy: they write to conversations and read them, at a rate, until `over`."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.over = asyncio.Event()
        self.failed: list[str] = []
        self.said: list[list[str]] = [[] for _ in range(TALKS)]
        self._client = client
        self._turns = [asyncio.Lock() for _ in range(TALKS)]

    async def begin(self) -> None:
        for talk in range(TALKS):
            body = {"id": f"talk-{talk}", "user_id": "ann"}
            await self._ask("POST", "/api/v1/conversations", 201, json=body)

    async def go_on(self) -> None:
        """Write and read until all is over."""
        await open_loop(self._go_on, rate=RATE, seconds=10 * PATIENCE, until=self.over)

    async def _go_on(self, number: int) -> int:
        talk = number % TALKS
        path = f"/api/v1/conversations/talk-{talk}/messages"
        if number // TALKS % 2:
            return await self._ask("GET", f"{path}?limit=1", 200)
        async with self._turns[talk]:
            said = f"{talk}-{len(self.said[talk])}"
            message = {"message": {"id": said, "role": "user", "content": said}}
            # 201 says too that it was not there before: nothing was sent a second time.
            status = await self._ask("POST", path, 201, json=message)
            self.said[talk].append(said)
            return status

    async def some_more(self) -> None:
        """Wait until each has written some more."""
        wanted = [len(said) + 2 for said in self.said]
        async with asyncio.timeout(PATIENCE):
            while any(len(said) < n for said, n in zip(self.said, wanted, strict=True)):
                assert not self.failed, self.failed
                await asyncio.sleep(0.05)

    async def stored(self, talk: int) -> list[str]:
        path, found, after = f"/api/v1/conversations/talk-{talk}/messages", list[str](), ""
        while True:
            page = (await self._client.get(f"{path}?limit=1000{after}")).json()
            found += [one["content"] for one in page["data"]]
            if not page.get("next"):
                return found
            after = f"&after={page['next']}"

    async def _ask(self, method: str, path: str, wanted: int, **more: object) -> int:
        try:
            answer = await self._client.request(method, path, **more)  # type: ignore[arg-type]
            status, words = answer.status_code, f"{answer.status_code} {answer.text[:200]}"
        except httpx.HTTPError as error:
            status, words = BROKEN, repr(error)
        if status != wanted:
            self.failed.append(f"{method} {path}: {words}")
        return status


@pytest.fixture
async def started(
    new_database: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Callable[[ConversationProcess], Awaitable[ConversationProcess]]]:
    """Start services over one new database, which end with the test."""
    monkeypatch.setenv("BALANCE_DESK_DATABASE", new_database())
    made: list[ConversationProcess] = []

    async def start(service: ConversationProcess) -> ConversationProcess:
        made.append(service)
        await asyncio.to_thread(service.start)
        return service

    yield start
    for one in made:
        one.kill()


Start = Callable[[ConversationProcess], Awaitable[ConversationProcess]]


@asynccontextmanager
async def behind(
    replicas: Sequence[ConversationProcess], folder: Path, *, kept: int = 100
) -> AsyncIterator[tuple[Nginx, Talks]]:
    """Put replicas behind the shipped proxy, with clients; fail if one of them is failed.

    So many connections are `kept` between requests.
    """
    token = await asyncio.to_thread(replicas[0].run, "token", "create", "--tenant", "acme")
    nginx = Nginx(folder, *(int(one.url.rpartition(":")[2]) for one in replicas))
    async with AsyncExitStack() as stack:
        try:
            await asyncio.to_thread(nginx.__enter__)
        except NoServer as reason:
            pytest.skip(str(reason))
        stack.push_async_callback(asyncio.to_thread, nginx.stop)
        client = await stack.enter_async_context(
            httpx.AsyncClient(
                base_url=f"https://localhost:{nginx.port}",
                headers={"Authorization": f"Bearer {token}"},
                verify=nginx.trust,
                timeout=PATIENCE,
                limits=httpx.Limits(max_keepalive_connections=kept),
            )
        )
        talks = Talks(client)
        await talks.begin()
        async with asyncio.TaskGroup() as group:
            group.create_task(talks.go_on())
            yield nginx, talks
            talks.over.set()
        assert not talks.failed, talks.failed
        for talk, said in enumerate(talks.said):
            assert await talks.stored(talk) == said


async def served(replica: ConversationProcess) -> None:
    """Wait until the proxy gives requests to a replica."""
    async with httpx.AsyncClient(base_url=replica.url, timeout=PATIENCE) as inside:
        async with asyncio.timeout(PATIENCE):
            while 'method="POST"' not in (await inside.get("/metrics")).text:  # noqa: ASYNC110
                await asyncio.sleep(0.05)


async def test_no_request_fails_while_replicas_behind_the_proxy_are_replaced(
    started: Start, tmp_path: Path
) -> None:
    replicas = [
        await started(ConversationProcess(tmp_path / name, "--rate", "0"))
        for name in ("one", "two")
    ]
    async with behind(replicas, tmp_path / "nginx") as (_, talks):
        for one in ROUNDS * replicas:
            # Those too that take its requests: one that was away is left out for a while.
            for each in replicas:
                await served(each)
            await talks.some_more()
            assert await asyncio.to_thread(one.stop) == 0
            await talks.some_more()
            await asyncio.to_thread(one.start)


async def test_no_request_fails_while_older_replicas_are_replaced_as_the_page_says(
    oldest: Path, started: Start, tmp_path: Path
) -> None:
    blocks = dict(BLOCK.findall(PAGE.read_text("utf-8")))
    before, after = re.split(r"^.*systemctl restart.*$", blocks["replace"], flags=re.M)
    after = before.partition("\n")[0] + after
    old = [
        await started(ConversationProcess(tmp_path / name, "--rate", "0", root=oldest))
        for name in ("one", "two")
    ]
    # A reload closes those that are idle: who asks on one at that very moment has to ask again.
    async with behind(old, tmp_path / "nginx", kept=0) as (nginx, talks):
        await talks.some_more()
        await asyncio.to_thread(shell, blocks["migrate"], nginx)
        for one in old:
            await talks.some_more()
            await asyncio.to_thread(shell, before, nginx, one.url)
            assert await asyncio.to_thread(one.stop) == 0
            await talks.some_more()
            new = ConversationProcess(one.profile.with_suffix(".new"), "--rate", "0", url=one.url)
            await started(new)
            await asyncio.to_thread(shell, after, nginx, one.url)
            await served(new)


def shell(script: str, nginx: Nginx, replica: str = "") -> None:
    """Run commands of the page, with the folders and the replica of this test."""
    for said, here in (
        ("/etc/nginx/nginx.conf", str(nginx.folder / "nginx.conf")),
        ("/tmp/nginx.pid", str(nginx.folder / "nginx.pid")),
        ("127.0.0.1:8301", replica.removeprefix("http://")),
    ):
        script = script.replace(said, here)
    functions = f"""
        balance-desk() {{ {sys.executable} -m app "$@"; }}
        nginx() {{ {shlex.join(nginx.command[:5])} "$@"; }}
    """
    done = subprocess.run(
        ["bash", "-euc", functions + script],
        cwd=ROOT,
        env={**os.environ, "XDG_DATA_HOME": str(nginx.folder)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
