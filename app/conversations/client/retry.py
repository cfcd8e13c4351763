"""When a request to the service is tried again, and when nobody asks: document 3, §7.3.

The first wait is a second, each next one doubles up to sixteen, each ±20 %. With the document's
three attempts only one and two seconds are ever waited; sixteen are reached by setting `attempts`
to six or more. What the service refuses is not asked twice, except when it says "too many".

Document 3, §7.3. A request that failed at all its attempts is one failure. Of those that ask when
the time is over exactly one goes through: a service that comes back is not run over by all who
waited for it.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from time import monotonic
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


class CircuitState(StrEnum):
    """Closed lets through, open refuses, half-open has one probe under way."""

    CLOSED = "closed"
    OPEN = "open"
    HALF_OPEN = "half_open"


class CircuitBreaker:
    """Counts failures in a row; `watch` is called with each new state."""

    def __init__(
        self,
        *,
        failures: int = 5,
        reset_seconds: float = 30.0,
        clock: Callable[[], float] = monotonic,
        watch: Callable[[CircuitState], None] = lambda state: None,
    ) -> None:
        self._most = failures
        self._reset_seconds = reset_seconds
        self._clock = clock
        self._watch = watch
        self._failures = 0
        self._opened_at = 0.0
        self._state = CircuitState.CLOSED

    @property
    def state(self) -> CircuitState:
        """The state as it was left; an open one stays so until somebody asks after its time."""
        return self._state

    @property
    def seconds_left(self) -> float:
        """How long an open one still refuses."""
        if self._state is not CircuitState.OPEN:
            return 0.0
        return max(0.0, self._opened_at + self._reset_seconds - self._clock())

    def expire(self) -> None:
        """Let the next one through, whatever time is left: the service is said to be back."""
        self._opened_at = self._clock() - self._reset_seconds

    async def carry(self, ask: Callable[[], Awaitable[T]]) -> T:
        """Return what is asked for; raises `ServiceTimeout` (key `circuit_open`) unasked."""
        probe = self._enter()
        try:
            result = await ask()
        except DeskError as error:
            if is_failure(error):
                self._failed(probe)
            else:
                # It refused, so it is there.
                self._succeeded(probe)
            raise
        except BaseException:
            # Nothing was learned: the next one that asks is the probe.
            if probe:
                self._enter_state(CircuitState.OPEN)
            raise
        self._succeeded(probe)
        return result

    def _enter(self) -> bool:
        if self._state is CircuitState.CLOSED:
            return False
        if self._state is CircuitState.OPEN and self.seconds_left <= 0:
            self._enter_state(CircuitState.HALF_OPEN)
            return True
        raise ServiceTimeout(
            "The conversation service did not answer lately; it will be asked again soon.",
            key="circuit_open",
            retry_after=self.seconds_left,
        )

    def _failed(self, probe: bool) -> None:
        self._failures += 1
        if probe or (self._state is CircuitState.CLOSED and self._failures >= self._most):
            self._opened_at = self._clock()
            self._enter_state(CircuitState.OPEN)

    def _succeeded(self, probe: bool) -> None:
        if probe or self._state is CircuitState.CLOSED:
            self._failures = 0
            self._enter_state(CircuitState.CLOSED)

    def _enter_state(self, state: CircuitState) -> None:
        if state is not self._state:
            self._state = state
            self._watch(state)


def is_failure(error: DeskError) -> bool:
    """Whether an error says that the service is not well, rather than that it refuses."""
    return isinstance(error, ServiceTimeout | StoreError)
