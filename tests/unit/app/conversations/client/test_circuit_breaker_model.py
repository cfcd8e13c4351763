"""The circuit breaker against a model: any order of requests, outcomes and times."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from app.conversations.client.retry import CircuitBreaker, CircuitState
from app.errors import BadInput, ServiceTimeout

FAILURES, RESET = 5, 30.0


class BreakerMachine(RuleBasedStateMachine):
    """Requests run by hand, one step at a time, so that they overlap in every way."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.breaker = CircuitBreaker(clock=lambda: self.now)
        self.open_requests: list[tuple[Coroutine[Any, Any, None], dict[str, Any], bool]] = []
        self.in_a_row = 0
        self.opened_at: float | None = None
        self.probing = False

    def model_state(self) -> CircuitState:
        if self.probing:
            return CircuitState.HALF_OPEN
        return CircuitState.CLOSED if self.opened_at is None else CircuitState.OPEN

    @rule(seconds=st.sampled_from([0.0, 1.0, 29.0, 30.0, 31.0]))
    def time_passes(self, seconds: float) -> None:
        self.now += seconds

    @rule()
    def ask(self) -> None:
        outcome: dict[str, Any] = {}
        loop_less = asyncio.Future(loop=_LOOP)

        async def request() -> None:
            await loop_less
            if outcome["error"] is not None:
                raise outcome["error"]

        outcome["done"] = loop_less
        carried = self.breaker.carry(request)
        goes = self.model_state() is CircuitState.CLOSED or (
            not self.probing and self.opened_at is not None and self.now - self.opened_at >= RESET
        )
        probe = goes and self.opened_at is not None
        try:
            carried.send(None)
        except ServiceTimeout as error:
            assert not goes
            assert error.reason == "circuit_open"
        else:
            assert goes
            self.probing = self.probing or probe
            self.open_requests.append((carried, outcome, probe))

    @precondition(lambda self: self.open_requests)
    @rule(which=st.integers(0, 1000), well=st.sampled_from(["ok", "failed", "refused", "cancel"]))
    def a_request_ends(self, which: int, well: str) -> None:
        carried, outcome, probe = self.open_requests.pop(which % len(self.open_requests))
        if well == "cancel":
            with pytest.raises(asyncio.CancelledError):
                carried.throw(asyncio.CancelledError())
            self.probing = self.probing and not probe
            return
        outcome["error"] = {
            "ok": None,
            "failed": ServiceTimeout("late"),
            "refused": BadInput("no"),
        }[well]
        outcome["done"].set_result(None)
        with pytest.raises((StopIteration, ServiceTimeout, BadInput)):
            carried.send(None)
        if well == "failed":
            self.model_failed(probe)
        elif probe or self.model_state() is CircuitState.CLOSED:
            self.in_a_row, self.opened_at, self.probing = 0, None, False

    def model_failed(self, probe: bool) -> None:
        if probe:
            self.opened_at, self.probing = self.now, False
        elif self.model_state() is CircuitState.CLOSED:
            self.in_a_row += 1
            if self.in_a_row == FAILURES:
                self.opened_at = self.now

    @invariant()
    def the_state_is_the_models(self) -> None:
        assert self.breaker.state is self.model_state()

    @invariant()
    def at_most_one_probe_is_under_way(self) -> None:
        assert sum(probe for _, _, probe in self.open_requests) <= 1

    def teardown(self) -> None:
        for carried, _, _ in self.open_requests:
            carried.close()


_LOOP = asyncio.new_event_loop()


@pytest.fixture(scope="module", autouse=True)
def the_loop_is_closed() -> Any:
    yield
    _LOOP.close()


# The long form of it is in tests/faults.
TestBreaker = BreakerMachine.TestCase
TestBreaker.settings = settings(max_examples=40, stateful_step_count=60, deadline=None)
