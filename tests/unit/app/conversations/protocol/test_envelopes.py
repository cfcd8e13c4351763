"""Envelopes: what document 3 shows is read, what cannot be used is refused with its reason."""

import json
import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from app.conversations.protocol.envelope import (
    BadEnvelope,
    check_request,
    printable,
    read_envelope,
    reply,
)
from app.conversations.protocol.queue_names import (
    CONTEXT_RESULT,
    HISTORY,
    MEMORY,
    REPLIES,
    REQUESTS,
    RETRIEVE,
    STORE,
    TASK,
    Priority,
    instance_of,
    reply_address,
)
from app.conversations.service.queues.port import Credits
from app.system.strict_json import MAX_BYTES, NotJson, read_as, read_json
from tests.contract.app.conversations.service.queue_samples import raw, said, store


def reason_of(envelope: bytes | dict[str, Any]) -> str:
    with pytest.raises(BadEnvelope) as caught:
        read_envelope(envelope if isinstance(envelope, bytes) else raw(envelope))
    return caught.value.reason


def test_the_queues_have_their_documented_names() -> None:
    assert {str(name) for name in REQUESTS.values()} == {
        "conversation_service.high.conversation.task",
        "conversation_service.medium.message.store",
        "conversation_service.high.context.retrieve",
        "conversation_service.low.conversation.history",
        "conversation_service.high.memory.update",
    }
    assert {str(name) for name in REPLIES.values()} == {
        "agent_orchestrator.high.context.result",
        "agent_orchestrator.medium.conversation.update",
        "agent_orchestrator.high.memory.result",
    }


def test_a_documented_envelope_is_read() -> None:
    sent = store("Contenido del mensaje", metadata={"trace_id": "trace-def456"})
    envelope = read_envelope(raw(sent))
    check_request(envelope, STORE)
    assert envelope.kind == STORE
    assert str(envelope.message_id) == sent["message_id"]
    assert envelope.said("trace_id") == "trace-def456"
    assert envelope.payload["important"] is False


@pytest.mark.parametrize("version", ["1.1", "1.0", "1.2", "1.999"])
def test_minor_versions_are_read_and_what_they_add_is_ignored(version: str) -> None:
    envelope = read_envelope(raw(said(TASK, schema_version=version, new_field={"a": 1})))
    assert envelope.kind == TASK


@pytest.mark.parametrize("version", ["2.0", "0.9", "1", "1.1.1", "", "1.x", None, 1.1, "11.1", [1]])
def test_other_versions_are_refused(version: object) -> None:
    assert reason_of(said(TASK, schema_version=version)) == "version"


@pytest.mark.parametrize(
    "broken",
    [
        b'{"a": NaN}',
        b'{"a": Infinity}',
        b'{"a": 1e999}',
        b"[-1e999]",
        b"-1E999",
        b'["1e999", "a1e+999", 1e+999]',
        b'["1E999", 0.1E999]',
        b'{"a": "\\ud800"}',
        b'{"a": "\\u0000"}',
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"\xff\xfe",
        b"",
        b"{} trailing",
        b'"' + b"x" * (MAX_BYTES + 1) + b'"',
    ],
    ids=[
        "nan",
        "inf",
        "1e999",
        "in-list",
        "alone",
        "after-ids",
        "after-an-id",
        "surrogate",
        "nul",
        "deep",
        "deep2",
        "utf8",
        "empty",
        "two",
        "big",
    ],
)
def test_json_that_others_cannot_read_is_refused(broken: bytes) -> None:
    assert reason_of(broken) == "too_large_or_no_json"
    with pytest.raises(NotJson):
        read_json(broken)
    if b"u0000" not in broken:
        with pytest.raises(NotJson):
            read_as(TypeAdapter(Any), broken, max_bytes=MAX_BYTES)


def test_a_body_is_read_as_what_it_should_be() -> None:
    numbers = TypeAdapter(tuple[float | str, ...])
    assert read_as(numbers, b'[1e2, "NaN", "a1e999", "\\u0000"]', max_bytes=99) == (
        100.0,
        "NaN",
        "a1e999",
        "\0",
    )
    with pytest.raises(ValidationError):
        read_as(numbers, b'{"NaN": 1}', max_bytes=99)


