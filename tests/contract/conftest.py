"""The agent of a test, behind each kind of wire in turn."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from tests.contract.serving import WIRES, Serving


@pytest.fixture(params=sorted(WIRES))
async def serving(request: pytest.FixtureRequest) -> AsyncIterator[Serving]:
    async with AsyncExitStack() as stack:
        yield Serving(WIRES[request.param], stack)
