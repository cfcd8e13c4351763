"""Clients of a service that fails, by the clock on the wall (F15): waits, attempts, refusals."""

import asyncio
from collections.abc import AsyncIterator
from itertools import pairwise

import pytest

from app.conversations.client.retry import RetryPolicy
from app.conversations.client.service_link import ServiceLink, always
from app.domain.book import Caller
from app.errors import ConversationNotFound, DeskError, RateLimitExceeded, ServiceTimeout
from tests.faults.conversations.client.failing_service import RETRY_AFTER, Failing, failing_service
from tests.faults.scales import Scale
from tests.patience import PATIENCE

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("scale")]

CALLER = Caller(tenant="acme", user="ana")
LATE = 0.5
"""How much later than planned an attempt may be in the long form; none may be earlier."""


@pytest.fixture
async def failing() -> AsyncIterator[Failing]:
    async with failing_service() as service:
        yield service


async def asked(
    service: Failing, path: str, *, critical: bool = True, policy: RetryPolicy | None = None
) -> DeskError:
    """Ask once, as a client of its own; return how it ended."""
    link = ServiceLink(service.url, always("t"), critical=policy)
    try:
        with pytest.raises(DeskError) as caught:
            await link.ask(CALLER, "POST" if critical else "GET", path, critical=critical)
        return caught.value
    finally:
        await link.aclose()


def waits(service: Failing, path: str) -> list[float]:
    return [after - before for before, after in pairwise(service.asked[path])]


def fits(waited: list[float], planned: list[float], scale: Scale) -> bool:
    late = PATIENCE if scale.share is None else LATE
    return len(waited) == len(planned) and all(
        0.8 * plan <= wait <= 1.2 * plan + late for wait, plan in zip(waited, planned, strict=True)
    )


async def test_f15_three_attempts_one_and_two_seconds_apart(failing: Failing, scale: Scale) -> None:
    kinds = ("unavailable", "broken", "gateway", "reset")
    paths = [f"/{kind}/{number}" for kind in kinds for number in range(scale(3, 25))]
    ended = await asyncio.gather(*(asked(failing, path) for path in paths))
    assert all(isinstance(error, ServiceTimeout) for error in ended)
    for path in paths:
        assert fits(waits(failing, path), [1, 2], scale), (path, waits(failing, path))
    firsts = [waits(failing, path)[0] for path in paths]
    # Who failed together does not come back together.
    assert max(firsts) - min(firsts) > 0.1


async def test_f15_what_is_refused_or_only_read_is_asked_once(failing: Failing) -> None:
    paths = ["/unknown/1", "/wrong/1", "/not-yours/1"]
    ended = await asyncio.gather(*(asked(failing, path) for path in paths))
    assert isinstance(ended[0], ConversationNotFound)
    read = await asked(failing, "/unavailable/read", critical=False)
    assert isinstance(read, ServiceTimeout)
    counts = [len(failing.asked[path]) for path in (*paths, "/unavailable/read")]
    assert counts == [1, 1, 1, 1]


async def test_f15_too_many_waits_as_long_as_it_is_told(failing: Failing, scale: Scale) -> None:
    error = await asked(failing, "/too-many/1")
    assert isinstance(error, RateLimitExceeded)
    waited = waits(failing, "/too-many/1")
    assert fits(waited, [RETRY_AFTER] * 2, scale)
    assert min(waited) >= RETRY_AFTER


async def test_f15_more_attempts_reach_the_cap(failing: Failing, scale: Scale) -> None:
    # A twentieth of the document's times: the cap of sixteen seconds stands at 0.8.
    policy = RetryPolicy(attempts=7, first_seconds=0.05, cap_seconds=0.8)
    await asked(failing, "/wrong/none", policy=policy)
    paths = [f"/unavailable/{number}" for number in range(3)]
    await asyncio.gather(*(asked(failing, path, policy=policy) for path in paths))
    for path in paths:
        assert fits(waits(failing, path), [0.05, 0.1, 0.2, 0.4, 0.8, 0.8], scale)
