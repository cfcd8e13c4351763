"""W3C trace context in and out of records, and spans where OpenTelemetry is installed.

The names are those of OpenTelemetry's messaging conventions. Without the extra `telemetry` a
request still carries a `traceparent` of its own, so that logs of both ends can be joined.
"""

import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any


def _telemetry() -> tuple[Any, Any]:
    try:
        from opentelemetry import propagate, trace
    except ImportError:  # the extra is not installed
        return None, None
    return propagate, trace


propagate, trace = _telemetry()


def tracer() -> Any:
    """Return whatever makes the spans of this program, or None where nobody takes them."""
    if trace is None or isinstance(trace.get_tracer_provider(), trace.ProxyTracerProvider):
        return None
    return trace.get_tracer("balance-desk")


@contextmanager
def sending(topic: str, partition: int, correlation_id: str) -> Iterator[str]:
    """Yield the `traceparent` of a request that is being sent, inside a span of its own."""
    if (spans := tracer()) is None:
        yield fresh()
        return
    attributes = _attributes(topic, partition, correlation_id, "send", "send")
    with spans.start_as_current_span(
        f"send {topic}", kind=trace.SpanKind.PRODUCER, attributes=attributes
    ):
        carrier: dict[str, str] = {}
        propagate.inject(carrier)
        yield carrier.get("traceparent") or fresh()


@contextmanager
def processing(
    topic: str, partition: int, offset: int, correlation_id: str, traceparent: str
) -> Iterator[None]:
    """Work on a request inside a span that continues its sender's."""
    if (spans := tracer()) is None:
        yield
        return
    attributes = _attributes(topic, partition, correlation_id, "process", "process")
    attributes["messaging.kafka.offset"] = offset
    attributes["messaging.consumer.group.name"] = topic.removesuffix(".requests")
    parent = propagate.extract({"traceparent": traceparent}) if traceparent else None
    with spans.start_as_current_span(
        f"process {topic}", context=parent, kind=trace.SpanKind.CONSUMER, attributes=attributes
    ):
        yield


def fresh() -> str:
    """Return a new `traceparent` (W3C Trace Context, level 1), not sampled."""
    return f"00-{secrets.token_hex(16)}-{secrets.token_hex(8)}-00"


def _attributes(
    topic: str, partition: int, correlation_id: str, name: str, kind: str
) -> dict[str, Any]:
    told: Mapping[str, Any] = {
        "messaging.system": "kafka",
        "messaging.operation.name": name,
        "messaging.operation.type": kind,
        "messaging.destination.name": topic,
        "messaging.destination.partition.id": str(partition),
        "messaging.message.conversation_id": correlation_id,
        "messaging.kafka.message.key": correlation_id,
    }
    return dict(told)
