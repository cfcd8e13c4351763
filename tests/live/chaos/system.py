"""A whole deployment is used while one of its parts after the other is killed.

What was acknowledged is compared with what is stored and shown in the end.
"""

import asyncio
import json
import logging
import random
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from tests.live.chaos.counting import whole
from tests.live.chaos.desk import NAMES
from tests.live.chaos.parts import Deployment, Part
from tests.live.chaos.traffic import Traffic
from tests.live.load import Line, Taken

log = logging.getLogger(__name__)

LATE_SECONDS = 5.0
READY_SECONDS = 15.0
_MOST_SECONDS = 120.0


@dataclass
class Kept:
    """What became of the messages of one kind."""

    acknowledged: int = 0
    stored: int = 0
    lost: int = 0
    doubled: int = 0
    out_of_order: int = 0
    late: int = 0

    def compare(self, said: Sequence[str], found: Sequence[str]) -> None:
        """Count what of a conversation was acknowledged and what is there, in its order."""
        times = Counter(found)
        self.acknowledged += len(said)
        self.stored += len(times)
        self.doubled += sum(count - 1 for count in times.values())
        self.lost += len(set(said) - times.keys())
        places = [int(one.rpartition(".")[2]) for one in dict.fromkeys(found)]
        self.out_of_order += sum(b < a for a, b in pairwise(places))


@dataclass
class Tally:
    """What became of it all; times are in seconds."""

    kept: dict[str, Kept] = field(default_factory=lambda: defaultdict(Kept))
    refused: Counter[str] = field(default_factory=Counter)
    unanswered: Counter[str] = field(default_factory=Counter)
    unlike: int = 0
    taken: dict[str, Taken] = field(default_factory=dict)
    started: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """By kind of part: from its start until it is ready."""
    recovered: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    """By kind of part: from when a part that it stands on is there again until it is ready."""
    slow: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        """Whether nothing was lost, doubled or moved, and every answer came."""
        wrong = [(one.lost, one.doubled, one.out_of_order) for one in self.kept.values()]
        return not any(map(any, wrong)) and not self.unanswered and not self.unlike

    def table(self) -> str:
        """Return the figures as text."""
        names = ("acknowledged", "stored", "lost", "doubled", "out_of_order", "late")
        lines = ["".join(f"{name.replace('_', ' '):>14}" for name in ("", *names))]
        for kind, kept in self.kept.items():
            figures = "".join(f"{getattr(kept, name):>14}" for name in names)
            lines.append(f"{kind:>14}{figures}")
        lines += ["", f"  late: more than {LATE_SECONDS:g} s after it was due"]
        for way, taken in self.taken.items():
            times = [taken.percentile(share) / 1000 for share in (0.5, 0.99, 1.0)]
            told = "p50 {:.2f} s, p99 {:.2f} s, slowest {:.2f} s".format(*times)
            lines.append(f"  messages over {way}: {told}")
        lines += [f"  tried again: {_counted(self.refused)}"]
        lines += [f"  questions without a whole answer: {_counted(self.unanswered)}"]
        lines += [f"  rows in which the two desks differ: {self.unlike}", ""]
        lines.append(f"{'':>14}{'killed':>8}{'start: median, slowest':>26}{'after others':>24}")
        for kind in self.started:
            own, others = _times(self.started[kind]), _times(self.recovered[kind])
            lines.append(f"{kind:>14}{len(self.started[kind]):>8}{own:>26}{others:>24}")
        lines += [f"  ready later than {READY_SECONDS:g} s: {one}" for one in self.slow]
        return "\n".join(lines)


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{word} {count}" for word, count in sorted(counts.items())) or "none"


def _times(found: list[float]) -> str:
    held = sorted(found)
    return f"{held[len(held) // 2]:.1f} s, {held[-1]:.1f} s" if held else ""


