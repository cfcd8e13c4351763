"""The quick form of tests/faults/test_kafka_chaos.py: one broker, two replicas, one killed."""

from collections.abc import Callable

import pytest

from tests.live.kafka.brokers import fresh
from tests.live.kafka.kafka_agents import options, staged
from tests.live.kafka.kafka_chaos import Chaos, run
from transport.kafka.options import Times

pytestmark = [pytest.mark.live, pytest.mark.anyio]


async def test_every_request_is_answered_once_and_whole(
    kafka_bootstrap: str, new_database: Callable[[], str]
) -> None:
    async with staged(options(kafka_bootstrap), fresh("chaos")) as stage:
        chaos = Chaos(stage, new_database(), every=1.5)
        await chaos.start(replicas=2)
        try:
            link = await stage.desk(Times(heartbeat=8.0, stop=2.0))
            outcomes = await run(stage, link, seconds=3, in_flight=40)
        finally:
            await chaos.stop()
    assert {(one.state, one.whole, one.tasks) for one in outcomes} == {("completed", True, 1)}
    assert sum(outcomes.values()) >= 40
    assert stage.counters[-1].gaps == 0
    assert chaos.killed
