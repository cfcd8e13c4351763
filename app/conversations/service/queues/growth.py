"""How much a Redis holds for the queues, and what came lately: for whoever watches over it."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple

from app.conversations.protocol.queue_names import REPLIES, REQUESTS, dead_letters
from app.conversations.service.queues.redis_connections import ANSWER_SECONDS, Lines, expected

_NAMES: Final = (
    *map(str, REQUESTS.values()),
    *(dead_letters(name) for name in REQUESTS.values()),
    *(f"{name}.taken" for name in REQUESTS.values()),  # on its way from a plain list
    *map(str, REPLIES.values()),
)
_LENGTH: Final = {b"stream": "XLEN", b"list": "LLEN"}
_PAGE: Final = 1000
# Counted where they are: an entry may be large, and only its time is asked for.
_COUNTED: Final = f"""
local found = redis.call('XRANGE', KEYS[1], ARGV[1], '+', 'COUNT', {_PAGE})
return {{#found, #found > 0 and found[#found][1] or ''}}
"""


class QueueSize(NamedTuple):
    """What a queue holds: entries, bytes, and how many of them came since the moment asked for.

    A plain list does not know when its entries came: None, as for bytes that may not be asked for.
    """

    entries: int
    size: int | None
    late: int | None


class RedisGrowth(NamedTuple):
    """The queues that hold anything, by name; bytes in use by this Redis, and at most (0: any)."""

    queues: Mapping[str, QueueSize]
    used: int
    most: int


async def growth_of(url: str, since: datetime) -> RedisGrowth:
    """Look at the queues of a Redis, be they streams or plain lists; nothing is changed.

    Raises `ServiceTimeout`.
    """
    lines = Lines(url, seconds=ANSWER_SECONDS)
    try:
        with expected():
            kinds = await lines.ask_together([("TYPE", name) for name in _NAMES])
            found = {
                name: await _size_of(lines, name, kind, since)
                for name, kind in zip(_NAMES, kinds, strict=True)
                if kind in _LENGTH
            }
            (told,) = await lines.ask_together([("INFO", "memory")])
    finally:
        await lines.aclose()
    lines_told = told.decode().splitlines() if isinstance(told, bytes) else ()
    memory = dict(line.split(":", 1) for line in lines_told if ":" in line)
    used, most = int(memory.get("used_memory", 0)), int(memory.get("maxmemory", 0))
    return RedisGrowth({name: one for name, one in found.items() if one.entries}, used, most)


async def _size_of(lines: Lines, name: str, kind: Any, since: datetime) -> QueueSize:
    asked = [(_LENGTH[kind], name), ("MEMORY", "USAGE", name)]
    entries, size = await lines.ask_together(asked)
    return QueueSize(
        int(entries),
        size if isinstance(size, int) else None,
        await _late(lines, name, since) if kind == b"stream" else None,
    )


async def _late(lines: Lines, name: str, since: datetime) -> int:
    """Return how many entries of a stream are from a moment or later: their ids are their times."""
    start, late = str(round(since.timestamp() * 1000)), 0
    while True:
        count, last = await lines.run(_COUNTED, [name], [start])
        late += int(count)
        if count < _PAGE:
            return late
        start = f"({last.decode()}"
