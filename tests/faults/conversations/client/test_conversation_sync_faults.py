"""A desk is killed between what it wrote down and what it sent: all of it arrives, once.

`FAULT_SCALE` (default 0.1) sets how often; 1 is twenty times.
"""

import asyncio
import os
import random
import sys
from pathlib import Path

import pytest

from app.domain.book import Caller
from tests.contract.app.conversations.book.served_books import served
from tests.unit.app.sync.synced_desks import synced_desk

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.faults,
    pytest.mark.slow,
    pytest.mark.logs_warnings,
    pytest.mark.timeout(600),
    pytest.mark.skipif(os.name != "posix", reason="kills of POSIX"),
]

SCALE = float(os.environ.get("FAULT_SCALE", "0.1"))
HOST = Path(__file__).with_name("synced_host.py")
ANA = Caller(tenant="acme", user="ana")


async def test_a_killed_desk_sends_all_it_stored_once(tmp_path: Path) -> None:
    stored: list[int] = []
    async with served(tmp_path / "service.db") as service:
        token = await service.token(user="ana")
        for _ in range(max(2, round(20 * SCALE))):
            program = await asyncio.create_subprocess_exec(
                sys.executable,
                str(HOST),
                str(tmp_path / "one"),
                service.url,
                token,
                stdout=asyncio.subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[4])},
            )
            assert program.stdout is not None
            stored.append(int(await program.stdout.readline()))
            await asyncio.sleep(random.uniform(0, 0.5))
            program.kill()
            stored += [int(line) for line in (await program.stdout.read()).split()]
            await program.wait()
        async with synced_desk(tmp_path / "one", url=service.url, token=token) as one:
            await one.in_step()
            (conversation,) = await one.desk.conversations()
            page = await service.book.messages(ANA, conversation.context_id, limit=1000)
            said = [message.content for message in page.items if message.role == "user"]
            here = [text for text in await one.texts(conversation.context_id) if "said" in text]
        assert said == list(dict.fromkeys(said))
        assert {f"said {number}" for number in stored} <= set(said)
        assert {text for text in here if text.startswith("said")} == set(said)
