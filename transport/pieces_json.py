"""ProtoJSON of a streamed piece of text, written and read directly.

Most events of a long answer are such pieces. protobuf's own converters, which are right for every
message, take ten times as long for one; what is not exactly such a piece is left to them.
"""

from collections.abc import Mapping
from typing import Any

from a2a.types import StreamResponse

_UPDATE = frozenset({"task_id", "context_id", "artifact", "append", "last_chunk"})
_ARTIFACT = frozenset({"artifact_id", "name", "parts"})
_UPDATE_JSON = frozenset({"taskId", "contextId", "artifact", "append", "lastChunk"})
_ARTIFACT_JSON = frozenset({"artifactId", "name", "parts"})


def piece_to_json(response: StreamResponse) -> dict[str, Any] | None:
    """Return what `MessageToDict` returns for a piece of text, or None for anything else."""
    if response.WhichOneof("payload") != "artifact_update":
        return None
    update = response.artifact_update
    if not _UPDATE.issuperset(field.name for field, _ in update.ListFields()):
        return None
    artifact = update.artifact
    if not _ARTIFACT.issuperset(field.name for field, _ in artifact.ListFields()):
        return None
    parts = []
    for part in artifact.parts:
        if [field.name for field, _ in part.ListFields()] != ["text"]:
            return None
        parts.append({"text": part.text})
    inner: dict[str, Any] = {}
    if artifact.artifact_id:
        inner["artifactId"] = artifact.artifact_id
    if artifact.name:
        inner["name"] = artifact.name
    if parts:
        inner["parts"] = parts
    told: dict[str, Any] = {}
    if update.task_id:
        told["taskId"] = update.task_id
    if update.context_id:
        told["contextId"] = update.context_id
    if update.HasField("artifact"):
        told["artifact"] = inner
    if update.append:
        told["append"] = True
    if update.last_chunk:
        told["lastChunk"] = True
    return {"artifactUpdate": told}


def piece_from_json(value: Mapping[str, Any]) -> StreamResponse | None:
    """Return what `ParseDict` makes of a piece of text, or None for anything else."""
    update = value.get("artifactUpdate")
    if len(value) != 1 or type(update) is not dict or not _UPDATE_JSON.issuperset(update):
        return None
    artifact = update.get("artifact")
    if type(artifact) is not dict or not _ARTIFACT_JSON.issuperset(artifact):
        return None
    task, context = update.get("taskId", ""), update.get("contextId", "")
    append, last = update.get("append", False), update.get("lastChunk", False)
    own, name, parts = (
        artifact.get("artifactId", ""),
        artifact.get("name", ""),
        artifact.get("parts", []),
    )
    if not (type(task) is type(context) is type(own) is type(name) is str):
        return None
    if not (type(append) is type(last) is bool and type(parts) is list):
        return None
    found = StreamResponse()
    made = found.artifact_update
    made.task_id, made.context_id, made.append, made.last_chunk = task, context, append, last
    inner = made.artifact
    inner.artifact_id, inner.name = own, name
    for part in parts:
        if type(part) is not dict or len(part) != 1 or type(part.get("text")) is not str:
            return None
        inner.parts.add().text = part["text"]
    return found
