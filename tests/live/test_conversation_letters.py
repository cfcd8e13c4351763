"""Dead letters are shown and revived by the command line."""

import asyncio
import json

import pytest
import redis

from app import cli
from app.conversations.queues.names import REQUESTS, TASK
from app.conversations.queues.redis_queues import RedisQueues

pytestmark = pytest.mark.live

QUEUE = str(REQUESTS[TASK])


async def bury(url: str) -> None:
    with redis.Redis.from_url(url) as client:
        client.flushall()
    queues = RedisQueues(url)
    await queues.put(TASK, b"{}")
    (taken,) = await queues.take(1, wait=1)
    await queues.bury(taken, "a mistake")
    await queues.aclose()


def test_dead_letters_are_listed_and_revived(
    redis_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(bury(redis_url))
    assert cli.main(["conversations", "dead", "list", "--redis", redis_url, "--json"]) == 0
    letter = json.loads(capsys.readouterr().out)
    assert (letter["queue"], letter["deliveries"], letter["reason"]) == (QUEUE, 1, "a mistake")
    revive = ["conversations", "dead", "revive", "--redis", redis_url, QUEUE]
    assert cli.main([*revive, letter["entry"], "0-0"]) == 0
    assert capsys.readouterr().out == f"1 of 2 are in {QUEUE} again\n"
    assert cli.main(["conversations", "dead", "list", "--redis", redis_url]) == 0
    assert capsys.readouterr().out == ""


def test_where_the_queues_are_must_be_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("BALANCE_DESK_REDIS", raising=False)
    assert cli.main(["conversations", "dead", "list"]) == 2
    assert "--redis" in capsys.readouterr().err
