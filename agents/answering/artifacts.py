"""Parts and artifacts of A2A as the agents of the desk make and read them."""

import json
from collections.abc import Mapping
from typing import Any

from a2a.types import Artifact, Part, Task

from app.domain.tasks import OF

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


def part_id(task_id: str, number: int) -> str:
    """Return what a part of a task's answer is `of`, counted from 1."""
    return f"{task_id}#{number}"


def whole_id(task_id: str) -> str:
    """Return the id of the task that a part is of; that of a whole task as it is."""
    whole, _, number = task_id.rpartition("#")
    return whole if whole and number.isdecimal() else task_id


def of_artifact(artifact: Artifact) -> str:
    """Return what an artifact is `of`, "" where it is of its own task as a whole."""
    if not artifact.HasField("metadata") or OF not in artifact.metadata.fields:
        return ""
    return str(artifact.metadata.fields[OF].string_value)


def parts_in(task: Task, name: str) -> list[str]:
    """Return what a task's artifacts of that name are `of`, each once, in their order."""
    return list(dict.fromkeys(of_artifact(one) for one in task.artifacts if one.name == name))


def named(task: Task, name: str, of: str = "") -> Artifact | None:
    """Return a task's newest artifact of that name, in the part `of` its answer, else the first."""
    known = parts_in(task, name)
    of = of if of in known else next(iter(known), "")
    made = (one for one in reversed(task.artifacts) if one.name == name)
    return next((one for one in made if of_artifact(one) == of), None)


def data_of(task: Task, name: str, of: str = "") -> Mapping[str, Any] | None:
    """Return the JSON object in a task's artifact, or None if there is none that can be read; `of`
    names a part of its answer (see `named`)."""
    artifact = named(task, name, of)
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
