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


def test_a_letter_with_nothing_in_it_is_listed_too(
    redis_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(bury(redis_url))
    with redis.Redis.from_url(redis_url) as client:
        client.xadd(f"{QUEUE}.dead", {"other": "1", "r": "envelope: no JSON", "n": "1"})
    assert cli.main(["conversations", "dead", "list", "--redis", redis_url, "--json"]) == 0
    letters = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [letter["reason"] for letter in letters] == ["a mistake", "envelope: no JSON"]


def test_what_is_no_entry_is_said(redis_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    asyncio.run(bury(redis_url))
    revive = ["conversations", "dead", "revive", "--redis", redis_url, QUEUE]
    for entry in ("latest", "1795392203858"):
        assert cli.main([*revive, entry]) == 2
        assert f"{entry} is no entry" in capsys.readouterr().err


def test_where_the_queues_are_must_be_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("BALANCE_DESK_REDIS", raising=False)
    assert cli.main(["conversations", "dead", "list"]) == 2
    assert "--redis" in capsys.readouterr().err
