"""Spans of OpenTelemetry, for whoever has set it up; without it nothing is made and nothing sent.

Between programs a span is named by its `traceparent` (https://www.w3.org/TR/trace-context/), which
goes with a request as a service parameter. Spans hold ids and names, never what was said.
"""

import random
import re
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import aclosing, contextmanager
from typing import Any, Final, Literal, TypeVar

from app.system.json_log import TRACE

Kind = Literal["internal", "client", "server", "producer", "consumer"]

TRACEPARENT: Final = "traceparent"
TRACE_ID: Final = "x-trace-id"
"""The header of a trace id of any other form than that of a `traceparent`."""

_NAME: Final = "balance-desk"
_TRACE = r"(?!0{32})[0-9a-f]{32}"
_FORM: Final = re.compile(rf"(?!ff)[0-9a-f]{{2}}-{_TRACE}-(?!0{{16}})[0-9a-f]{{16}}-[0-9a-f]{{2}}")

_Item = TypeVar("_Item")


def _telemetry() -> tuple[Any, Any]:
    try:
        from opentelemetry import propagate, trace
    except ImportError:  # the extra is not installed
        return None, None
    return propagate, trace


_propagate, _trace = _telemetry()


def tracer() -> Any:
    """Return whatever makes the spans of this program, or None where nobody takes them."""
    if _trace is None or isinstance(_trace.get_tracer_provider(), _trace.ProxyTracerProvider):
        return None
    return _trace.get_tracer(_NAME)


def started(
    name: str, kind: Kind, attributes: Mapping[str, Any], *, came_with: str = "", below: str = ""
) -> Any:
    """Return a span that its caller ends, or None where nobody takes any.

    It is below the span that is current, else below the `traceparent` that a request `came_with`;
    what is to be `below` another `traceparent` wherever it runs says so.
    """
    if (spans := tracer()) is None:
        return None
    above = below or ("" if _current() else came_with)
    parent = _propagate.extract({TRACEPARENT: above}) if _FORM.fullmatch(above) else None
    told = {name: value for name, value in attributes.items() if value not in (None, "")}
    span_kind = _trace.SpanKind[kind.upper()]
    return spans.start_span(name, context=parent, kind=span_kind, attributes=told)


@contextmanager
def inside(span: Any) -> Iterator[Any]:
    """Do something inside a span, which ends with it; an error is told by its type alone."""
    if span is None:
        yield None
        return
    try:
        with _trace.use_span(span, record_exception=False, set_status_on_exception=False):
            yield span
    except Exception as error:
        failed(span, type(error).__name__)
        raise
    finally:
        span.end()


async def each_inside(span: Any, items: AsyncGenerator[_Item, None]) -> AsyncGenerator[_Item, None]:
    """Yield items, each made inside a span; it ends with them. Between them it is not current."""
    try:
        async with aclosing(items) as made:
            while True:
                with _trace.use_span(span, record_exception=False, set_status_on_exception=False):
                    try:
                        item = await anext(made)
                    except StopAsyncIteration:
                        return
                yield item
    except Exception as error:
        failed(span, type(error).__name__)
        raise
    finally:
        span.end()


def failed(span: Any, why: str) -> None:
    """Say of a span that it failed, by a word of few, such as the name of an error."""
    if span is not None:
        span.set_status(_trace.StatusCode.ERROR)
        span.set_attribute("error.type", why)


def traceparent(span: Any) -> str:
    """Return what names a span to another program; empty where there is none."""
    if span is None:
        return ""
    carrier: dict[str, str] = {}
    _propagate.inject(carrier, context=_trace.set_span_in_context(span))
    return carrier.get(TRACEPARENT, "")


def carried() -> Mapping[str, str]:
    """Return the headers with which whoever is asked now goes on with the trace of what is done.

    That is the trace of the current span, else of the request that is being answered; where there
    is neither, none is made.
    """
    if tracer() is not None and _current():
        return {TRACEPARENT: traceparent(_trace.get_current_span())}
    if not (trace_id := TRACE.get()):
        return {}
    whole = re.fullmatch(_TRACE, trace_id) is not None
    return {TRACEPARENT: new_traceparent(trace_id)} if whole else {TRACE_ID: trace_id}


def new_traceparent(trace_id: str = "") -> str:
    """Return a `traceparent` for what has no span, of a trace of its own if none is named.

    It says that the trace is recorded, as logs do. To those who make spans below, the opposite
    would mean that they are to keep none.
    """
    trace_id = trace_id or f"{random.getrandbits(128):032x}"
    return f"00-{trace_id}-{random.getrandbits(64) or 1:016x}-01"


def ids_of(request: Any) -> Mapping[str, str]:
    """Return the attributes that name what a request of A2A is about: conversation and task."""
    about = getattr(request, "message", request)
    task_id = getattr(about, "task_id", "") or getattr(about, "id", "")
    return {
        "gen_ai.conversation.id": getattr(about, "context_id", ""),
        "balance_desk.task.id": task_id,
    }


def is_traceparent(text: str) -> bool:
    """Return whether a text has the form of a `traceparent`."""
    return _FORM.fullmatch(text) is not None


def _current() -> bool:
    return bool(_trace.get_current_span().get_span_context().is_valid)
