"""Attempts and the breaker together, on a clock that waits make go on."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from app.conversations.client.retry import CircuitBreaker, CircuitState, RetryPolicy
from app.conversations.client.service_link import ServiceLink, always
from app.domain.book import Caller
from app.errors import ServiceTimeout

pytestmark = pytest.mark.anyio

ANA = Caller(tenant="acme", user="ana")


class Service:
    """Is away until `back`; knows at which second it was asked."""

    def __init__(self, attempts: int) -> None:
        self.now = 0.0
        self.back = False
        self.asked: list[float] = []
        self.link = ServiceLink(
            "http://127.0.0.1:1",
            always("token"),
            critical=RetryPolicy(attempts=attempts, sleep=self._sleep, chance=lambda: 0.5),
            breaker=CircuitBreaker(clock=lambda: self.now),
        )

    async def _sleep(self, seconds: float) -> None:
        self.now += seconds

    async def request(self, *_: Any, **__: Any) -> httpx.Response:
        self.asked.append(self.now)
        if not self.back:
            raise httpx.ConnectError("away")
        return httpx.Response(200)

    async def fails(self, *, critical: bool = True) -> str:
        with pytest.raises(ServiceTimeout) as caught:
            await self.link.ask(ANA, "POST", "/", critical=critical)
        return caught.value.reason


@pytest.fixture(params=[6])
async def service(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Service]:
    made = Service(request.param)
    monkeypatch.setattr(made.link._client, "request", made.request)
    yield made
    await made.link.aclose()


async def test_six_attempts_reach_the_longest_wait(service: Service) -> None:
    await service.fails()
    assert service.asked == [0, 1, 3, 7, 15, 31]
    assert service.link.breaker.state is CircuitState.CLOSED


@pytest.mark.parametrize("service", [8], indirect=True)
async def test_more_attempts_wait_no_longer_than_the_cap(service: Service) -> None:
    await service.fails()
    assert service.asked == [0, 1, 3, 7, 15, 31, 47, 63]


@pytest.mark.parametrize("service", [3], indirect=True)
async def test_after_five_requests_that_failed_nothing_is_asked_for_thirty_seconds(
    service: Service,
) -> None:
    for _ in range(4):
        await service.fails()
    await service.fails(critical=False)
    assert len(service.asked) == 4 * 3 + 1
    opened = service.now
    assert await service.fails() == "circuit_open"
    assert (len(service.asked), service.now) == (13, opened)
    service.now = opened + 30
    # The one that finds out whether it is back asks once.
    await service.fails()
    assert service.asked[13:] == [opened + 30]
    service.now += 30
    service.back = True
    await service.link.ask(ANA, "POST", "/", critical=True)
    assert service.link.breaker.state is CircuitState.CLOSED


async def test_a_service_that_says_that_it_is_ready_is_asked_before_the_thirty_seconds(
    service: Service,
) -> None:
    for _ in range(5):
        await service.fails(critical=False)
    await service.link.look()
    assert await service.fails() == "circuit_open"
    service.back = True
    await service.link.look()
    await service.link.ask(ANA, "POST", "/", critical=True)
    assert service.link.breaker.state is CircuitState.CLOSED
