"""1,000 requests in flight, three replicas of which one is killed every five seconds, three
brokers of which one is killed once: every request is answered once, whole.

`FAULT_SCALE` 1 is five minutes; the quick form is in tests/live.
"""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.live.conftest import kafka_cluster, new_database, postgres_url
from tests.live.kafka.brokers import Cluster, fresh
from tests.live.kafka.kafka_agents import options, staged
from tests.live.kafka.kafka_chaos import Chaos, kill_a_broker, run
from transport.kafka.options import Times

__all__ = ["kafka_cluster", "new_database", "postgres_url"]

pytestmark = [pytest.mark.faults, pytest.mark.anyio, pytest.mark.timeout(900)]

# A thousand streams and five processes share two cores: a session of two seconds would be over
# before a replica has had its turn.
GROUP = {"session_timeout_ms": 8000, "heartbeat_interval_ms": 1000}
TIMES = Times(heartbeat=5.0, stop=2.0)
SCALE = float(os.environ.get("FAULT_SCALE", "1"))


async def test_every_request_is_answered_once_and_whole(
    kafka_cluster: Cluster, new_database: Callable[[], str], tmp_path: Path
) -> None:
    seconds = 300 * SCALE
    async with staged(options(kafka_cluster.bootstrap), fresh("chaos")) as stage:
        chaos = Chaos(stage, new_database(), every=5.0, group=GROUP, times=TIMES)
        await chaos.start()
        try:
            link = await stage.desk(TIMES)
            asking = asyncio.create_task(
                run(stage, link, seconds=seconds, in_flight=1000, pieces=4, pace=4.0)
            )
            await asyncio.sleep(seconds / 2)
            await asyncio.to_thread(kill_a_broker, kafka_cluster)
            await asyncio.sleep(seconds / 2)
            await chaos.let_live()
            outcomes = await asking
        finally:
            await chaos.stop()
        counters = stage.counters[-1]
    print(f"\n{sum(outcomes.values())} requests, {chaos.killed} replicas killed, {counters}")
    for outcome, count in outcomes.most_common():
        print(count, outcome)
    assert all(one.state == "completed" and one.whole for one in outcomes)
    assert all(one.tasks == 1 for one in outcomes)
    assert counters.gaps == 0
    assert chaos.killed >= seconds / 15
