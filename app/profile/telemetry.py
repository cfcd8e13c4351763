"""Where spans go: as OpenTelemetry's own variables of the environment say, and else nowhere."""

import os
from collections.abc import Iterator
from typing import Final

from app.errors import BadInput

_EXPORTERS: Final = "OTEL_TRACES_EXPORTER"
_GROUP: Final = "opentelemetry_traces_exporter"
_NAME: Final = "balance-desk"


def begin() -> None:
    """Send the spans of this process where `OTEL_TRACES_EXPORTER` says; nowhere if it says nothing.

    The exporters, found among what is installed, and their settings are OpenTelemetry's own. Raises
    `BadInput` for one that is not there.
    """
    names = [one.strip() for one in os.environ.get(_EXPORTERS, "").split(",")]
    names = [one for one in names if one not in ("", "none")]
    if not names:
        return
    try:
        from opentelemetry import trace
        from opentelemetry.sdk.resources import SERVICE_NAME, OTELResourceDetector, Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError as error:
        raise BadInput(f"{_EXPORTERS} is set: install balance-desk[telemetry].") from error
    told = Resource.create({SERVICE_NAME: _NAME}).merge(OTELResourceDetector().detect())
    provider = TracerProvider(resource=told)  # it sends what is left when the program ends
    for make in _exporters(names):
        provider.add_span_processor(BatchSpanProcessor(make()))  # type: ignore[operator]
    trace.set_tracer_provider(provider)


def _exporters(names: list[str]) -> Iterator[object]:
    from importlib.metadata import entry_points

    for name in names:
        found = list(entry_points(group=_GROUP, name=_full(name)))
        if not found:
            raise BadInput(
                f"{_EXPORTERS} is {name}, and there is no such exporter here. That of otlp is"
                " installed as opentelemetry-exporter-otlp-proto-http."
            )
        yield found[0].load()


def _full(name: str) -> str:
    """Return under which name an exporter is found: OTLP has one for each of its wires."""
    if name != "otlp":
        return name
    wires = ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL")
    wire = next(filter(None, map(os.environ.get, wires)), "http/protobuf")
    return "otlp_proto_grpc" if wire == "grpc" else "otlp_proto_http"