@pytest.mark.parametrize(
    "name",
    ["message_id", "tenant_id", "created_at", "type", "source_service", "target_service"],
)
@pytest.mark.parametrize("value", ["missing", None, 7, [], {}, "", "x" * 300])
def test_each_field_must_be_there_and_be_what_it_is(name: str, value: object) -> None:
    envelope = said(TASK)
    if value == "missing":
        del envelope[name]
    else:
        envelope[name] = value
    assert reason_of(envelope) == "shape"


@pytest.mark.parametrize("name", ["correlation_id", "task_id", "priority"])
def test_a_request_has_all_control_fields(name: str) -> None:
    envelope = said(RETRIEVE)
    del envelope[name]
    with pytest.raises(BadEnvelope, match=name):
        check_request(read_envelope(raw(envelope)), RETRIEVE)


@pytest.mark.parametrize("priority", [0, 11, -1, "5", 5.5, True])
def test_a_priority_is_from_1_to_10(priority: object) -> None:
    assert reason_of(said(TASK, priority=priority)) == "shape"


def test_an_envelope_stands_in_the_queue_of_its_type_only() -> None:
    envelope = read_envelope(raw(said(MEMORY)))
    with pytest.raises(BadEnvelope) as caught:
        check_request(envelope, HISTORY)
    assert caught.value.reason == "type"
    with pytest.raises(BadEnvelope):
        check_request(read_envelope(raw(said(TASK, target_service="billing"))), TASK)


def test_a_reply_has_the_fields_of_the_document() -> None:
    request = read_envelope(raw(said(RETRIEVE, metadata={"secret": "x", "reply_to": "y"})))
    answer = json.loads(reply(request, {"messages": []}, milliseconds=235).encode())
    assert answer["type"] == {"domain": "context", "action": "result"}
    assert answer["original_task_id"] == request.task_id
    assert answer["correlation_id"] == request.correlation_id
    assert (answer["source_service"], answer["target_service"]) == (
        "conversation_service",
        "agent_orchestrator",
    )
    assert answer["metadata"]["processing_time_ms"] == 235
    assert set(answer["metadata"]) == {
        "trace_id",
        "session_id",
        "user_id",
        "agent_id",
        "conversation_id",
        "processing_time_ms",
    }
    again = json.loads(reply(request, {}).encode())
    assert (again["message_id"], again["task_id"]) == (answer["message_id"], answer["task_id"])
    assert uuid.UUID(answer["message_id"]) != request.message_id


def test_a_reply_goes_to_a_reply_queue_only() -> None:
    assert instance_of("agent_orchestrator.high.context.result:one-1") == "one-1"
    for said_by_somebody in (
        "conversation_service.medium.message.store",
        "conversation_service.medium.message.store:one",
        "agent_orchestrator.high.context.result",
        "agent_orchestrator.high.context.result:",
        "agent_orchestrator.high.context.result:a b",
        "agent_orchestrator.high.context.result:" + "x" * 65,
        "anything",
        "",
    ):
        assert instance_of(said_by_somebody) is None
    assert reply_address(CONTEXT_RESULT, None) == "agent_orchestrator.high.context.result"
    assert reply_address(CONTEXT_RESULT, "a") == "agent_orchestrator.high.context.result:a"


def test_an_envelope_expires() -> None:
    now = datetime.now(UTC)
    late = said(RETRIEVE, expires_at=(now - timedelta(seconds=1)).isoformat())
    soon = said(RETRIEVE, expires_at=(now + timedelta(hours=1)).isoformat())
    assert read_envelope(raw(late)).expired(now)
    assert not read_envelope(raw(soon)).expired(now)
    assert not read_envelope(raw(said(RETRIEVE))).expired(now)


def test_twelve_turns_are_shared_8_3_1_and_spread() -> None:
    dealer = Credits()
    for _ in range(3):
        assert dealer.deal(12) == {Priority.HIGH: 8, Priority.MEDIUM: 3, Priority.LOW: 1}
    one_by_one = [next(iter(dealer.deal(1))) for _ in range(12)]
    assert one_by_one.count(Priority.LOW) == 1
    assert Priority.HIGH in one_by_one[:2]
    assert max(map(len, "".join(p.value[0] for p in one_by_one).split("h"))) <= 2


@given(st.text(), st.integers(1, 50))
def test_what_is_shown_of_strangers_is_one_short_line(text: str, limit: int) -> None:
    shown = printable(text, limit)
    assert len(shown) <= limit + 1
    assert shown.isprintable()


@settings(max_examples=40)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_any_json_is_an_envelope_or_is_refused(value: object) -> None:
    with pytest.raises(BadEnvelope):
        read_envelope(json.dumps(value).encode())
