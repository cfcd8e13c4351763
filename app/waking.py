"""Hearing that the machine slept: clocks that stood still, or a program that was stopped."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import NamedTuple

TICK_SECONDS = 5.0
ASLEEP_SECONDS = 20.0
"""A gap of that many seconds is a sleep: a busy program is late by less."""


class Clocks(NamedTuple):
    """The time by three clocks, in seconds: of the wall, of the running machine, of the boot.

    Which of them stand still while a machine sleeps differs between systems; one of them goes on.
    """

    wall: float
    running: float
    boot: float


def read_clocks() -> Clocks:
    """Return the present time."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    running = time.monotonic()
    return Clocks(time.time(), running, time.clock_gettime(boot) if boot is not None else running)


def slept(before: Clocks, now: Clocks, *, tick: float = TICK_SECONDS) -> float:
    """Return how many seconds were slept between two ticks; 0 for none.

    A wall clock that was set looks like a sleep if it was set forwards; nothing is lost by that.
    """
    gap = max(one - other for one, other in zip(now, before, strict=True)) - tick
    return gap if gap >= ASLEEP_SECONDS else 0.0


async def wakings(
    *,
    clocks: Callable[[], Clocks] = read_clocks,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> AsyncIterator[float]:
    """Yield, each time that the machine has woken up, how many seconds it slept."""
    before = clocks()
    while True:
        await sleep(TICK_SECONDS)
        now = clocks()
        if gap := slept(before, now):
            yield gap
        before = now
