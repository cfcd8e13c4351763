"""Events written as text directly are what protobuf's own converter makes of them."""

import json

from a2a.types import (
    Artifact,
    Message,
    Part,
    Role,
    StreamResponse,
    Task,
    TaskArtifactUpdateEvent,
    TaskStatus,
    TaskStatusUpdateEvent,
)
from google.protobuf.json_format import MessageToDict  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st

from transport.protocol.json_text import event_text

words = st.one_of(
    st.just(""),
    st.text(st.characters(exclude_categories=("Cs",)), max_size=12),
    st.sampled_from(['"', "\\", "\n\u2028\x00", "승률", "</script>"]),
)
booleans = st.booleans()


@st.composite
def parts(draw: st.DrawFn) -> Part:
    part = Part(text=draw(words))
    match draw(st.integers(0, 7)):
        case 0:
            part = Part(raw=b"\x00\xff")
        case 1:
            part.filename = "f"
        case 2:
            part.media_type = "text/plain"
        case 3:
            part.metadata["a"] = 1
        case 4:
            part = Part()
    return part


@st.composite
def messages(draw: st.DrawFn) -> Message:
    return Message(
        message_id=draw(words), role=Role.ROLE_AGENT, parts=draw(st.lists(parts(), max_size=2))
    )


@st.composite
def artifacts(draw: st.DrawFn) -> Artifact:
    made = Artifact(
        artifact_id=draw(words),
        name=draw(words),
        description=draw(st.sampled_from(["", "", "d"])),
        extensions=draw(st.sampled_from([[], [], ["e"]])),
        parts=draw(st.lists(parts(), max_size=3)),
    )
    if draw(st.integers(0, 5)) == 0:
        made.metadata["a"] = "b"
    return made


@st.composite
def statuses(draw: st.DrawFn) -> TaskStatus:
    made = TaskStatus(state=draw(st.sampled_from([*range(9), 77])))
    if draw(booleans):
        made.message.CopyFrom(draw(messages()))
    if draw(booleans):
        made.timestamp.FromNanoseconds(draw(st.integers(0, 10**18)))
    return made


@st.composite
def events(draw: st.DrawFn) -> StreamResponse:
    event = StreamResponse()
    match draw(st.sampled_from(["piece", "status", "task", "message", "nothing"])):
        case "piece":
            update = TaskArtifactUpdateEvent(task_id=draw(words), context_id=draw(words))
            update.append, update.last_chunk = draw(booleans), draw(booleans)
            if draw(st.integers(0, 5)):
                update.artifact.CopyFrom(draw(artifacts()))
            event.artifact_update.CopyFrom(update)
        case "status":
            told = TaskStatusUpdateEvent(task_id=draw(words), context_id=draw(words))
            if draw(st.integers(0, 5)):
                told.status.CopyFrom(draw(statuses()))
            event.status_update.CopyFrom(told)
        case "task":
            task = Task(id=draw(words), context_id=draw(words))
            if draw(st.integers(0, 5)):
                task.status.CopyFrom(draw(statuses()))
            task.history.extend(draw(st.lists(messages(), max_size=2)))
            task.artifacts.extend(draw(st.lists(artifacts(), max_size=1)))
            event.task.CopyFrom(task)
        case "message":
            event.message.CopyFrom(draw(messages()))
    if event.WhichOneof("payload") != "message" and draw(st.integers(0, 5)) == 0:
        payload = event.WhichOneof("payload")
        if payload is not None:
            getattr(event, payload).metadata["m"] = True
    return event


@given(events())
def test_the_text_is_what_protobuf_gives(event: StreamResponse) -> None:
    payload = event.WhichOneof("payload")
    said = getattr(event, payload or "task")
    event = event if payload else StreamResponse(task=said)
    assert json.loads(event_text(said)) == MessageToDict(event)


def test_no_field_is_left_out() -> None:
    """A newer SDK with another field has to be looked at before it is used."""

    def fields(kind: type) -> set[str]:
        return {one.name for one in kind.DESCRIPTOR.fields}  # type: ignore[attr-defined]

    update = {"task_id", "context_id", "metadata"}
    assert fields(TaskArtifactUpdateEvent) == update | {"artifact", "append", "last_chunk"}
    assert fields(TaskStatusUpdateEvent) == update | {"status"}
    assert fields(Task) == {"id", "context_id", "status", "artifacts", "history", "metadata"}
    assert fields(TaskStatus) == {"state", "message", "timestamp"}
    assert fields(Artifact) == {
        "artifact_id",
        "name",
        "description",
        "parts",
        "metadata",
        "extensions",
    }
    assert fields(Part) == {"text", "raw", "url", "data", "metadata", "filename", "media_type"}
