"""The log of a server as JSON objects, each with the trace of the request it is about."""

import json
import logging
import random
import re
import sys
import traceback
from collections.abc import Mapping
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Final

TRACE: Final[ContextVar[str]] = ContextVar("trace_id", default="")
"""The trace id of the request that is being answered."""

_TRACEPARENT = re.compile(r"[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}.*")
_GIVEN = re.compile(r"[A-Za-z0-9._-]{1,64}")


def trace_given(text: str, *, traceparent: str = "") -> str:
    """Return the trace id that a request brings, or a new one where it brings none to be shown.

    That of a `traceparent` (https://www.w3.org/TR/trace-context/) goes before the other.
    """
    parent = _TRACEPARENT.fullmatch(traceparent)
    if parent and set(parent[1]) != {"0"}:
        return parent[1]
    return text if _GIVEN.fullmatch(text) else f"{random.getrandbits(128):032x}"


def trace_id_of(headers: Mapping[bytes, bytes]) -> str:
    """Return the trace id that a request over HTTP brings, or a new one.

    Read from `traceparent`, else from `x-trace-id`.
    """
    return trace_given(
        headers.get(b"x-trace-id", b"").decode("latin-1"),
        traceparent=headers.get(b"traceparent", b"").decode("latin-1"),
    )


def begin_log() -> None:
    """Write the log of this process to standard error: in JSON, or as text where a person reads it.

    Of the libraries that servers stand on, warnings only.
    """
    handler = logging.StreamHandler(sys.stderr)
    text = logging.Formatter("%(asctime)s %(levelname)s %(message)s")
    handler.setFormatter(text if sys.stderr.isatty() else JsonLines())
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    for chatty in ("a2a", "alembic", "httpx", "uvicorn", "websockets"):
        logging.getLogger(chatty).setLevel(logging.WARNING)


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
