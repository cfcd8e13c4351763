"""The agent of a test, behind each kind of wire in turn; real servers where a test is `live`."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from tests.contract.serving import WIRES, Serving
from tests.live.conftest import new_database, postgres_url, redis_url

__all__ = ["new_database", "postgres_url", "redis_url", "serving"]


@pytest.fixture(params=sorted(WIRES))
async def serving(request: pytest.FixtureRequest) -> AsyncIterator[Serving]:
    async with AsyncExitStack() as stack:
        yield Serving(WIRES[request.param], stack)
