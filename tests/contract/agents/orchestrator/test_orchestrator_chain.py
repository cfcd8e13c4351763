"""What agents say to each other stands in the log as chains: each word under its own request."""

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from a2a.types import Part

from agents.answering.artifacts import json_part
from app.stream_log import StreamLogger
from app.stream_log.journal import DeskJournal
from tests.contract.agents.orchestrator.orchestra import Orchestra, answers
from tests.contract.transport.executors import Turn
from tests.contract.transport.serving import WIRES

pytestmark = pytest.mark.anyio

FRAME = {"measure": "win_rate", "title": "Win rate"}
BOTH = "Show the win rate and analyse the log"


@pytest.fixture
def stream(tmp_path: Path) -> Iterator[StreamLogger]:
    with StreamLogger(tmp_path / "log") as logger:
        yield logger


@pytest.fixture(params=["in-process", "json-rpc"])
async def orchestra(request: Any, stream: StreamLogger, tmp_path: Path) -> AsyncIterator[Orchestra]:
    async with AsyncExitStack() as stack:
        made = Orchestra(WIRES[request.param], stack, tmp_path / "runs")
        made.journal = DeskJournal(stream)
        stack.push_async_callback(made.journal.aclose)
        yield made


async def decides(turn: Turn) -> None:
    await turn.updater.add_artifact([json_part(FRAME)], name="frame")
    await turn.say("Terran wins 58%.")
    await turn.updater.complete()


async def fails(turn: Turn) -> None:
    await turn.updater.failed(turn.updater.new_agent_message([Part(text="no disk")]))


async def written(orchestra: Orchestra, stream: StreamLogger) -> list[dict[str, Any]]:
    assert orchestra.journal is not None
    await orchestra.journal.aclose()
    stream.index.catch_up()
    return [one for one in stream.read_today() if one["type"] != "state"]


def chain(stream: StreamLogger, record: dict[str, Any]) -> list[tuple[str, str, str | None]]:
    found = stream.get_chain(record["id"])
    return [(one["type"], one["from_agent"], one["to_agent"]) for one in found]


def one(records: list[dict[str, Any]], kind: str, sender: str) -> dict[str, Any]:
    (found,) = [r for r in records if (r["type"], r["from_agent"]) == (kind, sender)]
    return found


async def test_each_answer_hangs_on_the_request_that_it_answers(
    orchestra: Orchestra, stream: StreamLogger
) -> None:
    await orchestra.add("data", decides)
    await orchestra.add("logs", answers("12 errors."))
    await orchestra.say(BOTH)
    records = await written(orchestra, stream)
    asked = [("request", "user", "orchestrator")]
    for agent in ("data", "logs"):
        assert chain(stream, one(records, "response", agent)) == [
            *asked,
            ("request", "orchestrator", agent),
            ("response", agent, "orchestrator"),
        ]
    assert chain(stream, one(records, "response", "orchestrator")) == [
        *asked,
        ("response", "orchestrator", "user"),
    ]


async def test_what_a_delegate_decided_is_its_own_decision_and_no_one_elses(
    orchestra: Orchestra, stream: StreamLogger
) -> None:
    await orchestra.add("data", decides)
    await orchestra.add("logs", answers("12 errors."))
    said = await orchestra.say(BOTH)
    assert said.data("frame") == FRAME
    records = await written(orchestra, stream)
    decided = [r for r in records if r["type"] == "decision"]
    assert {(r["from_agent"], r["metadata"]["artifact"]) for r in decided} == {
        ("data", "frame"),
        ("orchestrator", "plan"),
    }
    frame = one(decided, "decision", "data")
    assert frame["content"] == FRAME
    assert chain(stream, frame)[1:] == [
        ("request", "orchestrator", "data"),
        ("decision", "data", None),
    ]


async def test_a_failure_hangs_on_the_request_to_who_failed(
    orchestra: Orchestra, stream: StreamLogger
) -> None:
    await orchestra.add("data", fails)
    await orchestra.add("logs", answers("12 errors."))
    await orchestra.say(BOTH)
    records = await written(orchestra, stream)
    assert chain(stream, one(records, "error", "data"))[1:] == [
        ("request", "orchestrator", "data"),
        ("error", "data", "orchestrator"),
    ]


async def test_the_next_question_goes_on_from_the_answer_to_the_person(
    orchestra: Orchestra, stream: StreamLogger
) -> None:
    await orchestra.add("data", answers("Terran wins 58%."))
    await orchestra.add("logs", answers("12 errors."))
    await orchestra.say("win rate per map")
    await orchestra.say("errors of the log")
    records = await written(orchestra, stream)
    assert chain(stream, one(records, "response", "logs")) == [
        ("request", "user", "orchestrator"),
        ("response", "orchestrator", "user"),
        ("request", "user", "orchestrator"),
        ("request", "orchestrator", "logs"),
        ("response", "logs", "orchestrator"),
    ]
