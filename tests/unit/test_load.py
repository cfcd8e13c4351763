"""The generator of load, of benchmarks and live tests."""

import asyncio
import time

import pytest

from benchmarks._load import Taken, closed, open_loop

pytestmark = pytest.mark.anyio


async def test_a_rate_waits_for_nobody_and_charges_for_a_standstill() -> None:
    asked: list[int] = []
    all_asked = asyncio.Event()
    stood_still = 0.0

    async def ask(number: int) -> str:
        nonlocal stood_still
        asked.append(number)
        if number == 0:  # nobody is answered, and nothing else goes on
            begun = time.perf_counter()
            time.sleep(0.05)  # noqa: ASYNC251 — the standstill is the subject
            stood_still = time.perf_counter() - begun
        if len(asked) == 10:
            all_asked.set()
        await all_asked.wait()
        return "answered"

    taken = await open_loop(ask, rate=1000, seconds=0.01)
    assert asked == list(range(10))
    assert taken.statuses == {"answered": 10}
    # The last was due 9 ms after the first, before that one let go of the loop.
    assert min(taken.seconds) >= stood_still - 0.009


async def test_a_rate_ends_when_it_is_told_to() -> None:
    enough = asyncio.Event()

    async def ask(number: int) -> None:
        if number == 3:
            enough.set()

    taken = await open_loop(ask, rate=1000, seconds=10**6, until=enough)
    assert len(taken.seconds) >= 4


async def test_a_closed_loop_asks_again_once_it_was_answered() -> None:
    under_way: set[int] = set()
    asked: list[int] = []

    async def ask(number: int) -> int:
        assert number % 3 not in under_way
        under_way.add(number % 3)
        asked.append(number)
        await asyncio.sleep(0)
        under_way.remove(number % 3)
        return 200

    taken = await closed(ask, clients=3, requests=10)
    assert sorted(asked) == list(range(10))
    assert taken.statuses == {200: 10}
    both = Taken()
    both += taken
    assert (len(both.seconds), both.lasted) == (10, taken.lasted)


async def test_a_closed_loop_lasts_as_long_as_it_was_told() -> None:
    async def ask(number: int) -> None:
        await asyncio.sleep(0)

    taken = await closed(ask, seconds=0.01)
    assert taken.lasted >= 0.01
    assert taken.statuses[None] == len(taken.seconds) > 0
