"""The queues on Redis Streams: one stream per documented name, one group, weighted reading.

A blocking read over several streams takes what comes first and knows no priorities, so the streams
are polled by weight, and only where all are empty is a read left waiting. What a worker has is in
the group's list of pending entries until it is finished; what nobody works on any more is claimed
from there, with the count of its deliveries. Work queues have no MAXLEN: it would drop what nobody
has read.
"""

import asyncio
import os
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from time import monotonic
from typing import Any, Final

from redis.exceptions import ResponseError

from app.conversations.protocol.queue_names import (
    REPLIES,
    REQUESTS,
    EnvelopeKind,
    Priority,
    QueueName,
    dead_letters,
    shares_of,
)
from app.conversations.service.queues import redis_connections
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
)
from app.conversations.service.queues.redis_connections import (
    ANSWER_SECONDS,
    BLOCK_SECONDS,
    Command,
    Lines,
    Word,
    expected,
    reason_of,
)
from app.conversations.service.queues.redis_readers import (
    ANNOUNCED,
    GROUP,
    Groups,
    announce_arguments,
    read_replies,
    reply_arguments,
)
from app.errors import RateLimitExceeded

_CLAIMED_AT_ONCE: Final = 100
_DEAD_AT_ONCE: Final = 100
_IDLE_SECONDS: Final = 0.001

_NAMES: Final = {kind: str(name) for kind, name in REQUESTS.items()}
_BY_KEY: Final = {str(name).encode(): name for name in REQUESTS.values()}
_STREAMS: Final = (
    *_NAMES.values(),
    *(dead_letters(name) for name in REQUESTS.values()),
    *map(str, REPLIES.values()),
)


