"""A large table is read when the first question comes: with progress, and stoppable."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from agents.answering.running import AGAIN
from agents.data.dataset import Dataset, open_dataset
from agents.data.tables.opening import Loading

_EVERY = 1.0

Report = Callable[[float, float | None], Awaitable[None]]
"""Is told the seconds since the beginning, and how much has been read (0 … 1; None: unknown)."""


class Opening:
    """Owns a table from before it is read until it is closed.

    Several questions may wait for one reading; when the last of them is cancelled it stops, and
    the next question begins anew.
    """

    def __init__(self, path: Path, *, model_folder: Path | None = None) -> None:
        self._path = path
        self._folder = model_folder
        self._table: Dataset | None = None
        self._work: asyncio.Task[Dataset] | None = None
        self._loading = Loading()
        self._ending: set[asyncio.Task[None]] = set()
        self._waiting = 0

    @property
    def table(self) -> Dataset | None:
        """The loaded table, once it is there."""
        return self._table

    async def wait(self, report: Report) -> Dataset:
        """Return the table, read by now; raises `BadFile`."""
        if self._table is not None:
            return self._table
        if self._work is None:
            self._loading = Loading()
            self._work = asyncio.create_task(asyncio.to_thread(self._open, self._loading))
        work, started = self._work, time.monotonic()
        self._waiting += 1
        try:
            while not work.done():
                await report(time.monotonic() - started, self._loading.share())
                await asyncio.wait([work], timeout=_EVERY)
            self._table = work.result()
            return self._table
        finally:
            self._waiting -= 1
            if not self._waiting:
                self._end(work)

    def _end(self, work: asyncio.Task[Dataset]) -> None:
        """Stop a reading that nobody waits for any more; `aclose` sees to its end."""
        self._work = None
        if not work.done():
            ending = asyncio.create_task(self._stopped(work, self._loading))
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)

    async def _stopped(self, work: asyncio.Task[Dataset], loading: Loading) -> None:
        """Stop reading; close the table if it was read to its end although nobody waits for it."""
        while not work.done():
            loading.stop()  # again, for what comes between two statements is lost
            await asyncio.wait([work], timeout=AGAIN)
        if not work.cancelled() and work.exception() is None:
            work.result().close()

    def _open(self, loading: Loading) -> Dataset:
        return open_dataset(self._path, model_folder=self._folder, loading=loading)

    async def aclose(self) -> None:
        """Stop reading, and free the table; idempotent."""
        if self._work is not None:
            self._end(self._work)
        if self._ending:
            await asyncio.wait(self._ending)
        if self._table is not None:
            self._table.close()
