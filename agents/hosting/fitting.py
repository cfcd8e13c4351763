"""What an executor says is made to fit A2A before anybody hears it.

Identifiers that are missing or another task's become this task's, states that do not exist become
`working`, numbers that JSON has no word for become null; messages and statuses get what A2A
requires of them. What cannot be mended is the executor's failure.
"""

import logging
import math
import uuid
from collections.abc import Iterable

from a2a.server.events.event_queue import Event
from a2a.types import (
    Message,
    Part,
    Role,
    Task,
    TaskArtifactUpdateEvent,
    TaskState,
    TaskStatus,
    TaskStatusUpdateEvent,
)
from google.protobuf.struct_pb2 import (  # type: ignore[import-untyped]
    ListValue,
    Struct,
    Value,
)

from app.domain.ids import utc_now

_STATES = frozenset(TaskState.values()) - {TaskState.TASK_STATE_UNSPECIFIED}
_ARTIFACT = "artifact"

log = logging.getLogger(__name__)


class Fitting:
    """Owns which artifacts of one task there are by now."""

    def __init__(self, *, task_id: str, context_id: str, known: Task | None) -> None:
        self._task_id = task_id
        self._context_id = context_id
        self._artifacts = {one.artifact_id for one in known.artifacts} if known else set()

    def fitted(self, event: Event) -> Event:
        """Return a copy of the event that A2A allows; whoever made it may go on using it."""
        copy = type(event)()
        copy.CopyFrom(event)
        match copy:
            case TaskArtifactUpdateEvent():
                self._fit_artifact(copy)
            case TaskStatusUpdateEvent():
                self._fit_ids(copy)
                self._fit_status(copy.status)
                _fit_struct(copy.metadata if copy.HasField("metadata") else None)
            case Task():
                self._fit_task(copy)
            case Message():
                self._fit_message(copy, task_id="")
        return copy

    def updates(self, task: Task) -> tuple[list[TaskArtifactUpdateEvent], TaskStatusUpdateEvent]:
        """Return as updates what a task says that was announced before."""
        task_id, context_id = self._task_id, self._context_id
        artifacts = [
            TaskArtifactUpdateEvent(task_id=task_id, context_id=context_id, artifact=artifact)
            for artifact in task.artifacts
        ]
        status = TaskStatusUpdateEvent(task_id=task_id, context_id=context_id, status=task.status)
        return artifacts, status

    def _fit_ids(self, update: TaskStatusUpdateEvent | TaskArtifactUpdateEvent) -> None:
        if update.task_id != self._task_id or update.context_id != self._context_id:
            if update.task_id or update.context_id:
                log.warning("What is said of task %s names another", self._task_id)
            update.task_id, update.context_id = self._task_id, self._context_id

    def _fit_artifact(self, update: TaskArtifactUpdateEvent) -> None:
        self._fit_ids(update)
        artifact = update.artifact
        artifact.artifact_id = artifact.artifact_id or _ARTIFACT
        if artifact.artifact_id not in self._artifacts:
            self._artifacts.add(artifact.artifact_id)
            update.append = False  # there is nothing yet to append to
        _fit_parts(artifact.parts)
        _fit_struct(artifact.metadata if artifact.HasField("metadata") else None)
        _fit_struct(update.metadata if update.HasField("metadata") else None)

    def _fit_task(self, task: Task) -> None:
        if (task.id, task.context_id) != (self._task_id, self._context_id):
            log.warning("The task %s was announced under another id", self._task_id)
            task.id, task.context_id = self._task_id, self._context_id
        self._fit_status(task.status, unknown=TaskState.TASK_STATE_SUBMITTED)
        for artifact in task.artifacts:
            artifact.artifact_id = artifact.artifact_id or _ARTIFACT
            self._artifacts.add(artifact.artifact_id)
            _fit_parts(artifact.parts)
            _fit_struct(artifact.metadata if artifact.HasField("metadata") else None)
        _fit_struct(task.metadata if task.HasField("metadata") else None)

    def _fit_status(
        self, status: TaskStatus, unknown: TaskState = TaskState.TASK_STATE_WORKING
    ) -> None:
        if status.state not in _STATES:
            log.warning("Task %s is said to be in state %r", self._task_id, status.state)
            status.state = unknown
        if not status.HasField("timestamp"):
            status.timestamp.FromDatetime(utc_now())
        if status.HasField("message"):
            self._fit_message(status.message, task_id=self._task_id)

    def _fit_message(self, message: Message, *, task_id: str) -> None:
        message.message_id = message.message_id or uuid.uuid4().hex
        message.role = Role.ROLE_AGENT
        message.context_id = self._context_id
        message.task_id = task_id
        _fit_parts(message.parts)
        _fit_struct(message.metadata if message.HasField("metadata") else None)


def _fit_parts(parts: Iterable[Part]) -> None:
    for part in parts:
        if part.HasField("data"):
            _fit_value(part.data)
        if part.HasField("metadata"):
            _fit_struct(part.metadata)


def _fit_struct(struct: Struct | None) -> None:
    if struct is not None:
        for value in struct.fields.values():
            _fit_value(value)


def _fit_value(value: Value) -> None:
    match value.WhichOneof("kind"):
        case "number_value":
            if not math.isfinite(value.number_value):
                value.null_value = 0
        case "struct_value":
            _fit_struct(value.struct_value)
        case "list_value":
            _fit_list(value.list_value)
        case None:
            value.null_value = 0


def _fit_list(values: ListValue) -> None:
    for value in values.values:
        _fit_value(value)
