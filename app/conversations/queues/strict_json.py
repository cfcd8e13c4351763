"""JSON from strangers: what other programs cannot read, or a database cannot keep, is refused.

Python's own reader takes NaN, numbers beyond a double and lone surrogates, and runs out of stack
on deep nesting (RFC 8259 §9 lets a reader set such limits).
"""

import math
from typing import Any, Final

from pydantic_core import from_json

MAX_BYTES: Final = 2**20


class NotJson(ValueError):
    """The bytes are no JSON that can be passed on; the text says why."""


def read_json(raw: bytes, *, max_bytes: int = MAX_BYTES, nul: bool = False) -> Any:
    """Return the value of at most `max_bytes` of strict JSON; raises `NotJson`.

    Texts may have the character NUL only with `nul`.
    """
    if len(raw) > max_bytes:
        raise NotJson(f"it has {len(raw)} bytes; at most {max_bytes} can be taken")
    try:
        value = from_json(raw, allow_inf_nan=False)
    except ValueError as error:
        raise NotJson(str(error)) from error
    _check(value, nul=nul)
    return value


def _check(root: Any, *, nul: bool) -> None:
    waiting = [root]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            # PostgreSQL cannot store it, and no text of a person holds it.
            if not nul and "\0" in value:
                raise NotJson("a text has the character NUL")
        elif isinstance(value, float):
            if not math.isfinite(value):
                raise NotJson("a number is too large")
        elif isinstance(value, dict):
            waiting.extend(value)
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)
