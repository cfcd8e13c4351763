"""An orchestrator whose delegate is on Kafka and is killed in the middle of its answer."""

import asyncio
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from agents.orchestrator.delegation import DelegationLimits
from app.ports import AgentLink
from tests.contract.agents.orchestrator.orchestra import Orchestra, answers
from tests.contract.transport.serving import WIRES
from tests.live.kafka.kafka_agents import ReplicaProcess, counted, options, staged
from tests.patience import PATIENCE

pytestmark = [pytest.mark.live, pytest.mark.anyio]


@pytest.fixture
async def orchestra(tmp_path: Path) -> AsyncIterator[Orchestra]:
    async with AsyncExitStack() as stack:
        yield Orchestra(WIRES["in-process"], stack, tmp_path / "runs")


async def killed(orchestra: Orchestra, bootstrap: str, database: str, *, taken_over: bool) -> str:
    """Ask a delegate on Kafka and one here, kill the first while it speaks; return the answer."""
    name = f"counter-{uuid.uuid4().hex[:8]}"
    async with staged(options(bootstrap), name) as stage:
        first = await ReplicaProcess.start(bootstrap, name, database)
        second = None
        try:
            link: AgentLink = await stage.desk()
            orchestra.add_link("data", link)
            await orchestra.add("logs", answers("12 errors."))
            asking = asyncio.create_task(orchestra.say("@data @logs 40 0.05"))
            async with asyncio.timeout(PATIENCE):
                while stage.counters[-1].received <= 5:  # noqa: ASYNC110 - another process speaks
                    await asyncio.sleep(0.05)
            await first.kill()
            if taken_over:
                second = await ReplicaProcess.start(bootstrap, name, database)
            said = await asking
        finally:
            await first.kill()
            if second is not None:
                await second.stop()
    assert said.state == "completed"
    assert "12 errors." in said.text
    return said.text


async def test_another_replica_of_a_killed_delegate_gives_the_whole_answer(
    orchestra: Orchestra, kafka_bootstrap: str, new_database: Callable[[], str]
) -> None:
    orchestra.limits = DelegationLimits(silence=PATIENCE, whole=PATIENCE)
    said = await killed(orchestra, kafka_bootstrap, new_database(), taken_over=True)
    assert counted(40) in said


async def test_of_a_delegate_that_is_gone_that_is_said_and_the_rest_is_answered(
    orchestra: Orchestra, kafka_bootstrap: str, new_database: Callable[[], str]
) -> None:
    orchestra.limits = DelegationLimits(silence=8.0, whole=60.0)
    said = await killed(orchestra, kafka_bootstrap, new_database(), taken_over=False)
    assert "silent for 8 seconds" in said or "cannot be reached" in said
