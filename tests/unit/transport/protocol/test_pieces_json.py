"""The direct way through ProtoJSON gives what protobuf's own gives."""

from typing import Any

import pytest
from a2a.types import (
    Artifact,
    Part,
    SendMessageRequest,
    StreamResponse,
    Task,
    TaskArtifactUpdateEvent,
    TaskStatus,
    TaskStatusUpdateEvent,
)
from google.protobuf.json_format import (  # type: ignore[import-untyped]
    MessageToDict,
    ParseDict,
)
from hypothesis import given
from hypothesis import strategies as st

from transport.protocol.json_text import (
    event_from_json,
    piece_from_json,
    piece_to_json,
    request_from_json,
)

words = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)


@given(words, words, words, words, st.lists(words, max_size=3), st.booleans(), st.booleans())
def test_a_piece_of_text_is_written_and_read_as_protobuf_does(
    task: str, context: str, name: str, artifact: str, texts: list[str], append: bool, last: bool
) -> None:
    piece = StreamResponse(
        artifact_update=TaskArtifactUpdateEvent(
            task_id=task,
            context_id=context,
            artifact=Artifact(
                artifact_id=artifact, name=name, parts=[Part(text=one) for one in texts]
            ),
            append=append,
            last_chunk=last,
        )
    )
    written = piece_to_json(piece)
    assert written == MessageToDict(piece)
    assert piece_from_json(written) == ParseDict(written, StreamResponse()) == piece


@pytest.mark.parametrize(
    "value",
    [
        {"statusUpdate": {"taskId": "t"}},
        {"artifactUpdate": {"taskId": "t", "artifact": {"parts": [{"data": 1}]}}},
        {
            "artifactUpdate": {
                "taskId": "t",
                "artifact": {"parts": [{"text": "x", "filename": "f"}]},
            }
        },
        {"artifactUpdate": {"taskId": "t", "artifact": {"description": "d"}}},
        {"artifactUpdate": {"taskId": "t", "metadata": {"a": 1}, "artifact": {}}},
    ],
)
def test_anything_else_is_left_to_protobuf(value: dict[str, Any]) -> None:
    assert piece_from_json(value) is None
    assert piece_to_json(ParseDict(value, StreamResponse())) is None


@pytest.mark.parametrize(
    "value",
    [
        {"artifactUpdate": 3},
        {"artifactUpdate": {"artifact": {"parts": "x"}}},
        {"artifactUpdate": {"artifact": {"parts": [{"text": 3}]}}},
        {"artifactUpdate": {"taskId": 3, "artifact": {}}},
        {"artifactUpdate": {"append": "yes", "artifact": {}}},
        {},
    ],
)
def test_what_is_malformed_is_left_to_protobuf_too(value: dict[str, Any]) -> None:
    assert piece_from_json(value) is None


moments = st.integers(0, 10**18)


@given(words, words, st.integers(1, 8), st.none() | moments, st.booleans())
def test_a_bare_state_is_read_as_protobuf_does(
    task: str, context: str, state: int, at: int | None, whole: bool
) -> None:
    status = TaskStatus(state=state)
    if at is not None:
        status.timestamp.FromNanoseconds(at)
    event = StreamResponse()
    if whole:
        event.task.CopyFrom(Task(id=task, context_id=context, status=status))
    else:
        update = TaskStatusUpdateEvent(task_id=task, context_id=context, status=status)
        event.status_update.CopyFrom(update)
    assert event_from_json(MessageToDict(event)) == event


@pytest.mark.parametrize(
    "value",
    [
        {"task": {"id": "t"}},
        {"task": {"id": "t", "status": {"state": "TASK_STATE_WORKING"}, "history": []}},
        {"task": {"id": 3, "status": {"state": "TASK_STATE_WORKING"}}},
        {"statusUpdate": {"taskId": "t", "status": {"state": 3}}},
        {"statusUpdate": {"taskId": "t", "status": {"state": "NONE"}}},
        {"statusUpdate": {"taskId": "t", "status": {"timestamp": "now"}}},
        {"statusUpdate": {"status": {"state": "TASK_STATE_WORKING", "timestamp": "now"}}},
        {"statusUpdate": {"status": {"state": "TASK_STATE_WORKING", "timestamp": 5}}},
        {"statusUpdate": {"status": {"state": "TASK_STATE_WORKING", "message": {}}}},
        {"message": {"messageId": "m"}},
        {"task": {}, "message": {}},
        {},
    ],
)
def test_other_events_are_left_to_protobuf(value: dict[str, Any]) -> None:
    assert event_from_json(value) is None


@given(words, words, words, st.sampled_from([1, 2]), st.lists(words, max_size=3))
def test_a_message_of_text_is_read_as_protobuf_does(
    name: str, context: str, task: str, role: int, texts: list[str]
) -> None:
    request = SendMessageRequest()
    request.message.message_id, request.message.context_id = name, context
    request.message.task_id, request.message.role = task, role
    request.message.parts.extend(Part(text=one) for one in texts)
    assert request_from_json(MessageToDict(request)) == request


@pytest.mark.parametrize(
    "value",
    [
        {},
        {"message": {"role": "ROLE_USER"}, "configuration": {}},
        {"message": {"role": "user"}},
        {"message": {"role": ["x"]}},
        {"message": {"role": "ROLE_USER", "parts": [{"data": 1}]}},
        {"message": {"role": "ROLE_USER", "parts": {"text": "x"}}},
        {"message": {"role": "ROLE_USER", "messageId": 3}},
        {"message": {"role": "ROLE_USER", "metadata": {}}},
    ],
)
def test_other_messages_are_left_to_protobuf(value: dict[str, Any]) -> None:
    assert request_from_json(value) is None
