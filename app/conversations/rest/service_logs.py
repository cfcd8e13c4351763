"""Log lines of the service as JSON objects, each with the trace id of the request it belongs to."""

import json
import logging
import traceback
from collections.abc import Mapping
from datetime import UTC, datetime

from app.conversations.traces import TRACE, trace_given


def trace_id_of(headers: Mapping[bytes, bytes]) -> str:
    """Return the trace id that a request brings, or a new one.

    Read from `traceparent` (https://www.w3.org/TR/trace-context/), else from `x-trace-id`.
    """
    return trace_given(
        headers.get(b"x-trace-id", b"").decode("latin-1"),
        traceparent=headers.get(b"traceparent", b"").decode("latin-1"),
    )


class JsonLines(logging.Formatter):
    """One JSON object per record: time, level, logger, event, trace id, and its `fields`."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
        }
        if trace_id := TRACE.get():
            line["trace_id"] = trace_id
        fields = getattr(record, "fields", None)
        if isinstance(fields, dict):
            line |= fields
        if record.exc_info:
            line["exception"] = "".join(traceback.format_exception(*record.exc_info))
        return json.dumps(line, ensure_ascii=False, default=str)
