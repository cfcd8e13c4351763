"""When the client of the conversation service asks again, and when it stops asking."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.conversations.client.retry import NEVER_AGAIN, CircuitBreaker, CircuitState, RetryPolicy
from app.errors import (
    BadInput,
    Conflict,
    ConversationNotFound,
    DeskError,
    MessageStorageError,
    NotAllowed,
    RateLimitExceeded,
    ServiceTimeout,
)

pytestmark = pytest.mark.anyio


class Asked:
    """Fails with each error in turn, then answers; counts."""

    def __init__(self, *errors: DeskError) -> None:
        self.errors = list(errors)
        self.count = 0

    async def __call__(self) -> str:
        self.count += 1
        if self.errors:
            raise self.errors.pop(0)
        return "ok"


def policy(waited: list[float], **settings: object) -> RetryPolicy:
    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    return RetryPolicy(sleep=sleep, **settings)  # type: ignore[arg-type]


async def test_three_attempts_one_and_two_seconds_apart() -> None:
    waited: list[float] = []
    asked = Asked(*[ServiceTimeout("late") for _ in range(9)])
    with pytest.raises(ServiceTimeout):
        await policy(waited).carry(asked)
    assert asked.count == 3
    assert len(waited) == 2
    assert 0.8 <= waited[0] <= 1.2
    assert 1.6 <= waited[1] <= 2.4


@given(st.integers(1, 12), st.floats(0, 1, exclude_max=True))
def test_waits_double_up_to_the_cap_give_or_take_a_fifth(attempts: int, chance: float) -> None:
    waits = list(RetryPolicy(attempts=attempts, chance=lambda: chance).waits())
    assert len(waits) == attempts - 1
    for number, wait in enumerate(waits):
        planned = min(2.0**number, 16.0)
        assert planned * 0.8 <= wait <= planned * 1.2
    assert len(waits) < 5 or waits[4] >= 16 * 0.8


def test_the_jitter_spreads() -> None:
    assert len({next(RetryPolicy().waits()) for _ in range(50)}) > 40


@pytest.mark.parametrize("kind", [BadInput, ConversationNotFound, NotAllowed, Conflict])
async def test_what_is_refused_is_not_asked_again(kind: type[DeskError]) -> None:
    waited: list[float] = []
    asked = Asked(kind("no"))
    with pytest.raises(kind):
        await policy(waited).carry(asked)
    assert (asked.count, waited) == (1, [])


@pytest.mark.parametrize("kind", [ServiceTimeout, MessageStorageError, RateLimitExceeded])
async def test_what_may_pass_is_asked_again(kind: type[DeskError]) -> None:
    waited: list[float] = []
    asked = Asked(kind("later"))
    assert await policy(waited).carry(asked) == "ok"
    assert (asked.count, len(waited)) == (2, 1)


async def test_those_who_are_told_the_same_wait_do_not_come_back_together() -> None:
    waited: list[float] = []

    async def refused() -> str:
        raise RateLimitExceeded("Too many.", retry_after=5)

    for _ in range(20):
        with pytest.raises(RateLimitExceeded):
            await policy(waited).carry(refused)
    assert len(set(waited)) == len(waited) == 40


async def test_too_many_requests_says_how_long_to_wait() -> None:
    waited: list[float] = []
    asked = Asked(
        RateLimitExceeded("slower", retry_after=5), RateLimitExceeded("s", retry_after=1e9)
    )
    assert await policy(waited).carry(asked) == "ok"
    assert 5 <= waited[0] <= 6
    assert 16 <= waited[1] <= 16 * 1.2


async def test_an_operation_that_is_not_critical_is_asked_once() -> None:
    asked = Asked(ServiceTimeout("late"))
    with pytest.raises(ServiceTimeout):
        await NEVER_AGAIN.carry(asked)
    assert asked.count == 1


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


async def fail(breaker: CircuitBreaker, times: int = 1) -> None:
    for _ in range(times):
        with pytest.raises(ServiceTimeout):
            await breaker.carry(Asked(ServiceTimeout("late")))


async def test_it_opens_at_the_fifth_failure_in_a_row() -> None:
    breaker = CircuitBreaker(clock=Clock())
    await fail(breaker, 4)
    assert breaker.state is CircuitState.CLOSED
    await breaker.carry(Asked())
    await fail(breaker, 4)
    assert breaker.state is CircuitState.CLOSED
    await fail(breaker)
    assert breaker.state is CircuitState.OPEN
    unasked = Asked()
    with pytest.raises(ServiceTimeout) as caught:
        await breaker.carry(unasked)
    assert (caught.value.reason, unasked.count) == ("circuit_open", 0)


async def test_a_refusal_is_no_failure() -> None:
    breaker = CircuitBreaker(clock=Clock())
    await fail(breaker, 4)
    with pytest.raises(ConversationNotFound):
        await breaker.carry(Asked(ConversationNotFound("none")))
    await fail(breaker, 4)
    assert breaker.state is CircuitState.CLOSED


@pytest.mark.parametrize("well", [True, False])
async def test_after_thirty_seconds_exactly_one_of_many_probes(well: bool) -> None:
    clock, seen = Clock(), list[CircuitState]()
    breaker = CircuitBreaker(clock=clock, watch=seen.append)
    await fail(breaker, 5)
    clock.now = 29.9
    await fail(breaker)
    clock.now = 30.0
    asked, go_on = 0, asyncio.Event()

    async def ask() -> None:
        nonlocal asked
        asked += 1
        await go_on.wait()
        if not well:
            raise ServiceTimeout("late")

    many = [asyncio.create_task(breaker.carry(ask)) for _ in range(50)]
    await asyncio.sleep(0)
    go_on.set()
    outcomes = await asyncio.gather(*many, return_exceptions=True)
    assert asked == 1
    assert sum(isinstance(outcome, ServiceTimeout) for outcome in outcomes) == (49 if well else 50)
    assert breaker.state is (CircuitState.CLOSED if well else CircuitState.OPEN)
    assert seen[:2] == [CircuitState.OPEN, CircuitState.HALF_OPEN]
    if not well:
        clock.now = 59.9
        await fail(breaker)
        assert breaker.seconds_left == pytest.approx(0.1)


async def test_a_probe_that_is_cancelled_leaves_room_for_the_next() -> None:
    clock = Clock()
    breaker = CircuitBreaker(clock=clock)
    await fail(breaker, 5)
    clock.now = 31.0
    stuck: Callable[[], Awaitable[None]] = asyncio.Event().wait  # type: ignore[assignment]
    probe = asyncio.create_task(breaker.carry(stuck))
    await asyncio.sleep(0)
    probe.cancel()
    await asyncio.wait([probe])
    assert await breaker.carry(Asked()) == "ok"
    assert breaker.state is CircuitState.CLOSED
