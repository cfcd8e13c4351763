"""The log of a server as JSON objects, each with the trace of the request it is about."""

import json
import logging
import random
import re
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
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


@contextmanager
def traced(traceparent: str) -> Iterator[None]:
    """Give what is logged in here the trace of a request's `traceparent`, or a new one."""
    before = TRACE.set(trace_given("", traceparent=traceparent))
    try:
        yield
    finally:
        TRACE.reset(before)


Expected = Callable[[BaseException], Mapping[str, str]]
"""Returns what is told of a failure that was expected, by name; of any other nothing."""


def begin_log(expected: Expected) -> None:
    """Write the log of this process to standard error: in JSON, or as text where a person reads it.

    Of the libraries that servers stand on, warnings only.
    """
    handler = logging.StreamHandler(sys.stderr)
    text = logging.Formatter("%(asctime)s %(levelname)s %(message)s")
    handler.setFormatter(text if sys.stderr.isatty() else JsonLines(expected))
    logging.basicConfig(level=logging.INFO, handlers=[handler, COUNTED])
    for chatty in ("a2a", "alembic", "httpx", "uvicorn", "websockets"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
    # It calls an error what a client asked for that an agent does not offer, which is answered.
    logging.getLogger("a2a.server.request_handlers.request_handler").setLevel(logging.CRITICAL)
    # It warns of what follows from a failed statement, which is told by whoever wanted it.
    logging.getLogger("psycopg").setLevel(logging.ERROR)


def logged(words: str, error: BaseException) -> bool:
    """Log why the process ends, where its log was begun and is JSON; return whether it was.

    Whoever collects the lines of a server wants no other form, least of all of the last one.
    """
    root = logging.getLogger()
    if not any(isinstance(one.formatter, JsonLines) for one in root.handlers):
        return False
    root.error(words, exc_info=error)
    return True


class LogCounts(logging.Handler):
    """Owns how many records came of each level: `warning`, and `error` for all above."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.counts = {"warning": 0, "error": 0}

    def emit(self, record: logging.LogRecord) -> None:
        """Count it."""
        self.counts["error" if record.levelno >= logging.ERROR else "warning"] += 1


COUNTED: Final = LogCounts()
"""Those of this process since its log was begun."""


class JsonLines(logging.Formatter):
    """One JSON object per record: time, level, logger, event, trace id, and its `fields`.

    Of a failure what is told of an expected one, or its traceback.
    """

    def __init__(self, expected: Expected = lambda _: {}) -> None:
        super().__init__()
        self._expected = expected

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
            error = record.exc_info[1]
            told = self._expected(error) if error is not None else {}
            line |= told or {"exception": "".join(traceback.format_exception(*record.exc_info))}
        return json.dumps(line, ensure_ascii=False, default=str)
