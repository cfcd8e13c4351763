"""ProtoJSON of what is said most, and of streamed events, read and written directly.

Most events of a long answer are pieces of text, most others tell of a task's state, and most
messages are text. protobuf's own converters, which are right for every message, take ten times as
long for one; what is not exactly of that kind, or a part that is not written here, is left to them.
"""

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

from a2a.server.events.event_queue import Event
from a2a.types import (
    Artifact,
    Role,
    SendMessageRequest,
    StreamResponse,
    Task,
    TaskArtifactUpdateEvent,
    TaskState,
    TaskStatus,
    TaskStatusUpdateEvent,
)
from a2a.utils.proto_utils import to_stream_response
from google.protobuf.json_format import (  # type: ignore[import-untyped]
    MessageToDict,
    SerializeToJsonError,
)
from google.protobuf.struct_pb2 import Value  # type: ignore[import-untyped]

_UPDATE = frozenset({"task_id", "context_id", "artifact", "append", "last_chunk"})
_ARTIFACT = frozenset({"artifact_id", "name", "parts"})
_UPDATE_JSON = frozenset({"taskId", "contextId", "artifact", "append", "lastChunk"})
_STATUS_JSON = frozenset({"state", "timestamp"})
_MESSAGE_JSON = frozenset({"messageId", "contextId", "taskId", "role", "parts"})
_ARTIFACT_JSON = frozenset({"artifactId", "name", "parts"})
_STATES = {name: number for name, number in TaskState.items() if number}


def to_json(message: Any) -> dict[str, Any]:
    """Return the ProtoJSON of a message; what is no number is null, for JSON has none of those.

    The wire of gRPC carries them, and readers of JSON let NaN and Infinity pass (RFC 8259, 6).
    """
    try:
        told: dict[str, Any] = MessageToDict(message)
    except SerializeToJsonError:
        finite = type(message)()
        finite.CopyFrom(message)
        _leave_out_non_finite(finite)
        told = MessageToDict(finite)
    return told


def _leave_out_non_finite(message: Any) -> None:
    if isinstance(message, Value) and not math.isfinite(message.number_value):
        message.null_value = 0
    for field, value in message.ListFields():
        of = field.message_type
        if of is None:
            continue
        if of.GetOptions().map_entry:
            values = value.values() if of.fields_by_name["value"].message_type else ()
        else:
            values = value if field.is_repeated else [value]
        for one in values:
            _leave_out_non_finite(one)


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
    try:
        return _event_from_json(value)
    except UnicodeEncodeError:  # half of a surrogate pair: `ParseDict` says where
        return None


def _event_from_json(value: Mapping[str, Any]) -> StreamResponse | None:
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


_text = json.encoder.encode_basestring
_dumps = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_STATE_TEXTS = {number: f'"{name}"' for name, number in TaskState.items()}


def event_text(event: Event) -> str:
    """Return the JSON object of a stream's response with an event, compact."""
    match event:
        case TaskArtifactUpdateEvent():
            inner = _piece(event)
            if inner is not None:
                return f'{{"artifactUpdate":{inner}}}'
        case TaskStatusUpdateEvent() if not event.HasField("metadata"):
            return f'{{"statusUpdate":{_status_update(event)}}}'
        case Task() if not (event.artifacts or event.HasField("metadata")):
            return f'{{"task":{_task(event)}}}'
    return _any(to_stream_response(event))


def _any(message: Any) -> str:
    return _dumps(to_json(message))


def _piece(update: TaskArtifactUpdateEvent) -> str | None:
    if update.HasField("metadata"):
        return None
    fields = _ids(update.task_id, update.context_id, "taskId")
    if update.HasField("artifact"):
        artifact = _artifact(update.artifact)
        if artifact is None:
            return None
        fields.append(f'"artifact":{artifact}')
    if update.append:
        fields.append('"append":true')
    if update.last_chunk:
        fields.append('"lastChunk":true')
    return _object(fields)


def _artifact(artifact: Artifact) -> str | None:
    if artifact.description or artifact.extensions or artifact.HasField("metadata"):
        return None
    fields = []
    if artifact.artifact_id:
        fields.append(f'"artifactId":{_text(artifact.artifact_id)}')
    if artifact.name:
        fields.append(f'"name":{_text(artifact.name)}')
    parts = []
    for part in artifact.parts:
        if (
            part.WhichOneof("content") != "text"
            or part.filename
            or part.media_type
            or part.HasField("metadata")
        ):
            return None
        parts.append(f'{{"text":{_text(part.text)}}}')
    if parts:
        fields.append(f'"parts":[{",".join(parts)}]')
    return _object(fields)


def _status_update(update: TaskStatusUpdateEvent) -> str:
    fields = _ids(update.task_id, update.context_id, "taskId")
    if update.HasField("status"):
        fields.append(f'"status":{_status(update.status)}')
    return _object(fields)


def _task(task: Task) -> str:
    fields = _ids(task.id, task.context_id, "id")
    if task.HasField("status"):
        fields.append(f'"status":{_status(task.status)}')
    if task.history:
        fields.append(f'"history":[{",".join(_any(one) for one in task.history)}]')
    return _object(fields)


def _status(status: TaskStatus) -> str:
    fields = []
    if status.state:
        fields.append(f'"state":{_STATE_TEXTS.get(status.state, status.state)}')
    if status.HasField("message"):
        fields.append(f'"message":{_any(status.message)}')
    if status.HasField("timestamp"):
        fields.append(f'"timestamp":"{status.timestamp.ToJsonString()}"')
    return _object(fields)


def _ids(own: str, context: str, name: str) -> list[str]:
    fields = []
    if own:
        fields.append(f'"{name}":{_text(own)}')
    if context:
        fields.append(f'"contextId":{_text(context)}')
    return fields


def _object(fields: Sequence[str]) -> str:
    return "{" + ",".join(fields) + "}"
