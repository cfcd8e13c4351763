"""The queues inside one process, for the service that is embedded or stands alone.

They end with the process, as those who wait for its answers do.
"""

import asyncio
import itertools
from collections import Counter, deque
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic

from app.conversations.protocol.queue_names import (
    REQUESTS,
    UPDATE,
    EnvelopeKind,
    Priority,
    QueueName,
    reply_address,
)
from app.conversations.service.queues.port import (
    MAX_DEAD,
    MAX_DELIVERIES,
    MAX_SHARE,
    MAX_WAITING,
    OF_ONE_TENANT,
    SECONDS_HELD,
    Credits,
    DeadLetter,
    Proof,
    TakenEnvelope,
    woken,
)
from app.errors import RateLimitExceeded, ServiceTimeout

_ANSWERS_WAITING = 1000


@dataclass
class _Entry:
    number: str
    body: bytes
    proof: Proof | None
    deliveries: int = 0
    until: float = 0.0
    given_up: bool = False
    tenant: str = ""


@dataclass
class _Queue:
    name: QueueName
    dead: deque[DeadLetter]
    ready: deque[_Entry] = field(default_factory=deque)
    taken: dict[str, _Entry] = field(default_factory=dict)
    of_tenants: Counter[str] = field(default_factory=Counter)

    def release(self, number: str) -> _Entry | None:
        """Take out an entry that is being worked on."""
        entry = self.taken.pop(number, None)
        if entry is not None:
            self.of_tenants[entry.tenant] -= 1
            if not self.of_tenants[entry.tenant]:
                del self.of_tenants[entry.tenant]
        return entry


