"""One database for all the agents of a server, behind as many threads as it can use."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar
from zlib import crc32

from sqlalchemy import Connection

from agents.hosting.database.tables import prepare

Item = TypeVar("Item")
T = TypeVar("T")

Shared = Callable[[Connection, Sequence[Item]], Sequence[T]]
"""A job for all items that wait together; it returns for each what came of it, in their order."""


class Jobs(Protocol):
    """Runs functions of a connection one after the other, each in a transaction."""

    async def run(self, job: Callable[[Connection], T]) -> T:
        """Run a job and return its result once it is committed; raises `StoreError`."""
        ...

    async def run_shared(self, job: Shared[Any, T], item: Any) -> T:
        """Run a job that is given all items that wait together; return what came of this one."""
        ...

    async def aclose(self) -> None:
        """Finish what waits and close; idempotent."""
        ...


class KeptDatabase:
    """Owns the lanes; what is written about one task is done in the order of the calls.

    What only reads has lanes of its own where the database serves several at a time; it sees what
    was committed before it.
    """

    def __init__(self, lanes: Sequence[Jobs], readers: Sequence[Jobs] = ()) -> None:
        self._lanes = tuple(lanes)
        self._readers = tuple(readers) or self._lanes

    async def prepare(self) -> None:
        """Make the tables; raises `StoreError`."""
        await self._lanes[0].run(prepare)

    async def check(self) -> None:
        """Raise `StoreError` where the database does not answer."""
        await self.read("", lambda c: c.exec_driver_sql("SELECT 1").scalar())

    async def run(self, key: str, job: Callable[[Connection], T]) -> T:
        """Run a job about the task, or whatever, of that key; raises `StoreError`.

        It may be run a second time; what it raises undoes it.
        """
        return await _of(self._lanes, key).run(job)

    async def run_shared(self, key: str, job: Shared[Item, T], item: Item) -> T:
        """Run a job that is given all items that wait together; return what came of this one.

        As `run`, with fewer statements and commits for many items at a time.
        """
        return await _of(self._lanes, key).run_shared(job, item)

    async def read(self, key: str, job: Callable[[Connection], T]) -> T:
        """Run a job that changes nothing; raises `StoreError`."""
        return await _of(self._readers, key).run(job)

    async def read_shared(self, key: str, job: Shared[Item, T], item: Item) -> T:
        """Run a job that changes nothing and is given all items that wait together."""
        return await _of(self._readers, key).run_shared(job, item)

    async def aclose(self) -> None:
        """Close the lanes; idempotent."""
        for lane in {*self._readers, *self._lanes}:
            await lane.aclose()


def _of(lanes: Sequence[Jobs], key: str) -> Jobs:
    return lanes[crc32(key.encode(errors="replace")) % len(lanes)]
