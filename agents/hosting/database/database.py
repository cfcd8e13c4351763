"""One database for all the agents of a server, behind as many threads as it can use."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar
from zlib import crc32

from sqlalchemy import Connection

from agents.hosting.database.tables import prepare

T = TypeVar("T")


class Jobs(Protocol):
    """Runs functions of a connection one after the other, each in a transaction."""

    async def run(self, job: Callable[[Connection], T]) -> T:
        """Run a job and return its result once it is committed; raises `StoreError`."""
        ...

    async def aclose(self) -> None:
        """Finish what waits and close; idempotent."""
        ...


class KeptDatabase:
    """Owns the lanes; what concerns one task is done in the order of the calls."""

    def __init__(self, lanes: Sequence[Jobs]) -> None:
        self._lanes = tuple(lanes)

    async def prepare(self) -> None:
        """Make the tables; raises `StoreError`."""
        await self._lanes[0].run(prepare)

    async def check(self) -> None:
        """Raise `StoreError` where the database does not answer."""
        await self.run("", lambda c: c.exec_driver_sql("SELECT 1").scalar())

    async def run(self, key: str, job: Callable[[Connection], T]) -> T:
        """Run a job about the task, or whatever, of that key; raises `StoreError`.

        It may be run a second time; what it raises undoes it.
        """
        return await self._lanes[crc32(key.encode(errors="replace")) % len(self._lanes)].run(job)

    async def aclose(self) -> None:
        """Close the lanes; idempotent."""
        for lane in self._lanes:
            await lane.aclose()
