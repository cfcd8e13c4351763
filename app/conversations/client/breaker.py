"""A circuit breaker: after five failures in a row nobody asks for thirty seconds, then one does.

Document 3, §7.3. A request that failed at all its attempts is one failure. Of those that ask when
the time is over exactly one goes through: a service that comes back is not run over by all who
waited for it.
"""

from collections.abc import Awaitable, Callable
from enum import StrEnum
from time import monotonic
from typing import TypeVar

from app.errors import DeskError, ServiceTimeout, StoreError

T = TypeVar("T")


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
