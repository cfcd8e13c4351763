"""A stream is read as fast as it comes, however slowly its reader takes what it brought."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Generic, NamedTuple, TypeVar

_Item = TypeVar("_Item")


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

    async def drained(self, stream: AsyncIterator[_Item]) -> AsyncGenerator[_Item, None]:
        """Yield what the stream yields, in order, and raise what it raises.

        Closing this, or cancelling whoever iterates, stops the stream.
        """
        taken: asyncio.Queue[_Item | _End] = asyncio.Queue()
        reader = asyncio.create_task(_read(stream, taken))
        self._readers.add(reader)
        reader.add_done_callback(self._readers.discard)
        try:
            while True:
                item = await taken.get()
                if not isinstance(item, _End):
                    yield item
                elif item.error is not None:
                    raise item.error
                else:
                    return
        finally:
            await _stop(reader)

    async def aclose(self) -> None:
        """Stop every stream that is still being read; their iterators end."""
        for reader in list(self._readers):
            await _stop(reader)


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
