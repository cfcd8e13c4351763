"""People who are signed in with a served orchestrator never meet in what it asks of others."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.contract.agents.orchestrator.orchestra import Orchestra, answers
from tests.contract.transport.serving import WIRES

pytestmark = pytest.mark.anyio


@pytest.fixture(params=["in-process", "http+json"])
async def orchestra(request: Any, tmp_path: Path) -> AsyncIterator[Orchestra]:
    async with AsyncExitStack() as stack:
        yield Orchestra(WIRES[request.param], stack, tmp_path / "runs")


async def test_a_context_id_of_somebody_else_leads_nowhere(orchestra: Orchestra) -> None:
    await orchestra.add("data", answers("58%"))
    for user in ("ann", "ben", "ann"):
        found = await orchestra.say("Show the win rate", user=user)
        assert found.state == "completed"
    ann, ben, again = (heard.context_id for heard in orchestra.heard)
    assert ann != ben
    assert again == ann
    assert orchestra.context_id not in (ann, ben)


async def test_without_sign_in_a_conversation_is_the_same_everywhere(orchestra: Orchestra) -> None:
    await orchestra.add("data", answers("58%"))
    await orchestra.say("Show the win rate")
    assert [heard.context_id for heard in orchestra.heard] == [orchestra.context_id]
