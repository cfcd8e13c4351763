"""How Redis is spoken to: connections, scripts, and one way to read its answers and errors.

redis-py's defaults do not fit: its socket timeout of five seconds with ten retries turns a blocking
read of six seconds into an error after a minute, and its pool raises where it should wait. RESP2
gives every version of the client the same shapes.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, NoReturn

from redis import asyncio as redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import (
    AuthenticationError,
    BusyLoadingError,
    ConnectionError,
    OutOfMemoryError,
    RedisError,
    TimeoutError,
)

from app.errors import BadInput, RateLimitExceeded, ServiceTimeout

BLOCK_SECONDS: Final = 2.0
ANSWER_SECONDS: Final = 5.0
_CONNECTIONS: Final = 16

PUT = """
if redis.call('XLEN', KEYS[1]) >= tonumber(ARGV[1]) then return false end
if KEYS[2] and redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[5]) then
  local oldest = redis.call('ZRANGE', KEYS[2], 0, 999)
  for _, entry in ipairs(oldest) do
    if #redis.call('XRANGE', KEYS[1], entry, entry) == 0 then
      redis.call('ZREM', KEYS[2], entry)
    end
  end
  if redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[5]) then return 0 end
end
local added = redis.call('XADD', KEYS[1], '*', 'd', ARGV[2], 'k', ARGV[3], 's', ARGV[4])
if KEYS[2] then
  redis.call('ZADD', KEYS[2], string.match(added, '^%d+'), added)
  redis.call('EXPIRE', KEYS[2], 86400)
end
return added
"""
"""Add to a queue unless it is full, or as full with one tenant's as it may be: whoever asks is
told, and nothing that waits is dropped. What is done is taken off a tenant's share only once that
seems to be used up."""

BURY = """
local found = redis.call('XRANGE', KEYS[1], ARGV[2], ARGV[2])
if #found == 1 then
  local fields = found[1][2]
  table.insert(fields, 'r') table.insert(fields, ARGV[3])
  table.insert(fields, 'n') table.insert(fields, ARGV[4])
  redis.call('XADD', KEYS[2], '*', unpack(fields))
end
redis.call('XACK', KEYS[1], ARGV[1], ARGV[2])
return redis.call('XDEL', KEYS[1], ARGV[2])
"""
"""Move an entry to the dead letters, in one step."""

REPLY = """
redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[2], '*', 'd', ARGV[1])
if ARGV[3] ~= '0' then redis.call('EXPIRE', KEYS[1], ARGV[3]) end
if KEYS[2] then
  redis.call('XACK', KEYS[2], ARGV[4], ARGV[5])
  redis.call('XDEL', KEYS[2], ARGV[5])
end
"""
"""Add a reply and finish the entry that it answers, in one step."""

ANNOUNCE = """
if (redis.call('HGET', KEYS[2], ARGV[1]) or '') ~= ARGV[2] then return 0 end
for i = 5, #ARGV do
  redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[4], '*', 'd', ARGV[i])
end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[3])
return 1
"""
"""Add updates of a tenant and note how far they reach, unless another did so meanwhile."""

REVIVE = """
local found = redis.call('XRANGE', KEYS[2], ARGV[1], ARGV[1])
if #found == 0 then return 0 end
local fields, kept = found[1][2], {}
for i = 1, #fields, 2 do
  if fields[i] ~= 'r' and fields[i] ~= 'n' then
    table.insert(kept, fields[i]) table.insert(kept, fields[i + 1])
  end
end
redis.call('XADD', KEYS[1], '*', unpack(kept))
return redis.call('XDEL', KEYS[2], ARGV[1])
"""
"""Move a dead letter back to the end of its queue, in one step."""

FORGET = """
for _, consumer in ipairs(redis.call('XINFO', 'CONSUMERS', KEYS[1], ARGV[1])) do
  local known = {}
  for i = 1, #consumer, 2 do known[consumer[i]] = consumer[i + 1] end
  if known['pending'] == 0 and known['idle'] > tonumber(ARGV[2]) then
    redis.call('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[1], known['name'])
  end
end
"""
"""Remove workers that are gone; one that still holds something would take it along."""


def connect(url: str) -> Any:
    """Return a client that waits for a connection instead of failing, and retries nothing twice.

    It has no type: redis-py's is a union of what all protocols and settings would answer. Raises
    `BadInput` for an address that cannot be.
    """
    try:
        pool = redis.BlockingConnectionPool.from_url(
            url,
            max_connections=_CONNECTIONS,
            timeout=ANSWER_SECONDS,
            socket_timeout=ANSWER_SECONDS,
            **_settings(),
        )
    except ValueError as error:
        # The address is not repeated: there may be a password in it.
        raise BadInput(
            "The queues can be at redis://HOST:PORT, or at rediss://… with TLS.", key="bad_redis"
        ) from error
    return redis.Redis.from_pool(pool)


def connecting(url: str) -> Callable[[], Any]:
    """Return what makes connections, each for one call at a time, which its caller limits."""
    pool = redis.ConnectionPool.from_url(url, socket_timeout=None, **_settings())
    made: Callable[[], Any] = pool.make_connection
    return made


def _settings() -> dict[str, Any]:
    return {
        "socket_connect_timeout": ANSWER_SECONDS,
        # One retry takes a connection anew that broke while nobody used it.
        "retry": Retry(NoBackoff(), 1),
        "retry_on_error": [ConnectionError],
        "decode_responses": False,
        "protocol": 2,
    }


@contextmanager
def expected() -> Iterator[None]:
    """Say what went wrong in our words: `RateLimitExceeded` when full, else `ServiceTimeout`."""
    try:
        yield
    except RedisError as error:
        if_cancelled(error)
        _translate(error)


def if_cancelled(error: RedisError | None = None) -> None:
    """Raise `CancelledError` in a task that was cancelled and goes on all the same.

    redis-py puts connections in order on its way out of a call; what happens there can take the
    place of the cancellation (seen after a server was killed), and a loop would never end.
    """
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError from error


def _translate(error: RedisError) -> NoReturn:
    try:
        raise error
    except OutOfMemoryError:
        raise RateLimitExceeded("The queue's memory is full: try again in a while.") from error
    except AuthenticationError:
        raise ServiceTimeout("Redis does not take the name or password in its address.") from error
    except (ConnectionError, TimeoutError, BusyLoadingError):
        raise ServiceTimeout("The queue cannot be reached.") from error
    except RedisError:
        if str(error).startswith("OOM") or "OOM command not allowed" in str(error):
            raise RateLimitExceeded("The queue's memory is full: try again in a while.") from error
        raise ServiceTimeout(f"The queue does not do its work: {error}") from error
