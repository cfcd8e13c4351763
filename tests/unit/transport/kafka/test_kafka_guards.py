"""The traps of aiokafka 0.14, each sprung on the mock broker, and the guard that is around it."""

import asyncio
import gc
import logging
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from aiokafka import AIOKafkaConsumer, AIOKafkaProducer, TopicPartition
from aiokafka.admin import AIOKafkaAdminClient
from aiokafka.client import AIOKafkaClient
from aiokafka.conn import create_conn
from aiokafka.errors import (
    BrokerResponseError,
    GroupLoadInProgressError,
    KafkaConnectionError,
    KafkaError,
    NotCoordinatorForGroupError,
    OffsetOutOfRangeError,
    TopicAuthorizationFailedError,
)
from aiokafka.protocol.commit import (
    OffsetCommitRequest,
    OffsetFetchRequest,
    OffsetFetchResponse_v3,
)
from aiokafka.structs import OffsetAndMetadata

from tests.contract.transport.kafka_wire import QUICK, Named, broker, reading
from tests.contract.transport.kafka_wire import options as mock_options
from tests.contract.transport.serving import collect, last_state, say
from tests.live.kafka.brokers import fresh
from tests.live.kafka.kafka_agents import counts, host_of
from tests.live.kafka.mock_broker import (
    FETCH,
    GROUP_AUTHORIZATION_FAILED,
    HEARTBEAT,
    TOPIC_AUTHORIZATION_FAILED,
    MockBroker,
)
from tests.patience import PATIENCE
from transport.kafka.cards import announced, card_over_kafka
from transport.kafka.client.connection import Connection
from transport.kafka.names import KafkaAddress, group_of, requests_topic
from transport.kafka.options import KafkaOptions
from transport.kafka.server.consumer_group import TakenUp, group_consumer, taken_up
from transport.kafka.server.server import KafkaServer
from transport.kafka.workarounds import (
    Calm,
    asked,
    at_end,
    beating_again,
    calm_logs,
    canceled,
    kept_going,
    started,
    stopped,
)
from transport.kafka_link import kafka_link
from transport.kafka_transport import KafkaTransport

pytestmark = pytest.mark.anyio


@pytest.fixture
def own_broker() -> Iterator[MockBroker]:
    calm_logs()
    with MockBroker() as made:
        yield made


@pytest.fixture
async def consumer(own_broker: MockBroker) -> AsyncIterator[AIOKafkaConsumer]:
    """A group consumer as aiokafka makes it by default: with auto-commit."""
    own_broker.topic("t")
    made = AIOKafkaConsumer(
        "t", bootstrap_servers=own_broker.bootstrap, group_id="g", request_timeout_ms=2000
    )
    await made.start()
    yield made


