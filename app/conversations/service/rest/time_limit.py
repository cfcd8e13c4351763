"""How long a request may take: a short one so many seconds, long work as long as it works."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class TimeLimit:
    """The limit of one request, from the start of what `timeout` bounds; `reading` its body."""

    def __init__(self, timeout: asyncio.Timeout, seconds: float) -> None:
        self.reading = False
        self._timeout = timeout
        self._seconds = seconds

    def renew(self) -> None:
        """Begin anew: the request has got on."""
        self._timeout.reschedule(asyncio.get_running_loop().time() + self._seconds)

    @contextmanager
    def lifted(self) -> Iterator[None]:
        """Let work that grows with what it is given take its time; then the limit begins anew.

        A slow machine, or one with much to do, is no failure of such a request.
        """
        self._timeout.reschedule(None)
        try:
            yield
        finally:
            self.renew()
