"""A served conversation service that is killed under 32 writers: nothing lost or doubled (F9)."""

import asyncio
import os
import random
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests.e2e.serving.conversation_process import ConversationProcess
from tests.faults.scales import Scale
from tests.live.conftest import new_database, postgres_url  # noqa: F401
from tests.patience import PATIENCE

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(os.name != "posix", reason="kills of POSIX"),
]

API = "/api/v1/conversations"
WRITERS = 32
CONVERSATIONS = 4


class Writers:
    """Thirty-two clients, each of which says one thing after another until it is acknowledged."""

    def __init__(self, service: ConversationProcess, http: httpx.AsyncClient) -> None:
        self.acknowledged: list[str] = []
        self.refused = 0
        self._service = service
        self._http = http
        self._ends = asyncio.Event()

    async def run(self) -> None:
        """Write until `stop`, and then until all that was begun is acknowledged."""
        await asyncio.gather(*map(self._write, range(WRITERS)))

    def stop(self) -> None:
        """Begin with nothing more."""
        self._ends.set()

    async def _write(self, mine: int) -> None:
        number = 0
        path = f"{API}/c{mine % CONVERSATIONS}/messages"
        while not self._ends.is_set():
            message_id = f"w{mine}-{number}"
            body = {"message": {"id": message_id, "role": "user", "content": f"말 {message_id}"}}
            while not await self._acknowledged(path, body):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
            self.acknowledged.append(message_id)
            number += 1

    async def _acknowledged(self, path: str, body: object) -> bool:
        try:
            answer = await self._http.post(self._service.url + path, json=body)
        except httpx.TransportError:
            return False
        self.refused += answer.status_code >= 400
        return answer.is_success


async def stored(http: httpx.AsyncClient, url: str) -> list[str]:
    """Return the ids of all messages; raises AssertionError where a counter is wrong."""
    found: list[str] = []
    for number in range(CONVERSATIONS):
        path = f"{url}{API}/c{number}"
        told = (await http.get(path)).json()["data"]
        ids: list[str] = []
        tokens = 0
        while True:
            params = {"limit": 1000, "after": len(ids) - 1} if ids else {"limit": 1000}
            page = (await http.get(f"{path}/messages", params=params)).json()["data"]
            if not page:
                break
            assert [one["seq"] for one in page] == list(range(len(ids), len(ids) + len(page)))
            ids += [one["id"] for one in page]
            tokens += sum(one["tokens"] for one in page)
        assert (told["message_count"], told["token_total"]) == (len(ids), tokens)
        found += ids
    return found


async def kill_again_and_again(folder: Path, kills: int) -> None:
    service = ConversationProcess(folder / "profile", "--rate", "0")
    token = await asyncio.to_thread(service.run, "token", "create", "--tenant", "acme")
    headers = {"Authorization": f"Bearer {token}"}
    limits = httpx.Limits(max_connections=WRITERS)
    async with httpx.AsyncClient(headers=headers, limits=limits, timeout=PATIENCE) as http:
        try:
            await asyncio.to_thread(service.start)
            for number in range(CONVERSATIONS):
                await http.post(service.url + API, json={"id": f"c{number}"})
            writers = Writers(service, http)
            writing = asyncio.create_task(writers.run())
            for _ in range(kills):
                before = len(writers.acknowledged)
                while len(writers.acknowledged) < before + WRITERS:  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
                await asyncio.sleep(random.uniform(0, 0.3))
                await asyncio.to_thread(service.kill)
                await asyncio.to_thread(service.start)
            writers.stop()
            async with asyncio.timeout(PATIENCE):
                await writing
            found = await stored(http, service.url)
        finally:
            service.kill()
    print(f"{kills} kills, {len(writers.acknowledged)} acknowledged, {writers.refused} refused")
    assert len(found) == len(set(found)), "stored twice"
    assert set(found) == set(writers.acknowledged), "acknowledged and lost"


async def test_f9_a_killed_service_loses_nothing_and_repeats_nothing(
    tmp_path: Path, scale: Scale
) -> None:
    await kill_again_and_again(tmp_path, scale(2, 100))


async def test_f9_a_killed_service_on_postgresql_loses_nothing_and_repeats_nothing(
    tmp_path: Path,
    new_database: Callable[[], str],  # noqa: F811
    scale: Scale,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("BALANCE_DESK_DATABASE", new_database())
    await kill_again_and_again(tmp_path, scale(1, 100))
