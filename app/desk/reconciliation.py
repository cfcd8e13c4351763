"""What is open stays true: agents are asked anew after a sleep, and until they answer again.

A stream that broke says nothing of its task. While an agent does not reply, that is a state that is
shown; it is asked again after a while, longer each time.
"""

import asyncio
import logging
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing, suppress
from typing import NamedTuple

from app.desk.desk import Desk
from app.desk.recovery import Recovery
from app.domain.conversations import AnswerEntry, Conversation, Entry
from app.errors import DeskError
from app.observers import Watchers

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


FIRST_SECONDS, LONGEST_SECONDS = 2.0, 60.0

log = logging.getLogger(__name__)


class News(NamedTuple):
    """What was found when the agents were asked; `silent` are those that do not reply.

    `away` says that the person was away (the machine slept), so that what ended is worth telling.
    """

    found: Recovery
    silent: frozenset[str]
    away: bool = False


Watcher = Callable[[News], None]


class LiveTruth:
    """Owns when the agents of a desk are asked anew, while `run` is awaited.

    Delays double from two seconds to a minute, each with up to a half of chance.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._watchers: Watchers[News] = Watchers()
        self._asked = asyncio.Event()
        self._anew = self._away = False
        self._lost: dict[str, str] = {}
        self.silent: frozenset[str] = frozenset()

    def watch(self, watcher: Watcher) -> Callable[[], None]:
        """Tell `watcher` what is found; return how to stop it."""
        return self._watchers.add(watcher)

    def ask(self, *, anew: bool = False, away: bool = False) -> None:
        """Ask the agents soon; `anew` also for what is followed, on streams that may be dead."""
        self._anew, self._away = self._anew or anew, self._away or away
        self._asked.set()

    async def run(self, *, waking: AsyncIterator[float] | None = None) -> None:
        """Ask when it is time to, until cancelled; `waking` yields when the machine woke up."""
        unwatch = self._desk.watch(self._see)
        listening = asyncio.create_task(self._listen(waking or wakings()), name="waking")
        delay = FIRST_SECONDS
        try:
            while True:
                limit = delay * (1 + random.random() / 2) if self.silent else None  # noqa: S311
                with suppress(TimeoutError):
                    async with asyncio.timeout(limit):
                        await self._asked.wait()
                pressed = self._asked.is_set()
                await self._look()
                delay = FIRST_SECONDS if pressed else min(LONGEST_SECONDS, 2 * delay)
        finally:
            unwatch()
            listening.cancel()
            with suppress(asyncio.CancelledError):
                await listening

    async def _look(self) -> None:
        anew, away = self._anew, self._away
        self._anew = self._away = False
        self._asked.clear()
        try:
            found = await self._desk.recheck(anew=anew)
        except DeskError as error:
            log.error("what is open could not be looked up: %s", error)
            return
        unknown = {answer.agent for answer in found.unreachable}
        self.silent = frozenset(unknown | set(self._lost.values()))
        news = News(found, self.silent, away)
        self._watchers.tell(news)

    async def _listen(self, waking: AsyncIterator[float]) -> None:
        async with aclosing(waking) as gaps:  # type: ignore[type-var]
            async for seconds in gaps:
                log.info("the machine slept for %.0f seconds", seconds)
                self.ask(anew=True, away=True)

    def _see(self, changed: Entry | Conversation) -> None:
        """Look after an answer whose stream broke: its agent may come back without a word."""
        if isinstance(changed, AnswerEntry):
            answer = changed.answer
            if not answer.cut_off:
                self._lost.pop(answer.turn_id, None)
            elif answer.turn_id not in self._lost:
                self._lost[answer.turn_id] = answer.agent
                self._asked.set()
