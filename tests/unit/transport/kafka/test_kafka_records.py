"""Records of the Kafka binding: read as they are written, whatever form people write them in."""

import json
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import BadInput
from transport.kafka.client.replies import ReplySequence, Verdict
from transport.kafka.names import (
    ReplyTopics,
    bootstrap_servers,
    kafka_address,
    partition_of,
    task_id_of,
)
from transport.kafka.records import (
    Request,
    Unreadable,
    answer_headers,
    event_headers,
    read_reply,
    read_request,
)

ids = st.text(alphabet="abcdef0123456789-", min_size=1, max_size=36)


@given(ids, st.text(max_size=30), st.integers(0, 10**9), st.one_of(st.none(), st.integers(0, 99)))
def test_a_request_is_read_as_it_was_written(
    name: str, text: str, ttl: int, partition: int | None
) -> None:
    message = {"messageId": "m", "role": "ROLE_USER", "parts": [{"text": text}], "contextId": "c"}
    asked = Request(
        correlation_id=name,
        method="SendMessage",
        params={"message": message},
        reply_topic="desk.x.replies",
        client_id="x",
        context_id="c",
        partition=partition,
        ttl_ms=ttl,
        service_parameters={"a2a-version": "1.0", "authorization": "Bearer t"},
        traceparent="00-1-2-00",
    )
    assert read_request(name.encode(), asked.value(), asked.headers()) == asked


def test_the_simple_form_of_a_request_is_understood() -> None:
    value = {
        "method": "send_message_streaming",
        "params": {"message": {"text": "승률 알려줘"}, "context_id": "ctx-001"},
    }
    asked = read_request(
        b"abc-123", json.dumps(value).encode(), [("reply-topic", b"desk.one.replies")]
    )
    assert asked.correlation_id == "abc-123"
    assert asked.method == "SendStreamingMessage"
    assert asked.context_id == "ctx-001"
    assert asked.params["message"] == {
        "parts": [{"text": "승률 알려줘"}],
        "role": "ROLE_USER",
        "messageId": "abc-123",
        "context_id": "ctx-001",
    }


@pytest.mark.parametrize(
    ("method", "operation"),
    [
        ("send_message", "SendMessage"),
        ("get_task", "GetTask"),
        ("cancel_task", "CancelTask"),
        ("subscribe_to_task", "SubscribeToTask"),
        ("message/stream", "SendStreamingMessage"),
        ("SomethingElse", "SomethingElse"),
    ],
)
def test_methods_have_aliases(method: str, operation: str) -> None:
    value = json.dumps({"method": method, "params": {"id": "t"}}).encode()
    assert read_request(b"k", value, [("reply-topic", b"r")]).method == operation


@pytest.mark.parametrize(
    ("key", "value", "headers", "reason"),
    [
        (b"k", b"\xff{no json", [("reply-topic", b"r")], "no JSON"),
        (b"k", b"[" * 100_000, [("reply-topic", b"r")], "no JSON"),
        (b"k", b"[]", [("reply-topic", b"r")], "names no method"),
        (b"k", b'{"method": 3}', [("reply-topic", b"r")], "names no method"),
        (b"k", b'{"method": "x", "params": [1]}', [("reply-topic", b"r")], "no object"),
        (b"k", b'{"method": "x"}', [], "no reply topic"),
        (b"k", b'{"method": "x"}', [("reply-topic", b"r"), ("ttl-ms", b"soon")], "number"),
        (None, b'{"method": "x"}', [("reply-topic", b"r")], "no correlation id"),
        (b"k", None, [("reply-topic", b"r")], "no JSON"),
    ],
)
def test_what_is_no_request_says_why(
    key: bytes | None, value: bytes | None, headers: list[tuple[str, bytes]], reason: str
) -> None:
    with pytest.raises(Unreadable, match=reason):
        read_request(key, value, headers)


ONCE = [
    *("correlation-id", "context-id", "client-id", "reply-topic", "reply-partition", "partition"),
    *("ttl-ms", "content-type", "a2a-version", "a2a-extensions", "authorization"),
]


@pytest.mark.parametrize("name", ONCE)
@pytest.mark.parametrize("second", [b"1", b"2"])
def test_a_header_of_the_binding_stands_there_once(name: str, second: bytes) -> None:
    others = [(one, b"1") for one in ONCE if one != name]
    headers = [*others, (name, b"1"), (name.upper(), second)]
    with pytest.raises(Unreadable, match=f"header {name} stands there twice") as refused:
        read_request(b"k", b'{"method": "x"}', headers)
    # Which of the two is meant cannot be said: neither is used, also to tell of it.
    assert refused.value.headers == {one: "1" for one, _ in others}
    assert refused.value.key == ("k" if name == "correlation-id" else "1")


