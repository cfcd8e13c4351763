"""JSON lines: what other programs read stays as the contract has it."""

import base64
import json
from datetime import UTC, datetime

from app.domain.events import (
    ArtifactEvent,
    MessageEvent,
    SessionEvent,
    StatusEvent,
    StreamLost,
    StreamRecovered,
    TaskEvent,
    TurnClosed,
    TurnEnded,
    TurnStarted,
)
from app.domain.messages import DataPart, FilePart, Message, Role, TextPart
from app.domain.tasks import Artifact, Task, TaskState
from app.terminal.json_lines import LineWriter

AT = datetime(2026, 11, 21, 9, 30, 0, 123456, tzinfo=UTC)
ASKED = Message(
    message_id="m1", context_id="c1", role=Role.USER, parts=(TextPart(text="?"),), created_at=AT
)


def lines(*events: SessionEvent) -> list[dict[str, object]]:
    writer = LineWriter("c1", clock=lambda: AT)
    found = [line for event in events for line in writer.lines(event)]
    return [json.loads(json.dumps(line)) for line in found]


def task(state: TaskState, *artifacts: Artifact) -> TaskEvent:
    return TaskEvent(
        task=Task(task_id="t1", context_id="c1", state=state, artifacts=artifacts, updated_at=AT)
    )


def test_a_turn_as_lines() -> None:
    question = ASKED.model_copy(
        update={
            "role": Role.AGENT,
            "parts": (
                TextPart(text="Which race?"),
                DataPart(
                    data={
                        "slot": "race",
                        "choices": [{"value": "Terran", "label": "테란", "count": 9}],
                    }
                ),
            ),
        }
    )
    got = lines(
        TurnStarted(message=ASKED),
        task(TaskState.SUBMITTED),
        StatusEvent(
            task_id="t1",
            context_id="c1",
            state=TaskState.INPUT_REQUIRED,
            message=question,
            at=AT,
        ),
        TurnEnded(context_id="c1", task_id="t1", state=TaskState.INPUT_REQUIRED, seconds=0.25),
    )
    common = {"context_id": "c1", "task_id": "t1", "at": "2026-11-21T09:30:00.123Z"}
    assert got[0] == {"event": "status", **common, "state": "submitted", "text": ""}
    assert got[1] == {
        "event": "status",
        **common,
        "state": "input_required",
        "text": "Which race?",
        "choices": [{"value": "Terran", "label": "테란", "count": 9}],
        "slot": "race",
    }
    assert {key: got[2][key] for key in ("event", "state", "seconds", "correlation_id")} == {
        "event": "turn_end",
        "state": "input_required",
        "seconds": 0.25,
        "correlation_id": None,
    }


def test_parts_of_every_kind() -> None:
    artifact = Artifact(
        artifact_id="a",
        name="result",
        parts=(
            TextPart(text="x"),
            DataPart(data={"n": 12345678901234567}, media_type="application/json"),
            FilePart(name="a.bin", media_type="application/octet-stream", content=b"\x00\xff"),
            FilePart(name="b", url="https://example.org/b"),
        ),
    )
    event = ArtifactEvent(
        task_id="t1", context_id="c1", artifact=artifact, append=True, last_chunk=True
    )
    line = lines(event)[0]
    assert (line["name"], line["append"], line["last_chunk"]) == ("result", True, True)
    assert line["parts"] == [
        {"kind": "text", "text": "x"},
        {"kind": "data", "media_type": "application/json", "data": {"n": 12345678901234567}},
        {
            "kind": "file",
            "name": "a.bin",
            "media_type": "application/octet-stream",
            "bytes": base64.b64encode(b"\x00\xff").decode(),
        },
        {"kind": "file", "name": "b", "media_type": "", "url": "https://example.org/b"},
    ]


def test_a_recovered_task_shows_only_what_is_new() -> None:
    old = Artifact(artifact_id="a", name="answer", parts=(TextPart(text="one"),))
    new = Artifact(artifact_id="b", name="result", parts=(TextPart(text="two"),))
    got = lines(
        ArtifactEvent(task_id="t1", context_id="c1", artifact=old),
        StreamLost(task_id="t1", reason="cut"),
        StreamRecovered(task_id="t1", state=TaskState.COMPLETED),
        task(TaskState.COMPLETED, old, new),
    )
    assert [line["event"] for line in got] == [
        "artifact",
        "lost",
        "recovered",
        "artifact",
        "status",
    ]
    assert got[3]["artifact_id"] == "b"


def test_a_direct_reply_and_a_desk_verdict() -> None:
    reply = ASKED.model_copy(update={"role": Role.AGENT})
    got = lines(
        MessageEvent(message=reply),
        TurnClosed(state=TaskState.FAILED, reason="agent_unreachable"),
    )
    assert (got[0]["event"], got[0]["role"]) == ("message", "agent")
    assert (got[1]["state"], got[1]["text"]) == ("failed", "agent_unreachable")
    assert got[1]["task_id"] is None
