"""How Redis is spoken to: connections, scripts, its answers and errors, and what fails of it.

redis-py's defaults do not fit: its socket timeout of five seconds with ten retries turns a blocking
read of six seconds into an error after a minute, and its pool raises where it should wait. RESP2
gives every version of the client the same shapes.

Of redis-py only the connections are used. Its commands take several times as long as Redis does:
they look at a connection before and after each call, count and time it, make a task of each limit,
and turn the answer into dictionaries. Here a connection is taken from a list, one limit holds for
the whole call, and answers are given as RESP2 has them.
"""

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from time import monotonic
from typing import Any, Final, NamedTuple, NoReturn

from hiredis import pack_command
from redis import asyncio as redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import (
    AuthenticationError,
    BusyLoadingError,
    NoPermissionError,
    NoScriptError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisError,
    ResponseError,
)
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeout

from app.conversations.service.queues.port import woken
from app.errors import BadInput, RateLimitExceeded, ServiceTimeout

_AGAIN_SECONDS: Final = (0.1, 2.0)

log = logging.getLogger(__name__)


class _Failure(NamedTuple):
    reason: str
    again: float
    due: float


class Failing:
    """Owns which queues fail, by their names, and when each is to be tried again."""

    def __init__(self) -> None:
        self._failures: dict[str, _Failure] = {}

    @property
    def reasons(self) -> Mapping[str, str]:
        """Why each that fails does, in one word."""
        return {name: failure.reason for name, failure in self._failures.items()}

    def due(self, name: str) -> bool:
        """Return whether it is time to try this one; always, where it does not fail."""
        failure = self._failures.get(name)
        return failure is None or failure.due <= monotonic()

    def fails(self, name: str, error: ResponseError) -> None:
        """Note that it was tried in vain; this is logged with the first time."""
        known = self._failures.get(name)
        if known is None:
            log.error("a queue cannot be used: %s: %s", name, error)
        again = _AGAIN_SECONDS[0] if known is None else min(2 * known.again, _AGAIN_SECONDS[1])
        self._failures[name] = _Failure(reason_of(error), again, monotonic() + again)

    def works(self, name: str) -> None:
        """Note that it can be used, if it was not so before."""
        if self._failures.pop(name, None) is not None:
            log.info("a queue can be used again: %s", name)


# redis-py takes the words off of which it has a class.
_WORDS: Final[dict[type[ResponseError], str]] = {
    NoPermissionError: "NOPERM",
    ReadOnlyError: "READONLY",
    OutOfMemoryError: "OOM",
}


def reason_of(error: ResponseError) -> str:
    """Return what Redis refused for, as `WRONGTYPE`: the rest of its words is for the log alone."""
    for kind, word in _WORDS.items():
        if isinstance(error, kind):
            return word
    word = str(error).split(" ", 1)[0]
    return word if word.isalpha() and word.isupper() else type(error).__name__


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
  if ARGV[5] ~= '0' then redis.call('XTRIM', KEYS[2], 'MAXLEN', ARGV[5]) end
end
redis.call('XACK', KEYS[1], ARGV[1], ARGV[2])
return redis.call('XDEL', KEYS[1], ARGV[2])
"""
"""Move an entry to the dead letters, of which the newest are kept, in one step."""

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
        "retry_on_error": [RedisConnectionError],
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
    except (RedisConnectionError, RedisTimeout, BusyLoadingError):
        raise ServiceTimeout("The queue cannot be reached.") from error
    except RedisError:
        if str(error).startswith("OOM") or "OOM command not allowed" in str(error):
            raise RateLimitExceeded("The queue's memory is full: try again in a while.") from error
        raise ServiceTimeout(f"The queue does not do its work: {error}") from error


# redis-py has it as its extra, and packs by it only for callers who do not wait.


Word = str | bytes | int
Command = tuple[Word, ...]

_MOST: Final = 16


class Lines:
    """Owns connections to one Redis; each carries one call at a time and is kept for the next.

    They are made when they are needed. A call that waits longer than `seconds`, for a connection
    too, raises redis-py's `TimeoutError`; its other errors are raised as they are. One that meets a
    connection that broke while nobody used it is made once more, on a new one.
    """

    def __init__(self, url: str, *, seconds: float) -> None:
        self._connection = connecting(url)
        self._seconds = seconds
        self._room = asyncio.Semaphore(_MOST)
        self._connections: list[Any] = []
        self._free: list[Any] = []

    async def ask(self, *words: Word) -> Any:
        """Return the answer to one command."""
        (answer,) = await self.ask_together([words])
        if isinstance(answer, ResponseError):
            raise answer
        return answer

    async def ask_together(self, commands: Sequence[Command]) -> Sequence[Any]:
        """Return the answers to commands that are sent in one go, an error for one that is refused.

        They are no transaction.
        """
        packed = b"".join([_packed(words) for words in commands])

        async def answers(line: Any) -> list[Any]:
            # Cut off on its way, whatever the reason, a connection is closed: its answers would be
            # taken for those of the next call.
            await line.send_packed_command(packed, check_health=False)
            return [await _answer(line) for _ in commands]

        found: Sequence[Any] = await self._on_one(answers)
        return found

    async def wait(self, until: asyncio.Future[None] | None, *words: Word) -> Any:
        """Return the answer to one command that blocks; once `until` is done its time is over.

        Redis ends its waiting, and says itself what had come by then: nothing is lost on the way.
        """
        packed = _packed(("CLIENT", "ID")) + _packed(words)

        async def answer(line: Any) -> Any:
            await line.send_packed_command(packed, check_health=False)
            number = await _answer(line)
            waking: list[asyncio.Future[Any]] = []

            def wake() -> None:
                unblock = self.ask("CLIENT", "UNBLOCK", number)
                waking.append(asyncio.ensure_future(unblock))

            try:
                # Where a client may not ask for its number it waits to the end.
                refused = isinstance(number, ResponseError)
                with woken(None if refused else until, wake):
                    return await line.read_response()
            finally:
                await asyncio.gather(*waking, return_exceptions=True)

        return await self._on_one(answer)

    async def run(self, script: str, keys: Sequence[str], arguments: Sequence[Word]) -> Any:
        """Return what a script returns; Redis is given its text only when it does not know it."""
        given = (len(keys), *keys, *arguments)
        try:
            return await self.ask("EVALSHA", _sha(script), *given)
        except NoScriptError:
            return await self.ask("EVAL", script, *given)

    async def aclose(self) -> None:
        """Close all connections; idempotent."""
        for connection in self._connections:
            await connection.disconnect()

    async def _on_one(self, call: Callable[[Any], Awaitable[Any]]) -> Any:
        try:
            async with asyncio.timeout(self._seconds), self._room:
                line = self._free.pop() if self._free else self._another()
                try:
                    try:
                        return await call(line)
                    except RedisConnectionError:
                        return await call(line)
                finally:
                    self._free.append(line)
        except TimeoutError as error:
            raise RedisTimeout("no answer in time") from error

    def _another(self) -> Any:
        connection = self._connection()
        self._connections.append(connection)
        return connection


async def _answer(line: Any) -> Any:
    try:
        return await line.read_response()
    except ResponseError as error:
        return error


def _packed(words: Command) -> bytes:
    # Its type says a tuple of one.
    pack: Any = pack_command
    packed: bytes = pack(words)
    return packed


@lru_cache
def _sha(script: str) -> str:
    return hashlib.sha1(script.encode(), usedforsecurity=False).hexdigest()
