"""A stream is read as fast as it comes, however slowly its reader takes what it brought."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from typing import Generic, NamedTuple, TypeVar

_Item = TypeVar("_Item")


class Silence(Exception):
    """Nothing has come for as long as its reader was ready to wait."""


class _End(NamedTuple):
    error: Exception | None


class Drains(Generic[_Item]):
    """Owns the tasks that read streams ahead.

    An A2A agent closes a stream whose reader is a thousand events behind, without a word. And a
    stream that is cut off in the middle must be cut by cancelling the task that reads it: a
    generator that is merely dropped leaves its clean-up to the loop.
    """

    def __init__(self) -> None:
        self._readers: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def reading(self, stream: AsyncIterator[_Item]) -> AsyncGenerator["Drained[_Item]", None]:
        """Give what the stream yields; leaving the block stops the stream."""
        taken: asyncio.Queue[_Item | _End] = asyncio.Queue()
        reader = asyncio.create_task(_read(stream, taken))
        self._readers.add(reader)
        reader.add_done_callback(self._readers.discard)
        try:
            yield Drained(taken)
        finally:
            await _stop(reader)

    async def aclose(self) -> None:
        """Stop every stream that is still being read; their iterators end."""
        for reader in list(self._readers):
            await _stop(reader)


class Drained(Generic[_Item]):
    """What a stream has yielded and nobody has taken yet."""

    def __init__(self, taken: "asyncio.Queue[_Item | _End]") -> None:
        self._taken = taken

    async def next(self, *, within: float | None = None) -> _Item | None:
        """Return the next item, None at the end; raises what the stream raised.

        Raises `Silence` when nothing has come `within` so many seconds; what comes later is there
        for the next call.
        """
        if not self._taken.empty():
            item = self._taken.get_nowait()  # most of the time: a timeout for each would cost more
        elif within is None:
            item = await self._taken.get()
        else:
            try:
                async with asyncio.timeout(within):
                    item = await self._taken.get()
            except TimeoutError:
                raise Silence from None
        if not isinstance(item, _End):
            return item
        if item.error is not None:
            raise item.error
        return None


async def _read(stream: AsyncIterator[_Item], taken: "asyncio.Queue[_Item | _End]") -> None:
    end = _End(None)
    try:
        async for item in stream:
            taken.put_nowait(item)
    except Exception as error:
        end = _End(error)
    finally:
        taken.put_nowait(end)


async def _stop(reader: asyncio.Task[None]) -> None:
    reader.cancel()
    await asyncio.wait({reader})
