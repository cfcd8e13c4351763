"""Replicas behind the shipped proxy are ended one after the other, under load: no request fails."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest

from tests.e2e.serving.conversation_process import ConversationProcess
from tests.live.nginx import Nginx
from tests.live.servers import NoServer
from tests.patience import PATIENCE

pytestmark = [pytest.mark.live, pytest.mark.anyio]

TALKS = 12
ROUNDS = 2


class Talks:
    """Clients of the proxy, each of which writes to a conversation of its own and reads it."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.over = asyncio.Event()
        self.failed: list[str] = []
        self.said: list[list[str]] = [[] for _ in range(TALKS)]
        self._client = client

    async def begin(self) -> None:
        for talk in range(TALKS):
            body = {"id": f"talk-{talk}", "user_id": "ann"}
            await self._ask("POST", "/api/v1/conversations", 201, json=body)

    async def go_on(self, talk: int) -> None:
        """Write and read until all is over."""
        path = f"/api/v1/conversations/talk-{talk}/messages"
        while not self.over.is_set():
            said = f"{talk}-{len(self.said[talk])}"
            message = {"message": {"id": said, "role": "user", "content": said}}
            # 201 says too that it was not there before: nothing was sent a second time.
            await self._ask("POST", path, 201, json=message)
            self.said[talk].append(said)
            await self._ask("GET", f"{path}?limit=1", 200)

    async def some_more(self) -> None:
        """Wait until each has written some more."""
        wanted = [len(said) + 5 for said in self.said]
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

    async def _ask(self, method: str, path: str, wanted: int, **more: object) -> None:
        try:
            answer = await self._client.request(method, path, **more)  # type: ignore[arg-type]
            words = f"{answer.status_code} {answer.text[:200]}"
            good = answer.status_code == wanted
        except httpx.HTTPError as error:
            words, good = repr(error), False
        if not good:
            self.failed.append(f"{method} {path}: {words}")


@pytest.fixture
async def replicas(
    new_database: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[list[ConversationProcess]]:
    monkeypatch.setenv("BALANCE_DESK_DATABASE", new_database())
    made = [ConversationProcess(tmp_path / name, "--rate", "0") for name in ("one", "two")]
    try:
        for one in made:
            await asyncio.to_thread(one.start)
        yield made
    finally:
        for one in made:
            one.kill()


async def served(replica: ConversationProcess) -> None:
    """Wait until the proxy gives requests to a replica."""
    async with httpx.AsyncClient(base_url=replica.url, timeout=PATIENCE) as inside:
        async with asyncio.timeout(PATIENCE):
            while 'method="POST"' not in (await inside.get("/metrics")).text:  # noqa: ASYNC110
                await asyncio.sleep(0.05)


async def test_no_request_fails_while_replicas_behind_the_proxy_are_replaced(
    replicas: list[ConversationProcess], tmp_path: Path
) -> None:
    token = await asyncio.to_thread(replicas[0].run, "token", "create", "--tenant", "acme")
    nginx = Nginx(tmp_path / "nginx", *(int(one.url.rpartition(":")[2]) for one in replicas))
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
            )
        )
        talks = Talks(client)
        await talks.begin()
        async with asyncio.TaskGroup() as group:
            for talk in range(TALKS):
                group.create_task(talks.go_on(talk))
            await _replaced(replicas, talks)
            talks.over.set()
        assert not talks.failed, talks.failed
        for talk, said in enumerate(talks.said):
            assert await talks.stored(talk) == said


async def _replaced(replicas: list[ConversationProcess], talks: Talks) -> None:
    for one in ROUNDS * replicas:
        # Those too that take its requests: one that was away is left out for a while.
        for each in replicas:
            await served(each)
        await talks.some_more()
        assert await asyncio.to_thread(one.stop) == 0
        await talks.some_more()
        await asyncio.to_thread(one.start)
