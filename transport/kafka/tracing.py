"""W3C trace context in and out of records, and spans where OpenTelemetry is installed.

The names are those of OpenTelemetry's messaging conventions. Without the extra `telemetry` a
request still carries a `traceparent` of its own, so that logs of both ends can be joined.
"""

import re
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
_TRACEPARENT = re.compile(r"[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}")


def tracer() -> Any:
    """Return whatever makes the spans of this program, or None where nobody takes them."""
    if trace is None or isinstance(trace.get_tracer_provider(), trace.ProxyTracerProvider):
        return None
    return trace.get_tracer("balance-desk")


@contextmanager
def sending(topic: str, partition: int, correlation_id: str, came_with: str = "") -> Iterator[str]:
    """Yield the `traceparent` of a request that is being sent, inside a span of its own.

    It goes on with the one that the request `came_with`, where it is passed on for somebody else.
    """
    came_with = came_with if _TRACEPARENT.fullmatch(came_with) else ""
    if (spans := tracer()) is None:
        yield came_with or fresh()
        return
    attributes = _attributes(topic, partition, correlation_id, "send", "send")
    inside = trace.get_current_span().get_span_context().is_valid
    parent = propagate.extract({"traceparent": came_with}) if came_with and not inside else None
    with spans.start_as_current_span(
        f"send {topic}", context=parent, kind=trace.SpanKind.PRODUCER, attributes=attributes
    ):
        carrier: dict[str, str] = {}
        propagate.inject(carrier)
        yield carrier.get("traceparent") or came_with or fresh()


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
