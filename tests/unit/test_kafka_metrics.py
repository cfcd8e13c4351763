"""The counters of connections and servers, read as OpenTelemetry reads them."""

from typing import Any

from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader

from transport.kafka.counters import Counters
from transport.kafka.metrics import instruments, watch


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
    one, other = Counters(sent=3, restarts=1), Counters(answered=7)
    watch(one, destination="desk.metrics-ada.replies", client="ada")
    watch(other, destination="agent.metrics.requests")
    found = read(reader)
    assert found["balance_desk.kafka.sent", "desk.metrics-ada.replies"] == 3
    assert found["balance_desk.kafka.restarts", "desk.metrics-ada.replies"] == 1
    assert found["balance_desk.kafka.answered", "agent.metrics.requests"] == 7
    other.answered += 1
    assert read(reader)["balance_desk.kafka.answered", "agent.metrics.requests"] == 8
    del one
    watch(Counters(), destination="gone")
    names = {whose for _, whose in read(reader)}
    assert "desk.metrics-ada.replies" not in names and "gone" not in names
    provider.shutdown()
