"""JSON that somebody typed, read as RFC 8259 has it and as everybody else can read it."""

import json
from typing import Any


def read_json(text: str) -> Any:
    """Return the value of a JSON text; raises `ValueError`, also for what only Python calls JSON.

    That is NaN, Infinity and numbers beyond any float (section 6), and halves of surrogate pairs,
    which no UTF-8 holds (section 8): an agent would get nothing of them.
    """
    try:
        value = json.loads(text)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except RecursionError as error:
        raise ValueError("it is nested too deep") from error
    return value
