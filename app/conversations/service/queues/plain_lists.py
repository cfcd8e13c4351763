"""The queues as plain Redis lists, for senders who know nothing else, and sign nothing.

They put their envelopes into a list of the documented name with LPUSH, and take what is for them
from another with BRPOP. Each envelope is moved into the streams that the service reads, and each
answer into the list of its name, once more where it is not known whether that was done: requests
that change something are known by their ids.

A tenant that has put more there than its share of a queue waits in a list of its own, in which its
envelopes keep their order; those of others go past it.

What is given up with it: whoever can write to that Redis speaks for every user of the tenants that
were named; answers go to one list that all of them read, whoever asked.
"""

import asyncio
import logging
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from time import monotonic
from typing import Final

from redis.exceptions import RedisError, ResponseError

from app.conversations.protocol.envelope import BadEnvelope, Envelope, read_envelope
from app.conversations.protocol.queue_names import REPLIES, REQUESTS, EnvelopeKind
from app.conversations.service.queues.port import Queues, TakenEnvelope
from app.conversations.service.queues.redis_connections import (
    ANSWER_SECONDS,
    BLOCK_SECONDS,
    Command,
    Failing,
    Lines,
)
from app.conversations.service.queues.worker import Authority
from app.domain.book import ALL_USERS, READ, WRITE, Caller
from app.errors import DeskError, RateLimitExceeded
from app.system.metrics import Family, MetricSample

GROUP: Final = "plain_lists"
KEPT: Final = 10_000
"""How many answers a list holds before the oldest that nobody took are dropped."""

_AGAIN_SECONDS: Final = 0.5
_FIGURES_SECONDS: Final = 3.0

_SET_ASIDE: Final = """
if not redis.call('LPOS', KEYS[1], ARGV[1]) then return 0 end
redis.call('LPUSH', KEYS[2], ARGV[1])
return redis.call('LREM', KEYS[1], 1, ARGV[1])
"""
"""Move an envelope from what was taken to what waits for room, in one step."""

log = logging.getLogger(__name__)


def unsigned_for(tenants: Collection[str], signed: Authority) -> Authority:
    """Return an authority that takes unsigned envelopes of these tenants, for any of their users.

    Signed ones are looked at by the other, as always.
    """

    async def authority(taken: TakenEnvelope, envelope: Envelope) -> Caller:
        if taken.proof is not None:
            return await signed(taken, envelope)
        if envelope.tenant_id not in tenants:
            raise BadEnvelope("Unsigned envelopes of this tenant are not taken.", key="proof")
        scopes = frozenset({READ, WRITE, ALL_USERS})
        return Caller(
            tenant=envelope.tenant_id, user="", scopes=scopes, origin=envelope.source_service
        )

    return authority


