"""A statement that a thread runs: ended by its own limit of time, or when somebody stops it.

Databases lose a cancel that comes before a statement, or between two of one query: it is said
again until what runs has ended.
"""

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from app.errors import DeskError

AGAIN = 0.1


class QueryTooLong(DeskError):
    """The query took longer than it may."""

    key = "query_too_long"

    def __init__(self, seconds: float) -> None:
        super().__init__(
            f"The query took longer than {seconds:.0f} seconds. Narrow the question: fewer rows or "
            "fewer groups.",
            seconds=seconds,
        )


class Stopped(Exception):
    """Somebody stopped the statement, or its time is over."""


class RunningStatement:
    """What one thread runs and others may end: `stopped`, and `late` if its `seconds` are over."""

    def __init__(self, seconds: float) -> None:
        self.late = False
        self.seconds = seconds
        self._lock = threading.Lock()
        self._cancel: Callable[[], object] | None = None
        self.stopped = False
        self._ended = threading.Event()

    @contextmanager
    def cancelled_by(self, cancel: Callable[[], object]) -> Iterator[None]:
        """Run what `cancel` ends, from another thread; raises Stopped if that was wanted before."""
        with self._lock:
            self.check()
            self._cancel = cancel
        timer = threading.Timer(self.seconds, self._end)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            with self._lock:
                self._cancel = None
            self._ended.set()

    def check(self) -> None:
        """Raise Stopped if it is to end."""
        if self.stopped:
            raise Stopped

    async def stop(self, work: asyncio.Task[None]) -> None:
        """End it, and wait for `work`, which runs it; what that raises is nobody's any more."""
        own = ThreadPoolExecutor(1)  # the loop's own threads may all be at work
        try:
            while not work.done():
                await asyncio.get_running_loop().run_in_executor(own, self._cancelled)
                await asyncio.wait([work], timeout=AGAIN)
        finally:
            own.shutdown(wait=False)
        if not work.cancelled():
            work.exception()

    def _end(self) -> None:
        self.late = True
        while self._cancelled():
            self._ended.wait(AGAIN)

    def _cancelled(self) -> bool:
        """Cancel what runs; returns whether anything did."""
        self.stopped = True
        with self._lock:
            if self._cancel is not None:
                self._cancel()
            return self._cancel is not None
