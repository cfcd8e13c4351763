"""The codec: what the desk says arrives, numbers survive, and unknown things are left out."""

import json
import math
from datetime import UTC, datetime

import pytest
from a2a.types import (
    AgentCapabilities,
    AgentCard,
    AgentExtension,
    AgentInterface,
    AgentSkill,
    StreamResponse,
    TaskStatus,
    TaskStatusUpdateEvent,
)
from a2a.types import Artifact as WireArtifact
from a2a.types import Message as WireMessage
from a2a.types import Part as WirePart
from a2a.types import Role as WireRole
from a2a.types import Task as WireTask
from a2a.types import TaskArtifactUpdateEvent as WireArtifactUpdate
from a2a.types import TaskState as WireState
from google.protobuf.message import DecodeError
from google.protobuf.struct_pb2 import Value as WireValue
from hypothesis import given
from hypothesis import strategies as st

from app.domain.cards import TASK_PER_REQUEST
from app.domain.events import TURN_EVENT, ArtifactEvent, MessageEvent, StatusEvent, TaskEvent
from app.domain.messages import PIECES, DataPart, FilePart, Message, Part, Role, TextPart
from app.domain.tasks import TaskState
from transport.protocol.codec import (
    card_from_wire,
    event_from_wire,
    events_from_wire,
    message_from_wire,
    message_to_wire,
    state_from_wire,
    task_from_wire,
)
from transport.protocol.parts import part_from_wire, part_to_wire

AT = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
THEN = datetime(2025, 12, 31, 23, 59, 59, 123000, tzinfo=UTC)

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | words,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4),
    max_leaves=12,
).filter(lambda value: "Infinity" not in json.dumps(value))
json_types = st.sampled_from(
    ["application/json", "application/vnd.vegalite.v6+json", "application/json; charset=utf-8"]
)
parts: st.SearchStrategy[Part] = st.one_of(
    st.builds(TextPart, text=words, media_type=st.sampled_from(["", "text/markdown"])),
    st.builds(DataPart, data=json_values, media_type=json_types),
    st.builds(FilePart, name=words, media_type=st.just("text/csv"), content=st.binary(max_size=20)),
    st.builds(FilePart, name=words, media_type=words, url=st.just("https://example.org/t.csv")),
)
small = st.integers(min_value=-(2**52), max_value=2**52)
messages = st.builds(
    Message,
    message_id=words,
    context_id=words,
    role=st.sampled_from(Role),
    parts=st.lists(parts, max_size=4).map(tuple),
    task_id=st.none() | words.filter(bool),
    reference_task_ids=st.lists(words, max_size=3).map(tuple),
    metadata=st.dictionaries(words, st.none() | st.booleans() | words | small | st.lists(small)),
    created_at=st.just(AT),
)


@given(messages)
def test_a_message_survives_the_wire(message: Message) -> None:
    sent = message_to_wire(message).SerializeToString()
    assert message_from_wire(WireMessage.FromString(sent), at=AT) == message


@given(st.integers(min_value=-(2**70), max_value=2**70))
def test_integers_survive_exactly(number: int) -> None:
    back = part_from_wire(part_to_wire(DataPart(data={"n": number})))
    assert isinstance(back, DataPart)
    assert back.data == {"n": number}
    assert isinstance(back.data, dict)
    assert type(back.data["n"]) is int


@given(st.binary(max_size=300))
def test_any_decodable_event_becomes_an_event_or_nothing(raw: bytes) -> None:
    try:
        wire = StreamResponse.FromString(raw)
    except DecodeError:
        return
    event = event_from_wire(wire, at=AT)
    assert event is None or TURN_EVENT.validate_python(event) == event


def test_data_that_is_no_json_after_all_is_kept_as_a_file() -> None:
    for raw in (b"{broken", b"\xff\xfe", b"NaN", b"[" * 100_000, b"[" * 300 + b"]" * 300):
        part = part_from_wire(WirePart(raw=raw, media_type="application/json"))
        assert part == FilePart(media_type="application/json", content=raw)


