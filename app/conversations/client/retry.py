"""When a request to the service is tried again: document 3, §7.3.

The first wait is a second, each next one doubles up to sixteen, each ±20 %. With the document's
three attempts only one and two seconds are ever waited; sixteen are reached by setting `attempts`
to six or more. What the service refuses is not asked twice, except when it says "too many".
"""

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from app.errors import DeskError, RateLimitExceeded, ServiceTimeout, StoreError

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class RetryPolicy:
    """How often, and how long between; `sleep` and `chance` are there to be looked at by tests."""

    attempts: int = 3
    first_seconds: float = 1.0
    cap_seconds: float = 16.0
    jitter: float = 0.2
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    chance: Callable[[], float] = random.random

    def waits(self) -> Iterator[float]:
        """Return the seconds to wait before the second, third, … attempt."""
        wait = self.first_seconds
        for _ in range(self.attempts - 1):
            yield wait * (1 + self.jitter * (2 * self.chance() - 1))
            wait = min(2 * wait, self.cap_seconds)

    async def carry(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """Return what an attempt returns; after the last one, its error is raised."""
        for wait in self.waits():
            try:
                return await attempt()
            except DeskError as error:
                if not may_pass(error):
                    raise
                await self.sleep(max(wait, self._asked(error)))
        return await attempt()

    def _asked(self, error: DeskError) -> float:
        """Return the seconds that the service asks for, and a little more: never all at once."""
        asked = error.details.get("retry_after")
        if not isinstance(asked, int | float):
            return 0.0
        return min(asked, self.cap_seconds) * (1 + self.jitter * self.chance())


NEVER_AGAIN = RetryPolicy(attempts=1)


def may_pass(error: DeskError) -> bool:
    """Whether the same request may succeed later."""
    return isinstance(error, ServiceTimeout | StoreError | RateLimitExceeded)
