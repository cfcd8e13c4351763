"""Which part is killed when, and how soon it and what stands on it are ready again."""

import asyncio
import logging
import random
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from tests.live.chaos.parts import Part
from tests.live.chaos.tally import READY_SECONDS, Tally
from tests.patience import PATIENCE

log = logging.getLogger(__name__)

_LOOK_SECONDS = 0.2


@dataclass
class _Life:
    """A part: when it was started last, whether it runs, since when it is ready (0: it is not).

    `after` is the part whose end took that from it, nothing before the first.
    """

    part: Part
    begun: float
    runs: bool = True
    ready: float = 0.0
    after: str = ""


class Killer:
    """Kills one part after the other, each about as often, and starts it again at once.

    Others may be away meanwhile, but a majority of the brokers stays ready, and one of all other
    parts of which there are several. What ends while it starts, because what it stands on is away,
    is started again, as by the system's units.
    """

    def __init__(self, parts: Sequence[Part], tally: Tally) -> None:
        """`tally` says by its seed what is chosen, and is told what became."""
        self._lives = {part.name: _Life(part, time.monotonic()) for part in parts}
        self._tally = tally
        self._chance = random.Random(tally.seed)
        self._order: list[_Life] = []

    async def run(self, every: float, over: asyncio.Event) -> None:
        """Kill something every so many seconds until it is over and all are ready again."""
        due = time.monotonic()
        async with asyncio.TaskGroup() as group:
            looking = group.create_task(self._look())
            starting = []
            while not over.is_set():
                if time.monotonic() >= due and (life := self._next()) is not None:
                    due = time.monotonic() + every
                    await self._kill(life)
                    starting.append(group.create_task(self._start(life)))
                await _pause(over, _LOOK_SECONDS)
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    while away := [name for name, one in self._lives.items() if not one.ready]:  # noqa: ASYNC110
                        await asyncio.sleep(_LOOK_SECONDS)
            self._tally.slow += [f"{name}: not at all" for name in away]
            for task in (looking, *starting):
                task.cancel()

    def _next(self) -> _Life | None:
        """Take the next part that may be killed now; those that may not come first later."""
        if len(self._order) < len(self._lives):
            self._order += self._chance.sample(list(self._lives.values()), len(self._lives))
        for life in self._order:
            kind = life.part.kind
            mates = [one for one in self._lives.values() if one.part.kind == kind]
            left = sum(bool(one.ready) for one in mates if one is not life)
            needed = 0 if len(mates) == 1 else len(mates) // 2 + 1 if kind == "broker" else 1
            if life.ready and left >= needed:
                self._order.remove(life)
                return life
        return None

    async def _kill(self, killed: _Life) -> None:
        part = killed.part
        log.info("%s is killed", part.name)
        await asyncio.to_thread(part.process.kill)
        killed.begun, killed.runs = time.monotonic(), False
        self._tally.kills.append((killed.begun, part.kind))
        for one in self._lives.values():
            if one is killed or part.name in one.part.stands_on:
                one.ready, one.after = 0.0, part.name

    async def _start(self, life: _Life) -> None:
        while not life.runs:
            try:
                await asyncio.to_thread(life.part.process.start)
                life.runs = True
            except RuntimeError as error:
                log.info("%s is started again: %s", life.part.name, str(error)[-200:])

    async def _look(self) -> None:
        """See, again and again, which of those that can be ready are."""
        while True:
            waiting = [(one, since) for one in self._lives.values() if (since := self._since(one))]
            found = await asyncio.gather(*(one.part.ready() for one, _ in waiting))
            now = time.monotonic()
            for (one, since), ready in zip(waiting, found, strict=True):
                if ready and self._since(one) == since:  # else another was killed meanwhile
                    one.ready = now
                    self._tell(one, since, now - since)
            await asyncio.sleep(_LOOK_SECONDS)

    def _since(self, life: _Life) -> float:
        """Return since when a part that is not ready can be; 0 while it cannot."""
        below = [self._lives[name] for name in life.part.stands_on]
        if life.ready or not life.runs or not all(one.ready for one in below):
            return 0.0
        return max([life.begun, *(one.ready for one in below)])

    def _tell(self, life: _Life, since: float, took: float) -> None:
        name, kind = life.part.name, life.part.kind
        if not life.after:
            return
        if since == life.begun:
            self._tally.started[kind].append(took)
        else:
            self._tally.recovered[kind].append(took)
        # How long the start of what stands on nothing takes is for its makers.
        if life.part.stands_on and took > READY_SECONDS:
            self._tally.slow.append(f"{name}: {took:.1f} s after {life.after}")
        log.info("%s is ready %.1f s later", name, took)


async def _pause(over: asyncio.Event, seconds: float) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(max(0.0, seconds)):
            await over.wait()
