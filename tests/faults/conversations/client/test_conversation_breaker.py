"""The circuit breaker (F14): against its model step by step, and by the clock on the wall."""

import asyncio
from collections.abc import Sequence
from typing import Any, ClassVar

import pytest
from hypothesis import settings
from hypothesis.stateful import invariant

from app.conversations.client.retry import CircuitBreaker, CircuitState
from app.conversations.client.service_link import ServiceLink, always
from app.domain.book import Caller
from app.errors import ServiceTimeout
from tests.faults.conversations.client.failing_service import failing_service
from tests.faults.scales import LONG, SHORT, Scale
from tests.patience import PATIENCE
from tests.unit.app.conversations.client.test_circuit_breaker_model import (
    BreakerMachine,
    the_loop_is_closed,
)

__all__ = ["the_loop_is_closed"]

ANA = Caller(tenant="acme", user="ana")
CALLERS = 20
SECONDS_LATE = 1.0
SECONDS_OF_A_PROBE = 0.3


class ShortBreakerMachine(BreakerMachine):
    """The same machine, with settings of its own."""


class LongBreakerMachine(BreakerMachine):
    """The same machine, with settings of its own, that counts its steps."""

    steps = 0

    @invariant()
    def a_step_was_made(self) -> None:
        LongBreakerMachine.steps += 1


class TestBreaker(ShortBreakerMachine.TestCase):  # type: ignore[name-defined,misc]
    settings = settings(max_examples=40, stateful_step_count=60, deadline=None)
    pytestmark: ClassVar[list[Any]] = list(SHORT.marks)


class TestBreakerAtLength(LongBreakerMachine.TestCase):  # type: ignore[name-defined,misc]
    settings = settings(max_examples=600, stateful_step_count=60, deadline=None)
    pytestmark: ClassVar[list[Any]] = list(LONG.marks)

    def runTest(self) -> None:
        super().runTest()
        assert LongBreakerMachine.steps >= 10_000


@pytest.mark.anyio
async def test_f14_it_opens_on_the_fifth_failure_in_a_row_and_lets_one_probe_through(
    scale: Scale,
) -> None:
    reset = scale.seconds(2.0, 30.0)
    late = PATIENCE if scale.share is None else SECONDS_LATE
    loop = asyncio.get_running_loop()
    async with failing_service() as service:
        breaker = CircuitBreaker(reset_seconds=reset)
        link = ServiceLink(service.url, always("t"), breaker=breaker)
        asked = service.asked["/unavailable/1"]

        async def ask(kind: str) -> Any:
            try:
                return await link.ask(ANA, "GET", f"/{kind}/1")
            except ServiceTimeout as error:
                return error

        async def all_ask(kind: str) -> Sequence[Any]:
            return await asyncio.gather(*(ask(kind) for _ in range(CALLERS)))

        async def all_ask_until_heard(kind: str, times: int) -> float:
            heard = service.asked[f"/{kind}/1"]
            while len(heard) < times:
                await all_ask(kind)
                await asyncio.sleep(0.05)
            return heard[times - 1]

        for kind in ("unavailable",) * 4 + ("well",) + ("unavailable",) * 4:
            await ask(kind)
        assert (breaker.state, len(asked)) == (CircuitState.CLOSED, 8)
        before = loop.time()
        await ask("unavailable")
        opened = loop.time()
        assert (breaker.state, len(asked)) == (CircuitState.OPEN, 9)

        service.seconds = SECONDS_OF_A_PROBE
        probe = await all_ask_until_heard("unavailable", 10)
        assert before + reset - 0.1 <= probe <= opened + reset + late
        assert len(asked) == 10

        # What is asked while the second probe is under way is refused; after it all go through.
        again = probe + SECONDS_OF_A_PROBE + reset
        probe = await all_ask_until_heard("well", 2)
        assert again - 0.1 <= probe <= again + late
        assert len(service.asked["/well/1"]) == 2
        assert not [one for one in await all_ask("well") if isinstance(one, ServiceTimeout)]
        await link.aclose()
