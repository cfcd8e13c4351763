"""Dead letters: what is kept of them, and that they take nothing with them that can be answered."""

import asyncio
import logging
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiokafka import AIOKafkaProducer, TopicPartition
from aiokafka.errors import KafkaError, KafkaTimeoutError, MessageSizeTooLargeError

from app.domain.tasks import TaskState
from tests.contract.transport.kafka_wire import QUICK, options, reading
from tests.contract.transport.serving import collect, last_state, say, task_id_of
from tests.live.kafka.kafka_agents import counts, host_of
from tests.live.kafka.mock_broker import PRODUCE, MockBroker
from tests.patience import PATIENCE
from transport.kafka.cards import announced, card_over_kafka
from transport.kafka.client.connection import Connection
from transport.kafka.names import CARDS_TOPIC, KafkaAddress, control_topic, requests_topic
from transport.kafka.server import dead_letters
from transport.kafka.server.server import KafkaServer
from transport.kafka_link import kafka_link
from transport.kafka_transport import KafkaTransport

pytestmark = pytest.mark.anyio

WHERE = TopicPartition(requests_topic("a"), 3)
RECORD = (b"k", b"\xff", [("Authorization", b"Bearer secret"), ("client-id", b"ada")])
NO_ERROR, MESSAGE_TOO_LARGE = 0, 10


class Producer:
    """Fails with each of some errors, then takes what it is given."""

    def __init__(self, *errors: KafkaError) -> None:
        self.errors = list(errors)
        self.taken: list[dict[str, bytes]] = []

    async def send_and_wait(self, topic: str, value: Any, *, key: Any, headers: Any) -> None:
        if self.errors:
            raise self.errors.pop(0)
        assert (topic, key, value) == ("agent.a.dlq", b"k", b"\xff")
        self.taken.append(dict(headers))


async def kept(producer: Any) -> None:
    await dead_letters.keep_aside(producer, "a", RECORD, why="no JSON", where=WHERE, offset=7)


async def test_a_dead_letter_says_where_it_stood_and_holds_no_token(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(dead_letters, "_PAUSE_SECONDS", 0.0)
    producer = Producer(KafkaTimeoutError(), KafkaTimeoutError())  # the brokers come back
    await kept(producer)
    assert producer.taken == [
        {
            "client-id": b"ada",
            "dlq-reason": b"no JSON",
            "dlq-topic": b"agent.a.requests",
            "dlq-partition": b"3",
            "dlq-offset": b"7",
        }
    ]


@pytest.mark.logs_warnings
async def test_what_the_brokers_do_not_keep_is_logged_with_its_place(
    caplog: pytest.LogCaptureFixture,
) -> None:
    producer = Producer(MessageSizeTooLargeError(), KafkaTimeoutError())
    with caplog.at_level(logging.WARNING):
        await kept(producer)
    assert "offset 7 of agent.a.requests [3]" in caplog.text
    assert len(producer.errors) == 1  # trying again would not have helped


@pytest.fixture
async def own_broker() -> AsyncIterator[MockBroker]:
    with MockBroker() as made:
        yield made


DEEP = b"[" * 100_000
HALF = (
    b'{"method": "%s", "params": {"context_id": "\\ud800", "id": "\\ud800", "taskId": "\\ud800"}}'
)


@pytest.mark.logs_warnings
async def test_no_record_stops_a_replica_or_a_list_of_agents(own_broker: MockBroker) -> None:
    own_broker.agent("a", partitions=1)
    own_broker.client("ada")
    of = options(own_broker.bootstrap)
    connection = Connection(reading(of), client="ada")
    await connection.start(client="ada")
    host = host_of("a", counts)
    server = KafkaServer(host, host.card, of, times=QUICK)
    producer = AIOKafkaProducer(**of.producer())
    await producer.start()
    try:
        await server.start()
        headers = [("reply-topic", connection.replies.topic.encode())]
        methods = (b"GetTask", b"CancelTask", b"Kafka/Waiting", b"Kafka/Detach", b"\\ud800")
        for value in (DEEP, *[HALF % method for method in methods]):
            for topic in (requests_topic("a"), control_topic("a")):
                await producer.send_and_wait(topic, value, key=b"odd", headers=headers, partition=0)
        await producer.send_and_wait(CARDS_TOPIC, DEEP, key=b"deep")
        address = KafkaAddress(of.bootstrap, "a")
        transport = KafkaTransport(connection, address, times=QUICK)
        link = kafka_link(transport, card_over_kafka(host.card, address))
        events = await collect(link.send(say("2")))
        assert last_state(events) is TaskState.COMPLETED
        assert (await link.get(task_id_of(events))).state is TaskState.COMPLETED
        assert set(await announced(reading(of))) == {"a"}
        await link.aclose()
    finally:
        await producer.stop()
        await server.aclose()
        await host.aclose()
        await connection.aclose()


@pytest.mark.logs_warnings
async def test_what_is_read_with_a_dead_letter_that_is_not_kept_is_answered(
    own_broker: MockBroker,
) -> None:
    own_broker.agent("a", partitions=1)
    own_broker.client("ada")
    of = options(own_broker.bootstrap)
    connection = Connection(reading(of), client="ada")
    await connection.start(client="ada")
    reply_topic = [("reply-topic", connection.replies.topic.encode())]
    good = b'{"method": "send_message", "params": {"message": {"text": "2"}}}'
    answers = {name: connection.expect(name) for name in ("bad", "good")}
    producer = AIOKafkaProducer(**of.producer())
    await producer.start()
    for name, value in (("bad", b"\xff"), ("good", good)):
        await producer.send_and_wait(
            requests_topic("a"), value, key=name.encode(), headers=reply_topic, partition=0
        )
    await producer.stop()
    host = host_of("a", counts)
    server = KafkaServer(host, host.card, of, times=QUICK)
    try:
        own_broker.fail(PRODUCE, NO_ERROR, MESSAGE_TOO_LARGE)  # its card, then the dead letter
        await server.start()
        async with asyncio.timeout(PATIENCE):
            assert (await answers["bad"].get()).state == "rejected"
            while not (reply := await answers["good"].get()).final:
                pass
        assert reply.response()["result"]["task"]["status"]["state"] == "TASK_STATE_COMPLETED"
    finally:
        await server.aclose()
        await host.aclose()
        await connection.aclose()
