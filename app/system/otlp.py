"""How OTLP writes attributes as JSON, for spans and log records alike.

https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
"""

from collections.abc import Iterator, Mapping
from typing import Any


def attributes_of(values: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the attributes of a span or a record; what is None is left out."""
    for key, value in values.items():
        if value is not None:
            yield {"key": key, "value": _value(value)}


def _value(value: Any) -> dict[str, Any]:
    match value:
        case bool():
            return {"boolValue": value}
        case int():
            return {"intValue": str(value)}
        case list():
            return {"arrayValue": {"values": [_value(one) for one in value]}}
        case _:
            return {"stringValue": str(value)}
