"""The agent of a test, behind each kind of wire in turn; real servers where a test is `live`."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from tests.contract.transport.kafka_wire import over_real_kafka
from tests.contract.transport.serving import WIRES, Serving
from tests.live.conftest import (
    kafka_bootstrap,
    new_database,
    postgres_url,
    redis_server,
    redis_url,
)

__all__ = [
    "kafka_bootstrap",
    "new_database",
    "postgres_url",
    "redis_server",
    "redis_url",
    "serving",
]

REAL_KAFKA = "apache-kafka"
_ALL = [*sorted(WIRES), pytest.param(REAL_KAFKA, marks=pytest.mark.live)]


@pytest.fixture(params=_ALL)
async def serving(request: pytest.FixtureRequest) -> AsyncIterator[Serving]:
    if request.param == REAL_KAFKA:
        wire = over_real_kafka(request.getfixturevalue("kafka_bootstrap"))
    else:
        wire = WIRES[request.param]
    async with AsyncExitStack() as stack:
        yield Serving(wire, stack)