def test_json_with_a_file_name_is_a_file() -> None:
    part = part_from_wire(
        WirePart(raw=b"{}", media_type="application/json", filename="settings.json")
    )
    assert part == FilePart(name="settings.json", media_type="application/json", content=b"{}")


def test_protobuf_data_narrows_whole_doubles_below_two_to_the_53() -> None:
    wire = WirePart(media_type="application/json")
    for value in (42.0, 0.5, 2.0**53, -7.0, math.nan, True, "x"):
        item = wire.data.list_value.values.add()
        match value:
            case bool():
                item.bool_value = value
            case str():
                item.string_value = value
            case _:
                item.number_value = value
    part = part_from_wire(wire)
    assert isinstance(part, DataPart)
    assert part.data == [42, 0.5, 2.0**53, -7, None, True, "x"]
    assert [type(value) for value in part.data] == [int, float, float, int, type(None), bool, str]


def test_data_of_a_foreign_media_type_travels_as_protobuf_data() -> None:
    data = {"a": [1, None, "ü", {"b": False}], "c": 1.5}
    wire = part_to_wire(DataPart(data=data, media_type="text/x-table"))
    assert wire.WhichOneof("content") == "data"
    assert part_from_wire(wire) == DataPart(data=data, media_type="text/x-table")
    huge = part_to_wire(DataPart(data=[10**400, math.inf, {}], media_type="text/x-table"))
    assert part_from_wire(huge) == DataPart(
        data=[str(10**400), None, {}], media_type="text/x-table"
    )


def test_what_no_wire_can_carry_is_replaced_and_not_refused() -> None:
    message = Message(
        message_id="m",
        context_id="c",
        role=Role.USER,
        parts=(TextPart(text="a\ud800b"), DataPart(data=[math.nan, "\udfff"])),
        created_at=AT,
    )
    back = message_from_wire(message_to_wire(message), at=AT)
    assert back.parts == (TextPart(text="a?b"), DataPart(data=[None, "?"]))
    escaped = part_from_wire(WirePart(raw=b'["\\ud800"]', media_type="application/json"))
    assert escaped == DataPart(data=["?"])


def test_a_part_without_content_is_left_out() -> None:
    wire = WireMessage(message_id="m", parts=[WirePart(), WirePart(text="x")])
    message = message_from_wire(wire, at=AT)
    assert message.parts == (TextPart(text="x"),)
    assert message.role is Role.AGENT
    assert message.task_id is None


def test_every_state_has_its_domain_state_and_a_new_one_is_unknown() -> None:
    for name, number in WireState.items():
        expected = name.removeprefix("TASK_STATE_").lower().replace("unspecified", "unknown")
        assert state_from_wire(number) is TaskState(expected)
    event = event_from_wire(
        StreamResponse(status_update=TaskStatusUpdateEvent(status=TaskStatus(state=99))), at=AT
    )
    assert isinstance(event, StatusEvent)
    assert event.state is TaskState.UNKNOWN


def test_a_task_keeps_its_times_words_artifacts_and_history() -> None:
    status = TaskStatus(
        state=WireState.TASK_STATE_INPUT_REQUIRED,
        message=WireMessage(message_id="q", role=WireRole.ROLE_AGENT, parts=[WirePart(text="?")]),
    )
    status.timestamp.FromDatetime(THEN)
    wire = WireTask(
        id="t",
        context_id="c",
        status=status,
        artifacts=[WireArtifact(artifact_id="a", name="answer", parts=[WirePart(text="42")])],
        history=[WireMessage(message_id="u", role=WireRole.ROLE_USER, parts=[WirePart(text="x")])],
    )
    task = task_from_wire(wire, at=AT)
    assert (task.task_id, task.context_id, task.state) == ("t", "c", TaskState.INPUT_REQUIRED)
    assert task.updated_at == THEN
    assert task.status is not None
    assert (task.status.text, task.status.created_at) == ("?", THEN)
    assert task.artifacts[0].text == "42"
    assert [m.role for m in task.history] == [Role.USER]
    assert event_from_wire(StreamResponse(task=wire), at=AT) == TaskEvent(task=task)


