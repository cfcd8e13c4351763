"""From earlier versions to this one, one replica after the other, while clients use both."""

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmarks._load import BROKEN, REFUSED, Line, open_loop
from tests.e2e.serving.conversation_process import ConversationProcess
from tests.patience import PATIENCE

pytestmark = [pytest.mark.anyio, pytest.mark.live]

TALKS, WRITES = 8, 15.0
"""Conversations that are written to, and messages a second."""
KEPT, EACH, READS = 4, 50, 10.0
"""Conversations that the earlier version leaves, messages in each, and reads of them a second."""
WORDS = {
    REFUSED: "no connection to the replica being replaced",
    BROKEN: "connection ended by it",
    503: "503 of it, before anything was done: it is stopping",
}
"""What becomes of a request that comes to a replica while it is replaced."""


class Clients:
    """Clients of two replicas, each of which asks both in turn.

    A replica that is being replaced takes no connections, ends one as a request comes, or says that
    it is stopping. What a client library or a proxy then does, they do too, once: they ask the
    other replica. `first` counts what became of the first tries; `failed` has everything else that
    was no good answer.
    """

    def __init__(self, urls: list[str], token: str) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        self.lines = [[Line(url, headers) for url in urls] for _ in range(TALKS + KEPT)]
        self.acknowledged: list[list[str]] = [[] for _ in range(TALKS + KEPT)]
        self.first: Counter[str] = Counter()
        self.failed: list[str] = []
        self.reads = 0
        self.replaced = -1
        """Which of the two is being replaced."""
        self._turns = [asyncio.Lock() for _ in range(TALKS + KEPT)]

    async def begin(self) -> None:
        """Make the conversations, and what is kept from before."""
        for talk, lines in enumerate(self.lines):
            body = {"id": f"talk-{talk}", "user_id": "ann"}
            assert (await lines[0].ask("POST", "/api/v1/conversations", body))[0] == 201
        for number in range(KEPT * EACH):
            await self._add(TALKS + number % KEPT, 0)

    async def write(self, number: int) -> int:
        """Add a message to one of the conversations that grow; return the status."""
        return await self._add(number % TALKS, number // TALKS)

    async def read(self, number: int) -> int:
        """Read one of the conversations of before, which must be what it was; return the status."""
        talk = TALKS + number % KEPT
        async with self._turns[talk]:
            path = f"/api/v1/conversations/talk-{talk}/messages?limit=1000"
            status, raw = await self._ask(talk, number // KEPT, "GET", path)
            if status == 200:
                self.reads += 1
                found = [one["content"] for one in json.loads(raw)["data"]]
                if found != self.acknowledged[talk]:
                    self.failed.append(f"talk-{talk} has {len(found)} messages, or others")
            return status

    async def stored(self, talk: int) -> list[str]:
        """Return what a conversation has."""
        found: list[str] = []
        after = ""
        while True:
            path = f"/api/v1/conversations/talk-{talk}/messages?limit=1000{after}"
            status, raw = await self.lines[talk][0].ask("GET", path)
            assert status == 200, raw
            page = json.loads(raw)
            found += [one["content"] for one in page["data"]]
            if not page.get("next"):
                return found
            after = f"&after={page['next']}"

    def table(self) -> str:
        """Return what became of first tries, and what failed, as text."""
        lines = [f"{count:>7}  first tries: {word}" for word, count in sorted(self.first.items())]
        return "\n".join([*lines, f"{len(self.failed):>7}  failed", *self.failed])

    async def _add(self, talk: int, turn: int) -> int:
        async with self._turns[talk]:
            said = f"{talk}-{len(self.acknowledged[talk])}"
            message = {"message": {"id": said, "role": "user", "content": said}}
            path = f"/api/v1/conversations/talk-{talk}/messages"
            status, _ = await self._ask(talk, turn, "POST", path, message)
            if status == 201:
                self.acknowledged[talk].append(said)
            return status

    async def _ask(
        self, talk: int, turn: int, method: str, path: str, body: Any = None
    ) -> tuple[int, bytes]:
        at, before = turn % 2, self.replaced
        status, raw = await self.lines[talk][at].ask(method, path, body)
        away = at in (before, self.replaced) and (status != 503 or b"service-stopping" in raw)
        self.first[WORDS[status] if away and status in WORDS else str(status)] += 1
        if away and status in WORDS:
            status, raw = await self.lines[talk][1 - at].ask(method, path, body)
        # 200 says that the message was there: its first try was stored, but not answered.
        if status != (201 if method == "POST" else 200):
            self.failed.append(f"{method} {path}: {status} {raw[:200]!r}")
        return status, raw


@pytest.mark.timeout(900)
async def test_no_request_fails_while_replicas_are_replaced(
    earlier: Path, tmp_path: Path, new_database: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BALANCE_DESK_DATABASE", new_database())
    old = [ConversationProcess(tmp_path / f"old-{n}", "--rate", "0", root=earlier) for n in (1, 2)]
    new: list[ConversationProcess] = []
    try:
        for one in old:
            await asyncio.to_thread(one.start)
        token = await asyncio.to_thread(old[0].run, "token", "create", "--tenant", "acme")
        clients = Clients([one.url for one in old], token)
        await clients.begin()
        async with asyncio.TaskGroup() as loads:
            over = asyncio.Event()
            for ask, rate in ((clients.write, WRITES), (clients.read, READS)):
                loads.create_task(open_loop(ask, rate=rate, seconds=3 * PATIENCE, until=over))
            await told(clients)
            ahead = ConversationProcess(tmp_path / "migrating")
            await asyncio.to_thread(ahead.run, "migrate")
            for at, one in enumerate(old):
                # The new schema is used by what is left of the old version.
                await told(clients)
                clients.replaced = at
                assert await asyncio.to_thread(one.stop) == 0
                replica = ConversationProcess(tmp_path / f"new-{one.profile.name}", url=one.url)
                new.append(replica)
                await asyncio.to_thread(replica.start)
                clients.replaced = -1
            await told(clients)
            over.set()
        print(clients.table())
        assert not clients.failed, clients.table()
        for talk, said in enumerate(clients.acknowledged):
            assert await clients.stored(talk) == said
        for lines in clients.lines:
            for line in lines:
                line.close()
        for one in new:
            assert await asyncio.to_thread(one.stop) == 0
    finally:
        for one in old + new:
            one.kill()


async def told(clients: Clients) -> None:
    """Wait until each conversation that grows has got some more messages, and each other reads."""
    wanted = [len(said) + TALKS for said in clients.acknowledged[:TALKS]]
    reads = clients.reads + 2 * KEPT
    async with asyncio.timeout(PATIENCE):
        while clients.reads < reads or any(
            len(said) < n for said, n in zip(clients.acknowledged, wanted, strict=False)
        ):
            assert not clients.failed, clients.table()
            await asyncio.sleep(0.05)
