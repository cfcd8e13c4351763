"""The circuit breaker against its model, in the long form (F14): more than ten thousand steps."""

import pytest
from hypothesis import settings

from tests.unit.test_circuit_breaker_model import BreakerMachine, the_loop_is_closed

__all__ = ["the_loop_is_closed"]

pytestmark = [pytest.mark.faults, pytest.mark.slow, pytest.mark.timeout(600)]


class LongBreakerMachine(BreakerMachine):
    """The same machine, with settings of its own."""


TestBreakerAtLength = LongBreakerMachine.TestCase
TestBreakerAtLength.settings = settings(max_examples=300, stateful_step_count=60, deadline=None)
