"""Connections to Redis through refusals, cuts, breaks and lost scripts."""

import asyncio
from collections.abc import AsyncIterator

import pytest
import redis
from redis.exceptions import ResponseError
from redis.exceptions import TimeoutError as RedisTimeout

from app.conversations.service.queues.redis_connections import Lines
from tests.patience import PATIENCE

pytestmark = [pytest.mark.anyio, pytest.mark.live]

ECHO = "return {KEYS[1], ARGV[1]}"


@pytest.fixture
async def lines(redis_url: str) -> AsyncIterator[Lines]:
    made = Lines(redis_url, seconds=PATIENCE)
    yield made
    await made.aclose()
    await made.aclose()


async def test_answers_are_as_redis_has_them(lines: Lines) -> None:
    assert await lines.ask("ECHO", b"\xff") == b"\xff"
    entry = await lines.ask("XADD", "stream", "*", "n", 1)
    assert await lines.ask("XRANGE", "stream", "-", "+") == [[entry, [b"n", b"1"]]]
    assert await lines.ask("XREAD", "STREAMS", "stream", "$") is None


async def test_after_a_refusal_the_next_call_gets_its_own_answer(lines: Lines) -> None:
    await lines.ask("SET", "text", "said")
    assert await lines.ask_together([("ECHO", "a"), ("GET", "text")]) == [b"a", b"said"]
    refused, late = await lines.ask_together([("XLEN", "text"), ("ECHO", "late")])
    assert isinstance(refused, ResponseError)
    assert late == b"late"
    with pytest.raises(ResponseError, match="WRONGTYPE"):
        await lines.ask("LLEN", "text")
    assert await lines.ask("ECHO", "next") == b"next"


async def test_after_a_cut_the_next_call_gets_its_own_answer(lines: Lines, redis_url: str) -> None:
    waiting = asyncio.create_task(lines.ask("BLPOP", "list", 30))
    with redis.Redis.from_url(redis_url) as client:
        async with asyncio.timeout(PATIENCE):
            while not client.info("clients")["blocked_clients"]:  # noqa: ASYNC110 — Redis tells nobody
                await asyncio.sleep(0.01)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        client.rpush("list", "for nobody")
    assert await lines.ask("ECHO", "next") == b"next"


async def test_a_connection_that_broke_is_taken_anew(lines: Lines, redis_url: str) -> None:
    assert await lines.ask("ECHO", "a") == b"a"
    with redis.Redis.from_url(redis_url) as client:
        client.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
    assert await lines.ask("ECHO", "b") == b"b"


async def test_a_redis_that_lost_a_script_is_given_it_again(lines: Lines) -> None:
    for _ in range(2):
        assert await lines.run(ECHO, ["key"], [7]) == [b"key", b"7"]
        await lines.ask("SCRIPT", "FLUSH")


async def test_a_call_ends_after_its_time(redis_url: str) -> None:
    lines = Lines(redis_url, seconds=0.1)
    with pytest.raises(RedisTimeout):
        await lines.ask("BLPOP", "nothing", 30)
    async with asyncio.timeout(PATIENCE):  # a busy machine may need more than one such time
        while (answer := await _asked(lines, "ECHO", "next")) is None:
            pass
    assert answer == b"next"
    await lines.aclose()


async def _asked(lines: Lines, *command: str) -> object:
    """Return the answer to a command, or None if it did not come in its time."""
    try:
        return await lines.ask(*command)
    except RedisTimeout:
        return None
