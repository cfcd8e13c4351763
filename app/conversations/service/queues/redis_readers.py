"""Who reads a stream of Redis: the group of a request queue, and each reader of replies for itself.

That a group is there is also how it is known that a queue can be read: a key of another type, one
that may not be touched, or a queue that is gone shows when its group is made.

They are cut to a length, and those of one instance vanish within an hour of the last reply.
"""

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import suppress
from typing import Final

from redis.exceptions import RedisError, ResponseError

from app.conversations.protocol.queue_names import (
    REQUESTS,
    SERVICE,
    UPDATE,
    QueueName,
    reply_address,
)
from app.conversations.service.queues import redis_connections
from app.conversations.service.queues.redis_connections import (
    ANSWER_SECONDS,
    BLOCK_SECONDS,
    Failing,
    Lines,
    Word,
    expected,
)

GROUP: Final = SERVICE
_BEHIND_SECONDS: Final = 24 * 3600


class Groups:
    """Knows which queues can be read; the connections are the caller's."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._there: set[QueueName] = set()
        self._failing = Failing()

    def doubt(self) -> None:
        """Have all looked at before they are read again: one of them was refused."""
        self._there.clear()

    async def readable(self) -> Sequence[QueueName]:
        """Return the queues that can be read, after a look at those where that is not known.

        Raises redis-py's `ResponseError` where not one can be.
        """
        if len(self._there) < len(REQUESTS):
            none = not self._there
            await self._look(
                [name for name in REQUESTS.values() if none or self._failing.due(str(name))]
            )
        return [name for name in REQUESTS.values() if name in self._there]

    async def failing(self) -> Mapping[str, str]:
        """Return why those that fail do, by name, after another look at them."""
        if reasons := self._failing.reasons:
            with suppress(ResponseError):
                await self._look([name for name in REQUESTS.values() if str(name) in reasons])
        return self._failing.reasons

    async def _look(self, names: Sequence[QueueName]) -> None:
        refused: dict[QueueName, ResponseError] = {}
        for name in names:
            if name in self._there:
                continue
            try:
                await self._make(str(name))
            except ResponseError as error:
                refused[name] = error
            else:
                self._there.add(name)
                self._failing.works(str(name))
        if len(refused) == len(REQUESTS):
            # It is no fault of one of them.
            raise next(iter(refused.values()))
        for name, refusal in refused.items():
            self._failing.fails(str(name), refusal)

    async def _make(self, name: str) -> None:
        """Make a group that reads from the first entry: what came before any worker counts too."""
        try:
            await self._lines.ask("XGROUP", "CREATE", name, GROUP, "0", "MKSTREAM")
        except ResponseError as error:
            # Another worker, or an earlier run, has made it.
            if "BUSYGROUP" not in str(error):
                raise
        await self._lines.run(redis_connections.FORGET, [name], [GROUP, _BEHIND_SECONDS * 1000])


ANNOUNCED: Final = f"{SERVICE}.announced"
"""The key where it stands how far each tenant's updates were announced."""

_KEPT: Final = 10_000
_KEPT_SECONDS: Final = 3600
_AGAIN_SECONDS: Final = 0.5


def announce_arguments(
    tenant: str, bodies: Sequence[bytes], after: str | None, upto: str
) -> tuple[list[str], list[Word]]:
    """Return what the script `ANNOUNCE` is given."""
    return [reply_address(UPDATE, None), ANNOUNCED], [tenant, after or "", upto, _KEPT, *bodies]


def reply_arguments(address: str, body: bytes) -> tuple[list[str], list[Word]]:
    """Return what the script `REPLY` is given; those of one instance vanish some time."""
    return [address], [body, _KEPT, _KEPT_SECONDS if ":" in address else 0]


async def read_replies(url: str, addresses: Sequence[str]) -> AsyncGenerator[bytes | None, None]:
    """Yield None once the reading has begun, then each reply from there on.

    The reading has a connection of its own. While Redis cannot be reached it tries again; what was
    added meanwhile is read then. So it does with a stream that fails, while it reads the others.
    """
    lines = Lines(url, seconds=BLOCK_SECONDS + ANSWER_SECONDS)
    failing = Failing()
    block = round(BLOCK_SECONDS * 1000)
    try:
        with expected():
            places = await _ends(lines, addresses, failing)
        yield None
        doubtful = False
        while True:
            redis_connections.if_cancelled()
            try:
                names = await _readable(lines, addresses, failing, all_of_them=doubtful)
                doubtful = False
                # With no names at all it is refused.
                found = await lines.ask(
                    *("XREAD", "COUNT", 100, "BLOCK", block, "STREAMS"),
                    *names,
                    *[places[name] for name in names],
                )
                if not found:
                    # A Redis that lost its streams counts from its clock again: never back.
                    continue
            except RedisError as error:
                redis_connections.if_cancelled(error)
                doubtful = isinstance(error, ResponseError)
                await asyncio.sleep(_AGAIN_SECONDS)
                continue
            for key, entries in found:
                for entry, fields in entries:
                    places[key.decode()] = entry
                    yield fields[fields.index(b"d") + 1]
            # Who waited for one goes on before the next are asked for.
            await asyncio.sleep(0)
    finally:
        await lines.aclose()


async def _ends(lines: Lines, addresses: Sequence[str], failing: Failing) -> dict[str, bytes]:
    newest = await lines.ask_together(
        [("XREVRANGE", address, "+", "-", "COUNT", 1) for address in addresses]
    )
    refused = [found for found in newest if isinstance(found, ResponseError)]
    if refused and len(refused) == len(addresses):
        raise refused[0]
    places = dict.fromkeys(addresses, b"0")
    for address, found in zip(addresses, newest, strict=True):
        if isinstance(found, ResponseError):
            failing.fails(address, found)
        elif found:
            places[address] = found[0][0]
    return places


async def _readable(
    lines: Lines, addresses: Sequence[str], failing: Failing, *, all_of_them: bool
) -> Sequence[str]:
    """Return those that do not fail, after another look at those that did."""
    if asked := [one for one in addresses if all_of_them or one in failing.reasons]:
        lengths = await lines.ask_together([("XLEN", one) for one in asked])
        for one, length in zip(asked, lengths, strict=True):
            if isinstance(length, ResponseError):
                failing.fails(one, length)
            else:
                failing.works(one)
    return [one for one in addresses if one not in failing.reasons]
