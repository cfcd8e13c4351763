"""Connections to Redis for what is asked of it all the time.

Of redis-py only the connections are used. Its commands take several times as long as Redis does:
they look at a connection before and after each call, count and time it, make a task of each limit,
and turn the answer into dictionaries. Here a connection is taken from a list, one limit holds for
the whole call, and answers are given as RESP2 has them.
"""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Sequence
from functools import lru_cache
from typing import Any, Final

# redis-py has it as its extra, and packs by it only for callers who do not wait.
from hiredis import pack_command
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import NoScriptError, ResponseError
from redis.exceptions import TimeoutError as RedisTimeout

from app.conversations.queues import redis_calls
from app.conversations.queues.port import woken

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
        self._connection = redis_calls.connecting(url)
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
