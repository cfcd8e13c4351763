"""ProtoJSON of what is said most, read and written directly.

Most events of a long answer are pieces of text, most others tell of a task's state, and most
messages are text. protobuf's own converters, which are right for every message, take ten times as
long for one; what is not exactly of that kind is left to them.
"""

from collections.abc import Mapping
from typing import Any

from a2a.types import Role, SendMessageRequest, StreamResponse, TaskState, TaskStatus

_UPDATE = frozenset({"task_id", "context_id", "artifact", "append", "last_chunk"})
_ARTIFACT = frozenset({"artifact_id", "name", "parts"})
_UPDATE_JSON = frozenset({"taskId", "contextId", "artifact", "append", "lastChunk"})
_STATUS_JSON = frozenset({"state", "timestamp"})
_MESSAGE_JSON = frozenset({"messageId", "contextId", "taskId", "role", "parts"})
_ARTIFACT_JSON = frozenset({"artifactId", "name", "parts"})
_STATES = {name: number for name, number in TaskState.items() if number}


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


def event_from_json(value: Mapping[str, Any]) -> StreamResponse | None:
    """Return what `ParseDict` makes of a piece of text or of a bare state, or None."""
    if len(value) != 1:
        return None
    if "artifactUpdate" in value:
        return piece_from_json(value)
    found = StreamResponse()
    for kind, own in (("statusUpdate", "taskId"), ("task", "id")):
        said = value.get(kind)
        if type(said) is not dict:
            continue
        if not said.keys() <= {own, "contextId", "status"} or "status" not in said:
            return None
        names = (said.get(own, ""), said.get("contextId", ""))
        if not (type(names[0]) is type(names[1]) is str):
            return None
        made: Any = found.status_update if kind == "statusUpdate" else found.task
        if kind == "statusUpdate":
            made.task_id, made.context_id = names
        else:
            made.id, made.context_id = names
        return found if _read_status(said["status"], made.status) else None
    return None


def request_from_json(value: Mapping[str, Any]) -> SendMessageRequest | None:
    """Return what `ParseDict` makes of a message that is nothing but text, or None."""
    message = value.get("message")
    if len(value) != 1 or type(message) is not dict or not _MESSAGE_JSON.issuperset(message):
        return None
    role, parts = message.get("role", "ROLE_UNSPECIFIED"), message.get("parts", [])
    names = (message.get("messageId", ""), message.get("contextId", ""), message.get("taskId", ""))
    if role not in ("ROLE_USER", "ROLE_AGENT") or type(parts) is not list:
        return None
    if not (type(names[0]) is type(names[1]) is type(names[2]) is str):
        return None
    found = SendMessageRequest()
    made = found.message
    made.message_id, made.context_id, made.task_id = names
    made.role = Role.Value(role)
    for part in parts:
        if type(part) is not dict or len(part) != 1 or type(part.get("text")) is not str:
            return None
        made.parts.add().text = part["text"]
    return found


def _read_status(value: Any, status: TaskStatus) -> bool:
    """Fill a status that says no words; return whether it is one."""
    if type(value) is not dict or not _STATUS_JSON.issuperset(value):
        return False
    state, at = value.get("state"), value.get("timestamp")
    if type(state) is not str or state not in _STATES:
        return False
    status.state = _STATES[state]
    if at is None:
        return "timestamp" not in value
    try:
        status.timestamp.FromJsonString(at)
    except (ValueError, AttributeError, TypeError):
        return False
    return True