def test_a_task_without_a_time_or_with_an_impossible_one_is_still_a_task() -> None:
    assert task_from_wire(WireTask(id="t"), at=AT).updated_at is None
    wire = WireTask(id="t")
    wire.status.timestamp.seconds = 2**60
    wire.status.message.message_id = "m"
    task = task_from_wire(wire, at=AT)
    assert task.updated_at is None
    assert task.status is not None
    assert task.status.created_at == AT


def test_artifact_pieces_and_direct_replies() -> None:
    piece = WireArtifactUpdate(
        task_id="t",
        context_id="c",
        artifact=WireArtifact(artifact_id="a", parts=[WirePart(text="x")]),
        append=True,
        last_chunk=True,
    )
    piece.artifact.metadata.update({"of": "t2", "more": 1})
    event = event_from_wire(StreamResponse(artifact_update=piece), at=AT)
    assert isinstance(event, ArtifactEvent)
    assert event.artifact.of == "t2"
    assert (event.append, event.last_chunk, event.artifact.text) == (True, True, "x")
    reply = StreamResponse(message=WireMessage(message_id="m", parts=[WirePart(text="hello")]))
    said = event_from_wire(reply, at=AT)
    assert isinstance(said, MessageEvent)
    assert said.message.text == "hello"
    assert event_from_wire(StreamResponse(), at=AT) is None


def together(note: str, *texts: str, append: bool = True, last: bool = False) -> StreamResponse:
    piece = WireArtifactUpdate(task_id="t", context_id="c", append=append, last_chunk=last)
    piece.artifact.artifact_id = "a"
    piece.artifact.parts.extend(WirePart(text=text) for text in texts)
    piece.metadata.fields[PIECES].string_value = note
    return StreamResponse(artifact_update=piece)


def texts_of(wire: StreamResponse) -> list[list[str]]:
    events = list(events_from_wire(wire, at=AT))
    assert all(isinstance(event, ArtifactEvent) for event in events)
    return [
        [part.text for part in event.artifact.parts if isinstance(part, TextPart)]
        for event in events
        if isinstance(event, ArtifactEvent)
    ]


def test_pieces_that_travelled_together_are_told_one_by_one() -> None:
    assert texts_of(together("1,2,1", "a", "b", "c", "d")) == [["a"], ["b", "c"], ["d"]]


@pytest.mark.parametrize("note", ["", "1,1", "2,2", "x", "0,3", "4,-1", "1,1,1,0", "9" * 5000])
def test_a_note_that_does_not_fit_its_pieces_changes_nothing(note: str) -> None:
    assert texts_of(together(note, "a", "b", "c")) == [["a", "b", "c"]]


def test_a_note_splits_nothing_that_replaces_or_ends_an_artifact() -> None:
    assert texts_of(together("1,1", "a", "b", append=False)) == [["a", "b"]]
    assert texts_of(together("1,1", "a", "b", last=True)) == [["a", "b"]]


def test_a_card_is_read_and_an_empty_one_too() -> None:
    card = card_from_wire(
        AgentCard(
            name="Echo",
            description="says it back",
            version="1",
            supported_interfaces=[AgentInterface(url="https://example.org/a2a")],
            capabilities=AgentCapabilities(
                streaming=True, extensions=[AgentExtension(uri=TASK_PER_REQUEST)]
            ),
            skills=[AgentSkill(id="s", name="Say", examples=["hi"], tags=["test"])],
        )
    )
    assert (card.name, card.url, card.streaming) == ("Echo", "https://example.org/a2a", True)
    assert card.task_per_request
    assert card.skills[0].examples == ("hi",)
    empty = card_from_wire(AgentCard())
    assert (empty.name, empty.url, empty.streaming, empty.task_per_request) == (
        "",
        "",
        False,
        False,
    )


def test_null_data_is_data() -> None:
    wire = WirePart(media_type="application/json")
    wire.data.CopyFrom(WireValue(null_value="NULL_VALUE"))
    assert part_from_wire(wire) == DataPart(data=None)
