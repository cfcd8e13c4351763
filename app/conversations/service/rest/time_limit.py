"""How long a request may take: a short one so many seconds, long work as long as it works."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Self


class TimeLimits:
    """Owns when the requests under way end, all after the same `seconds`, behind one timer.

    A timer for each is set and taken back for every request, and rings for hardly any: an eighth of
    what a short one takes.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._running: dict[TimeLimit, float] = {}  # whose time ends first stands first
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, limit: "TimeLimit") -> float:
        """Let a limit begin, now or anew; return when it ends, by the loop's clock."""
        self.end(limit)
        loop = asyncio.get_running_loop()
        self._running[limit] = ends = loop.time() + self.seconds
        if self._timer is None:
            self._timer = loop.call_at(ends, self._ring)
        return ends

    def end(self, limit: "TimeLimit") -> None:
        """Let a limit hold no more."""
        self._running.pop(limit, None)

    def _ring(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = None
        for limit, ends in list(self._running.items()):
            if ends > loop.time():
                self._timer = loop.call_at(ends, self._ring)
                break
            self.end(limit)
            limit.expire()


class TimeLimit:
    """The limit of one request, within which it is handled; `reading` its body.

    Where it ends, what is done within is cancelled, and `TimeoutError` raised instead. `ends` is
    None while it does not hold.
    """

    def __init__(self, limits: TimeLimits) -> None:
        self.reading = False
        self.ends: float | None = None
        self._limits = limits
        self._expired = False

    def __enter__(self) -> Self:
        task = asyncio.current_task()
        assert task is not None
        self._task, self._cancelling = task, task.cancelling()
        self.ends = self._limits.begin(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self._limits.end(self)
        # As `asyncio.timeout`: who else cancelled the request is not passed over.
        alone = self._expired and self._task.uncancel() <= self._cancelling
        if alone and kind is asyncio.CancelledError:
            raise TimeoutError from error

    def expire(self) -> None:
        """Cancel what is done within."""
        self._expired = True
        self._task.cancel()

    def renew(self) -> None:
        """Begin anew: the request has got on."""
        if not self._expired:
            self.ends = self._limits.begin(self)

    @contextmanager
    def lifted(self) -> Iterator[None]:
        """Let work that grows with what it is given take its time; then the limit begins anew.

        A slow machine, or one with much to do, is no failure of such a request.
        """
        self._limits.end(self)
        self.ends = None
        try:
            yield
        finally:
            self.renew()
