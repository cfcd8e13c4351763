"""The counters and the lag of connections and servers, read as OpenTelemetry reads them."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from aiokafka.errors import GroupLoadInProgressError
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader

from app.domain.tasks import TaskState
from tests.contract.transport.executors import Turn
from tests.contract.transport.kafka_wire import QUICK, Named, broker, options, reading
from tests.contract.transport.serving import collect, last_state, say
from tests.live.kafka.brokers import fresh
from tests.live.kafka.kafka_agents import host_of
from tests.patience import PATIENCE
from transport.kafka.cards import card_over_kafka
from transport.kafka.client.connection import Connection
from transport.kafka.metrics import ClientCounters, ServerCounters, instruments, watch
from transport.kafka.names import KafkaAddress
from transport.kafka.server import server as serve_kafka
from transport.kafka.server.server import KafkaServer
from transport.kafka_link import kafka_link
from transport.kafka_transport import KafkaTransport


def read(reader: InMemoryMetricReader) -> dict[tuple[str, str], float]:
    """Return each number by its name and whose it is."""
    found: Any = reader.get_metrics_data()
    return {
        (metric.name, point.attributes["messaging.destination.name"]): point.value
        for resource in found.resource_metrics
        for scope in resource.scope_metrics
        for metric in scope.metrics
        for point in metric.data.data_points
    }


def test_the_counters_are_read_until_nobody_holds_them() -> None:
    reader = InMemoryMetricReader()
    provider = MeterProvider(metric_readers=[reader])
    made = list(instruments(provider.get_meter("test")))
    assert len(made) > 10
    one, other = ClientCounters(sent=3, restarts=1), ServerCounters(answered=7)
    watch(one, destination="desk.metrics-ada.replies", client="ada")
    watch(other, destination="agent.metrics.requests")
    found = read(reader)
    assert found["balance_desk.kafka.sent", "desk.metrics-ada.replies"] == 3
    assert found["balance_desk.kafka.restarts", "desk.metrics-ada.replies"] == 1
    assert found["balance_desk.kafka.answered", "agent.metrics.requests"] == 7
    other.answered += 1
    assert read(reader)["balance_desk.kafka.answered", "agent.metrics.requests"] == 8
    del one
    watch(ClientCounters(), destination="gone")
    names = {whose for _, whose in read(reader)}
    assert "desk.metrics-ada.replies" not in names and "gone" not in names
    provider.shutdown()


def lag_of(reader: InMemoryMetricReader, topic: str) -> dict[str, tuple[float, Any]]:
    """Return partition → records that are not answered, and the point's attributes."""
    found: Any = reader.get_metrics_data()
    return {
        point.attributes["messaging.destination.partition.id"]: (point.value, point.attributes)
        for resource in found.resource_metrics
        for scope in resource.scope_metrics
        for metric in scope.metrics
        if metric.name == "balance_desk.kafka.consumer.lag"
        for point in metric.data.data_points
        if point.attributes["messaging.destination.name"] == topic
    }


@pytest.mark.anyio
async def test_the_lag_of_a_full_replica_is_told_and_goes_when_all_is_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reader = InMemoryMetricReader()
    provider = MeterProvider(metric_readers=[reader])
    made = list(instruments(provider.get_meter("test")))
    go_on = asyncio.Event()

    async def waits(turn: Turn) -> None:
        await turn.updater.start_work()
        await go_on.wait()
        await turn.updater.complete()

    async def at_the_second_try(*given: Any, **more: Any) -> Any:
        monkeypatch.undo()
        raise GroupLoadInProgressError

    monkeypatch.setattr(serve_kafka, "taken_up", at_the_second_try)
    name = fresh("lagging")
    broker().agent(name, partitions=1)
    broker().client(name)
    of = options(broker().bootstrap)
    times = replace(QUICK, heartbeat=0.2)
    host = host_of(name, waits)
    took: list[float] = []

    def note(seconds: float, agent: str) -> None:
        assert agent == name
        took.append(seconds)

    server = KafkaServer(Named(host, name), host.card, of, times=times, concurrency=1, took=note)
    await server.start()
    connection = Connection(reading(of), client=name)
    await connection.start(client=name)
    address = KafkaAddress(of.bootstrap, name)
    transport = KafkaTransport(connection, address, times=QUICK, owns_connection=True)
    link = kafka_link(transport, card_over_kafka(host.card, address))
    topic = f"agent.{name}.requests"

    async def behind(wanted: int) -> Any:
        async with asyncio.timeout(PATIENCE):
            while (found := lag_of(reader, topic)).get("0", (-1,))[0] != wanted:  # noqa: ASYNC110 - a broker
                await asyncio.sleep(0.05)
        return found["0"][1]

    try:
        await behind(0)
        asking = [asyncio.create_task(collect(link.send(say("x"))))]
        await behind(1)
        await asyncio.sleep(0.5)  # it reads no further by now, and fetches nothing
        asking += [asyncio.create_task(collect(link.send(say("x")))) for _ in range(4)]
        attributes = await behind(5)  # one that is worked on, and four that wait
        assert attributes["messaging.consumer.group.name"] == f"agent.{name}"
        assert attributes["messaging.system"] == "kafka"
        go_on.set()
        for events in await asyncio.gather(*asking):
            assert last_state(events) is TaskState.COMPLETED
        await behind(0)
        assert len(took) == 5 and took[0] > 0.5  # it was asked before the others were
    finally:
        go_on.set()
        await link.aclose()
        await server.aclose()
        await host.aclose()
    assert lag_of(reader, topic) == {}
    assert made
    provider.shutdown()
