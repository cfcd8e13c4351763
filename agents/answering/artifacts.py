"""Parts and artifacts of A2A as the agents of the desk make and read them."""

import json
from collections.abc import Mapping
from typing import Any

from a2a.types import Artifact, Part, Task

JSON = "application/json"
SQL = "application/sql"
VEGA_LITE = "application/vnd.vegalite.v6+json"
MARKDOWN = "text/markdown"


def json_part(value: object, media_type: str = JSON) -> Part:
    """Return a data part as raw bytes: protobuf's own values would turn integers into doubles."""
    raw = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return Part(raw=raw.encode(), media_type=media_type)


def sql_part(sql: str) -> Part:
    """Return a query as a text part."""
    return Part(text=sql, media_type=SQL)


def named(task: Task, name: str) -> Artifact | None:
    """Return a task's newest artifact of that name."""
    return next((one for one in reversed(task.artifacts) if one.name == name), None)


def data_of(task: Task, name: str) -> Mapping[str, Any] | None:
    """Return the JSON object in a task's artifact, or None if there is none that can be read."""
    artifact = named(task, name)
    if artifact is None:
        return None
    for part in artifact.parts:
        if part.HasField("raw"):
            try:
                value = json.loads(part.raw)
            except ValueError:
                return None
            return value if isinstance(value, dict) else None
    return None
