"""Token buckets: how much a tenant may ask, so that one does not take the service from all.

A bucket holds up to `burst` tokens and gets `rate` of them each second; a request takes one. Each
process of a service counts on its own.
"""

from collections import OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import Final

MOST_BUCKETS: Final = 10_000


class Buckets:
    """Owns one bucket for each name; those not used for longest are dropped, as if full."""

    def __init__(
        self, *, rate: float, burst: float, clock: Callable[[], float] = monotonic
    ) -> None:
        """`rate` 0 sets no limit."""
        self._rate = rate
        self._burst = max(1.0, burst)
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, name: str) -> float:
        """Take a token; return 0, or after how many seconds there is one."""
        if self._rate <= 0:
            return 0.0
        now = self._clock()
        tokens, since = self._buckets.pop(name, (self._burst, now))
        tokens = min(self._burst, tokens + (now - since) * self._rate)
        wait = 0.0 if tokens >= 1 else (1 - tokens) / self._rate
        self._buckets[name] = (tokens if wait else tokens - 1, now)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return wait
