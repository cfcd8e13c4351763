"""Status updates as the host itself writes them: a state, words, and stable keys for the reason."""

import uuid
from collections.abc import Mapping

from a2a.types import (
    Message,
    Part,
    Role,
    Task,
    TaskState,
    TaskStatus,
    TaskStatusUpdateEvent,
)

from app.domain.ids import utc_now

TERMINAL = frozenset(
    {
        TaskState.TASK_STATE_COMPLETED,
        TaskState.TASK_STATE_FAILED,
        TaskState.TASK_STATE_CANCELED,
        TaskState.TASK_STATE_REJECTED,
    }
)
PARKED = frozenset({TaskState.TASK_STATE_INPUT_REQUIRED, TaskState.TASK_STATE_AUTH_REQUIRED})
RUNNING = frozenset({TaskState.TASK_STATE_SUBMITTED, TaskState.TASK_STATE_WORKING})

_NAMES_A_TASK = ("answered_by", "superseded_by")


def note(*, task_id: str, context_id: str, text: str, metadata: Mapping[str, str]) -> Message:
    """Return an agent's message; a task that its metadata names is referenced as A2A does it."""
    message = Message(
        message_id=uuid.uuid4().hex,
        task_id=task_id,
        context_id=context_id,
        role=Role.ROLE_AGENT,
        parts=[Part(text=text)],
        reference_task_ids=[metadata[key] for key in _NAMES_A_TASK if key in metadata],
    )
    for key, value in metadata.items():
        message.metadata.fields[key].string_value = value
    return message


def status_update(state: TaskState, message: Message) -> TaskStatusUpdateEvent:
    """Return the update that puts the message's task into a state, now."""
    status = TaskStatus(state=state, message=message)
    status.timestamp.FromDatetime(utc_now())
    return TaskStatusUpdateEvent(
        task_id=message.task_id, context_id=message.context_id, status=status
    )


def taken_up(task: Task, message: Message) -> Task:
    """Return a copy of a task that waited, as it stands when a message begins to be worked on."""
    copy = Task()
    copy.CopyFrom(task)
    if task.status.HasField("message"):
        copy.history.append(task.status.message)
    copy.history.append(message)
    copy.history[-1].task_id, copy.history[-1].context_id = task.id, task.context_id
    copy.status.Clear()
    copy.status.state = TaskState.TASK_STATE_WORKING
    copy.status.timestamp.FromDatetime(utc_now())
    return copy


def ended(task: Task, state: TaskState, message: Message) -> Task:
    """Return a copy of the task in that state; what its status said before goes to its history."""
    copy = Task()
    copy.CopyFrom(task)
    if task.status.HasField("message"):
        copy.history.append(task.status.message)
    copy.status.CopyFrom(status_update(state, message).status)
    return copy