async def run(
    deployment: Deployment, *, seconds: float, rate: float, every: float, seed: int | None = None
) -> Tally:
    """Use a deployment for so long, with something killed every so often; return the figures."""
    tally = Tally()
    urls = [service.url for service in deployment.services]
    traffic = Traffic(urls, deployment.token, deployment.redis.url)
    await traffic.begin(over_http=12, over_queues=4)
    over = asyncio.Event()
    killing = asyncio.create_task(_kill(deployment, tally, every, random.Random(seed), over))
    tally.taken = await traffic.run(rate=rate, seconds=seconds)
    over.set()
    await killing
    for desk in deployment.desks:
        await asyncio.to_thread(desk.stop_saying)
    # One that was killed before it told of the last may have stored one more.
    asked = {desk.name: max(desk.said, default=-1) + 1 for desk in deployment.desks}
    shown = await asyncio.gather(
        *(asyncio.to_thread(one.finish, asked) for one in deployment.desks)
    )
    tally.refused = traffic.refused
    line = Line(urls[0], {"Authorization": f"Bearer {deployment.token}"})
    for way, talks in traffic.talks.items():
        kept = tally.kept[f"over {way}"]
        kept.late = sum(one > LATE_SECONDS for one in tally.taken[way].seconds)
        for talk in talks:
            kept.compare(talk.said, await _stored(line, talk.name))
    for desk in deployment.desks:
        said = [f"{desk.name}.{number}" for number in sorted(desk.said)]
        tally.kept["by desks"].compare(said, await _stored(line, desk.name))
    _compare_desks(tally, shown)
    line.close()
    await traffic.aclose()
    return tally


def _compare_desks(tally: Tally, shown: Sequence[dict[str, list[list[str]]]]) -> None:
    for at, name in enumerate(NAMES[: len(shown)]):
        own = shown[at].get(name, [])
        for question, answer, state, reason in own:
            if answer != whole(question):
                tally.unanswered[f"{state}: {reason}" if reason else state] += 1
        for found in shown:
            rows = found.get(name, [])
            tally.unlike += len(rows) != len(own)
            tally.unlike += sum(a[:3] != b[:3] for a, b in zip(own, rows, strict=False))


async def _kill(
    deployment: Deployment,
    tally: Tally,
    every: float,
    chance: random.Random,
    over: asyncio.Event,
) -> None:
    order: list[Part] = []
    while not over.is_set():
        due = time.monotonic() + every
        # Each as often as the others, in any order.
        order = order or chance.sample(deployment.parts, len(deployment.parts))
        part = order.pop()
        await asyncio.to_thread(part.process.kill)
        since = time.monotonic()
        await asyncio.to_thread(part.process.start)
        there = time.monotonic()
        found = await _all_ready(deployment)
        log.info(
            "%s was killed; all are ready %.1f s later", part.name, max(found.values()) - since
        )
        for one, at in found.items():
            took = at - (since if one == part.name else there)
            kept = tally.started if one == part.name else tally.recovered
            kind = next(known.kind for known in deployment.parts if known.name == one)
            kept[kind].append(max(0.0, took))
            if one != part.name and took > READY_SECONDS:
                tally.slow.append(f"{one} {took:.1f} s after {part.name}")
        with suppress(TimeoutError):
            async with asyncio.timeout(max(0.0, due - time.monotonic())):
                await over.wait()


async def _all_ready(deployment: Deployment) -> dict[str, float]:
    """Wait until every part is ready; return when each was first seen to be."""
    found: dict[str, float] = {}
    ends = time.monotonic() + _MOST_SECONDS
    while True:
        waiting = [part for part in deployment.parts if part.name not in found]
        ready = await asyncio.gather(*(part.ready() for part in waiting))
        now = time.monotonic()
        found |= {part.name: now for part, good in zip(waiting, ready, strict=True) if good}
        if len(found) == len(deployment.parts):
            return found
        if now > ends:
            names = sorted(part.name for part in waiting if part.name not in found)
            raise TimeoutError(f"not ready after {_MOST_SECONDS:g} s: {', '.join(names)}")
        await asyncio.sleep(0.2)


async def _stored(line: Line, conversation: str) -> list[str]:
    """Return what the person said of a conversation, in order, as the service has it."""
    found: list[str] = []
    after = ""
    path = f"/api/v1/conversations/{conversation}/messages"
    while True:
        status, raw = await line.ask("GET", f"{path}?limit=1000{after}")
        assert status == 200, raw
        page: dict[str, Any] = json.loads(raw)
        found += [one["content"] for one in page["data"] if one["role"] == "user"]
        if not page.get("next"):
            return found
        after = f"&after={page['next']}"
