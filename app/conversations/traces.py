"""Which request a line of the log belongs to, wherever that request came from."""

import random
import re
from contextvars import ContextVar
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
