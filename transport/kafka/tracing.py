"""W3C trace context in and out of records, and spans after OpenTelemetry's messaging conventions.

Where nobody takes spans a request still carries a `traceparent` of its own, so that logs of both
ends can be joined.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from app.system import tracing


@contextmanager
def sending(topic: str, partition: int, correlation_id: str, came_with: str = "") -> Iterator[str]:
    """Yield the `traceparent` of a request that is being sent, inside a span of its own.

    It goes on with the one that the request `came_with`, where it is passed on for somebody else.
    """
    attributes = _attributes(topic, partition, correlation_id, "send")
    span = tracing.started(f"send {topic}", "producer", attributes, came_with=came_with)
    with tracing.inside(span):
        given = came_with if tracing.is_traceparent(came_with) else ""
        current = tracing.carried().get(tracing.TRACEPARENT)
        yield tracing.traceparent(span) or given or current or tracing.new_traceparent()


@contextmanager
def processing(
    topic: str, partition: int, offset: int, correlation_id: str, traceparent: str
) -> Iterator[None]:
    """Work on a request inside a span that continues its sender's."""
    attributes = _attributes(topic, partition, correlation_id, "process")
    attributes["messaging.kafka.offset"] = offset
    attributes["messaging.consumer.group.name"] = topic.removesuffix(".requests")
    span = tracing.started(f"process {topic}", "consumer", attributes, below=traceparent)
    with tracing.inside(span):
        yield


def _attributes(topic: str, partition: int, correlation_id: str, does: str) -> dict[str, Any]:
    return {
        "messaging.system": "kafka",
        "messaging.operation.name": does,
        "messaging.operation.type": does,
        "messaging.destination.name": topic,
        "messaging.destination.partition.id": str(partition),
        "messaging.message.conversation_id": correlation_id,
        "messaging.kafka.message.key": correlation_id,
    }
