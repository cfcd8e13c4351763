"""The figures of a server of agents."""

from types import SimpleNamespace
from typing import Any

import pytest

from app.serving.operations import watch_agents
from app.system.metrics import Metrics

pytestmark = pytest.mark.anyio


async def test_the_first_lost_replica_is_a_growth_too() -> None:
    metrics = Metrics()
    hosts: list[Any] = [SimpleNamespace(name="data", running=())]
    orphans, figure = watch_agents(metrics, hosts), 'balance_desk_orphans_taken_total{agent="data"}'
    assert f"{figure} 0" in (await metrics.text()).splitlines()
    orphans.add("data", by=2)
    assert f"{figure} 2" in (await metrics.text()).splitlines()