class PlainLists:
    """Owns the tasks that move envelopes, and connections; the queues are the caller's."""

    def __init__(
        self, queues: Queues, streams: str, lists: str, *, tenants: Collection[str] = ()
    ) -> None:
        """`streams` is where the queues' own streams are, `lists` where the lists are.

        `tenants` have a share of each queue, as those have who sign.
        """
        self._queues = queues
        self._tenants = frozenset(tenants)
        seconds = BLOCK_SECONDS + ANSWER_SECONDS
        self._streams = Lines(streams, seconds=seconds)
        self._lists = Lines(lists, seconds=seconds)
        self._failing = Failing()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to move envelopes, in the background."""
        for kind in REQUESTS:
            self._tasks.append(asyncio.create_task(self._take(kind), name=f"plain {kind}"))
        self._tasks.append(asyncio.create_task(self._tell(), name="plain replies"))

    async def check(self) -> Mapping[str, str]:
        """Return of each list that it is "ok", or why it cannot be used, by its name.

        Raises `ServiceTimeout` while they cannot be reached.
        """
        names = [*map(str, REQUESTS.values()), *map(str, REPLIES.values())]
        return dict.fromkeys(names, "ok") | dict(self._failing.reasons)

    async def families(self) -> Iterable[Family]:
        """Return how much stands in each list, as figures; nothing while they are away."""
        lists = {name: [name, *(f"{name}.taken.{one}" for one in self._tenants)]
                 for name in map(str, REQUESTS.values())}  # fmt: skip
        lists |= {name: [name] for name in map(str, REPLIES.values())}
        asked = [(queue, name) for queue, names in lists.items() for name in names]
        try:
            async with asyncio.timeout(_FIGURES_SECONDS):
                found = await self._lists.ask_together([("LLEN", name) for _, name in asked])
        except (RedisError, DeskError, TimeoutError):
            return ()
        lengths = dict.fromkeys(lists, 0)
        for (queue, _), length in zip(asked, found, strict=True):
            lengths[queue] += length if isinstance(length, int) else 0
        figures = [MetricSample(length, {"queue": name}) for name, length in lengths.items()]
        words = "Requests that were not moved yet, and answers that nobody took yet."
        return (Family("balance_desk_plain_list_waiting", "gauge", words, figures),)

    async def aclose(self) -> None:
        """Move nothing more; what was on its way is moved at the next start."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._lists.aclose()
        await self._streams.aclose()

    async def _take(self, kind: EnvelopeKind) -> None:
        name = str(REQUESTS[kind])
        kept = f"{name}.taken"
        full: dict[str, float] | None = None  # who waits for room, and until when
        while True:
            try:
                if full is None:
                    # What an earlier run had taken, and may not have passed on.
                    full = dict.fromkeys(self._tenants, 0.0)
                    for body in reversed(await self._lists.ask("LRANGE", kept, 0, -1)):
                        await self._pass_on(kind, kept, body, full)
                due = [tenant for tenant, again in full.items() if again <= monotonic()]
                room = [await self._take_up(kind, kept, tenant, full) for tenant in due]
                moved: Command = ("LMOVE", name, kept, "RIGHT", "LEFT")
                if not any(room):
                    seconds = _AGAIN_SECONDS if full else BLOCK_SECONDS
                    moved = ("BLMOVE", *moved[1:], str(seconds))
                body = await self._lists.ask(*moved)
                self._failing.works(name)
                if body is not None:
                    await self._pass_on(kind, kept, body, full)
            except (RedisError, DeskError) as error:
                full = None
                await self._pause(name, error)

    async def _pass_on(
        self, kind: EnvelopeKind, kept: str, body: bytes, full: dict[str, float]
    ) -> None:
        """Put an envelope into its queue, or behind those of its tenant that wait for room."""
        tenant = self._tenant_of(body)
        place = f"{kept}.{tenant}"
        try:
            # Of several services another may have set some aside.
            wait = bool(tenant and await self._lists.ask("EXISTS", place))
            if not wait:
                await self._queues.put(kind, body, tenant=tenant)
        except RateLimitExceeded:
            if not tenant:
                raise
            wait = True
        if wait:
            await self._lists.run(_SET_ASIDE, [kept, place], [body])
            full.setdefault(tenant, monotonic() + _AGAIN_SECONDS)
        else:
            await self._lists.ask("LREM", kept, 1, body)

    async def _take_up(
        self, kind: EnvelopeKind, kept: str, tenant: str, full: dict[str, float]
    ) -> bool:
        """Put the oldest of a tenant's that wait into its queue; return whether it had room."""
        place = f"{kept}.{tenant}"
        body = await self._lists.ask("LINDEX", place, -1)
        if body is None:
            del full[tenant]
            return False
        try:
            await self._queues.put(kind, body, tenant=tenant)
        except RateLimitExceeded:
            full[tenant] = monotonic() + _AGAIN_SECONDS
            return False
        await self._lists.ask("LREM", place, -1, body)
        return True

    def _tenant_of(self, body: bytes) -> str:
        """Return whose share it takes; nothing for one that will be a dead letter."""
        with suppress(BadEnvelope):
            if (tenant := read_envelope(body).tenant_id) in self._tenants:
                return tenant
        return ""

    async def _tell(self) -> None:
        names = [str(name) for name in REPLIES.values()]
        since = "0"  # what was given out before and is not acknowledged, then what is new
        while True:
            try:
                if since == "0":
                    for name in names:
                        await self._make_group(name)
                reading = ("XREADGROUP", "GROUP", GROUP, GROUP, "COUNT", 100)
                block = ("BLOCK", round(BLOCK_SECONDS * 1000))
                streams = ("STREAMS", *names, *[since] * len(names))
                found = await self._streams.ask(*reading, *block, *streams)
                for key, entries in found or ():
                    for entry, fields in entries:
                        body = fields[fields.index(b"d") + 1] if fields else None
                        await self._list(key.decode(), entry, body)
                since = ">"
            except (RedisError, DeskError) as error:
                since = "0"
                await self._pause(names[0], error)

    async def _make_group(self, name: str) -> None:
        with suppress(ResponseError):  # it is there
            await self._streams.ask("XGROUP", "CREATE", name, GROUP, "0", "MKSTREAM")

    async def _list(self, name: str, entry: bytes, body: bytes | None) -> None:
        if body is not None:
            try:
                await self._lists.ask("LPUSH", name, body)
                await self._lists.ask("LTRIM", name, 0, KEPT - 1)
                self._failing.works(name)
            except ResponseError as error:
                self._failing.fails(name, error)
                return
        await self._streams.ask("XACK", name, GROUP, entry)

    async def _pause(self, name: str, error: Exception) -> None:
        if isinstance(error, ResponseError):
            self._failing.fails(name, error)
        else:
            log.debug("plain lists cannot be moved now: %s", error)
        await asyncio.sleep(_AGAIN_SECONDS)