async def test_a_start_that_is_cancelled_while_it_asks_leaves_no_connection(
    own_broker: MockBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    connections: list[Any] = []
    connected = asyncio.Event()

    async def connecting(*where: Any, **how: Any) -> Any:
        connections.append(await create_conn(*where, **how))
        connected.set()
        return connections[-1]

    monkeypatch.setattr("aiokafka.client.create_conn", connecting)
    admin = AIOKafkaAdminClient(bootstrap_servers=own_broker.bootstrap)
    starting = asyncio.create_task(started(admin))
    await connected.wait()
    starting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await starting
    await admin.close()
    assert not any(one.connected() for one in connections)


async def test_stop_ends_in_bounded_time_with_the_brokers_away(
    own_broker: MockBroker, consumer: AIOKafkaConsumer
) -> None:
    await consumer.getmany(timeout_ms=100)
    own_broker.down()
    # Without the guard it never returns.
    clean = await stopped(consumer, seconds=0.5)
    assert not clean


async def test_a_broker_that_is_down_is_not_the_only_one_asked() -> None:
    calm_logs()
    with MockBroker(brokers=3) as cluster:
        cluster.topic("t")
        admin = AIOKafkaAdminClient(bootstrap_servers=cluster.bootstrap)
        await admin.start()
        cluster.down(3)
        for _ in range(12):  # each asks a broker by chance
            [told] = await asked(lambda: admin.describe_topics(["t"]))
            assert told["error_code"] == 0
        await admin.close()


async def test_an_agent_is_found_where_the_brokers_make_topics_by_themselves(
    own_broker: MockBroker,
) -> None:
    of = mock_options(own_broker.bootstrap)  # its topics have four partitions
    names = {"echo", "data", "logs"}  # which are hashed to partitions of their own
    for name in names:
        host = host_of(name, counts)
        server = KafkaServer(host, host.card, of, times=QUICK)
        await server.start()
        await server.aclose()
        await host.aclose()
    assert set(await announced(reading(of))) == names


async def test_a_cancellation_out_of_stop_stays_there(own_broker: MockBroker) -> None:
    own_broker.topic("t")
    consumer = AIOKafkaConsumer(bootstrap_servers=own_broker.bootstrap, request_timeout_ms=1000)
    await consumer.start()
    await at_end(consumer, [TopicPartition("t", 0)])
    own_broker.down()
    await asyncio.sleep(0.3)  # its fetches fail by now
    await stopped(consumer, seconds=3.0)
    current = asyncio.current_task()
    assert current is not None and current.cancelling() == 0


async def test_a_stop_that_raises_cancelled_error_does_not_end_its_caller() -> None:
    class Stopping:
        closed = False

        async def stop(self) -> None:
            raise asyncio.CancelledError

        @property
        def _client(self) -> "Stopping":
            return self

        async def close(self) -> None:
            self.closed = True

    client = Stopping()
    assert not await stopped(client, seconds=1.0)
    assert client.closed


async def test_a_task_that_loses_its_cancellation_is_cancelled_again() -> None:
    lost = 0

    async def goes_on() -> None:
        nonlocal lost
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            lost += 1
        await asyncio.sleep(60)

    task = asyncio.create_task(goes_on())
    await asyncio.sleep(0)
    async with asyncio.timeout(PATIENCE):
        await canceled([task], again=0.05)
    assert task.cancelled() and lost == 1


async def test_nothing_is_lost_that_was_sent_right_after_the_position_was_known() -> None:
    topic = fresh("t")
    broker().topic(topic)
    of = mock_options(broker().bootstrap)
    producer = AIOKafkaProducer(**of.producer())
    await producer.start()
    for _ in range(5):
        consumer = AIOKafkaConsumer(auto_offset_reset="latest", **reading(of).consumer())
        await consumer.start()
        await at_end(consumer, [TopicPartition(topic, 0)])
        await producer.send_and_wait(topic, b"first")
        async with asyncio.timeout(PATIENCE):
            assert (await consumer.getone()).value == b"first"
        await consumer.stop()
    await producer.stop()


async def test_a_reader_that_ends_with_an_error_begins_again(own_broker: MockBroker) -> None:
    own_broker.topic("t")
    calm_logs()
    of = reading(mock_options(own_broker.bootstrap))
    consumer = AIOKafkaConsumer(auto_offset_reset="none", **of.consumer())
    await consumer.start()
    where = TopicPartition("t", 0)
    await at_end(consumer, [where])
    failures: list[KafkaError] = []
    read: asyncio.Queue[bytes] = asyncio.Queue()

    async def pump() -> None:
        async for record in consumer:
            read.put_nowait(record.value)

    pumping = asyncio.create_task(kept_going("t", pump, failures.append))
    own_broker.fail(FETCH, TOPIC_AUTHORIZATION_FAILED)
    async with asyncio.timeout(PATIENCE):
        while not failures:  # noqa: ASYNC110 - it is the broker's doing
            await asyncio.sleep(0.02)
        producer = AIOKafkaProducer(**of.producer())
        await producer.start()
        await producer.send_and_wait("t", b"after")
        assert await read.get() == b"after"
    assert isinstance(failures[0], TopicAuthorizationFailedError | OffsetOutOfRangeError)
    pumping.cancel()
    await asyncio.wait({pumping})
    await producer.stop()
    await stopped(consumer, seconds=2.0)


async def test_a_member_whose_heartbeat_was_refused_joins_again_once_it_is_not(
    own_broker: MockBroker,
) -> None:
    """Without the guard the error comes again for ever."""
    topic = requests_topic("a")
    own_broker.topic(topic)
    of = reading(mock_options(own_broker.bootstrap))
    consumer = group_consumer(of, "a")
    consumer.subscribe([topic])
    await consumer.start()
    failures: list[KafkaError] = []
    read: asyncio.Queue[bytes] = asyncio.Queue()

    async def pump() -> None:
        while True:
            for records in (await consumer.getmany(timeout_ms=50)).values():
                for record in records:
                    read.put_nowait(record.value)

    def failed(error: KafkaError) -> None:
        failures.append(error)
        beating_again(consumer)

    own_broker.fail(HEARTBEAT, GROUP_AUTHORIZATION_FAILED)
    pumping = asyncio.create_task(kept_going("t", pump, failed))
    async with asyncio.timeout(PATIENCE):
        while not failures:  # noqa: ASYNC110 - it is the broker's doing
            await asyncio.sleep(0.02)
        producer = AIOKafkaProducer(**of.producer())
        await producer.start()
        await producer.send_and_wait(topic, b"after")
        assert await read.get() == b"after"
        seen = len(failures)
        await producer.send_and_wait(topic, b"and after")
        assert await read.get() == b"and after"
    assert len(failures) == seen
    pumping.cancel()
    await asyncio.wait({pumping})
    await producer.stop()
    await stopped(consumer, seconds=2.0)


@pytest.mark.parametrize("error", [GroupLoadInProgressError, NotCoordinatorForGroupError])
async def test_offsets_that_cannot_be_told_just_now_are_asked_for_again(
    own_broker: MockBroker, monkeypatch: pytest.MonkeyPatch, error: type[BrokerResponseError]
) -> None:
    """Without the guard they count as never committed, and the whole log is read anew."""
    topic, group = requests_topic("a"), group_of("a")
    own_broker.topic(topic)
    of = reading(mock_options(own_broker.bootstrap))
    where = TopicPartition(topic, 0)
    producer = AIOKafkaProducer(**of.producer())
    await producer.start()
    for value in (b"answered", b"waits"):
        await producer.send_and_wait(topic, value, partition=0)
    await producer.stop()
    before = group_consumer(of, "a")
    before.subscribe([topic])
    await before.start()
    async with asyncio.timeout(PATIENCE):
        assert (await before.getone()).value == b"answered"
    await before.commit({where: OffsetAndMetadata(1, "begun")})
    await before.stop()

    refused: list[Any] = []
    send = AIOKafkaClient.send

    async def moving(client: Any, node: int, request: Any, **more: Any) -> Any:
        if isinstance(request, OffsetFetchRequest) and len(refused) < 2:
            refused.append(OffsetFetchResponse_v3(0, [], error.errno))  # as Kafka 4 answers
            return refused[-1]
        return await send(client, node, request, **more)

    monkeypatch.setattr(AIOKafkaClient, "send", moving)
    after = group_consumer(of, "a")
    after.subscribe([topic])
    await after.start()
    async with asyncio.timeout(PATIENCE):
        assert (await after.getone()).value == b"waits"
    refused.clear()
    found = await taken_up(after, of, group, [where], close_seconds=2.0)
    assert found[where] == TakenUp(offset=1, end=2, metadata="begun")
    await after.stop()


async def test_how_a_commit_ends_whose_caller_was_cancelled_is_no_unheard_error(
    own_broker: MockBroker, monkeypatch: pytest.MonkeyPatch
) -> None:
    topic = requests_topic("a")
    own_broker.topic(topic)
    broken, begun = asyncio.Event(), asyncio.Event()
    send = AIOKafkaClient.send

    async def breaks(client: Any, node: int, request: Any, **more: Any) -> Any:
        if isinstance(request, OffsetCommitRequest):
            begun.set()
            await broken.wait()
            raise KafkaConnectionError("closed")
        return await send(client, node, request, **more)

    monkeypatch.setattr(AIOKafkaClient, "send", breaks)
    consumer = group_consumer(mock_options(own_broker.bootstrap), "a")
    consumer.subscribe([topic])
    await consumer.start()
    async with asyncio.timeout(PATIENCE):
        await consumer.getmany(timeout_ms=1)
        where = TopicPartition(topic, 0)
        committing = asyncio.create_task(consumer.commit({where: OffsetAndMetadata(0, "")}))
        await begun.wait()
        await canceled([committing])
        broken.set()
        await stopped(consumer, seconds=PATIENCE)
    unheard: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, told: unheard.append(told))
    gc.collect()
    assert unheard == []


