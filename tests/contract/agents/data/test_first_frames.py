"""A conversation that was begun with the first data agent goes on with this one.

Its frames hold fields of a reading in place of a typed query, and no turn of a dialogue.
"""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

import pytest
from a2a.types import Artifact, Part, Task, TaskState, TaskStatus

from agents.data.maker import make
from agents.hosting.host import AgentHost
from app.conversations.store.ephemeral_store import MemoryStore
from app.ports import TaskRecord
from tests.contract.agents.data.test_data_executor import TODAY, Talk, cells

pytestmark = pytest.mark.anyio

CONTEXT = "begun long ago"
RATES = {"Zerg": 0.5125, "Terran": 0.4875}
FRAME = {
    "measure": "win_rate", "group_by": [], "filters": {"race": ["Zerg"]}, "period": [],
    "mirror": None, "mirror_used": "out", "language": "en", "title": "Win rate of Zerg",
    "labels": [{"text": "Zerg", "slot": "race"}], "assumptions": [], "kept": [], "added": [],
    "removed": [],
}  # fmt: skip


def result(race: str) -> dict[str, Any]:
    names = ("games", "integer"), ("wins", "integer"), ("win_rate", "rate"), ("ci_low", "rate")
    columns = [{"name": name, "type": type_, "label": name} for name, type_ in names]
    columns.append({"name": "ci_high", "type": "rate", "label": "ci_high"})
    rate = RATES[race]
    row = [400, round(400 * rate), rate, rate - 0.05, rate + 0.05]
    return {
        "title": f"Win rate of {race}", "columns": columns, "rows": [row], "row_count": 1,
        "row_labels": [race], "warnings": [],
        "source": {"file": "games.csv", "sha256": "0" * 64, "rows": 400},
    }  # fmt: skip


def task(name: str, state: TaskState, data: dict[str, Any]) -> TaskRecord:
    artifacts = [
        Artifact(artifact_id=key, name=key, parts=[
            Part(raw=json.dumps(value).encode(), media_type="application/json")
        ])
        for key, value in data.items()
    ]  # fmt: skip
    kept = Task(id=name, context_id=CONTEXT, status=TaskStatus(state=state), artifacts=artifacts)
    said = TaskState.Name(state).removeprefix("TASK_STATE_").lower()
    at = datetime(2026, 11, 21, tzinfo=UTC)
    return TaskRecord("data", name, CONTEXT, said, at, kept.SerializeToString())


@asynccontextmanager
async def going_on() -> AsyncIterator[Talk]:
    records = MemoryStore()
    done, waits = TaskState.TASK_STATE_COMPLETED, TaskState.TASK_STATE_INPUT_REQUIRED
    for race in RATES:
        await records.save(task(race, done, {"frame": FRAME, "result": result(race)}))
    await records.save(task("asked back", waits, {"frame": {**FRAME, "slot": "race"}}))
    card, executor = make(table=None, as_of=TODAY, profile=None)
    host = AgentHost(name="data", card=card, make_executor=executor, records=records)
    try:
        talk = Talk(host)
        talk.context_id = CONTEXT
        yield talk
    finally:
        await host.aclose()


@pytest.mark.parametrize(
    ("gather", "whole", "fragment"),
    [
        ("summarise the previous analyses", "win rate of Zerg", "and Terran?"),
        ("이전 분석들을 종합해줘", "저그 승률", "테란은?"),
        ("resume los análisis anteriores", "tasa de victorias de Zerg", "¿y Terran?"),
    ],
)
async def test_a_conversation_of_the_first_agent_goes_on(
    gather: str, whole: str, fragment: str
) -> None:
    async with going_on() as talk:
        turn = await talk.say(gather, references=list(RATES))
        assert [row["value"] for row in cells(turn)] == pytest.approx(list(RATES.values()))
        for text, references in ((whole, ["Zerg"]), (fragment, ["Terran"])):
            turn = await talk.say(text, references=references)
            assert turn.states[-1] in ("completed", "input_required")
            assert turn.answer or turn.status
        asked = await talk.say(whole)
        assert "win_rate" in asked.data["result"]["columns"][0]["name"]


async def test_a_question_of_the_first_agent_is_settled_by_what_is_said_next() -> None:
    async with going_on() as talk:
        turn = await talk.say("win rate of Zerg", references=["asked back"])
        assert turn.states[-1] == "completed"
        assert (await talk.state("asked back"))[0] in ("completed", "canceled")