class RedisQueues:
    """Implements `Queues`; owns its connections. `seconds_held` is how long a worker may be silent.

    Of each queue the newest `max_dead` dead letters are kept; 0 is any number.
    Nothing is asked of Redis before the first call, and it is asked again after each failure.
    """

    def __init__(
        self,
        url: str,
        *,
        seconds_held: float = SECONDS_HELD,
        max_waiting: int = MAX_WAITING,
        max_share: int = MAX_SHARE,
        max_dead: int = MAX_DEAD,
    ) -> None:
        self._client = redis_connections.connect(url)
        self._lines = Lines(url, seconds=ANSWER_SECONDS)
        self._blocking = Lines(url, seconds=BLOCK_SECONDS + ANSWER_SECONDS)
        self._url = url
        self._milliseconds_held = max(1, round(seconds_held * 1000))
        self._max_waiting = max_waiting
        self._max_share = max_share
        self._max_dead = max_dead
        self._worker = f"worker-{os.getpid()}-{os.urandom(6).hex()}"
        self._credits = Credits()
        self._groups = Groups(self._lines)
        self._claim_at = 0.0
        self._idle = False

    async def put(
        self, kind: EnvelopeKind, body: bytes, *, proof: Proof | None = None, tenant: str = ""
    ) -> None:
        """Add an envelope; raises `RateLimitExceeded` while too many wait, or of a tenant."""
        credential, signature = proof or ("", "")
        with expected():
            added = await self._lines.run(
                redis_connections.PUT,
                [_NAMES[kind], *([shares_of(_NAMES[kind], tenant)] if tenant else ())],
                [self._max_waiting, body, credential, signature, self._max_share],
            )
        if added == 0:
            raise RateLimitExceeded(OF_ONE_TENANT)
        if added is None:
            raise RateLimitExceeded("Too many requests are waiting: try again in a while.")

    async def take(
        self, limit: int, *, wait: float, until: asyncio.Future[None] | None = None
    ) -> Sequence[TakenEnvelope]:
        """Return about `limit` envelopes, by priority; none after waiting that many seconds."""

        async def take(names: Sequence[QueueName]) -> list[TakenEnvelope]:
            taken = await self._claim(names)
            if not self._idle:
                taken += await self._poll(names, limit)
            return taken or await self._wait(names, wait, until)

        return await self._in_group(take, until)

    async def take_urgent(
        self, *, wait: float, until: asyncio.Future[None] | None = None
    ) -> Sequence[TakenEnvelope]:
        """Return one of the highest priority, or a few that came together, out of turn."""
        return await self._in_group(
            lambda names: self._read(_of(Priority.HIGH, names), wait, until), until
        )

    async def hold(self, taken: Sequence[TakenEnvelope]) -> None:
        """Say that these are still being worked on."""
        with expected():
            async with self._client.pipeline(transaction=False) as calls:
                for queue, items in _by_queue(taken):
                    calls.xclaim(
                        str(queue),
                        GROUP,
                        self._worker,
                        0,
                        [item.entry for item in items],
                        justid=True,
                    )
                # A queue that is gone holds nothing any more.
                await calls.execute(raise_on_error=False)

    async def finish(self, taken: Sequence[TakenEnvelope]) -> None:
        """Remove envelopes whose effect is committed."""
        with expected():
            async with self._client.pipeline(transaction=True) as calls:
                for queue, items in _by_queue(taken):
                    entries = [item.entry for item in items]
                    calls.xack(str(queue), GROUP, *entries)
                    calls.xdel(str(queue), *entries)
                await calls.execute()

    async def bury(self, taken: TakenEnvelope, reason: str) -> None:
        """Move an envelope to the dead letters of its queue."""
        with expected():
            await self._lines.run(
                redis_connections.BURY,
                [str(taken.queue), dead_letters(taken.queue)],
                [GROUP, taken.entry, reason, taken.deliveries, self._max_dead],
            )

    async def waiting(self, kind: EnvelopeKind) -> int:
        """Return how many envelopes of a type wait or are being worked on."""
        with expected():
            return int(await self._client.xlen(str(REQUESTS[kind])))

    async def lengths(self, *, dead: bool = False) -> Mapping[str, int]:
        """Return how many wait in each queue, or how many dead letters it has, by its name."""
        names = list(REQUESTS.values())
        asked = [("XLEN", dead_letters(name) if dead else str(name)) for name in names]
        with expected():
            found = await self._lines.ask_together(asked)
        return {
            str(name): length
            for name, length in zip(names, found, strict=True)
            if isinstance(length, int)
        }

    async def dead(self, kind: EnvelopeKind, *, limit: int = 100) -> Sequence[DeadLetter]:
        """Return dead letters of a type, oldest first."""
        name, start, found = dead_letters(REQUESTS[kind]), b"-", list[DeadLetter]()
        with expected():
            # All of them at once may be more than comes in the time that one answer may take.
            while (count := min(_DEAD_AT_ONCE, limit - len(found))) > 0:
                page = await self._client.xrange(name, start, count=count)
                if not page:
                    break
                found += [_letter(entry, fields) for entry, fields in page]
                start = b"(" + page[-1][0]
        return found

    async def dead_of(self, kind: EnvelopeKind, entries: Sequence[str]) -> Sequence[DeadLetter]:
        """Return those of the named dead letters that are there."""
        name = dead_letters(REQUESTS[kind])
        with expected():
            found = [await self._client.xrange(name, entry, entry) for entry in entries]
        return [_letter(*one) for some in found for one in some]

    async def revive(self, kind: EnvelopeKind, entries: Sequence[str]) -> int:
        """Put dead letters back into their queue, as new; return how many there were."""
        keys = [str(REQUESTS[kind]), dead_letters(REQUESTS[kind])]
        with expected():
            done = [
                await self._lines.run(redis_connections.REVIVE, keys, [entry]) for entry in entries
            ]
        return sum(done)

    async def forget_dead(self, before: datetime, *, really: bool) -> int:
        """Remove what died before a moment; return how many, without `really` counted only."""
        upto = str(round(before.timestamp() * 1000) - 1)
        gone = 0
        with expected():
            for name in map(dead_letters, REQUESTS.values()):
                page, start = ("COUNT", _DEAD_AT_ONCE), b"-"
                while found := await self._lines.ask("XRANGE", name, start, upto, *page):
                    entries = [entry for entry, _ in found]
                    if really:
                        await self._lines.ask("XDEL", name, *entries)
                    gone += len(entries)
                    start = b"(" + entries[-1]
        return gone

    async def answer(
        self, address: str, body: bytes, *, finished: TakenEnvelope | None = None
    ) -> None:
        """Add a reply where one instance, or all that share a name, reads it."""
        keys, args = reply_arguments(address, body)
        if finished is not None:
            keys.append(_NAMES[finished.queue.kind])
            args += [GROUP, finished.entry]
        with expected():
            await self._lines.run(redis_connections.REPLY, keys, args)

    async def announce(
        self, tenant: str, bodies: Sequence[bytes], *, after: str | None, upto: str
    ) -> bool:
        """Add updates where all who share the name read them, and note how far they reach."""
        keys, args = announce_arguments(tenant, bodies, after, upto)
        with expected():
            return bool(await self._lines.run(redis_connections.ANNOUNCE, keys, args))

    async def announced(self) -> Mapping[str, str]:
        """Return the note of each tenant of which something was announced."""
        with expected():
            found = await self._lines.ask("HGETALL", ANNOUNCED)
        texts = [one.decode() for one in found]
        return dict(zip(texts[::2], texts[1::2], strict=True))

    async def failing(self) -> Mapping[str, str]:
        """Return why each queue that cannot be used cannot, in one word, by its name."""
        with expected():
            found = dict(await self._groups.failing())
            asked: list[Command] = [("XLEN", name) for name in _STREAMS]
            # An entry with this id is never added: whoever may and can write is told just that.
            asked += [("XADD", name, "0-0", "d", "") for name in _STREAMS]
            answers = await self._lines.ask_together([*asked, ("HLEN", ANNOUNCED)])
        for name, answer in zip((*_STREAMS, *_STREAMS, ANNOUNCED), answers, strict=True):
            if isinstance(answer, ResponseError) and "greater than 0-0" not in str(answer):
                found.setdefault(name, reason_of(answer))
        return found

    def answers(self, addresses: Sequence[str]) -> AsyncGenerator[bytes | None, None]:
        """Yield None once the reading has begun, then each reply from there on, in order."""
        return read_replies(self._url, addresses)

    async def aclose(self) -> None:
        """Close the connections; what this worker still has goes to others after a while."""
        await self._blocking.aclose()
        await self._lines.aclose()
        await self._client.aclose()

    async def _in_group(
        self,
        take: Callable[[Sequence[QueueName]], Awaitable[list[TakenEnvelope]]],
        until: asyncio.Future[None] | None,
    ) -> list[TakenEnvelope]:
        redis_connections.if_cancelled()
        if until is not None and until.done():
            return []
        with expected():
            with suppress(ResponseError):
                return await self._in_groups_there(take)
            # Another look leaves out the queue that it was; what is refused then is of no queue.
            return await self._in_groups_there(take)

    async def _in_groups_there(
        self, take: Callable[[Sequence[QueueName]], Awaitable[list[TakenEnvelope]]]
    ) -> list[TakenEnvelope]:
        try:
            return await take(await self._groups.readable())
        except ResponseError:
            self._groups.doubt()
            raise

    async def _wait(
        self, names: Sequence[QueueName], seconds: float, until: asyncio.Future[None] | None
    ) -> list[TakenEnvelope]:
        """Wait for the next envelope of any of these queues.

        Where that took a while, little comes in, and the next is waited for without polling first.
        """
        began = monotonic()
        seconds = min(seconds, self._milliseconds_held / 2000)
        taken = await self._read(names, seconds, until)
        self._idle = len(taken) < 2 and monotonic() - began > _IDLE_SECONDS
        return taken

    async def _read(
        self, names: Sequence[QueueName], seconds: float, until: asyncio.Future[None] | None
    ) -> list[TakenEnvelope]:
        seconds = min(seconds, BLOCK_SECONDS)
        if not names:
            never: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            await asyncio.wait([until or never], timeout=seconds)
            return []
        block = max(1, round(seconds * 1000))
        reading = self._reading(names, 1, "BLOCK", block)
        return _taken(await self._blocking.wait(until, *reading), 1)

    async def _poll(self, names: Sequence[QueueName], limit: int) -> list[TakenEnvelope]:
        found = await self._read_by_weight(names, self._credits.deal(limit))
        left = limit - len(found)
        if found and left > 0:
            busy = {taken.queue.priority for taken in found}
            first = min(busy, key=list(Priority).index)
            found += await self._read_by_weight(names, {first: left})
        return found

    async def _read_by_weight(
        self, names: Sequence[QueueName], turns: dict[Priority, int]
    ) -> list[TakenEnvelope]:
        commands = [
            self._reading(some, -(-count // len(some)))
            for priority, count in turns.items()
            if (some := _of(priority, names))
        ]
        answers = self._given(await self._lines.ask_together(commands))
        return [taken for answer in answers for taken in _taken(answer, 1)]

    def _given(self, answers: Sequence[Any]) -> list[Any]:
        """Return the answers; what others were given is not lost with one that was refused."""
        given = [None if isinstance(one, ResponseError) else one for one in answers]
        if any(isinstance(one, ResponseError) for one in answers):
            self._groups.doubt()
        return given

    def _reading(self, names: Sequence[QueueName], count: int, *block: Word) -> Command:
        keys = [_NAMES[name.kind] for name in names]
        group = ("GROUP", GROUP, self._worker, "COUNT", count, *block)
        return ("XREADGROUP", *group, "STREAMS", *keys, *[">"] * len(keys))

    async def _claim(self, names: Sequence[QueueName]) -> list[TakenEnvelope]:
        """Take over what nobody has worked on for too long, to try it again or to give it up."""
        if monotonic() < self._claim_at:
            return []
        self._claim_at = monotonic() + self._milliseconds_held / 4000
        silent = ("IDLE", self._milliseconds_held, "-", "+", _CLAIMED_AT_ONCE)
        answers = await self._lines.ask_together(
            [("XPENDING", str(name), GROUP, *silent) for name in names]
        )
        found: list[TakenEnvelope] = []
        for name, entries in zip(names, self._given(answers), strict=True):
            for entry, _, _, deliveries in entries or ():
                found += await self._claim_one(name, entry, deliveries)
        return found

    async def _claim_one(
        self, name: QueueName, entry: bytes, deliveries: int
    ) -> list[TakenEnvelope]:
        # The time to hold is given again: of several workers that saw it, one gets it.
        giving_up = deliveries >= MAX_DELIVERIES
        # Given up is no delivery: with only the id asked for, Redis does not count it as one.
        more = ("JUSTID",) if giving_up else ()
        answer = await self._lines.ask(
            "XCLAIM", str(name), GROUP, self._worker, self._milliseconds_held, entry, *more
        )
        if not giving_up:
            return _taken([(str(name).encode(), answer)], deliveries + 1)
        if not answer:
            return []
        held = await self._lines.ask("XRANGE", str(name), entry, entry)
        taken = _taken([(str(name).encode(), held)], deliveries)
        if not taken:
            # It was deleted while it was pending: there is nothing to tell of.
            await self.bury(TakenEnvelope(name, entry.decode(), b"", None, deliveries), "")
        return [item._replace(given_up=True) for item in taken]


def _of(priority: Priority, names: Sequence[QueueName]) -> list[QueueName]:
    return [name for name in names if name.priority is priority]


def _taken(answer: Any, deliveries: int) -> list[TakenEnvelope]:
    # One that was deleted while it was pending has no fields, or (Redis 6) is no entry at all.
    found = [
        (_BY_KEY[key], one[0], dict(zip(one[1][::2], one[1][1::2], strict=True)))
        for key, entries in answer or ()
        for one in entries
        if one and one[1] is not None
    ]
    return [
        TakenEnvelope(
            queue,
            entry.decode(),
            fields.get(b"d", b""),
            _proof(fields),
            deliveries,
        )
        for queue, entry, fields in found
    ]


def _letter(entry: bytes, fields: dict[bytes, bytes]) -> DeadLetter:
    # Whoever put it there may have left out the envelope.
    body, reason = fields.get(b"d", b""), fields[b"r"].decode()
    return DeadLetter(entry.decode(), body, reason, int(fields[b"n"]), _proof(fields))


def _proof(fields: dict[bytes, bytes]) -> Proof | None:
    credential, signature = fields.get(b"k", b""), fields.get(b"s", b"")
    if not credential or not signature:
        return None
    return Proof(credential.decode("utf-8", "replace"), signature.decode("utf-8", "replace"))


def _by_queue(taken: Sequence[TakenEnvelope]) -> list[tuple[QueueName, list[TakenEnvelope]]]:
    queues: dict[QueueName, list[TakenEnvelope]] = {}
    for item in taken:
        queues.setdefault(item.queue, []).append(item)
    return list(queues.items())
