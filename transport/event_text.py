"""ProtoJSON text of streamed events, written directly.

What it writes is what protobuf's own converter gives, which is right for every message and takes
ten times as long. Where an event has a part that is not written here, that part, or all of it, is
left to the converter.
"""

import json
from collections.abc import Sequence
from typing import Any

from a2a.server.events.event_queue import Event
from a2a.types import (
    Artifact,
    Task,
    TaskArtifactUpdateEvent,
    TaskState,
    TaskStatus,
    TaskStatusUpdateEvent,
)
from a2a.utils.proto_utils import to_stream_response
from google.protobuf.json_format import MessageToDict  # type: ignore[import-untyped]

_text = json.encoder.encode_basestring
_dumps = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_STATES = {number: f'"{name}"' for name, number in TaskState.items()}


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
    return _dumps(MessageToDict(message))


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
        fields.append(f'"state":{_STATES.get(status.state, status.state)}')
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