class MemoryQueues:
    """Implements `Queues`; owns all that waits. A worker may be silent for `seconds_held`.

    Of each queue the newest `max_dead` dead letters are kept; 0 is any number.
    """

    def __init__(
        self,
        *,
        seconds_held: float = SECONDS_HELD,
        max_waiting: int = MAX_WAITING,
        max_share: int = MAX_SHARE,
        max_dead: int = MAX_DEAD,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._seconds_held = seconds_held
        self._max_waiting = max_waiting
        self._max_share = max_share
        self._clock = clock
        self._queues = {
            kind: _Queue(name, dead=deque(maxlen=max_dead or None))
            for kind, name in REQUESTS.items()
        }
        self._credits = Credits()
        self._numbers = itertools.count(1)
        self._arrived = asyncio.Event()
        self._readers: dict[str, list[asyncio.Queue[bytes]]] = {}
        self._announced: dict[str, str] = {}
        self._closed = False

    async def put(
        self, kind: EnvelopeKind, body: bytes, *, proof: Proof | None = None, tenant: str = ""
    ) -> None:
        """Add an envelope; raises `RateLimitExceeded` while too many wait, or of a tenant."""
        self._check()
        queue = self._queues[kind]
        if len(queue.ready) + len(queue.taken) >= self._max_waiting:
            raise RateLimitExceeded("Too many requests are waiting: try again in a while.")
        if tenant and queue.of_tenants[tenant] >= self._max_share:
            raise RateLimitExceeded(OF_ONE_TENANT)
        queue.of_tenants[tenant] += 1
        queue.ready.append(_Entry(str(next(self._numbers)), body, proof, tenant=tenant))
        self._arrived.set()

    async def take(
        self, limit: int, *, wait: float, until: asyncio.Future[None] | None = None
    ) -> Sequence[TakenEnvelope]:
        """Return about `limit` envelopes, by priority; none after waiting that many seconds."""
        return await self._taken(lambda: self._deal(limit), wait, until)

    async def take_urgent(
        self, *, wait: float, until: asyncio.Future[None] | None = None
    ) -> Sequence[TakenEnvelope]:
        """Return one of the highest priority; none after waiting that many seconds."""
        return await self._taken(lambda: self._from(Priority.HIGH, 1), wait, until)

    async def hold(self, taken: Sequence[TakenEnvelope]) -> None:
        """Say that these are still being worked on."""
        for item in taken:
            entry = self._queues[item.queue.kind].taken.get(item.entry)
            if entry is not None:
                entry.until = self._clock() + self._seconds_held

    async def finish(self, taken: Sequence[TakenEnvelope]) -> None:
        """Remove envelopes whose effect is committed."""
        for item in taken:
            self._queues[item.queue.kind].release(item.entry)

    async def bury(self, taken: TakenEnvelope, reason: str) -> None:
        """Move an envelope to the dead letters of its queue."""
        queue = self._queues[taken.queue.kind]
        entry = queue.release(taken.entry)
        if entry is not None:
            queue.dead.append(_dead(entry, reason))

    async def waiting(self, kind: EnvelopeKind) -> int:
        """Return how many envelopes of a type wait or are being worked on."""
        queue = self._queues[kind]
        return len(queue.ready) + len(queue.taken)

    async def lengths(self, *, dead: bool = False) -> Mapping[str, int]:
        """Return how many wait in each queue, or how many dead letters it has, by its name."""
        self._check()
        return {
            str(queue.name): len(queue.dead) if dead else len(queue.ready) + len(queue.taken)
            for queue in self._queues.values()
        }

    async def failing(self) -> Mapping[str, str]:
        """Return that each queue can be used: they are of one process."""
        self._check()
        return {}

    async def dead(self, kind: EnvelopeKind, *, limit: int = 100) -> Sequence[DeadLetter]:
        """Return dead letters of a type, oldest first."""
        return tuple(itertools.islice(self._queues[kind].dead, limit))

    async def dead_of(self, kind: EnvelopeKind, entries: Sequence[str]) -> Sequence[DeadLetter]:
        """Return those of the named dead letters that are there."""
        return [letter for letter in self._queues[kind].dead if letter.entry in set(entries)]

    async def revive(self, kind: EnvelopeKind, entries: Sequence[str]) -> int:
        """Put dead letters back into their queue, as new; return how many there were."""
        queue = self._queues[kind]
        chosen = await self.dead_of(kind, entries)
        for letter in chosen:
            queue.dead.remove(letter)
            number = str(next(self._numbers))
            queue.of_tenants[""] += 1
            queue.ready.append(_Entry(number, letter.body, letter.proof))
        self._arrived.set()
        return len(chosen)

    async def answer(
        self, address: str, body: bytes, *, finished: TakenEnvelope | None = None
    ) -> None:
        """Add a reply where one instance, or all that share a name, reads it."""
        self._check()
        if finished is not None:
            await self.finish([finished])
        self._give(address, body)

    async def announce(
        self, tenant: str, bodies: Sequence[bytes], *, after: str | None, upto: str
    ) -> bool:
        """Add updates where all who share the name read them, and note how far they reach."""
        self._check()
        if self._announced.get(tenant) != after:
            return False
        for body in bodies:
            self._give(reply_address(UPDATE, None), body)
        self._announced[tenant] = upto
        return True

    async def announced(self) -> Mapping[str, str]:
        """Return the note of each tenant of which something was announced."""
        self._check()
        return dict(self._announced)

    async def answers(self, addresses: Sequence[str]) -> AsyncGenerator[bytes | None, None]:
        """Yield None once the reading has begun, then each reply from there on, in order."""
        mine: asyncio.Queue[bytes] = asyncio.Queue(_ANSWERS_WAITING)
        for address in addresses:
            self._readers.setdefault(address, []).append(mine)
        try:
            yield None
            while True:
                yield await mine.get()
        finally:
            for address in addresses:
                self._readers[address].remove(mine)
                if not self._readers[address]:
                    del self._readers[address]

    async def aclose(self) -> None:
        """Take and give nothing any more."""
        self._closed = True
        self._arrived.set()

    async def _taken(
        self,
        deal: Callable[[], list[TakenEnvelope]],
        wait: float,
        until: asyncio.Future[None] | None,
    ) -> Sequence[TakenEnvelope]:
        ends = self._clock() + wait
        while True:
            self._check()
            if until is not None and until.done():
                return ()
            self._take_back()
            if taken := deal():
                return taken
            left = ends - self._clock()
            if left <= 0:
                return ()
            self._arrived.clear()
            with suppress(TimeoutError), woken(until, self._arrived.set):
                async with asyncio.timeout(min(left, self._next_return())):
                    await self._arrived.wait()

    def _give(self, address: str, body: bytes) -> None:
        for reader in self._readers.get(address, ()):
            if reader.full():
                reader.get_nowait()
            reader.put_nowait(body)

    def _check(self) -> None:
        if self._closed:
            raise ServiceTimeout("The queues are closed.")

    def _deal(self, limit: int) -> list[TakenEnvelope]:
        found: list[TakenEnvelope] = []
        turns = self._credits.deal(limit)
        for priority in Priority:
            found += self._from(priority, turns[priority])
        for priority in Priority:
            found += self._from(priority, limit - len(found))
        return found

    def _from(self, priority: Priority, count: int) -> list[TakenEnvelope]:
        found: list[TakenEnvelope] = []
        queues = [queue for queue in self._queues.values() if queue.name.priority is priority]
        while len(found) < count and any(queue.ready for queue in queues):
            for queue in queues:
                if queue.ready and len(found) < count:
                    found.append(self._hand_out(queue))
        return found

    def _hand_out(self, queue: _Queue) -> TakenEnvelope:
        entry = queue.ready.popleft()
        # Handed out to be buried is no delivery.
        entry.deliveries += not entry.given_up
        entry.until = self._clock() + self._seconds_held
        queue.taken[entry.number] = entry
        return TakenEnvelope(
            queue.name,
            entry.number,
            entry.body,
            entry.proof,
            entry.deliveries,
            given_up=entry.given_up,
        )

    def _take_back(self) -> None:
        now = self._clock()
        for queue in self._queues.values():
            for entry in [entry for entry in queue.taken.values() if entry.until <= now]:
                del queue.taken[entry.number]
                entry.given_up = entry.deliveries >= MAX_DELIVERIES
                queue.ready.appendleft(entry)

    def _next_return(self) -> float:
        held = [entry.until for queue in self._queues.values() for entry in queue.taken.values()]
        return max(0.0, min(held) - self._clock()) if held else self._seconds_held


def _dead(entry: _Entry, reason: str) -> DeadLetter:
    return DeadLetter(entry.number, entry.body, reason, entry.deliveries, entry.proof)