def test_a_flood_of_records_becomes_one_that_says_how_many_there_were() -> None:
    now = [0.0]
    calm = Calm(seconds=60, clock=lambda: now[0])
    logger = logging.getLogger("a-flooding-library")
    logger.setLevel(logging.INFO)
    passed: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            passed.append(f"{record.levelname} {record.getMessage()}")

    logger.addHandler(Keep())
    logger.addFilter(calm)
    for n in range(40):
        logger.error("Unable to connect to %s", n)
    now[0] = 60.0
    logger.error("Unable to connect to %s", "all")
    logger.setLevel(logging.WARNING)
    logger.error("not even once")
    assert passed == [
        "INFO Unable to connect to 0",
        "INFO Unable to connect to all (and 39 more like it)",
    ]


async def test_a_loop_that_stood_still_takes_up_where_it_was() -> None:
    """A frozen window: the desk is in no group, and an agent's replica that is thrown out of its
    group comes back, answers once, and says nothing twice."""
    name = fresh("frozen")
    broker().agent(name)
    broker().client(name)
    of = mock_options(broker().bootstrap)
    host = host_of(name, counts)
    server = KafkaServer(Named(host, name), host.card, of, times=QUICK)
    await server.start()
    connection = Connection(reading(of), client=name)
    await connection.start(client=name)
    address = KafkaAddress(of.bootstrap, name)
    transport = KafkaTransport(connection, address, times=QUICK, owns_connection=True)
    link = kafka_link(transport, card_over_kafka(host.card, address))
    try:
        answering = asyncio.create_task(collect(link.send(say("20 0.02"))))
        while connection.counters.received < 4:  # noqa: ASYNC110 - it is the broker's doing
            await asyncio.sleep(0.01)
        time.sleep(2.5)  # noqa: ASYNC251 - longer than the session of the group
        events = await answering
        assert str(last_state(events)) == "completed"
        assert server.counters.answered + server.counters.abandoned == 1
        async with asyncio.timeout(PATIENCE):
            assert str(last_state(await collect(link.send(say("1"))))) == "completed"
    finally:
        await link.aclose()
        await server.aclose()
        await host.aclose()


async def test_opening_with_no_broker_leaves_nothing_behind() -> None:
    calm_logs()
    connection = Connection(KafkaOptions(bootstrap="127.0.0.1:9"), client="x")
    with pytest.raises(KafkaError):
        await connection.start(client="x")
