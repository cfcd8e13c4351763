"""Workers that are killed in the middle of their work lose nothing and repeat nothing (F12)."""

import asyncio
import os
import random
import sys
from pathlib import Path
from time import monotonic

import pytest

from app.conversations.book.embedded_book import EmbeddedBook
from app.conversations.database.database import Database
from app.conversations.protocol.queue_names import STORE
from app.conversations.service.queues.redis_queues import RedisQueues
from app.conversations.service.queues.signatures import sign
from app.conversations.service.tokens import TokenBook
from app.domain.book import NewConversation
from tests.contract.app.conversations.service.queue_samples import raw, store
from tests.contract.app.conversations.service.queue_service import ANA
from tests.faults.scales import Scale
from tests.live.servers import Redis

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(os.name != "posix", reason="kills of POSIX"),
]

HOST = Path(__file__).with_name("queue_host.py")


async def nothing_waits(queues: RedisQueues) -> None:
    """Wait until all is done; a slow machine may take its time as long as something is done."""
    least, since = sys.maxsize, monotonic()
    while waiting := await queues.waiting(STORE):
        if waiting < least:
            least, since = waiting, monotonic()
        assert monotonic() - since < 60
        await asyncio.sleep(0.1)


async def test_f12_killed_workers_lose_nothing(tmp_path: Path, redis: Redis, scale: Scale) -> None:
    where = tmp_path / "service.db"
    database = await Database.open(where)
    book = EmbeddedBook(database)
    token = (await TokenBook(database).create("acme")).text
    await book.create(ANA, NewConversation(id="talk"))
    queues = RedisQueues(redis.url)
    program: asyncio.subprocess.Process | None = None
    try:
        kills = scale(3, 50)
        count = 0
        for last in [False] * kills + [True]:
            for _ in range(100):
                body = raw(store(str(count), id=f"m{count}"))
                await queues.put(STORE, body, proof=sign(token, body))
                count += 1
            program = await asyncio.create_subprocess_exec(
                sys.executable,
                str(HOST),
                str(where),
                redis.url,
                stdout=asyncio.subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[4])},
            )
            assert program.stdout is not None
            assert await program.stdout.readline() == b"working\n"
            if last:
                await nothing_waits(queues)
                # What was in the hands of three workers that died is suspected to have killed them.
                dead = await queues.dead(STORE)
                assert {letter.deliveries for letter in dead} <= {3}
                await queues.revive(STORE, [letter.entry for letter in dead])
                await nothing_waits(queues)
            else:
                await asyncio.sleep(random.uniform(0, 0.3))
            program.kill()
            await program.wait()
        dead = await queues.dead(STORE)
        stored = [
            message.id
            for after in range(-1, count, 1000)
            for message in (await book.messages(ANA, "talk", offset=after + 1, limit=1000)).items
        ]
        assert list(dead) == []
        assert len(stored) == len(set(stored))
        assert set(stored) == {f"m{number}" for number in range(count)}
        assert (await book.get(ANA, "talk")).message_count == count
    finally:
        if program is not None and program.returncode is None:
            program.kill()
            await program.wait()
        await queues.aclose()
        await database.aclose()
