"""Replies on Redis: streams that each reader reads with a place of its own, none takes another's.

They are cut to a length, and those of one instance vanish within an hour of the last reply.
"""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from typing import Final

from redis.exceptions import RedisError, ResponseError

from app.conversations.queues import redis_calls
from app.conversations.queues.failing import Failing
from app.conversations.queues.names import SERVICE, UPDATE, reply_address
from app.conversations.queues.redis_calls import ANSWER_SECONDS, BLOCK_SECONDS, expected
from app.conversations.queues.redis_lines import Lines, Word

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
            redis_calls.if_cancelled()
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
                redis_calls.if_cancelled(error)
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
