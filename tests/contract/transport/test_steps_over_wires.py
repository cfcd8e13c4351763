"""A step of a run is tried again in the way the docs say, whatever wire the message takes."""

from contextlib import AsyncExitStack
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from agents.hosting.host import AgentHost
from agents.logs.maker import make
from app.conversations.store.ephemeral_store import MemoryStore
from app.domain.events import AgentEvent, ArtifactEvent
from app.domain.messages import CHOICE_MEDIA_TYPE, DataPart
from app.domain.tasks import TaskState
from tests.contract.transport.serving import WIRES, collect, last_state, say, task_id_of

pytestmark = pytest.mark.anyio


def steps(events: list[AgentEvent]) -> dict[str, Any]:
    """The last plan that was told."""
    told = [one.artifact for one in events if isinstance(one, ArtifactEvent)]
    found: Any = [one.data for one in told if one.name == "steps"][-1]
    return dict(found)


@pytest.mark.parametrize("wire", WIRES)
async def test_a_step_is_tried_again_over_every_wire(wire: str, tmp_path: Path) -> None:
    log = tmp_path / "app.log"
    log.write_text("2024-06-09 10:00:00 ERROR [main] app.Db: query took long\n" * 3)
    card, executor = make(table=log, as_of=date(2026, 11, 21), profile=tmp_path / "profile")
    async with AsyncExitStack() as stack:
        host = AgentHost(name="logs", card=card, make_executor=executor, records=MemoryStore())
        stack.push_async_callback(host.aclose)
        link = await WIRES[wire](host, stack)
        stack.push_async_callback(link.aclose)
        first = await collect(link.send(say("analyse")))
        assert last_state(first) is TaskState.COMPLETED
        choice = DataPart(
            data={"slot": "retry", "value": f"{steps(first)['run']}:4"},
            media_type=CHOICE_MEDIA_TYPE,
        )
        again = say("Try step 4 again", about=(task_id_of(first),))
        second = await collect(
            link.send(again.model_copy(update={"parts": (*again.parts, choice)}))
        )
        assert last_state(second) is TaskState.COMPLETED
        plan = steps(second)["plan"]
        assert steps(second)["run"] != steps(first)["run"]
        assert [one["state"] for one in plan] == ["done"] * 5
        assert [one["resumed"] for one in plan] == [True] * 3 + [False] * 2