def test_other_headers_may_stand_there_several_times() -> None:
    traces = [("traceparent", b"00-1-2-00"), ("traceparent", b"00-3-4-00")]
    headers = [("reply-topic", b"r"), ("baggage", b"a"), ("baggage", b"b"), ("partition", None)]
    asked = read_request(b"k", b'{"method": "x"}', [*headers, *traces, ("partition", b"3")])
    assert (asked.reply_topic, asked.partition, asked.traceparent) == ("r", 3, "")


@pytest.mark.parametrize("name", ["correlation-id", "attempt", "seq", "state", "final"])
def test_a_reply_that_says_one_thing_twice_is_none(name: str) -> None:
    said = {"correlation-id": b"k", "attempt": b"a", "seq": b"0", "state": b"done", "final": b"1"}
    good = [*said.items(), ("baggage", b"a"), ("baggage", b"b")]
    record = {"value": b"{}", "partition": 0, "offset": 1}
    assert read_reply(SimpleNamespace(headers=good, **record)) is not None
    assert read_reply(SimpleNamespace(headers=[*good, (name, b"1")], **record)) is None


@given(st.binary(max_size=60), st.lists(st.tuples(st.text(max_size=9), st.binary(max_size=9))))
def test_garbage_is_unreadable_and_nothing_worse(
    value: bytes, headers: list[tuple[str, bytes]]
) -> None:
    with pytest.raises(Unreadable):
        read_request(value, value, headers)
    assert read_reply(SimpleNamespace(headers=headers, value=value)) is None


def test_a_reply_is_read_as_it_was_written() -> None:
    asked = Request(
        correlation_id="k", method="GetTask", params={}, reply_topic="r", client_id="me"
    )
    headers = [*answer_headers(asked, "a1"), *event_headers(3, "working", final=True)]
    record = SimpleNamespace(headers=headers, value=b'{"id": "k"}', partition=2, offset=9)
    reply = read_reply(record)
    assert reply is not None
    assert (reply.correlation_id, reply.attempt, reply.seq) == ("k", "a1", 3)
    assert (reply.state, reply.client_id, reply.partition, reply.offset) == ("working", "me", 2, 9)
    assert reply.response() == {"id": "k", "final": True}
    with pytest.raises(ValueError, match="deep"):
        reply._replace(body=b"[" * 100_000).response()


def test_addresses_name_brokers_and_an_agent() -> None:
    address = kafka_address("kafka://a.example:9092,b.example:9093/data")
    assert address == ("a.example:9092,b.example:9093", "data")
    assert str(address) == "kafka://a.example:9092,b.example:9093/data"
    assert kafka_address("kafka://[::1]:9092/data/").bootstrap == "[::1]:9092"
    for wrong in ("kafka://", "kafka://h/data", "kafka://h:1/", "kafka://h:1/A B", "kafka://h:1"):
        with pytest.raises(BadInput):
            kafka_address(wrong)
    with pytest.raises(BadInput):
        bootstrap_servers("")


def test_answers_go_where_that_is_allowed_and_never_to_agents() -> None:
    usual = ReplyTopics()
    assert usual.allow("desk.ada.replies")
    for wrong in (
        "balance.responses",
        "desk.ada.replies2",
        "",
        "desk.a b.replies",
        "desk.*.replies",
    ):
        assert not usual.allow(wrong)
    more = ReplyTopics(["team-*.answers", "*"], default="balance.responses")
    for right in ("balance.responses", "team-1.answers", "anything"):
        assert more.allow(right)
    for agents in ("agent.data.requests", "agent.cards"):
        assert not more.allow(agents)
    for bad in ({"allowed": ["a b"]}, {"default": "x*"}):
        with pytest.raises(BadInput):
            ReplyTopics(**bad)  # type: ignore[arg-type]


def test_partitions_are_those_of_kafkas_own_partitioner() -> None:
    # From the tests of Kafka's Java client: UtilsTest.testMurmur2.
    assert partition_of("21", 1 << 31) == -973932308 & 0x7FFFFFFF
    assert partition_of("foobar", 1 << 31) == -790332482 & 0x7FFFFFFF
    assert 0 <= partition_of("\ud800", 24) < 24  # JSON may name half a character
    assert task_id_of("a") == task_id_of("a") != task_id_of("b")


def test_attempts_supersede_each_other_in_the_order_of_the_log() -> None:
    numbers = ReplySequence()
    said = [numbers.take(*one) for one in [("a", 0), ("a", 1), ("a", 1), ("b", 0), ("a", 2)]]
    assert said == [
        Verdict.NEXT,
        Verdict.NEXT,
        Verdict.REPEATED,
        Verdict.RESTART,
        Verdict.SUPERSEDED,
    ]
    assert numbers.take("b", 2) is Verdict.GAP
    assert numbers.take("b", 1) is Verdict.REPEATED


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 4)), max_size=40))
def test_whatever_is_repeated_each_number_of_an_attempt_is_taken_once(
    records: list[tuple[str, int]],
) -> None:
    numbers, taken = ReplySequence(), set()
    for record in records:
        if numbers.take(*record) in (Verdict.NEXT, Verdict.RESTART, Verdict.GAP):
            assert record not in taken
            taken.add(record)
