"""From 0.1.0 to this version, one replica after the other, while clients write to both."""

import asyncio
import io
import json
import subprocess
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.serving.conversation_process import ROOT, ConversationProcess
from tests.live.load import Line, open_loop
from tests.patience import PATIENCE

pytestmark = [pytest.mark.anyio, pytest.mark.live]

VERSIONS = {
    "0.1.0, the first day": "dbb961f7129c192a5d77faeddf9132aafa14ca65",
    "0.1.0, the last day": "fe687dd9",
}
TALKS = 8
RATE = 15.0


@pytest.fixture(params=VERSIONS.values(), ids=VERSIONS.keys())
def earlier(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return the tree of an earlier version."""
    done = subprocess.run(
        ["git", "archive", "--format=tar", request.param, "app", "agents", "transport", "assets"],
        cwd=ROOT,
        capture_output=True,
    )
    if done.returncode:
        pytest.skip("this clone has no history: git fetch --unshallow")
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
        archive.extractall(tmp_path / "earlier", filter="data")
    return tmp_path / "earlier"


class Writers:
    """Clients, each with a conversation, that ask the other replica where one does not answer."""

    def __init__(self, urls: list[str], token: str) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        self.lines = [[Line(url, headers) for url in urls] for _ in range(TALKS)]
        self.acknowledged: list[list[str]] = [[] for _ in range(TALKS)]
        self._turns = [asyncio.Lock() for _ in range(TALKS)]

    async def begin(self) -> None:
        """Make the conversations."""
        for number, lines in enumerate(self.lines):
            body = {"id": f"talk-{number}", "user_id": "ann"}
            assert (await lines[0].ask("POST", "/api/v1/conversations", body))[0] == 201

    async def write(self, number: int) -> int:
        """Add a message; return the status that a client with two addresses gets."""
        talk = number % TALKS
        async with self._turns[talk]:
            said = f"{talk}-{len(self.acknowledged[talk])}"
            message = {"message": {"id": said, "role": "user", "content": said}}
            status = 0
            for line in self.lines[talk] * 2:
                path = f"/api/v1/conversations/talk-{talk}/messages"
                status, _ = await line.ask("POST", path, message)
                if status in (200, 201):
                    self.acknowledged[talk].append(said)
                    return 201
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
        writers = Writers([one.url for one in old], token)
        await writers.begin()
        over = asyncio.Event()
        writing = asyncio.create_task(
            open_loop(writers.write, rate=RATE, seconds=PATIENCE, until=over)
        )
        await told(writers, TALKS)
        ahead = ConversationProcess(tmp_path / "migrating")
        await asyncio.to_thread(ahead.run, "migrate")
        for one in old:
            # The new schema is used by what is left of the old version.
            await told(writers, TALKS)
            assert await asyncio.to_thread(one.stop) == 0
            replica = ConversationProcess(tmp_path / f"new-{one.profile.name}", url=one.url)
            new.append(replica)
            await asyncio.to_thread(replica.start)
        await told(writers, TALKS)
        over.set()
        taken = await writing
        assert taken.statuses.keys() == {201}, taken.statuses
        for talk, said in enumerate(writers.acknowledged):
            assert await writers.stored(talk) == said
        for lines in writers.lines:
            for line in lines:
                line.close()
        for one in new:
            assert await asyncio.to_thread(one.stop) == 0
    finally:
        for one in old + new:
            one.kill()


async def told(writers: Writers, more: int) -> None:
    """Wait until so many more messages of each conversation are acknowledged."""
    wanted = [len(said) + more for said in writers.acknowledged]
    async with asyncio.timeout(PATIENCE):
        while any(len(said) < n for said, n in zip(writers.acknowledged, wanted, strict=True)):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
