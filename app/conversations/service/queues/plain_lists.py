"""The queues as plain Redis lists, for senders who know nothing else, and sign nothing.

They put their envelopes into a list of the documented name with LPUSH, and take what is for them
from another with BRPOP. Each envelope is moved into the streams that the service reads, and each
answer into the list of its name, once more where it is not known whether that was done: requests
that change something are known by their ids.

What is given up with it: whoever can write to that Redis speaks for every user of the tenants that
were named; answers go to one list that all of them read, whoever asked.
"""

import asyncio
import logging
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from typing import Final

from redis.exceptions import RedisError, ResponseError

from app.conversations.protocol.envelope import BadEnvelope, Envelope
from app.conversations.protocol.queue_names import REPLIES, REQUESTS, EnvelopeKind
from app.conversations.service.queues.port import Queues, TakenEnvelope
from app.conversations.service.queues.redis_connections import (
    ANSWER_SECONDS,
    BLOCK_SECONDS,
    Failing,
    Lines,
)
from app.conversations.service.queues.worker import Authority
from app.domain.book import ALL_USERS, READ, WRITE, Caller
from app.errors import DeskError
from app.system.metrics import Family, MetricSample

GROUP: Final = "plain_lists"
KEPT: Final = 10_000
"""How many answers a list holds before the oldest that nobody took are dropped."""

_AGAIN_SECONDS: Final = 0.5
_FIGURES_SECONDS: Final = 3.0

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

    def __init__(self, queues: Queues, streams: str, lists: str) -> None:
        """`streams` is where the queues' own streams are, `lists` where the lists are."""
        self._queues = queues
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
        names = [*map(str, REQUESTS.values()), *map(str, REPLIES.values())]
        try:
            async with asyncio.timeout(_FIGURES_SECONDS):
                found = await self._lists.ask_together([("LLEN", name) for name in names])
        except (RedisError, DeskError, TimeoutError):
            return ()
        lengths = zip(names, found, strict=True)
        figures = [MetricSample(n, {"queue": name}) for name, n in lengths if isinstance(n, int)]
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
        begun = False
        while True:
            try:
                if not begun:
                    # What an earlier run had taken, and may not have passed on.
                    for body in reversed(await self._lists.ask("LRANGE", kept, 0, -1)):
                        await self._pass_on(kind, kept, body)
                    begun = True
                moved = ("BLMOVE", name, kept, "RIGHT", "LEFT", str(BLOCK_SECONDS))
                body = await self._lists.ask(*moved)
                self._failing.works(name)
                if body is not None:
                    await self._pass_on(kind, kept, body)
            except (RedisError, DeskError) as error:
                begun = False
                await self._pause(name, error)

    async def _pass_on(self, kind: EnvelopeKind, kept: str, body: bytes) -> None:
        await self._queues.put(kind, body)
        await self._lists.ask("LREM", kept, 1, body)

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
