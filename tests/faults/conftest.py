"""What fault tests share: their two forms, and a Redis of their own to be killed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.scales import LONG, SHORT, Scale
from tests.live.servers import NoServer, Redis


@pytest.fixture(params=[SHORT, LONG])
def scale(request: pytest.FixtureRequest) -> Scale:
    """Every test that asks for it runs twice: with the live tests, and with the fault tests."""
    asked: Scale = request.param
    return asked


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[Redis]:
    """A Redis of the test's own."""
    try:
        with Redis(tmp_path / "redis") as server:
            yield server
    except NoServer as reason:
        pytest.skip(str(reason))
